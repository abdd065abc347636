"""The record page is a plain form that works without scripts."""

import re

from playwright.sync_api import expect

from tests.browser.evening import FIVE, FOUR, Evening
from tests.browser.newpage import NewPage
from tests.browser.phone import NO_SCRIPTS, Phones
from tests.browser.plainpage import PlainPage
from tests.browser.standingpage import StandingPage
from tests.browser.tablepage import TablePage, extent
from tests.browser.test_example import BALANCES


def test_the_worked_example_without_scripts(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    page.goto("/")
    page.locator("main a.button.primary").click()
    page.locator('a.card[href$="/chratze"]').click()
    new = NewPage(page)
    new.fill(FIVE)
    new.start()
    plain, table = PlainPage(page), TablePage(page)
    expect(page.locator("button.rich").first).to_be_hidden()
    plain.deal("Dan", "Carla", "Ben", Carla=2)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1 · Ben −5")
    plain.undo()
    expect(table.said).to_have_text("Nothing written yet.")
    plain.deal("Dan", "Carla", "Ben", Carla=2, Dan=2, Ben=0)
    expect(table.pot).to_have_text(re.compile("10$"))
    plain.deal("Carla", "Dan", "Eva", Dan=3)
    expect(table.said).to_have_text("Deal 2 Dan +10 · Eva −10 · Carla −20")
    expect(table.pot).to_have_text(re.compile("35$"))
    plain.deal("Anna", "Ben", "Eva", Ben=1, Eva=1)
    expect(table.said).to_have_text("Deal 3 Anna +24 · Ben +5 · Eva +5")
    page.goto(page.url + "standing")
    standing = StandingPage(page)
    assert standing.balances() == BALANCES
    expect(standing.pot).to_have_text("1")
    page.goto(page.url.replace("standing", "close"))
    standing.close()
    expect(standing.notice).to_have_text("The evening is closed.")
    assert standing.balances() == BALANCES


def test_what_is_wrong_stands_at_its_field_and_all_else_stays(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    plain, table = PlainPage(page), TablePage(page)
    plain.deal("", "Ben")
    expect(table.notice).to_contain_text("Who chratzes?")
    expect(plain.row("Ben").locator('input[name="joined"]')).to_be_checked()
    plain.declare("Dan")
    plain.tricks("Ben", "two")
    plain.write()
    expect(plain.row("Ben").locator(".flaw")).to_have_text(re.compile("Tricks are whole numbers.$"))
    expect(plain.row("Ben").locator("input.tricks")).to_have_value("two")
    expect(plain.row("Dan").locator('input[name="declarer"]')).to_be_checked()
    plain.tricks("Ben", "5")
    plain.write()
    expect(table.notice).to_contain_text(re.compile("too many"))
    plain.tricks("Ben", "1")
    plain.write()
    expect(table.said).to_have_text("Deal 1 Dan +4 · Ben +1")


def test_nobody_and_blind_without_scripts(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    plain, table = PlainPage(page), TablePage(page)
    page.locator('input[name="declarer"][value="nobody"]').check()
    plain.write()
    expect(table.said).to_have_text("Deal 1 nobody played")
    page.locator('select[name="blind"]').select_option("double")
    plain.deal("Anna", "Ben", Ben=1)
    page.goto(page.url + "book")
    expect(page.locator("li.entry").first).to_contain_text("double blind")


def test_kratzen_and_zwicken_without_scripts(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    kratzen = Evening.starts(page, "kratzen", FOUR)
    page.goto(kratzen.path)
    plain, table = PlainPage(page), TablePage(page)
    plain.deal("", Ben=1, Carla=1)
    expect(table.said).to_have_text("Deal 1 Anna 0 · Ben 0 · Carla 0 · Dan −5")
    page.locator('input[name="fold"]').check()
    plain.write()
    expect(table.said).to_have_text("Deal 2 Ben +11")
    zwicken = Evening.starts(page, "zwicken", FOUR)
    page.goto(zwicken.path)
    plain.deal("", "Anna", "Ben", Anna=2, Ben=1)
    expect(table.said).to_have_text("Deal 1 Anna +2 · Ben +1")
    page.locator('input[name="dealer_trump"][value="no"]').check()
    plain.write()
    expect(table.said).to_have_text("Deal 2 nobody played")
    assert not extent(page).scrolls_sideways
