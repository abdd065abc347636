"""Without signal: a real browser with the worker, on a line that is gone, bad, or back again."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.browser.axe import bring, violations
from tests.browser.evening import FIVE, Evening
from tests.browser.line import on_bad_line
from tests.browser.offline import (
    DEALS,
    INSECURE,
    LATER_MS,
    REMOVED,
    SIX,
    WITH_WORKER,
    balances,
    deal,
    installed,
    kill,
    scribing,
    sent,
    until,
    waits,
    with_unsent,
    worked,
)
from tests.browser.phone import SMALL, Model, Phones
from tests.browser.server import serving
from tests.browser.standingpage import StandingPage
from tests.browser.tablepage import TablePage, extent

# What everybody has after the first three of `DEALS`.
THREE_COME_TO: Final = {"Eva": "+2", "Ben": "+1", "Dan": "+1", "Anna": "−2", "Carla": "−2"}


def declared(page: Page) -> list[str]:
    """Return who declared, deal by deal, as the book tells it."""
    return page.locator("li.entry .roles > span:first-child bdi").all_inner_texts()[::-1]


def test_a_deal_without_signal_is_counted_undone_and_sent_once(phones: Phones) -> None:
    page, evening, table = with_unsent(phones)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    expect(table.pot).to_have_text("Pot 5")
    expect(table.meta).to_contain_text("Deal 2 · Ben deals")
    deal(table, "Eva", "")
    waits(page, 2)
    page.locator("#take-back").tap()
    waits(page, 1)
    expect(table.meta).to_contain_text("Deal 2 · Ben deals")
    page.context.set_offline(False)
    sent(page)
    # Nor does a later word of the server bring the count back.
    for _time in range(2):
        with page.expect_response("**/state.json"):
            pass
    expect(page.locator(".beside-deal")).to_have_count(0)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    page.goto(f"{evening.path}book")
    expect(page.locator("li.entry")).to_have_count(1)


def test_twelve_deals_outlive_the_browser(playwright_kind: BrowserType, site: str, tmp_path: Path) -> None:
    with installed(playwright_kind, tmp_path, site) as context:
        evening = Evening.starts(context.pages[0], "chratze", FIVE)
        worked(context.pages[0], evening.path)
    # A browser writes its cookies down every half minute, and all of them when it is closed.
    with installed(playwright_kind, tmp_path, site) as context:
        context.set_offline(True)
        page = context.pages[0]
        table = TablePage.opened(page, evening.path)
        for number, (declarer, joiner) in enumerate(DEALS, start=1):
            deal(table, declarer, joiner)
            waits(page, number)
        kill(tmp_path)
    with installed(playwright_kind, tmp_path, site) as context:
        context.set_offline(True)
        page = context.pages[0]
        table = TablePage.opened(page, evening.path)
        waits(page, len(DEALS))
        expect(table.meta).to_contain_text(f"Deal {len(DEALS) + 1}")
        for number, (declarer, joiner) in enumerate(DEALS, start=len(DEALS) + 1):
            deal(table, declarer, joiner)
            waits(page, number)
        pot, said, has = table.pot.inner_text(), table.said.inner_text(), balances(page)
        assert len(has) == len(FIVE)
        context.set_offline(False)
        sent(page)
        assert table.pot.inner_text() == pot
        assert table.written() != {}
        expect(table.said).to_have_text(said.replace("\n", " "))
        page.goto(f"{evening.path}standing")
        assert StandingPage(page).balances() == has
        page.goto(f"{evening.path}book")
        assert declared(page) == [declarer for declarer, _joiner in 2 * DEALS]


@pytest.mark.parametrize("trouble", ["502", "unanswered", "lost", "doubled", "late"])
def test_each_deal_is_written_once_on_a_bad_line(phones: Phones, site: str, trouble: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, table = scribing(phones)
        tries: list[str] = []

        def breaks(method: str, path: str) -> str:
            if method != "POST":
                return ""
            tries.append(path)
            # Every second answer is a good one.
            return trouble if len(tries) % 2 else ""

        line.trouble = breaks
        for number, (declarer, joiner) in enumerate(DEALS[:3], start=1):
            deal(table, declarer, joiner)
            expect(table.meta).to_contain_text(f"Deal {number + 1} ")
        sent(page)
        page.goto(f"{evening.path}standing")
        assert StandingPage(page).balances() == THREE_COME_TO
        page.goto(f"{evening.path}book")
        assert declared(page) == [declarer for declarer, _joiner in DEALS[:3]]


def test_what_two_phones_wrote_is_shown_and_a_person_decides(phones: Phones) -> None:
    page, second = phones.take(WITH_WORKER), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = worked(page, evening.path)
    second.goto(evening.links()[1])
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    deal(table, "Ben", "")
    waits(page, 2)
    other = TablePage(second)
    other.tap("Eva")
    other.write()
    page.context.set_offline(False)
    doubt = page.locator("#doubt")
    expect(doubt).to_contain_text("Eva")
    expect(doubt.locator(".mine li")).to_contain_text(
        ["Deal 2: \u2068Carla\u2069 +1, \u2068Dan\u2069 +4", "Deal 3: "]
    )
    # Nothing happens unless somebody says so.
    doubt.locator(".mine .button").last.tap()
    expect(doubt.locator(".mine li")).to_have_count(1)
    doubt.locator(".write-mine").tap()
    sent(page)
    expect(table.said).to_have_text("Deal 2 Dan +4 · Carla +1")
    page.goto(f"{evening.path}book")
    expect(page.locator("li.entry")).to_have_count(2)


def test_two_pages_of_one_phone_never_write_behind_what_they_do_not_show(phones: Phones) -> None:
    page, evening, table = scribing(phones)
    other = page.context.new_page()
    second = worked(other, evening.path)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    deal(second, "Eva", "")
    waits(other, 2)
    page.context.set_offline(False)
    doubt = other.locator("#doubt")
    expect(doubt.locator(".came")).to_contain_text("Dan")
    expect(doubt.locator(".mine li")).to_have_count(1)
    doubt.locator(".mine .button").tap()
    sent(other)
    other.goto(f"{evening.path}book")
    expect(other.locator("li.entry")).to_have_count(1)


def test_a_book_that_was_taken_over_meanwhile_is_taken_back_with_one_tap(phones: Phones) -> None:
    page, second = phones.take(WITH_WORKER), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = worked(page, evening.path)
    second.goto(evening.links()[1])
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    deal(table, "Ben", "")
    waits(page, 2)
    Evening(second.context.request, evening.path, FIVE).act("scribe")
    page.context.set_offline(False)
    doubt = page.locator("#doubt")
    expect(doubt.locator(".why")).to_contain_text("took over the book")
    expect(doubt.locator(".moved")).to_be_hidden()
    doubt.get_by_role("button", name="Take the book over and write it").tap()
    sent(page)
    expect(table.said).to_have_text("Deal 2 Ben +5")


@pytest.mark.parametrize("slug", ["chratze", "kratzen", "zwicken"])
@pytest.mark.parametrize("model", [SMALL, Model(theme="light", speech="de")], ids=["en", "de"])
def test_the_page_drawn_without_signal_is_as_good_as_the_servers(
    phones: Phones, slug: str, model: Model
) -> None:
    page = phones.take(model)
    bring(page)
    evening = Evening.starts(page, slug, SIX)
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    for name in {
        "chratze": ("Dan", "Ben", "Ben"),
        "kratzen": ("Ben", "Carla"),
        "zwicken": ("Dan", "Dan", "Ben"),
    }[slug]:
        table.plus(name)
    expect(table.button).not_to_have_attribute("data-unready", "1")
    table.button.tap()
    unsent = page.locator(".beside-deal")
    expect(unsent).to_contain_text("1 ")
    assert not extent(page).scrolls
    assert violations(page) == []
    more = page.locator("details.more > summary")
    more.tap()
    has = balances(page)
    assert violations(page) == []
    more.tap()
    drawn = (table.order(), table.pot.inner_text(), table.said.inner_text())
    page.context.set_offline(False)
    expect(page.locator("nav.tabs")).to_be_visible(timeout=LATER_MS)
    assert (table.order(), table.pot.inner_text(), table.said.inner_text()) == drawn
    page.goto(f"{evening.path}standing")
    assert list(StandingPage(page).balances().items()) == list(has.items())


COUNTS_WORKERS: Final = """() => {
  window.workers = 0;
  navigator.serviceWorker.addEventListener("controllerchange", () => (window.workers += 1));
}"""


def keeps_releases(page: Page, *releases: str) -> None:
    """See that the worker keeps the parts of these releases, and of no other."""
    names = ",".join(f"ledger-{release}" for release in releases)
    until(page, f"async () => (await caches.keys()).join() === '{names}'")


def test_a_new_version_is_offered_and_the_old_page_still_writes(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, table = scribing(phones)
        old = page.locator("#kept").get_attribute("data-version")
        assert old is not None
        line.release = (old, "abcdefabcdef")
        expect(page.locator("#new-version")).to_be_visible()
        table.tap("Dan")
        table.plus("Carla")
        table.write()
        expect(page.locator("#kept")).to_have_attribute("data-version", "abcdefabcdef")
        keeps_releases(page, old, "abcdefabcdef")
        expect(page.locator("#new-version")).to_be_hidden()


def test_a_page_of_the_release_before_still_gets_its_parts(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, _table = scribing(phones)
        old = page.locator("#kept").get_attribute("data-version")
        assert old is not None
        line.trouble = lambda _method, path: "404" if f"js-{old}" in path else ""
        other = page.context.new_page()
        page.evaluate(COUNTS_WORKERS)
        line.release = (old, "aaaaaaaaaaaa")
        other.goto("/")
        until(page, "window.workers === 1")
        keeps_releases(page, old, "aaaaaaaaaaaa")
        # The server has only the parts of today.
        part = f"/static/js-{old}/doubt.js"
        assert page.evaluate("async part => typeof (await import(part)).ask", part) == "function"
        line.release = (old, "bbbbbbbbbbbb")
        other.evaluate("navigator.serviceWorker.getRegistration().then((worker) => worker.update())")
        until(page, "window.workers === 2")
        keeps_releases(page, "aaaaaaaaaaaa", "bbbbbbbbbbbb")


def test_the_kill_switch_removes_the_worker(phones: Phones, site: str, tmp_path: Path) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, _table = scribing(phones)
        with serving(tmp_path, LEDGER_WORKER="off") as without:
            line.site = without
            page.goto("/")
            until(page, REMOVED)


def test_plain_http_is_told_once(phones: Phones) -> None:
    page = phones.take()
    page.add_init_script(INSECURE)
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    note = page.locator("#plain-http")
    expect(note).to_be_visible()
    note.locator("button").tap()
    expect(note).to_be_hidden()
    page.reload()
    expect(page.locator("nav.tabs")).to_be_visible()
    expect(note).to_be_hidden()
