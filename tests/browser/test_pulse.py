"""How often a page asks: soon, seldom once it is quiet, never unseen, and at once when the phone wakes."""

from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import UNSEEN
from tests.browser.phone import Phones, stop_clock

POLLS: Final = "**/live"
SOON_MS: Final = 3_000
SELDOM_MS: Final = 20_000
QUIET_MS: Final = 30 * 60_000
LONGEST_MS: Final = 5 * 60_000
LIMIT_MS: Final = 8_000


def watching(phones: Phones) -> tuple[Page, list[str]]:
    """Return a watched table whose clock only we move, and the list of its questions."""
    page, watcher = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    watcher.request.get(evening.links()[0])
    stop_clock(watcher)
    with watcher.expect_response(POLLS):
        watcher.goto(evening.path)
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url) if "/live" in request.url else None)
    return watcher, asked


def later(page: Page, ms: int) -> None:
    """Move the clock, and let what is asked be answered."""
    page.clock.run_for(ms)
    page.evaluate("() => fetch('/shell')")


def test_a_quiet_table_is_asked_seldom(phones: Phones) -> None:
    page, asked = watching(phones)
    later(page, SOON_MS)
    assert len(asked) == 1
    page.clock.fast_forward(QUIET_MS)
    later(page, SOON_MS)
    asked.clear()
    later(page, SOON_MS)
    assert asked == []
    later(page, SELDOM_MS - SOON_MS)
    assert len(asked) == 1


def test_a_page_that_is_not_seen_asks_nothing_and_asks_at_once_when_it_is(phones: Phones) -> None:
    page, asked = watching(phones)
    page.evaluate(UNSEEN, True)
    later(page, 10 * SOON_MS)
    assert asked == []
    with page.expect_response(POLLS):
        page.evaluate(UNSEEN, False)
    assert len(asked) == 1


def test_a_page_kept_for_the_back_button_asks_when_it_is_shown_again(phones: Phones) -> None:
    page, asked = watching(phones)
    with page.expect_response(POLLS):
        page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert len(asked) == 1


@pytest.mark.parametrize("wish", ["seconds", "date"])
def test_a_server_that_wants_to_be_left_alone_is(phones: Phones, wish: str) -> None:
    page, asked = watching(phones)
    date = page.evaluate("ms => new Date(Date.now() + ms).toUTCString()", 15_000 + SOON_MS)

    def busy(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": date if wish == "date" else "15"})

    page.route(POLLS, busy)
    with page.expect_response(POLLS):
        page.clock.run_for(SOON_MS)
    later(page, 4 * SOON_MS)
    assert len(asked) == 1
    with page.expect_response(POLLS):
        page.clock.run_for(SOON_MS)
    expect(page.locator("#stale")).to_contain_text("as of")


def test_who_wakes_asks_no_sooner_than_the_server_wants(phones: Phones) -> None:
    page, asked = watching(phones)
    page.route(POLLS, lambda route: route.fulfill(status=429, headers={"Retry-After": "9"}))
    with page.expect_response(POLLS):
        page.clock.run_for(SOON_MS)
    later(page, 0)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert len(asked) == 1
    with page.expect_response(POLLS):
        page.clock.run_for(9_000)


def test_no_server_is_left_alone_for_long(phones: Phones) -> None:
    page, asked = watching(phones)
    page.route(POLLS, lambda route: route.fulfill(status=503, headers={"Retry-After": "999999"}))
    with page.expect_response(POLLS):
        page.clock.run_for(SOON_MS)
    later(page, LONGEST_MS - SOON_MS)
    assert len(asked) == 1
    with page.expect_response(POLLS):
        page.clock.run_for(2 * SOON_MS)


def test_a_question_that_hangs_is_given_up_and_asked_again(phones: Phones) -> None:
    page, _asked = watching(phones)
    page.route(POLLS, lambda _route: None)
    with page.expect_request(POLLS):
        page.clock.run_for(SOON_MS)
    page.unroute(POLLS)
    with page.expect_response(POLLS):
        later(page, LIMIT_MS)
        page.clock.run_for(SOON_MS)
