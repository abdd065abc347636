"""Nothing is written twice and nothing is lost: hasty thumbs, bad lines, two phones."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones
from tests.browser.tablepage import Shown, TablePage, apart

WRITES: Final = re.compile("/deals$")
WRITTEN: Final = "Deal 1 Dan +4 · Ben +1"


def deal_one(table: TablePage) -> None:
    """Tap a deal, up to the button that writes."""
    table.tap("Dan")
    table.plus("Ben")
    table.plus("Ben")


def entries(page: Page, evening: Evening) -> int:
    """Return how many deals stand in the book."""
    page.goto(f"{evening.path}book")
    return page.locator("li.entry").count()


def test_a_double_tap_writes_one_deal(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    sent = [0]

    def count(route: Route) -> None:
        sent[0] += 1
        route.continue_()

    page.route(WRITES, count)
    table.button.evaluate("button => { button.click(); button.click(); }")
    expect(table.said).to_have_text(WRITTEN)
    assert sent == [1]
    assert entries(page, evening) == 1


@pytest.mark.parametrize("slug", ["chratze", "kratzen", "zwicken"])
def test_a_second_tap_that_comes_late_writes_nothing(phones: Phones, slug: str) -> None:
    page = phones.take()
    evening = Evening.starts(page, slug, FIVE)
    if slug == "kratzen":
        # A Muss is behind them: from now on the striker may stand alone.
        evening.write("", FIVE[1:], {"Ben": 2, "Carla": 2})
    before = entries(page, evening)
    table = TablePage.opened(page, evening.path)
    if slug != "kratzen":
        table.tap("Dan")
    table.plus("Carla", 3)
    box = table.button.bounding_box()
    assert box is not None
    table.write()
    # The table is there again before the thumb comes down a second time, at the same place.
    expect(table.button).to_have_attribute("data-unready", "1")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert entries(page, evening) == before + 1


def test_the_same_form_sent_twice_writes_one_deal(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    # The first answer is lost on the way, as in a cellar; the phone then sends the same form again.
    with page.expect_response(WRITES):
        page.evaluate("""() => {
          const form = document.getElementById("deal");
          return fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
        }""")
    table.write()
    expect(table.said).to_have_text(WRITTEN)
    expect(table.notice).to_have_count(0)
    assert entries(page, evening) == 1


def test_a_reload_after_writing_writes_nothing(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    table.write()
    page.reload()
    page.reload()
    expect(table.said).to_have_text(WRITTEN)
    assert entries(page, evening) == 1


def test_the_back_button_after_writing_shows_the_table_as_it_is(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    table.write()
    page.goto("/")
    page.go_back()
    expect(table.said).to_have_text(WRITTEN)
    expect(table.button).to_have_attribute("data-unready", "1")
    table.tap("Carla")
    table.write()
    assert entries(page, evening) == 2


def test_two_tabs_of_one_phone_do_not_write_the_deal_twice(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    other = page.context.new_page()
    tables = [TablePage.opened(page, evening.path), TablePage.opened(other, evening.path)]
    for table in tables:
        deal_one(table)
    tables[0].write()
    tables[1].write()
    expect(tables[1].notice).to_contain_text(f"{apart('Ben')} +1, {apart('Dan')} +4")
    assert entries(page, evening) == 1


def test_numbers_wait_for_no_answer(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    page.route("**/*", lambda _route: None)
    table.tap("Dan")
    table.plus("Ben", 2)
    assert table.shown("Dan") == Shown("Chratzer", "2", "+4")
    assert table.says.inner_text() == "Pot 5 → 5"
    page.unroute("**/*")
    table.write()
    expect(table.said).to_have_text(WRITTEN)


def test_a_deal_is_sent_though_no_question_about_the_book_is_answered(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    page.route("**/state.json", lambda route: route.abort())
    deal_one(table)
    assert table.results() == {"Dan": "+4", "Ben": "+1"}
    table.write()
    expect(table.said).to_have_text(WRITTEN)


def test_another_phone_writes_in_between_and_nothing_is_lost(phones: Phones) -> None:
    page, second = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    table.fact("card")
    second.goto(evening.links()[1])
    other = TablePage(second)
    other.tap("Carla")
    other.write()

    table.write()
    expect(table.notice).to_contain_text(f"{apart('Carla')} +5")
    assert [table.shown(name).role for name in ("Dan", "Ben")] == ["Chratzer", "dabei"]
    assert table.shown("Ben").tricks == "2"
    expect(page.locator("#card")).to_contain_text("2")
    expect(table.pot).to_have_text(re.compile("5$"))
    table.write()
    expect(table.said).to_contain_text("Deal 2 Dan +4 · Ben +1")
    assert entries(page, evening) == 2


def test_numbers_for_another_book_are_not_shown(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.opened(page, evening.path)
    table.tap("Dan")
    table.plus("Ben")
    assert table.results() == {"Dan": "+4", "Ben": "+1"}
    evening.write("Carla")
    expect(table.says).to_have_text("Something was written meanwhile.", timeout=5_000)
    table.plus("Ben")
    assert set(table.results().values()) == {""}
    expect(table.button.locator(".do")).to_have_text("Show it")
    table.write()
    expect(table.notice).to_contain_text(f"{apart('Carla')} +5")
    assert table.shown("Ben") == Shown("dabei", "2", "+1")
    expect(table.button.locator(".do")).to_have_text("Write it down")
    assert entries(page, evening) == 1


def test_what_was_tapped_beside_the_rows_survives_a_conflict_too(phones: Phones) -> None:
    page, second = phones.take(), phones.take()
    evening = Evening.starts(page, "kratzen", FIVE)
    table = TablePage.opened(page, evening.path)
    table.fact("seven")
    table.plus("Ben")
    second.goto(evening.links()[1])
    other = TablePage(second)
    for name in ("Ben", "Carla", "Dan", "Eva"):
        other.plus(name)
    other.write()

    table.write()
    expect(table.notice).to_be_visible()
    expect(page.locator("#seven")).to_have_attribute("aria-pressed", "true")


def test_a_watcher_sees_what_is_written_within_five_seconds(phones: Phones) -> None:
    page, watcher = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    watcher.goto(evening.links()[0])
    watched = TablePage(watcher)
    expect(watched.said).to_have_text("Nothing written yet.")
    expect(watcher.locator("form#deal, form[action$='/undo']")).to_have_count(0)
    table = TablePage.opened(page, evening.path)
    deal_one(table)
    table.write()
    expect(watched.said).to_have_text(WRITTEN, timeout=5_000)
    expect(watched.row("Dan").locator(".result")).to_have_text("+3")
    table.undo()
    expect(watched.said).to_have_text("Nothing written yet.", timeout=5_000)


def test_a_revoked_link_stops_at_once(phones: Phones) -> None:
    page, watcher = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    link = evening.links()[0]
    watcher.goto(link)
    expect(TablePage(watcher).pot).to_be_visible()
    page.goto(f"{evening.path}share")
    button = page.locator('form[action$="/links/watch"] button')
    expect(button).to_be_hidden()
    page.locator(".revoking > summary").first.tap()
    with page.expect_navigation():
        button.tap()
    expect(page.locator(".notice")).to_have_text("The old link was revoked, and a new one was made.")
    for address in (evening.path, f"{evening.path}live", link):
        answer = watcher.goto(address)
        assert answer is not None
        assert answer.status == 404
    assert evening.links()[0] != link
