"""Pages a phone cannot have without signal: ours says so, leads back, and makes room once there is some."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import bring, violations
from tests.browser.evening import FIVE, Evening
from tests.browser.line import on_bad_line
from tests.browser.offline import LATER_MS, WITH_WORKER, deal, sent, waits, worked
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage, extent


def opened(phones: Phones) -> tuple[Evening, Page]:
    """Return an evening with a deal, and the phone that writes it and has the worker."""
    page = phones.take(WITH_WORKER)
    bring(page)
    evening = Evening.starts(page, "chratze", FIVE, title="Stammtisch")
    evening.write("Dan", ["Carla"], {"Carla": 1})
    worked(page, evening.path)
    return evening, page


def says(page: Page, sentence: str) -> None:
    """See that a page of ours says that there is no signal, and is made as the others are."""
    expect(page.locator("h1")).to_have_text("No signal")
    expect(page.locator(".lead")).to_have_text(sentence)
    assert page.locator("form, .write").count() == 0
    left = page.locator("h1").evaluate("one => one.getBoundingClientRect().left")
    assert left == 16
    assert not extent(page).scrolls_sideways
    assert violations(page) == []


def test_the_menu_leads_to_a_page_of_ours_and_back(phones: Phones) -> None:
    _evening, page = opened(phones)
    page.context.set_offline(True)
    for name in ("Book", "Standing"):
        page.locator("nav.tabs").get_by_role("link", name=name).tap()
        says(page, "This page opens by itself once there is signal.")
        page.get_by_role("link", name="To the table").tap()
        expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")
        page.context.set_offline(False)
        expect(page.locator("nav.tabs")).to_be_visible(timeout=LATER_MS)
        page.context.set_offline(True)


def test_the_standing_says_what_everybody_has(phones: Phones) -> None:
    evening, page = opened(phones)
    page.context.set_offline(True)
    deal(TablePage(page), "Eva", "")
    waits(page, 1)
    page.goto(f"{evening.path}standing")
    says(page, "This page opens by itself once there is signal.")
    rows = page.locator(".seat.watched")
    expect(rows).to_have_text(["Eva +3", "Dan +2", "Carla −1", "Anna −2", "Ben −2"])
    expect(page.locator("#old")).to_have_text(re.compile(r"^as of \d\d:\d\d$"))


def test_the_page_that_was_asked_for_comes_with_the_signal(phones: Phones) -> None:
    evening, page = opened(phones)
    page.context.set_offline(True)
    page.goto(f"{evening.path}book")
    says(page, "This page opens by itself once there is signal.")
    page.context.set_offline(False)
    expect(page.locator("li.entry")).to_have_count(1)


def test_a_phone_that_keeps_nothing_says_so(phones: Phones) -> None:
    _evening, page = opened(phones)
    page.context.set_offline(True)
    for path in ("/e/another/", "/e/another/book"):
        page.goto(path)
        sentence = "Nothing of this evening is kept on this phone. It opens by itself once there is signal."
        says(page, sentence)
        expect(page.get_by_role("link", name="To the table")).to_have_count(0)
    page.get_by_role("link", name="To the start page").tap()
    says(page, "What this phone keeps can be opened all the same.")


def test_the_start_page_lists_what_is_kept_the_latest_first(phones: Phones) -> None:
    evening, page = opened(phones)
    later = Evening.starts(page, "kratzen", FIVE, title="Jassrunde")
    watched = Evening.starts(phones.take(), "chratze", FIVE, title="Nebenan")
    page.goto(watched.links()[0])
    expect(page.locator("#watched")).to_be_visible()
    worked(page, later.path)
    page.context.set_offline(True)
    page.goto("/")
    says(page, "What this phone keeps can be opened all the same.")
    cards = page.locator(".card")
    expect(cards.locator("strong")).to_have_text(["Jassrunde", "Nebenan", "Stammtisch"])
    expect(cards.locator(".tag")).to_have_text(["watching"])
    expect(cards.last).to_contain_text("Anna, Ben, Carla, Dan, Eva")
    cards.last.tap()
    page.wait_for_url(f"**{evening.path}")
    expect(TablePage(page).said).to_have_text("Deal 1 Dan +4 · Carla +1")


def test_other_pages_lead_to_the_start_page(phones: Phones) -> None:
    _evening, page = opened(phones)
    page.context.set_offline(True)
    page.goto("/rules")
    says(page, "This page opens by itself once there is signal.")
    page.get_by_role("link", name="To the start page").tap()
    says(page, "What this phone keeps can be opened all the same.")


def test_a_start_page_without_evenings_says_so(phones: Phones) -> None:
    page = phones.take(WITH_WORKER)
    bring(page)
    worked(page, "/")
    page.context.set_offline(True)
    page.reload()
    says(page, "This phone keeps no evening. The start page opens by itself once there is signal.")


def test_a_page_that_is_slow_is_waited_for(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        evening, page = opened(phones)
        line.trouble = lambda _method, path: "late" if path.endswith("/book") else ""
        page.goto(f"{evening.path}book")
        expect(page.locator("li.entry")).to_have_count(1)


@pytest.mark.parametrize("status", ["502", "503", "504"])
def test_a_proxy_whose_server_is_away_does_not_hide_the_table(phones: Phones, site: str, status: str) -> None:
    with on_bad_line(phones, site) as line:
        _evening, page = opened(phones)
        table = TablePage(page)
        line.trouble = lambda _method, _path: status
        page.reload()
        deal(table, "Eva", "")
        waits(page, 1)
        expect(table.said).to_have_text("Deal 2 Eva +5")
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.said).to_have_text("Deal 2 Eva +5")
