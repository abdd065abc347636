"""What the server refuses is decided by a person; one tap does one thing, and the numbers are right."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import WITH_WORKER, deal, sent, waits, worked
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage


def beginning(phones: Phones) -> tuple[Page, TablePage, Evening]:
    """Return a phone without signal at a table, and the evening as another phone writes it."""
    page, second = phones.take(WITH_WORKER), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = worked(page, evening.path)
    second.request.get(evening.links()[1])
    page.context.set_offline(True)
    return page, table, Evening(second.request, evening.path, FIVE)


def mine(page: Page) -> Locator:
    """Return what waits for a decision."""
    return page.locator("#doubt .mine li")


def test_what_a_closed_evening_kept_out_is_written_once_it_is_open_again(phones: Phones) -> None:
    page, table, other = beginning(phones)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    other.write("Eva")
    other.close()
    page.context.set_offline(False)
    expect(page.locator("#doubt .why")).to_have_text("The evening is closed: reopen it to write.")
    write = page.locator(".write-mine")
    expect(write).to_be_hidden()
    other.act("reopen")
    expect(write).to_be_visible()
    expect(page.locator("#doubt .why")).to_have_text("")
    write.tap()
    sent(page)
    expect(table.said).to_have_text("Deal 2 Dan +4 · Carla +1")


def test_what_would_be_written_is_counted_anew(phones: Phones) -> None:
    page, table, other = beginning(phones)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    deal(table, "Ben", "Anna")
    waits(page, 2)
    other.send("people/join", "people/join", name="Zoe", pays="ante")
    other.write("Eva")
    page.context.set_offline(False)
    expect(mine(page)).to_contain_text(
        [
            "Deal 2: \u2068Carla\u2069 +2, \u2068Dan\u2069 +4",
            "Deal 3: \u2068Anna\u2069 +2, \u2068Ben\u2069 +4",
        ]
    )
    page.locator(".write-mine").tap()
    sent(page)
    expect(table.said).to_have_text("Deal 3 Ben +4 · Anna +2")
    expect(page.locator("#differs:visible")).to_have_count(0)


def test_whoever_left_meanwhile_is_called_by_name(phones: Phones) -> None:
    page, table, other = beginning(phones)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    other.send("people/2", "people/2/leave")
    page.context.set_offline(False)
    page.locator(".write-mine").tap()
    expect(page.locator("#doubt .why")).to_have_text("\u2068Carla\u2069: does not sit at this table.")


def test_a_double_tap_takes_back_and_drops_one(phones: Phones) -> None:
    page, table, other = beginning(phones)
    for number, name in enumerate(("Dan", "Eva", "Ben", "Carla"), start=1):
        deal(table, name, "")
        waits(page, number)
    page.locator("#take-back").evaluate("button => { button.click(); button.click(); }")
    waits(page, 3)
    page.wait_for_timeout(500)
    waits(page, 3)
    other.write("Anna")
    page.context.set_offline(False)
    expect(mine(page)).to_have_count(3)
    box = mine(page).first.locator("button").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    expect(mine(page)).to_have_count(2)
    page.touchscreen.tap(*middle)
    page.wait_for_timeout(500)
    expect(mine(page)).to_have_count(2)


def test_the_focus_stays_where_a_person_decides(phones: Phones) -> None:
    page, table, other = beginning(phones)
    deal(table, "Dan", "")
    deal(table, "Eva", "")
    waits(page, 2)
    other.write("Anna")
    page.context.set_offline(False)
    expect(mine(page)).to_have_count(2)
    mine(page).first.locator("button").press("Enter")
    expect(mine(page)).to_have_count(1)
    expect(mine(page).locator("button")).to_be_focused()


def test_a_book_that_was_taken_over_is_told_once(phones: Phones) -> None:
    page, table, other = beginning(phones)
    page.context.set_offline(False)
    other.act("scribe")
    page.reload()
    expect(page.locator("#beside .taken")).to_be_visible()
    expect(page.locator("nav.tabs")).to_be_visible()
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    expect(page.locator("#beside .taken")).to_be_visible()
    page.context.set_offline(False)
    take = page.get_by_role("button", name=re.compile("take.* over", re.IGNORECASE))
    expect(take).to_have_text(["Take the book over and write it"], use_inner_text=True)
    take.tap()
    sent(page)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    expect(take).to_have_count(0)


def test_the_title_names_the_pot_without_signal(phones: Phones) -> None:
    page, table, _other = beginning(phones)
    expect(page).to_have_title("Pot 5 · Tavern Ledger")
    table.fact("nobody")
    table.button.tap()
    waits(page, 1)
    expect(page).to_have_title("Pot 10 · Tavern Ledger")
