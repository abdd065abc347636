"""Kratzen and Zwicken at the table: who must play, what is one tap, whose the tricks are."""

import re

from playwright.sync_api import expect

from tests.browser.evening import FOUR, Evening
from tests.browser.newpage import NewPage
from tests.browser.phone import Phones
from tests.browser.standingpage import StandingPage
from tests.browser.tablepage import Shown, TablePage, apart


def test_kratzen_from_the_muss_to_the_end_of_the_rotation(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "kratzen", FOUR).path)
    expect(table.meta).to_contain_text("Muss")
    expect(table.pot).to_have_text(re.compile("5$"))
    assert [table.shown(name).role for name in FOUR] == ["striker", "joins", "joins", "joins"]
    expect(table.says).to_have_text("Who won the tricks?")
    table.plus("Ben")
    table.plus("Carla")
    assert table.results() == {"Anna": "0", "Ben": "0", "Carla": "0", "Dan": "−5"}
    assert table.write() == 3

    expect(table.meta).not_to_contain_text("Muss")
    expect(table.pot).to_have_text(re.compile("11$"))
    assert [table.shown(name).role for name in table.order()] == ["striker", "weg", "weg", "weg"]
    table.fact("seven")
    for name in ("Carla", "Dan", "Anna"):
        table.plus(name)
    assert table.shown("Ben") == Shown("striker", "1", "0")
    expect(table.says).to_have_text("Pot 11 → 12")
    assert table.write() == 5

    table.plus("Dan", 2)
    table.plus("Anna")
    table.tap("Ben")
    expect(table.says).to_have_text("Pot 12 → 37")
    assert table.results() == {"Carla": "−21", "Dan": "+6", "Anna": "+3", "Ben": "−12"}
    assert table.write() == 5
    expect(page.locator("#deal")).not_to_contain_text("Everybody has dealt")

    table.plus("Anna", 2)
    assert table.results() == {"Dan": "+18½", "Anna": "+18½"}
    table.write()
    expect(page.locator("#deal")).to_contain_text("Everybody has dealt")
    page.locator('.facts a[href$="/close"]').tap()
    standing = StandingPage(page)
    expect(standing.stays).to_have_text("The pot is empty.")
    standing.close()
    assert standing.balances() == {"Anna": "+19½", "Dan": "+17½", "Ben": "−14", "Carla": "−23"}


def test_kratzen_striker_whom_nobody_joins_takes_the_pot(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "kratzen", FOUR)
    evening.write("", ["Ben", "Carla", "Dan"], {"Ben": 2, "Carla": 2})
    table = TablePage.opened(page, evening.path)
    expect(table.says).to_have_text("Who comes along?")
    expect(table.button).to_have_attribute("data-unready", "1")
    table.fact("fold")
    expect(table.says).to_have_text(f"Nobody came along: {apart('Ben')} takes 21")
    assert table.write() == 2
    expect(table.said).to_have_text("Deal 2 Ben +21")
    expect(table.meta).to_contain_text("Muss")


def test_all_fold_gives_way_to_whoever_comes_along_and_to_a_seven(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "kratzen", FOUR)
    evening.write("", ["Ben", "Carla", "Dan"], {"Ben": 2, "Carla": 2})
    table = TablePage.opened(page, evening.path)
    fold, seven = page.locator("#fold"), page.locator("#seven")
    table.plus("Dan", 2)
    table.fact("fold")
    assert table.shown("Dan").role == "weg"
    expect(fold).to_have_attribute("aria-pressed", "true")
    table.tap("Dan")
    expect(fold).to_have_attribute("aria-pressed", "false")
    expect(table.says).to_have_text("Pot 21 → 5")
    table.fact("fold")
    table.fact("seven")
    expect(fold).to_have_attribute("aria-pressed", "false")
    assert [table.shown(name).role for name in ("Anna", "Carla", "Dan")] == ["joins"] * 3
    table.fact("fold")
    expect(seven).to_have_attribute("aria-pressed", "false")
    assert table.write() == 8


def test_kratzen_counts_quarters(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "kratzen", FOUR)
    evening.write("", ["Ben", "Carla", "Dan"], {"Ben": 2, "Carla": 2})
    table = TablePage.opened(page, evening.path)
    expect(table.pot).to_have_text(re.compile("21$"))
    table.plus("Anna")
    table.plus("Carla")
    assert table.results() == {"Ben": "+10½", "Carla": "+5¼", "Anna": "+5¼"}


def test_zwicken_pot_stays_when_the_dealer_has_no_trump(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "zwicken", FOUR).path)
    expect(table.says).to_have_text("Who plays?")
    table.fact("trump-no")
    expect(table.says).to_have_text(re.compile("The pot stays.* 3 → 6$"))
    assert table.write() == 2
    expect(table.said).to_have_text("Deal 1 nobody played")
    expect(table.meta).to_contain_text("Deal 2 · Ben deals · 3 + ante 3")
    table.fact("trump-yes")
    expect(table.says).to_have_text(f"Nobody plays: {apart('Ben')} takes 6")
    assert table.results() == {}
    assert table.write() == 2
    expect(table.said).to_have_text("Deal 2 Ben +6")
    expect(table.pot).to_have_text(re.compile("3$"))


def test_zwicken_is_played_without_a_declarer(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "zwicken", FOUR).path)
    table.tap("Dan")
    expect(table.says).to_have_text(f"Nobody else plays: {apart('Dan')} takes 3")
    table.plus("Ben", 2)
    expect(table.says).to_contain_text("1 of 3")
    expect(table.button).to_have_attribute("data-unready", "1")
    table.plus("Carla")
    assert table.results() == {"Ben": "+2", "Carla": "+1", "Dan": "−3"}
    expect(table.part("Anna", "plus")).to_be_disabled()
    expect(table.says).to_have_text("Pot 3 → 6")
    assert table.write() == 5


def test_zwicken_dealer_who_turns_his_own_card_must_play(phones: Phones) -> None:
    page = phones.take()
    table = TablePage.opened(page, Evening.starts(page, "zwicken", FOUR).path)
    table.fact("own")
    assert table.shown("Anna").role == "plays"
    table.tap("Anna")
    table.tap("Carla")
    table.plus("Ben", 3)
    expect(table.says).to_contain_text("own card")
    expect(table.button).to_have_attribute("data-unready", "1")
    table.tap("Anna")
    assert table.results() == {"Anna": "−3", "Ben": "+3", "Carla": "−3"}
    table.write()
    page.goto(page.url + "book")
    expect(page.locator("li.entry").first).to_contain_text("own card")


def test_the_order_of_the_taps_is_the_order_of_the_tricks(phones: Phones) -> None:
    page = phones.take()
    new = NewPage(page)
    new.open("zwicken")
    new.fill(FOUR)
    new.house_rule("leftover", "trick-order")
    page.locator('[name="opt-ante.indivisible"]').check()
    page.locator('[name="opt-ante.dealer"]').fill("5")
    new.start()
    table = TablePage(page)
    # 5 in thirds: 1 each and 2 odd coins, for the first two tricks.
    table.plus("Ben")
    table.plus("Carla")
    table.plus("Ben")
    assert table.results() == {"Ben": "+3", "Carla": "+2"}
    table.minus("Ben")
    table.minus("Carla")
    table.minus("Ben")
    table.plus("Carla")
    table.plus("Ben", 2)
    assert table.results() == {"Ben": "+3", "Carla": "+2"}
    table.minus("Carla")
    table.plus("Dan")
    assert table.results() == {"Ben": "+4", "Carla": "−5", "Dan": "+1"}
    table.write()
    expect(table.said).to_have_text("Deal 1 Ben +4 · Dan +1 · Carla −5")


def test_the_strikers_tricks_have_their_place_in_the_order_too(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "kratzen", FOUR, rules={"leftover": "trick-order"})
    evening.write("", ["Ben", "Carla", "Dan"], {"Ben": 2, "Carla": 2}, order=["1", "1", "2", "2"])
    table = TablePage.opened(page, evening.path)
    table.plus("Carla")
    table.plus("Ben", 2)
    table.plus("Carla")
    expect(table.says).to_have_text("Pot 21 → 5")
    table.write()
