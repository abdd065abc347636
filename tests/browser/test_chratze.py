"""Chratze at the table: blind, trump cards, another declarer, and a deal that nobody wants."""

import re

from playwright.sync_api import expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones
from tests.browser.tablepage import Shown, TablePage

PRESSED = "aria-pressed"


def test_blind_makes_the_dealer_the_declarer(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    blind, card = page.locator("#blind"), page.locator("#card")
    table.plus("Dan")
    table.fact("blind")
    expect(blind).to_have_attribute(PRESSED, "true")
    assert table.shown("Anna").role == "Chratzer"
    assert table.shown("Dan").role == "dabei"
    table.fact("blind")
    expect(blind).to_have_text("Double blind")
    table.fact("card")
    expect(card).to_have_text("Trump 2")
    expect(blind).to_have_attribute(PRESSED, "false")
    table.fact("card")
    table.fact("card")
    expect(card).to_have_text("Trump 1")
    table.fact("blind")
    table.fact("blind")
    table.plus("Dan", 2)
    assert table.results() == {"Anna": "+4", "Dan": "+1"}
    table.write()
    page.goto(page.url + "book")
    expect(page.locator("li.entry").first).to_contain_text("double blind")


def test_blind_goes_when_another_declares(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    table.fact("blind")
    table.tap("Anna")
    table.tap("Ben")
    expect(page.locator("#blind")).to_have_attribute(PRESSED, "false")
    table.fact("card")
    table.plus("Carla", 2)
    table.write()
    page.goto(page.url + "book")
    entry = page.locator("li.entry").first
    expect(entry).to_contain_text("trump card 2")
    expect(entry).not_to_contain_text("blind")


def test_another_declarer_loses_no_tricks(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    table.tap("Dan")
    table.plus("Carla", 2)
    table.plus("Ben")
    assert [table.shown(name).tricks for name in ("Dan", "Carla", "Ben")] == ["1", "2", "1"]
    table.tap("Dan")
    expect(table.says).to_contain_text("Who chratzes?")
    table.tap("Carla")
    table.tap("Dan")
    assert table.shown("Carla").role == "Chratzer"
    # Carla's are set, so the rest is whose came along and is not: Dan's.
    assert [table.shown(name).tricks for name in ("Dan", "Carla", "Ben")] == ["1", "2", "1"]
    expect(table.says).to_have_text("Pot 5 → 6")
    table.tap("Ben")
    assert table.shown("Dan").tricks == "2"
    table.tap("Ben")
    assert [table.shown(name).tricks for name in ("Dan", "Carla", "Ben")] == ["1", "2", "1"]


def test_the_declarers_tricks_can_be_set_first(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    table.tap("Carla")
    table.plus("Carla")
    table.tap("Dan")
    table.tap("Eva")
    assert [table.shown(name).tricks for name in ("Carla", "Dan", "Eva")] == ["1", "3", "0"]
    table.minus("Dan")
    assert table.shown("Eva").tricks == "1"
    assert table.results() == {"Carla": "−10", "Dan": "+2", "Eva": "+2"}


def test_plus_on_a_rest_counts_from_one(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    for name in ("Dan", "Carla", "Ben"):
        table.tap(name)
    tricks = {"Dan": "4", "Carla": "0", "Ben": "0"}
    for name, counted in (
        ("Dan", {"Dan": "1", "Carla": "3"}),
        ("Dan", {"Dan": "2", "Carla": "2"}),
        ("Carla", {"Carla": "1", "Ben": "1"}),
        ("Carla", {"Carla": "2", "Ben": "0"}),
    ):
        table.plus(name)
        tricks |= counted
        assert {one: table.shown(one).tricks for one in tricks} == tricks
    assert table.results() == {"Dan": "+4", "Carla": "+1", "Ben": "−5"}
    expect(table.part("Ben", "count").locator(".word")).to_have_text("rest")
    expect(table.row("Ben").get_by_text("rest", exact=True)).to_be_visible()
    expect(table.row("Dan").get_by_text("rest", exact=True)).to_be_hidden()


def test_what_cannot_be_is_not_offered(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze", FIVE).path)
    table.tap("Dan")
    expect(table.part("Dan", "minus")).to_be_hidden()
    table.plus("Carla", 4)
    for name in FIVE:
        expect(table.part(name, "plus")).to_be_disabled()
    assert table.shown("Dan") == Shown("Chratzer", "0", "−10")


def test_nobody_for_cash_is_dealt_again_three_times(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "chratze-cash", FIVE).path)
    for _ in range(3):
        table.fact("nobody")
        expect(table.says).to_contain_text("The same dealer deals again")
        assert table.write() == 2
        expect(table.meta).to_contain_text("Anna deals")
        expect(table.pot).to_have_text(re.compile("1.00$"))
    table.fact("nobody")
    expect(table.says).to_have_text(re.compile("The deal passes on.* 1.00 → 2.00$"))
    assert table.write() == 2
    expect(table.meta).to_contain_text("Ben deals · 1.00 + 1.00 antes")
