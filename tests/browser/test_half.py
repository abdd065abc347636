"""A deal half tapped: a look at another page loses no tap, and none ever falls on another deal."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import scribing, with_unsent
from tests.browser.phone import Phones
from tests.browser.tablepage import Shown, TablePage
from tests.browser.test_forgetting import revoked

KEPT: Final = "() => Object.keys(sessionStorage).filter((key) => key.includes('half'))"


def half(table: TablePage) -> None:
    """Tap that Dan declares and Carla makes two tricks."""
    table.tap("Dan")
    table.plus("Carla", times=2)


def is_half(table: TablePage) -> None:
    """See that the page shows those taps, and what they come to."""
    expect(table.says).to_have_text("Pot 5 → 5")
    assert table.shown("Carla") == Shown("dabei", "2", "+1")
    assert table.shown("Dan").tricks == "2"


def is_blank(table: TablePage) -> None:
    """See that nothing is tapped."""
    expect(table.says).to_have_text("Who chratzes?")
    assert table.results() == {}


def looked_up(page: Page) -> None:
    """Look something up in the book, and go on."""
    page.get_by_role("link", name="Book").tap()
    page.get_by_role("link", name="Table").tap()


def gone_back(page: Page) -> None:
    """Look something up in the book, and come back by the Back button."""
    page.get_by_role("link", name="Book").tap()
    page.wait_for_url("**/book")
    page.go_back()


@pytest.mark.parametrize("away", [looked_up, gone_back, Page.reload])
def test_taps_outlive_a_look_elsewhere(phones: Phones, away: Callable[[Page], None]) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    half(table)
    away(page)
    is_half(table)


def test_what_was_tapped_is_written_once_and_undo_brings_none_of_it_back(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    half(table)
    looked_up(page)
    is_half(table)
    table.write()
    expect(table.meta).to_contain_text("Deal 2")
    is_blank(table)
    page.reload()
    is_blank(table)
    table.undo()
    expect(table.meta).to_contain_text("Deal 1")
    is_blank(table)


def test_nothing_tapped_falls_on_another_deal(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    half(table)
    page.get_by_role("link", name="Book").tap()
    page.wait_for_url("**/book")
    evening.write("Eva", ["Anna"], {"Eva": 3, "Anna": 1})
    page.get_by_role("link", name="Table").tap()
    expect(table.meta).to_contain_text("Deal 2")
    is_blank(table)


def test_taps_behind_a_deal_that_waits_outlive_a_reload(phones: Phones) -> None:
    page, _evening, table = with_unsent(phones)
    table.tap("Eva")
    table.plus("Ben")
    page.reload()
    expect(table.meta).to_contain_text("Deal 2")
    expect(table.part("Eva", "role")).to_have_text("Chratzer")
    assert table.shown("Ben").tricks == "1"


def test_what_is_left_to_another_phones_deal_is_gone(phones: Phones) -> None:
    page, evening, table = scribing(phones)
    half(table)
    evening.write("Eva")
    expect(table.says).to_have_text("Something was written meanwhile.", timeout=20_000)
    table.button.tap()
    expect(table.notice).to_be_visible()
    table.plus("Ben")
    page.get_by_role("link", name="Leave mine").tap()
    expect(table.meta).to_contain_text("Deal 2")
    is_blank(table)


def test_taps_of_an_evening_are_forgotten_with_it(phones: Phones) -> None:
    page, evening, table = scribing(phones)
    half(table)
    assert page.evaluate(KEPT) == [f"ledger-half {evening.id}"]
    revoked(phones, evening)
    expect(page.get_by_role("heading", level=1)).to_contain_text("link", timeout=20_000)
    assert page.evaluate(KEPT) == []


def test_a_tap_on_a_deal_that_is_on_its_way_does_not_change_it(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    half(table)
    box = table.part("Ben", "who").bounding_box()
    assert box is not None

    def tapped(route: Route) -> None:
        evening.write("Eva")
        page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        route.continue_()

    page.route("**/deals", tapped, times=1)
    table.button.tap()
    expect(table.notice).to_contain_text("Eva")
    assert table.results().keys() == {"Dan", "Carla"}
