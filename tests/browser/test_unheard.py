"""What the server wrote and the phone did not hear of: it counts once, and nobody is told otherwise."""

import re
from typing import Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.line import bad_line, on_bad_line
from tests.browser.offline import deal, scribing, sent, waits, with_unsent
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

STATE: Final = "**/state.json"
# What a deal comes to is a list in JSON.
NO_SUMS: Final = """() => {
  const whole = JSON.stringify;
  window.broken = true;
  JSON.stringify = (value) => {
    if (window.broken && Array.isArray(value)) throw new TypeError();
    return whole(value);
  };
}"""


def entries(page: Page, evening: Evening) -> Locator:
    """Open the book, and return its deals."""
    page.goto(f"{evening.path}book")
    return page.locator("li.entry")


def test_a_deal_that_was_written_unheard_counts_once(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, table = scribing(phones)
        line.trouble = lambda method, _path: "502" if method == "POST" else ""
        with page.expect_response(STATE):
            deal(table, "Dan", "Carla")
            waits(page, 1)
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        # The server's page, which holds the deal, comes before the answer does.
        page.goto(evening.path)
        waits(page, 1)
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        deal(table, "Eva", "")
        waits(page, 2)
        with page.expect_response(STATE):
            expect(table.meta).to_contain_text("Deal 3 · Carla deals")
        expect(table.said).to_have_text("Deal 2 Eva +5")
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.meta).to_contain_text("Deal 3 · Carla deals")
        expect(page.locator("#differs:visible")).to_have_count(0)
        expect(entries(page, evening)).to_have_count(2)


def test_who_taps_the_next_deal_while_the_answer_is_late_goes_on(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page = phones.take()
        evening = Evening.starts(page, "chratze", FIVE)
        table = TablePage.with_words(page, evening.path)
        line.trouble = lambda method, _path: "late" if method == "POST" else "lost"
        deal(table, "Dan", "Carla")
        waits(page, 1)
        table.tap("Eva")
        expect(table.meta).not_to_contain_text("not sent")
        line.trouble = lambda _method, _path: ""
        with page.expect_response(STATE):
            expect(table.button.locator(".do")).to_have_text("Write it down")
        expect(table.button.locator(".do")).to_have_text("Write it down")
        assert table.results() == {"Eva": "+5"}
        table.button.tap()
        sent(page)
        expect(table.said).to_have_text("Deal 2 Eva +5")
        expect(entries(page, evening)).to_have_count(2)


def test_an_undo_never_takes_back_another_phones_deal(phones: Phones, site: str) -> None:
    with bad_line(site) as (address, line):
        second = phones.take()
        phones.site = address
        page, evening, table = scribing(phones)
        second.goto(evening.links()[1].replace(address, site))
        line.trouble = lambda method, _path: "unanswered" if method == "POST" else "lost"
        deal(table, "Dan", "Carla")
        waits(page, 1)
        page.locator("#take-back").tap()
        # What takes it back is no deal more.
        expect(table.meta).to_contain_text("Deal 1 · Anna deals")
        waits(page, 1)
        Evening(second.request, evening.path, FIVE).write("Eva")
        line.trouble = lambda _method, _path: ""
        doubt = page.locator("#doubt")
        expect(doubt.locator(".came")).to_contain_text("Eva")
        expect(doubt.locator(".write-mine")).to_be_hidden()
        doubt.locator(".mine .button").tap()
        sent(page)
        expect(table.said).to_have_text("Deal 2 Eva +5")


def test_what_came_in_between_is_shown_without_signal_and_no_deal_is_written(phones: Phones) -> None:
    page, evening, table = scribing(phones)
    table.tap("Dan")
    evening.write("Eva")
    expect(table.button.locator(".do")).to_have_text("Show it")
    page.context.set_offline(True)
    table.button.tap()
    expect(table.said).to_have_text("Deal 1 Eva +5")
    expect(table.meta).to_contain_text("Deal 2")
    expect(page.locator(".beside-deal")).not_to_contain_text("not sent")
    deal(table, "Dan", "Carla")
    waits(page, 1)
    page.context.set_offline(False)
    sent(page)
    expect(table.said).to_have_text("Deal 2 Dan +4 · Carla +1")


def test_a_deal_that_could_not_be_worked_out_is_tapped_again(phones: Phones) -> None:
    page, _evening, table = with_unsent(phones)
    before = page.locator(".beside-deal").inner_text()
    page.evaluate(NO_SUMS)
    deal(table, "Eva", "")
    page.wait_for_timeout(500)
    page.evaluate("window.broken = false")
    expect(page.locator(".beside-deal")).to_have_text(before)
    assert table.results() == {"Eva": "+5"}
    table.button.tap()
    expect(page.locator(".beside-deal")).not_to_have_text(before)


def test_a_token_that_was_outlived_is_renewed_and_nobody_is_asked(phones: Phones) -> None:
    page, evening, table = scribing(phones)

    def outlived(route: Route) -> None:
        body = re.sub("csrf_token=[^&]*", "csrf_token=of-long-ago", route.request.post_data or "")
        route.continue_(post_data=body)

    page.route("**/deals", outlived, times=1)
    with page.expect_response(lambda answer: answer.url.endswith("/deals") and answer.status == 422):
        deal(table, "Dan", "Carla")
    sent(page)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    expect(page.locator("#doubt:visible")).to_have_count(0)
    expect(entries(page, evening)).to_have_count(1)


def test_what_waits_to_be_taken_back_counts_no_more_once_the_book_has_it(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, table = scribing(phones)
        posts: list[str] = []

        def dies(method: str, path: str) -> str:
            if method == "POST":
                posts.append(path)
            return "lost" if len(posts) > 1 else "late" if method == "POST" else ""

        # The deal is taken back while it is on its way; then the line is gone before that is sent.
        line.trouble = dies
        with page.expect_request("**/undo"):
            deal(table, "Dan", "Carla")
            waits(page, 1)
            page.locator("#take-back").tap()
        waits(page, 1)
        expect(table.meta).to_contain_text("Deal 1 · Anna deals")
        deal(table, "Eva", "")
        expect(table.said).to_have_text("Deal 1 Eva +5")
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.said).to_have_text("Deal 1 Eva +5")
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        expect(page.locator("#differs:visible")).to_have_count(0)
