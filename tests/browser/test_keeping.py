"""A phone that watches, without signal: it shows what it kept of the evening, to read and not to write."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import bring, violations
from tests.browser.evening import FIVE, Evening
from tests.browser.offline import LATER_MS, WITH_WORKER, keeps, worked
from tests.browser.phone import Model, Phones
from tests.browser.tablepage import TablePage, extent

GERMAN: Final = Model(worker=True, theme="light", speech="de")


# A deal of each game: who declares, who comes along, and tricks that are not the rest. In Kratzen all must.
DEALS: Final = {
    "chratze": ("Dan", ["Carla"], {"Carla": 1}),
    "kratzen": ("", ["Ben", "Carla", "Dan", "Eva"], {"Carla": 1}),
    "zwicken": ("", ["Dan", "Ben"], {"Dan": 2, "Ben": 1}),
}


def watching(phones: Phones, slug: str = "chratze", model: Model = WITH_WORKER) -> tuple[Evening, Page]:
    """Return an evening, and a phone that watches it and has the worker."""
    evening = Evening.starts(phones.take(), slug, FIVE)
    watcher = phones.take(model)
    bring(watcher)
    watcher.goto(evening.links()[0])
    worked(watcher, evening.path)
    return evening, watcher


def shown(page: Page) -> tuple[str, str, list[str]]:
    """Return the pot, the last deal, and what everybody has, as a page to watch shows them."""
    table = TablePage(page)
    rows = page.locator("main .seat.watched").all()
    return table.pot.inner_text(), table.said.inner_text(), [row.inner_text() for row in rows]


def only_read(page: Page) -> None:
    """See that nothing of the page writes, and that it is as wide as its phone."""
    expect(page.locator(".no-signal")).to_be_visible()
    for part in ("form", ".write", "input:not([role=switch])", ".fact", ".step"):
        assert page.locator(f".screen {part}").count() == 0, part
    assert not extent(page).scrolls_sideways
    assert violations(page) == []


@pytest.mark.parametrize("model", [WITH_WORKER, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize("slug", DEALS)
def test_a_watching_phone_shows_the_evening_without_signal(phones: Phones, slug: str, model: Model) -> None:
    evening, watcher = watching(phones, slug, model)
    declarer, joined, tricks = DEALS[slug]
    evening.write(declarer, joined, tricks)
    # What came while the page was open is kept too.
    expect(TablePage(watcher).said).to_contain_text("Deal 1" if model.speech == "en" else "Spiel 1")
    before = shown(watcher)
    watcher.context.set_offline(True)
    watcher.reload()
    expect(watcher.locator("main .seat.watched")).to_have_count(len(FIVE))
    assert shown(watcher) == before
    only_read(watcher)
    watcher.context.set_offline(False)
    expect(watcher.locator("nav.tabs")).to_be_visible(timeout=LATER_MS)
    assert shown(watcher) == before


def test_it_says_how_old_that_is_and_who_deals(phones: Phones) -> None:
    evening, watcher = watching(phones)
    evening.write("Dan", ["Carla"], {"Carla": 1})
    expect(TablePage(watcher).said).to_contain_text("Deal 1")
    watcher.clock.install()
    watcher.clock.fast_forward("05:00:00")
    then = watcher.evaluate("new Date(Date.now() - 5 * 3600 * 1000).toTimeString().slice(0, 5)")
    watcher.context.set_offline(True)
    watcher.reload()
    meta = watcher.locator(".meta")
    expect(meta).to_contain_text("Deal 2 · Ben deals")
    expect(meta.locator(".beside-deal")).to_have_text(f"as of {then}")


def test_a_closed_evening_stays_closed_without_signal(phones: Phones) -> None:
    scribe = phones.take(WITH_WORKER)
    evening = Evening.starts(scribe, "chratze", FIVE)
    worked(scribe, evening.path)
    evening.write("Dan", ["Carla"], {"Carla": 1})
    evening.act("close")
    scribe.goto(evening.path)
    expect(TablePage(scribe).said).to_have_text("The evening is closed.")
    scribe.context.set_offline(True)
    scribe.reload()
    expect(scribe.locator("main .seat.watched")).to_have_count(len(FIVE))
    expect(TablePage(scribe).said).to_have_text("The evening is closed.")
    expect(scribe.locator(".meta")).to_contain_text("in the pot")
    assert scribe.locator(".screen form").count() == 0


def test_what_a_board_was_told_is_kept_too(phones: Phones) -> None:
    evening, screen = watching(phones)
    screen.goto(f"{evening.path}board")
    evening.write("Dan", ["Carla"], {"Carla": 1})
    expect(screen.locator(".board-last")).to_contain_text("Dan")
    screen.context.set_offline(True)
    screen.goto(evening.path)
    expect(TablePage(screen).said).to_have_text("Deal 1 Dan +4 · Carla +1")


def test_a_revoked_link_erases_what_a_watching_phone_kept(phones: Phones) -> None:
    evening, watcher = watching(phones)
    keeps(watcher, evening.id)
    evening.act("links/watch")
    expect(watcher.locator("#gone")).to_be_visible()
    keeps(watcher)


def test_a_link_revoked_while_there_was_no_signal_erases_it_once_there_is(phones: Phones) -> None:
    evening, watcher = watching(phones)
    watcher.context.set_offline(True)
    watcher.reload()
    expect(watcher.locator("main .seat.watched")).to_have_count(len(FIVE))
    evening.act("links/watch")
    watcher.context.set_offline(False)
    expect(watcher.locator("#gone")).to_be_visible(timeout=LATER_MS)
    assert watcher.locator("body").inner_text() == watcher.locator("#gone").inner_text()
    keeps(watcher)
