"""A deal half tapped: a look at another page loses no tap, and none ever falls on another deal."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.line import on_bad_line
from tests.browser.offline import scribing, waits, with_unsent
from tests.browser.phone import Phones
from tests.browser.tablepage import Shown, TablePage
from tests.browser.test_forgetting import revoked

KEPT: Final = "() => Object.keys(sessionStorage).filter((key) => key.includes('half'))"

BROKEN: Final = """() => {
  const real = IDBDatabase.prototype.transaction;
  window.broken = true;
  IDBDatabase.prototype.transaction = function (...asked) {
    if (window.broken) throw new DOMException("", "InvalidStateError");
    return real.apply(this, asked);
  };
}"""

FULL: Final = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
}"""


def half(table: TablePage) -> None:
    """Tap that Dan declares and Carla makes two tricks."""
    table.tap("Dan")
    table.plus("Carla", times=2)


def begun(phones: Phones) -> tuple[Page, Evening, TablePage]:
    """Return a phone, the new evening that it writes, and its table, which has its words."""
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    return page, evening, TablePage.with_words(page, evening.path)


def half_tapped(phones: Phones) -> tuple[Page, Evening, TablePage]:
    """Return such a phone with a deal half tapped."""
    page, evening, table = begun(phones)
    half(table)
    return page, evening, table


def is_half(table: TablePage) -> None:
    """See that the page shows those taps, and what they come to."""
    expect(table.says).to_have_text("Pot 5 → 5")
    assert table.shown("Carla") == Shown("dabei", "2", "+1")
    assert table.shown("Dan").tricks == "2"


def is_blank(table: TablePage) -> None:
    """See that nothing is tapped."""
    expect(table.says).to_have_text("Who chratzes?")
    assert table.results() == {}


def in_the_book(page: Page) -> None:
    """Go to the book."""
    page.get_by_role("link", name="Book").tap()
    page.wait_for_url("**/book")


def looked_up(page: Page) -> None:
    """Look something up in the book, and go on."""
    in_the_book(page)
    page.get_by_role("link", name="Table").tap()


def gone_back(page: Page) -> None:
    """Look something up in the book, and come back by the Back button."""
    in_the_book(page)
    page.go_back()


@pytest.mark.parametrize("away", [looked_up, gone_back, Page.reload])
def test_taps_outlive_a_look_elsewhere(phones: Phones, away: Callable[[Page], None]) -> None:
    page, _evening, table = half_tapped(phones)
    away(page)
    is_half(table)


def test_what_was_tapped_is_written_once_and_undo_brings_none_of_it_back(phones: Phones) -> None:
    page, _evening, table = half_tapped(phones)
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
    page, evening, table = half_tapped(phones)
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


def test_no_field_comes_back_behind_what_the_rows_show(phones: Phones) -> None:
    """A browser puts into the form of an older page what stood in it when that was left."""
    page, _evening, table = begun(phones)
    table.fact("blind")
    table.plus("Ben")
    looked_up(page)
    expect(table.part("Anna", "role")).to_have_text("Chratzer")
    for _to_double_and_off in range(2):
        table.fact("blind")
    in_the_book(page)
    for address in ("**/e/*/", "**/book", "**/e/*/"):
        page.go_back()
        page.wait_for_url(address)
    expect(page.locator("#blind")).to_have_attribute("aria-pressed", "false")
    expect(table.says).to_have_text("Pot 5 → 5")
    fields = page.evaluate("Object.fromEntries(new FormData(document.getElementById('deal')))")
    assert fields.items() >= {"blind": "", "declarer": "0", "joined": "1"}.items()
    table.button.tap()
    expect(table.said).to_contain_text("Anna +4 · Ben +1")


def test_taps_are_for_no_other_deal_and_come_back_with_the_book_they_were_for(phones: Phones) -> None:
    page, evening, table = half_tapped(phones)
    in_the_book(page)
    evening.write("Eva", ["Anna"], {"Eva": 3, "Anna": 1})
    page.get_by_role("link", name="Table").tap()
    expect(table.meta).to_contain_text("Deal 2")
    is_blank(table)
    evening.act("undo")
    expect(table.meta).to_contain_text("Deal 1", timeout=20_000)
    is_half(table)


def test_a_form_that_brings_no_page_can_be_sent_again(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, table = half_tapped(phones)
        evening.write("Eva")
        expect(table.says).to_have_text("Something was written meanwhile.", timeout=20_000)
        line.trouble = lambda method, _path: "hangs" if method == "POST" else ""
        # As somebody does who waits no longer.
        page.evaluate("setTimeout(() => { window.stop(); window.stopped = true; }, 2500)")
        table.button.tap(no_wait_after=True)
        expect(page.locator("#deal")).to_have_js_property("inert", True)
        page.wait_for_function("window.stopped")
        line.trouble = lambda _method, _path: ""
        expect(page.locator("#deal")).to_have_js_property("inert", False, timeout=20_000)
        assert page.evaluate(KEPT) == [f"ledger-half {evening.id}"]
        table.button.tap()
        expect(table.notice).to_contain_text("Eva")
        assert table.results().keys() == {"Dan", "Carla"}


def test_without_signal_and_without_words_what_was_tapped_stays(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    page.route("**/shell?**", lambda route: route.abort())
    table = TablePage.opened(page, evening.path)
    half(table)
    with page.expect_response(lambda answer: "state.json" in answer.url and answer.ok):
        evening.write("Eva")
    page.context.set_offline(True)
    table.button.tap()
    expect(page.locator("#deal")).to_have_js_property("inert", False)
    assert table.results().keys() == {"Dan", "Carla"}


def test_a_deal_that_cannot_be_kept_can_be_tried_again(phones: Phones) -> None:
    page, _evening, table = with_unsent(phones)
    half(table)
    page.evaluate(BROKEN)
    table.button.tap()
    expect(page.locator("#deal")).to_have_js_property("inert", False)
    page.evaluate("window.broken = false")
    page.wait_for_timeout(1_300)
    table.button.tap()
    waits(page, 2)


def test_taps_are_kept_until_the_deal_is(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    page.add_init_script("if (!sessionStorage.fine) IDBFactory.prototype.open = () => ({})")
    table = TablePage.with_words(page, evening.path)
    half(table)
    table.button.tap()
    page.evaluate("sessionStorage.fine = 1")
    page.reload()
    is_half(table)


@pytest.mark.parametrize("kept", ["{", "null", "[]", '{"book":1}'])
def test_what_cannot_be_read_is_nothing_tapped(phones: Phones, kept: str) -> None:
    page, evening, table = begun(phones)
    page.evaluate("([id, kept]) => sessionStorage.setItem(`ledger-half ${id}`, kept)", [evening.id, kept])
    page.reload()
    is_blank(table)
    half(table)
    is_half(table)


def test_where_there_is_no_room_no_older_taps_come_back(phones: Phones) -> None:
    page, _evening, table = half_tapped(phones)
    page.evaluate(FULL)
    table.plus("Ben")
    expect(table.part("Ben", "role")).to_have_text("dabei")
    page.reload()
    is_blank(table)
