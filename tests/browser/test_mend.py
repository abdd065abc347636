"""Putting the book right with a thumb, on a small phone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import NO_SCRIPTS, Phones
from tests.browser.tablepage import TablePage, extent


def three_deals(page: Page) -> Evening:
    evening = Evening.starts(page, "chratze", FIVE)
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.write("Carla", ["Dan"], {"Dan": 2})
    evening.write("Eva")
    return evening


def tap_in_book(page: Page, evening: Evening, event: int, button: str) -> None:
    """Open a deal of the book and tap one of its buttons."""
    page.goto(f"{evening.path}book")
    entry = page.locator(f"#event-{event}")
    entry.locator("summary").tap()
    with page.expect_navigation():
        entry.get_by_role("link", name=re.compile(f"^{button}")).tap()


def test_deal_is_corrected_by_tapping_and_taken_back_by_one_tap(phones: Phones) -> None:
    page = phones.take()
    evening = three_deals(page)
    tap_in_book(page, evening, 1, "Correct")
    table = TablePage(page)
    expect(page.locator("h1")).to_have_text("Correct deal 1")
    assert not extent(page).scrolls
    assert [table.shown(name).tricks for name in ("Dan", "Carla", "Ben")] == ["2", "2", "0"]
    table.plus("Ben")
    # The numbers are those of the table as it was then.
    assert table.results() == {"Ben": "+2", "Carla": "+2", "Dan": "−10"}
    assert table.write() == 2
    expect(page.locator("h2")).to_have_text("What it changes")
    expect(page.locator(".ripple .entry").first).to_contain_text("Deal 1")
    assert not extent(page).scrolls_sideways
    page.locator("#reason").fill("Ben had one")
    with page.expect_navigation():
        page.get_by_role("button", name="Write it down").tap()
    entry = page.locator("#event-1")
    expect(entry).to_contain_text("corrected")
    expect(entry.locator(".history")).to_contain_text("Reason: Ben had one")
    expect(entry).to_be_in_viewport()
    page.goto(evening.path)
    expect(table.said).to_have_text("Deal 1 was corrected.")
    table.undo()
    page.goto(f"{evening.path}book")
    expect(page.locator("#event-1 summary")).not_to_contain_text("corrected")


def test_without_scripts_a_deal_is_struck_and_restored(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    evening = three_deals(page)
    tap_in_book(page, evening, 2, "Strike")
    with page.expect_navigation():
        page.get_by_role("button", name="Write it down").tap()
    entry = page.locator("#event-2")
    expect(entry.locator(".tag")).to_have_text("struck")
    with page.expect_navigation():
        entry.get_by_role("link", name="Restore").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Write it down").tap()
    expect(page.locator("#event-2 summary strong")).to_have_text("Deal 2")


def test_later_dealers_are_kept_until_somebody_moves_them(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    evening.write("nobody")
    evening.write("Carla")
    evening.write("Dan")
    tap_in_book(page, evening, 1, "Correct")
    table = TablePage(page)
    table.tap("Ben")
    table.write()
    expect(page.locator(".dealers")).to_contain_text("Whoever dealt later stays the dealer.")
    with page.expect_navigation():
        page.get_by_role("button", name="Move the later dealers").tap()
    expect(page.locator(".ripple .entry", has_text="deals instead of")).to_have_count(2)
    with page.expect_navigation():
        page.get_by_role("button", name="Keep the later dealers").tap()
    expect(page.locator(".ripple .entry", has_text="deals instead of")).to_have_count(0)
