"""A phone that watches: nothing is missed, nothing grows old unseen, and a revoked link says so."""

from typing import Final

from playwright.sync_api import Error, Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones, stop_clock
from tests.browser.tablepage import TablePage, extent

POLLS: Final = "**/live"
EVERY_MS: Final = 3_000
LARGE_PX: Final = 24
NOTHING: Final = "Nothing written yet."


def watching(phones: Phones) -> tuple[Evening, Page]:
    """Return an evening, and a phone that came by its link to watch and whose clock only we move."""
    page, watcher = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    watcher.request.get(evening.links()[0])
    stop_clock(watcher)
    return evening, watcher


def says_nothing_else(page: Page) -> None:
    """See that a page shows what stands in the place of the evening, and nothing of the evening itself."""
    assert page.locator("body").inner_text() == page.locator("#gone").inner_text()
    assert page.title() == "Tavern Ledger"
    assert "Dan" not in page.content()


def test_a_deal_written_before_the_first_poll_is_shown(phones: Phones) -> None:
    evening, watcher = watching(phones)
    held: list[Route] = []
    watcher.route(POLLS, lambda route: held.append(route))
    with watcher.expect_request(POLLS):
        watcher.goto(evening.path)
    evening.write("Dan")
    for route in held:
        route.continue_()
    expect(TablePage(watcher).said).to_have_text("Deal 1 Dan +5")


def test_a_revoked_link_is_told_and_asked_for_no_more(phones: Phones) -> None:
    evening, watcher = watching(phones)
    evening.write("Dan")
    watcher.goto(evening.path)
    gone = watcher.locator("#gone")
    expect(gone).to_be_hidden()
    evening.act("links/watch")
    watcher.clock.run_for(EVERY_MS)
    expect(gone).to_be_visible()
    expect(gone).to_contain_text("The link of this evening was revoked")
    says_nothing_else(watcher)
    expect(watcher.locator("form")).to_have_count(0)
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url))
    watcher.clock.run_for(5 * EVERY_MS)
    watcher.evaluate("window.dispatchEvent(new Event('online'))")
    assert asked == []
    gone.get_by_role("link", name="To the start page").tap()
    expect(watcher.locator("h1")).to_have_text("Tavern Ledger")


def test_a_board_shows_in_its_place_that_its_link_was_revoked(phones: Phones) -> None:
    evening, screen = watching(phones)
    evening.write("Dan")
    screen.goto(f"{evening.path}board")
    expect(screen.locator(".board-places")).to_contain_text("Dan")
    evening.act("links/watch")
    screen.clock.run_for(EVERY_MS)
    gone = screen.locator("#gone")
    expect(gone).to_be_visible()
    says_nothing_else(screen)
    assert gone.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= LARGE_PX
    assert not extent(screen).scrolls


def test_a_page_to_write_with_leads_on_once_its_link_was_revoked(phones: Phones) -> None:
    page, second = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    second.request.get(evening.links()[1])
    stop_clock(page)
    errors: list[Error] = []
    page.on("pageerror", lambda error: errors.append(error))
    with page.expect_response("**/shell?**"):
        page.goto(evening.path)
    Evening(second.context.request, evening.path, FIVE).act("links/write")
    page.clock.run_for(EVERY_MS)
    expect(page.locator("#gone")).to_be_visible()
    # What is beside the book asks in its own time.
    page.clock.run_for(5 * EVERY_MS)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert errors == []
    page.locator("#gone").get_by_role("link", name="To the start page").tap()
    expect(page.locator("h1")).to_have_text("Tavern Ledger")


def test_what_lies_outside_more_stays_new_and_more_stays_open(phones: Phones) -> None:
    evening, watcher = watching(phones)
    watcher.goto(evening.path)
    table, more = TablePage(watcher), watcher.locator("details.more")
    more.locator("summary").tap()
    evening.write("Dan", ["Ben"], {"Ben": 4})
    watcher.clock.run_for(EVERY_MS)
    expect(table.pot).to_have_text("Pot 15")
    expect(table.said).to_have_text("Deal 1 Ben +5 · Dan −10")
    expect(more).to_have_attribute("open", "")


def test_scribes_closed_page_is_loaded_anew_once_more_is_closed(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    evening.act("close")
    stop_clock(page)
    page.goto(evening.path)
    table, more = TablePage(page), page.locator("details.more > summary")
    more.tap()
    evening.act("reopen")
    with page.expect_response(POLLS):
        page.clock.run_for(EVERY_MS)
    expect(table.said).to_have_text("The evening is closed.")
    with page.expect_navigation():
        more.tap()
    expect(table.button).to_be_visible()


def test_a_phone_that_finds_its_signal_again_asks_at_once(phones: Phones) -> None:
    evening, watcher = watching(phones)
    watcher.goto(evening.path)
    expect(TablePage(watcher).said).to_have_text(NOTHING)
    evening.write("Dan")
    watcher.evaluate("window.dispatchEvent(new Event('online'))")
    expect(TablePage(watcher).said).to_have_text("Deal 1 Dan +5")
