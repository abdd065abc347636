"""A browser that has no more room: what it kept before stays, and what was taken back does not come back."""

from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import deal, keeps, sent, waits
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage
from tests.browser.test_forgetting import revoked

FULL: Final = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...what) {
  if (window.full) throw new DOMException("no room", "QuotaExceededError");
  return put.apply(this, what);
};"""
# The button that takes back sleeps for so long (ms), that a second tap takes back nothing more.
LATE_MS: Final = 1_300


def filled(phones: Phones) -> tuple[Page, Evening, TablePage]:
    """Return a phone without signal that had room for two deals, not for the third; and its evening."""
    page = phones.take()
    page.add_init_script(FULL)
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    deal(table, "Eva", "")
    waits(page, 2)
    page.evaluate("window.full = true")
    deal(table, "Ben", "")
    waits(page, 3)
    expect(page.locator("#fragile")).to_be_visible()
    return page, evening, table


def written(page: Page, evening: Evening, count: int) -> None:
    """See that `count` deals are in the book."""
    page.goto(f"{evening.path}book")
    expect(page.locator("li.entry")).to_have_count(count)


def reopened(page: Page, evening: Evening, says: str) -> None:
    """Close the page and open it with signal, which sends what the browser kept: `says` is the last of it."""
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(evening.path)
    expect(TablePage(page).said).to_have_text(says)
    sent(page)


def test_what_was_taken_back_is_never_written(phones: Phones) -> None:
    page, evening, table = filled(phones)
    for left in (2, 1):
        page.wait_for_timeout(LATE_MS)
        page.locator("#take-back").tap()
        waits(page, left)
    page.context.set_offline(False)
    sent(page)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    # Loaded anew, the page sends what the browser still kept.
    with page.expect_response("**/state.json"):
        page.goto(evening.path)
    with page.expect_response("**/state.json"):
        pass
    written(page, evening, 1)


def test_what_was_kept_before_outlives_the_page(phones: Phones) -> None:
    page, evening, _table = filled(phones)
    reopened(page, evening, "Deal 2 Eva +5")
    written(page, evening, 2)


def test_room_again_means_all_is_kept_again(phones: Phones) -> None:
    page, evening, table = filled(phones)
    page.evaluate("window.full = false")
    deal(table, "Anna", "")
    waits(page, 4)
    reopened(page, evening, "Deal 4 Anna +5")
    written(page, evening, 4)


def test_a_revoked_link_takes_the_evening_off_a_full_phone_too(phones: Phones) -> None:
    page, evening, _table = filled(phones)
    revoked(phones, evening)
    page.context.set_offline(False)
    expect(page.locator("#gone")).to_be_visible()
    page.get_by_role("button", name="Noted, put it away").tap()
    keeps(page)
