"""How often a page asks: soon, seldom once it is quiet, never unseen, and at once when the phone wakes."""

import datetime
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import UNSEEN
from tests.browser.phone import NOON, Phones, stop_clock
from tests.browser.tablepage import TablePage

POLLS: Final = "**/live"
STATES: Final = "**/state.json"
# By this the pages know an answer of their server.
OURS: Final = {"X-Pages": "this"}
SOON_MS: Final = 3_000
STEP_MS: Final = 500
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
    settles(watcher)
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url) if "/live" in request.url else None)
    return watcher, asked


def scribing(phones: Phones) -> tuple[Page, Evening, list[str]]:
    """Return a record page whose clock only we move, its evening, and the list of its questions."""
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    stop_clock(page)
    with page.expect_response("**/shell?**"):
        page.goto(evening.path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/state.json" in request.url else None)
    return page, evening, asked


def comes(page: Page, asked: list[str], within_ms: int = 3 * SOON_MS) -> None:
    """Move the clock, step by step, until something more is asked: a busy machine sets its timers late."""
    before = len(asked)
    for _step in range(within_ms // STEP_MS):
        page.clock.run_for(STEP_MS)
        page.wait_for_timeout(300)
        if len(asked) > before:
            return
    raise AssertionError(f"nothing was asked within {within_ms} ms")


def settles(page: Page) -> None:
    """Let the page take in what was answered: only then it knows when to ask next."""
    page.evaluate("() => fetch('/shell')")


def later(page: Page, ms: int) -> None:
    """Move the clock, and let what is asked be answered."""
    settles(page)
    page.clock.run_for(ms)
    settles(page)


def polls(page: Page, within_ms: int = SOON_MS) -> None:
    """Move the clock, and see that the page asks."""
    settles(page)
    with page.expect_response(POLLS):
        page.clock.run_for(within_ms)
    settles(page)


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


def test_what_another_phone_writes_ends_the_quiet(phones: Phones) -> None:
    page, watcher = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    watcher.request.get(evening.links()[0])
    stop_clock(watcher)
    watcher.goto(evening.path)
    watcher.clock.fast_forward(QUIET_MS - SOON_MS)
    evening.write("Dan")
    polls(watcher)
    expect(watcher.locator("#last .said")).to_have_text("Deal 1 Dan +5")
    watcher.clock.fast_forward(SELDOM_MS)
    later(watcher, SOON_MS)
    for _time in range(2):
        polls(watcher)


def test_what_this_phone_writes_ends_the_quiet(phones: Phones) -> None:
    page, _evening, asked = scribing(phones)
    page.clock.fast_forward(QUIET_MS + SOON_MS)
    later(page, SOON_MS)
    table = TablePage(page)
    table.tap("Dan")
    with page.expect_response("**/deals"):
        table.button.tap()
    expect(table.said).to_have_text("Deal 1 Dan +5")
    later(page, SELDOM_MS)
    for _time in range(2):
        comes(page, asked)


def test_what_waits_is_tried_soon_however_quiet_it_was(phones: Phones) -> None:
    page, _evening, asked = scribing(phones)
    page.route("**/deals", lambda route: route.abort())
    page.route(STATES, lambda route: route.abort())
    page.clock.fast_forward(QUIET_MS + SOON_MS)
    later(page, SOON_MS)
    table = TablePage(page)
    table.tap("Dan")
    table.button.tap()
    page.clock.run_for(SOON_MS)
    expect(page.locator(".beside-deal")).to_have_text("1 not sent yet")
    later(page, SELDOM_MS)
    for _time in range(2):
        comes(page, asked)


def test_who_wakes_without_signal_is_told_how_old_the_page_is(phones: Phones) -> None:
    watcher, _asked = watching(phones)
    page, _evening, _questions = scribing(phones)
    for phone, questions, note in ((watcher, POLLS, "#stale"), (page, STATES, ".beside-deal")):
        phone.evaluate(UNSEEN, True)
        phone.clock.fast_forward(QUIET_MS)
        phone.route(questions, lambda _route: None)
        with phone.expect_request(questions):
            phone.evaluate(UNSEEN, False)
        # Nothing has failed yet: it has only been long.
        expect(phone.locator(note)).to_contain_text("as of 1")


def test_a_record_page_that_loses_its_line_says_how_old_it_is(phones: Phones) -> None:
    page, _evening, asked = scribing(phones)
    page.route(STATES, lambda route: route.abort())
    comes(page, asked)
    expect(page.locator(".beside-deal")).to_contain_text("as of 1")
    page.unroute(STATES)
    comes(page, asked)
    expect(page.locator(".beside-deal")).to_have_count(0)


def test_the_record_page_kept_for_the_back_button_comes_anew(phones: Phones) -> None:
    page, evening, _asked = scribing(phones)
    evening.write("Dan")
    with page.expect_navigation():
        page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(TablePage(page).said).to_have_text("Deal 1 Dan +5")


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
    polls(page)
    later(page, 4 * SOON_MS)
    assert len(asked) == 1
    polls(page)
    expect(page.locator("#stale")).to_contain_text("as of")


@pytest.mark.parametrize("question", ["state.json", "beside"])
def test_the_server_is_left_alone_by_who_writes_too(phones: Phones, question: str) -> None:
    page, _evening, _asked = scribing(phones)
    told: list[str] = []

    def busy(route: Route) -> None:
        told.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "40", **OURS})

    page.route(f"**/{question}", busy)
    comes(page, told)
    settles(page)
    told.clear()
    later(page, 30_000)
    assert told == []
    comes(page, told, 20_000)


def test_a_tap_sends_nothing_to_a_server_that_wants_to_be_left_alone(phones: Phones) -> None:
    page, _evening, _asked = scribing(phones)
    sent: list[str] = []

    def busy(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "40", **OURS})

    page.route("**/deals", busy)
    table = TablePage(page)
    for count, name in enumerate(("Dan", "Eva"), 1):
        table.tap(name)
        page.clock.run_for(SOON_MS)
        table.button.tap()
        page.clock.run_for(1_000)
        expect(page.locator(".beside-deal")).to_have_text(f"{count} not sent yet")
    expect(page.locator('[data-line="busy"]')).to_be_visible()
    later(page, 30_000)
    assert len(sent) == 1
    comes(page, sent, 20_000)


def test_who_wakes_asks_no_sooner_than_the_server_wants(phones: Phones) -> None:
    page, asked = watching(phones)
    page.route(POLLS, lambda route: route.fulfill(status=429, headers={"Retry-After": "9"}))
    polls(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert len(asked) == 1
    polls(page, 9_000)


def test_a_clock_that_is_set_back_stops_nothing(phones: Phones) -> None:
    page, _asked = watching(phones)
    page.route(POLLS, lambda route: route.fulfill(status=503, headers={"Retry-After": "9"}))
    polls(page)
    page.unroute(POLLS)
    page.clock.set_system_time(NOON - datetime.timedelta(hours=1))
    polls(page, 10_000)


def test_no_server_is_left_alone_for_long(phones: Phones) -> None:
    page, asked = watching(phones)
    page.route(POLLS, lambda route: route.fulfill(status=503, headers={"Retry-After": "999999"}))
    polls(page)
    later(page, LONGEST_MS - SOON_MS)
    assert len(asked) == 1
    polls(page, 2 * SOON_MS)


def test_a_question_that_hangs_is_given_up_and_asked_again(phones: Phones) -> None:
    page, _asked = watching(phones)
    page.route(POLLS, lambda _route: None)
    with page.expect_request(POLLS):
        page.clock.run_for(SOON_MS)
    page.unroute(POLLS)
    with page.expect_response(POLLS):
        later(page, LIMIT_MS)
        page.clock.run_for(SOON_MS)
