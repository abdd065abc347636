"""A real table's life on a small phone: latecomers, leavers, a bowl that is short, a pot left at the end."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones
from tests.browser.standingpage import StandingPage
from tests.browser.tablepage import TablePage, extent

ENDS = re.compile(r"/e/[^/]+/$")
# What each way gives where 30 is carried (35 with antes), and the balances it leads to.
WAYS: Mapping[str, tuple[Mapping[str, str], Mapping[str, str], str]] = {
    "keep": ({}, {"Dan": "+12", "Anna": "−2", "Ben": "−7", "Eva": "−12", "Carla": "−21"}, "30"),
    "split": (
        dict.fromkeys(FIVE, "+6"),
        {"Dan": "+18", "Anna": "+4", "Ben": "−1", "Eva": "−6", "Carla": "−15"},
        "0",
    ),
    "winners": (
        {"Dan": "+30"},
        {"Dan": "+42", "Anna": "−2", "Ben": "−7", "Eva": "−12", "Carla": "−21"},
        "0",
    ),
    "refund": (
        {"Carla": "+20", "Eva": "+10"},
        {"Dan": "+12", "Carla": "−1", "Anna": "−2", "Eva": "−2", "Ben": "−7"},
        "0",
    ),
}


def more(page: Page, where: str) -> None:
    """Go to a page by the table's "More"."""
    page.locator("details.more summary").tap()
    page.locator(f'.panel a[href$="/{where}"]').tap()
    page.wait_for_url(f"**/{where}")


def lost(evening: Evening) -> None:
    """Leave 30 in the pot, 35 with the antes."""
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.write("Carla", ["Dan", "Eva"], {"Dan": 3})


def test_latecomer_sits_down_where_it_was_chosen_and_plays_the_next_deal(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    evening.write("nobody")
    table = TablePage.opened(page, evening.path)
    more(page, "people")
    page.get_by_role("link", name="Somebody joins").tap()
    page.get_by_label("Name").fill("Fritz")
    page.get_by_label("Seat").select_option(label="Between \u2068Ben\u2069 and \u2068Carla\u2069")
    page.get_by_text("Also 1 chip, as everybody has in it").tap()
    assert not extent(page).scrolls_sideways
    page.get_by_role("button", name="Sits down").tap()
    expect(page.locator("ol.people bdi")).to_have_text(["Anna", "Ben", "Fritz", "Carla", "Dan", "Eva"])
    page.locator("nav.tabs a").first.tap()
    page.wait_for_url(ENDS)
    expect(table.pot).to_have_text(re.compile("12$"))
    expect(table.meta).to_contain_text("Anna deals")
    expect(page.locator("li.seat .name").filter(has_text="Fritz").first).to_be_visible()


def test_leaver_who_was_about_to_deal_hands_the_deal_on_and_is_brought_back(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    evening.write("Dan")
    table = TablePage.opened(page, evening.path)
    expect(table.meta).to_contain_text("Ben deals")
    more(page, "people")
    page.get_by_role("link", name=re.compile("Ben")).tap()
    expect(page.locator(".deeds")).to_contain_text("\u2068Carla\u2069 deals next.")
    page.get_by_role("button", name="Goes home").tap()
    expect(page.locator("ul.people")).to_contain_text("Ben")
    expect(page.locator("#last")).to_contain_text("leaves.")
    page.locator("nav.tabs a").first.tap()
    page.wait_for_url(ENDS)
    expect(table.meta).to_contain_text("Carla deals")
    expect(page.locator("li.seat .who.rich bdi")).to_have_text(["Carla", "Dan", "Eva", "Anna"])
    page.get_by_role("button", name="Undo").tap()
    expect(table.meta).to_contain_text("Ben deals")


def test_bowl_that_is_two_short_is_booked_against_whom_the_table_chooses(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    lost(evening)
    table = TablePage.opened(page, evening.path)
    more(page, "money")
    page.get_by_role("link", name="Count the bowl").tap()
    page.get_by_label("What lies in the bowl").fill("33")
    page.get_by_role("button", name="Compare it with the book").tap()
    expect(page.locator(".notice")).to_contain_text("Not 35 with the antes: 2 too little.")
    mend = page.locator("form.mend").first
    expect(mend.locator("h2")).to_have_text("With the antes in the bowl: 2 too little")
    mend.locator("label.chip", has_text="Eva").tap()
    mend.get_by_role("button").tap()
    page.wait_for_url(ENDS)
    expect(table.pot).to_have_text(re.compile("33$"))
    expect(page.locator("#last")).to_contain_text("2\u00a0chips")
    page.get_by_role("button", name="Undo").tap()
    expect(table.pot).to_have_text(re.compile("35$"))


@pytest.mark.parametrize("way", WAYS)
def test_pot_of_thirty_is_closed_in_every_way(phones: Phones, way: str) -> None:
    gives, balances, pot = WAYS[way]
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    lost(evening)
    TablePage.opened(page, evening.path)
    more(page, "close")
    closing = StandingPage(page)
    expect(closing.stays).to_contain_text("30\u00a0chips")
    assert closing.shares(way) == gives
    assert not extent(page).scrolls_sideways
    closing.share(way)
    closing.close()
    assert closing.balances() == balances
    expect(closing.pot).to_have_text(pot)
