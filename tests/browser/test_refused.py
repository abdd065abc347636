"""Only the server's own word ends a link: what a proxy says, or a phone has lost, takes nothing away."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.line import Line, on_bad_line
from tests.browser.offline import LATER_MS, away, keeps, sent, waits, with_unsent
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

GONE: Final = "#gone"
LOCKED: Final = "This phone's link is not here any more"


def asked_twice(page: Page) -> None:
    """Wait until the page has asked again after an answer."""
    for _time in range(2):
        with page.expect_response("**/state.json"):
            pass


@pytest.mark.parametrize("status", ["403", "404"])
def test_what_a_proxy_refuses_is_no_end(phones: Phones, site: str, status: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, _table = with_unsent(phones)
        line.trouble = lambda _method, path: status if path.startswith(evening.path) else ""
        page.context.set_offline(False)
        asked_twice(page)
        waits(page, 1)
        expect(page.locator(f"{GONE}:visible")).to_have_count(0)
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")


def test_a_phone_that_lost_its_link_keeps_what_waits_until_it_is_opened_again(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    link = evening.links()[1]
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(page.locator("#locked")).to_contain_text(LOCKED)
    waits(page, 1)
    page.goto(evening.path)
    expect(page.locator("#locked")).to_contain_text(LOCKED)
    keeps(page, evening.id, evening.id)
    page.goto(link)
    sent(page)
    expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")


def test_the_start_page_forgets_no_evening_that_another_link_may_open(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    away(page)
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.goto("/", wait_until="networkidle")
    keeps(page, evening.id, evening.id)
    expect(page.locator("#past")).to_be_hidden()


def test_who_may_only_watch_now_decides_what_was_not_sent(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    watch = evening.links()[0]
    away(page)
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.goto(watch)
    doubt = page.locator("#doubt")
    expect(doubt).to_contain_text("This phone came by a link that lets it watch.", timeout=LATER_MS)
    expect(doubt.locator(".mine li")).to_contain_text("Deal 1")
    doubt.locator(".mine .button").tap()
    expect(page.locator("#watched")).to_be_visible()
    keeps(page, evening.id)


def test_what_waits_when_the_evening_is_closed_is_not_out_of_sight(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    away(page)
    other = phones.take()
    other.request.get(evening.links()[1])
    Evening(other.request, evening.path, FIVE).close()
    page.context.set_offline(False)
    page.goto(evening.path)
    expect(page.locator("#doubt .why")).to_have_text("The evening is closed: reopen it to write.")
    expect(page.locator("#doubt .mine li")).to_contain_text("Deal 1")
    page.get_by_role("link", name="Reopen the evening").tap()
    page.locator('form[action$="/reopen"] button').tap()
    page.locator(".write-mine").tap()
    sent(page)
    expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")


def released(line: Line, page: Page) -> None:
    """Bring out another release of the pages than the one that is shown."""
    version = page.locator("#watched").get_attribute("data-version")
    assert version is not None
    line.release = (version, "abcdefabcdef")


def test_a_watcher_is_offered_a_new_version(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        evening, watcher = Evening.starts(phones.take(), "chratze", FIVE), phones.take()
        watcher.goto(evening.links()[0])
        released(line, watcher)
        bar = watcher.locator("#new-version")
        bar.get_by_role("button", name="Load it").tap()
        expect(watcher.locator("#watched")).to_have_attribute("data-version", "abcdefabcdef")
        expect(bar).to_be_hidden()


def test_a_board_loads_a_new_version_by_itself(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        evening, screen = Evening.starts(phones.take(), "chratze", FIVE), phones.take()
        screen.request.get(evening.links()[0])
        screen.goto(f"{evening.path}board")
        released(line, screen)
        expect(screen.locator("#watched")).to_have_attribute("data-version", "abcdefabcdef")
