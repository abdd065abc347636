"""The pages beside the table say what waits on this phone: none of them sends it, nor settles without it."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import UNSEEN, away, deal, keeps, sent, waits, with_unsent
from tests.browser.phone import SMALL, Phones
from tests.browser.tablepage import TablePage, extent

# Every page that anybody gets to from the table, but the one that puts a deal right.
PAGES: Final = (
    *("standing", "book", "settling", "close", "slips/3", "pot", "files", "rules", "board", "share"),
    *("share/write", "money", "money/move", "money/count", "money/chips"),
    *("people", "people/1", "people/join", "people/order"),
)
WITHOUT: Final = "What this page shows is without that."
STOPPED: Final = "Before that, nothing here can be closed or marked as paid."
# A page that comes back as it was left, with all that its scripts knew.
BACK: Final = "() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def notice(page: Page) -> Locator:
    """Return what the page says of what waits."""
    return page.locator("#waits")


def left(page: Page) -> None:
    """Leave the table without signal, which then is there again."""
    away(page)
    page.context.set_offline(False)


def says(page: Page, words: str, where: str = "") -> None:
    """See that the page says this of what waits."""
    expect(notice(page), where).to_contain_text(words, use_inner_text=True)


def to_the_table(page: Page, evening: Evening) -> None:
    """Tap the one button of the notice."""
    with page.expect_navigation(url=f"**{evening.path}"):
        notice(page).get_by_role("link", name="To the table").tap()


def sent_in_another(page: Page, evening: Evening) -> Page:
    """Have the table in another page of the phone send what waits, and return that page."""
    other = page.context.new_page()
    other.goto(evening.path)
    keeps(other, evening.id)
    return other


def closed_elsewhere(phones: Phones, evening: Evening) -> None:
    """Close the evening on another phone."""
    other = phones.take()
    other.request.get(evening.links()[1])
    Evening(other.request, evening.path, FIVE).close()


def is_closed(page: Page, evening: Evening) -> bool:
    """Return whether the server has the evening closed."""
    return bool(page.request.get(f"{evening.path}state.json").json()["head"]["closed"])


def test_every_page_but_the_table_says_what_is_not_sent(phones: Phones) -> None:
    page, evening, table = with_unsent(phones)
    deal(table, "Eva", "")
    waits(page, 2)
    left(page)
    page.route("**/deals", lambda route: route.abort())
    for where in (*PAGES, "mend?do=correct-1"):
        page.goto(f"{evening.path}{where}")
        says(page, f"Written on this phone: 2 not sent yet. {WITHOUT}", where)
        says(page, "At the table it is sent.", where)
        box = notice(page).bounding_box()
        assert box is not None
        assert (box["x"], box["y"]) == (0, 0), where
        assert not extent(page).scrolls_sideways, where
    page.goto(evening.path)
    waits(page, 2)
    expect(notice(page)).to_have_count(0)


def test_the_button_leads_to_the_table_which_sends_it(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    left(page)
    page.goto(f"{evening.path}standing")
    to_the_table(page, evening)
    keeps(page, evening.id)
    expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")
    page.goto(f"{evening.path}standing", wait_until="networkidle")
    expect(notice(page)).to_be_hidden()


def test_nothing_is_said_where_nothing_waits(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    for where in PAGES:
        page.goto(f"{evening.path}{where}", wait_until="networkidle")
        expect(notice(page), where).to_be_hidden()


def test_the_evening_is_not_closed_while_a_deal_waits(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    left(page)
    page.goto(f"{evening.path}close")
    says(page, STOPPED)
    button = page.get_by_role("button", name="Close the evening")
    expect(button).to_have_attribute("aria-disabled", "true")
    # No browser taps by itself what says that it is disabled; a person may.
    button.tap(force=True)
    expect(notice(page).get_by_role("link")).to_be_focused()
    expect(notice(page)).to_be_in_viewport(ratio=1)
    assert not is_closed(page, evening)
    to_the_table(page, evening)
    keeps(page, evening.id)
    page.goto(f"{evening.path}close")
    page.get_by_role("button", name="Close the evening").tap()
    page.wait_for_url("**/settling")
    assert is_closed(page, evening)
    expect(notice(page)).to_be_hidden()


def test_a_deal_that_another_page_wrote_meanwhile_keeps_the_evening_from_being_closed(phones: Phones) -> None:
    page, evening, table = with_unsent(phones)
    other = page.context.new_page()
    page.context.set_offline(False)
    sent(page)
    other.goto(f"{evening.path}close", wait_until="networkidle")
    expect(notice(other)).to_be_hidden()
    page.route("**/deals", lambda route: route.abort())
    deal(table, "Eva", "")
    waits(page, 1)
    # Not told to look again: whoever taps is not believed to have seen the latest.
    expect(notice(other)).to_be_hidden()
    other.get_by_role("button", name="Close the evening").dispatch_event("click")
    says(other, "1 not sent yet")
    expect(notice(other).get_by_role("link")).to_be_focused()
    assert not is_closed(page, evening)


def test_nothing_is_paid_while_a_deal_waits_and_reopening_is_the_way_out(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    evening.write("Anna")
    closed_elsewhere(phones, evening)
    left(page)
    page.goto(f"{evening.path}settling")
    says(page, "At the table you decide what becomes of it.")
    says(page, STOPPED)
    paid = page.locator(".due-acts button")
    assert paid.count() > 1
    for button in paid.all():
        expect(button).to_have_attribute("aria-disabled", "true")
    paid.first.tap(force=True)
    expect(notice(page).get_by_role("link")).to_be_focused()
    page.goto(f"{evening.path}settling/1")
    page.get_by_role("button", name="All of it is paid").tap(force=True)
    expect(notice(page).get_by_role("link")).to_be_focused()
    page.goto(f"{evening.path}settling")
    expect(page.locator(".due-state").first).to_have_text("open")
    to_the_table(page, evening)
    page.get_by_role("link", name="Reopen the evening").tap()
    says(page, "1 not sent yet")
    page.locator('form[action$="/reopen"] button').tap()
    page.locator(".write-mine").tap()
    sent(page)
    expect(TablePage(page).said).to_have_text("Deal 2 Dan +4 · Carla +1")


@pytest.mark.parametrize("again", [(UNSEEN, False), (BACK, None)], ids=["seen-again", "come-back"])
def test_a_page_that_is_seen_again_looks_again(phones: Phones, again: tuple[str, bool | None]) -> None:
    page, evening, _table = with_unsent(phones)
    left(page)
    page.goto(f"{evening.path}standing")
    expect(notice(page)).to_be_visible()
    expect(page.locator(".places td.number").first).to_have_text("0")
    other = sent_in_another(page, evening)
    # What was sent is on the page too, now that nothing says that it is not.
    page.evaluate(*again)
    expect(page.locator(".places td.number").first).to_have_text("+3")
    expect(notice(page)).to_be_hidden()
    other.route("**/deals", lambda route: route.abort())
    deal(TablePage(other), "Eva", "")
    waits(other, 1)
    page.evaluate(*again)
    says(page, "1 not sent yet")


def test_what_is_typed_outlives_that_the_table_has_sent_what_waited(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    left(page)
    page.goto(f"{evening.path}money/move")
    expect(notice(page)).to_be_visible()
    page.locator("#amount").fill("3")
    sent_in_another(page, evening)
    page.evaluate(BACK)
    expect(notice(page)).to_be_hidden()
    expect(page.locator("#amount")).to_have_value("3")


def test_what_is_taken_back_is_no_deal_more(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    # Tried, it may have arrived: what takes it back is sent too.
    page.route("**/deals", lambda route: route.abort())
    with page.expect_request("**/deals"):
        page.context.set_offline(False)
    page.context.set_offline(True)
    page.locator("#take-back").tap()
    expect(page.locator("#take-back")).to_be_hidden()
    waits(page, 1)
    left(page)
    page.goto(f"{evening.path}book")
    says(page, "1 not sent yet")


def test_what_may_have_arrived_is_not_said_to_be_missing(phones: Phones) -> None:
    page, evening, table = with_unsent(phones)
    page.context.set_offline(False)
    sent(page)
    heard: list[bool] = []
    page.route("**/deals", lambda route: heard.append(route.fetch().ok))
    deal(table, "Eva", "")
    waits(page, 1)
    away(page)
    assert heard
    page.goto(f"{evening.path}standing")
    says(page, "1 not sent yet")
    expect(notice(page)).not_to_contain_text(WITHOUT, use_inner_text=True)


def test_no_page_asks_for_the_rules_to_count(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    left(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[1]))
    page.goto(f"{evening.path}standing", wait_until="networkidle")
    expect(notice(page)).to_be_visible()
    assert {name for name in fetched if name.endswith(".js")} == {
        "waits.js",
        "outbox.js",
        "shelf.js",
        "loose.js",
    }


def test_a_phone_that_keeps_nothing_closes_all_the_same(phones: Phones) -> None:
    page = phones.take(SMALL)
    page.add_init_script("indexedDB.open = () => { throw new Error(); };")
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(f"{evening.path}close")
    page.get_by_role("button", name="Close the evening").tap()
    page.wait_for_url("**/settling")
    assert is_closed(page, evening)
