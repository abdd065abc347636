"""What overtakes what: a slow answer, another tab, an open menu; the page shows what was written last."""

from typing import Final

from playwright.sync_api import expect

from tests.browser.evening import FIVE, Evening
from tests.browser.line import bad_line, on_bad_line
from tests.browser.offline import deal, scribing, sent, waits, with_unsent
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

ANSWERED: Final = 9_000
# Less than that page takes.
SOON: Final = 4_000


def test_what_takes_back_the_second_of_two_leaves_the_first(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, table = scribing(phones)
        page.context.set_offline(True)
        deal(table, "Dan", "Carla")
        waits(page, 1)
        deal(table, "Eva", "Ben")
        waits(page, 2)
        posts: list[str] = []

        def trouble(method: str, path: str) -> str:
            if method != "POST":
                return ""
            posts.append(path)
            # The first deal arrives, the answer to the second is late, and what takes that back is lost.
            return ["", "late", "502"][min(len(posts), 3) - 1]

        line.trouble = trouble
        page.context.set_offline(False)
        for _time in range(100):
            if len(posts) < 2:
                page.wait_for_timeout(100)
        assert len(posts) == 2
        page.locator("#take-back").tap()
        expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
        with page.expect_response(lambda answer: answer.url.endswith("/undo"), timeout=ANSWERED):
            pass
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        expect(page.locator("#differs:visible")).to_have_count(0)


def test_what_takes_back_a_deal_behind_another_phones_leaves_that(phones: Phones, site: str) -> None:
    with bad_line(site) as (address, line):
        phones.site = address
        page, evening, table = scribing(phones)
        line.trouble = lambda method, _path: "lost" if method == "POST" else ""
        deal(table, "Dan", "Carla")
        waits(page, 1)
        page.locator("#take-back").tap()
        waits(page, 1)
        # Another phone writes meanwhile, on a line of its own.
        phones.site = site
        other = phones.take()
        other.request.get(evening.links()[1].replace(address, site))
        Evening(other.request, evening.path, FIVE).write("Eva")
        line.trouble = lambda _method, path: "lost" if path.endswith("/undo") else ""
        page.locator("#doubt .write-mine").tap()
        with page.expect_request("**/undo"):
            pass
        expect(table.said).to_have_text("Deal 1 Eva +5")
        expect(table.meta).to_contain_text("Deal 2 · Ben deals")
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.said).to_have_text("Deal 1 Eva +5")


def test_undo_takes_back_no_deal_that_it_does_not_show(phones: Phones) -> None:
    page, _evening, table = with_unsent(phones)
    tab = page.context.new_page()
    tab.goto(page.url)
    other = TablePage(tab)
    expect(other.said).to_have_text("Deal 1 Dan +4 · Carla +1")
    deal(other, "Eva", "Ben")
    waits(tab, 2)
    waits(page, 1)
    page.locator("#take-back").tap()
    # It shows what is there now; who wants that gone taps again.
    waits(page, 2)
    expect(table.said).to_contain_text("Eva")


def test_a_page_that_is_slow_does_not_take_the_place_of_a_later_deal(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page = phones.take()
        evening = Evening.starts(page, "chratze", FIVE)
        table = TablePage.with_words(page, evening.path)
        pages: list[str] = []

        def trouble(method: str, path: str) -> str:
            if method == "GET" and path == evening.path:
                pages.append(path)
                return "slower" if len(pages) == 1 else "lost"
            return ""

        line.trouble = trouble
        with page.expect_request(
            lambda asked: asked.method == "GET" and asked.url.endswith(evening.path)
        ) as first:
            deal(table, "Dan", "Carla")
            expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
        deal(table, "Eva", "Ben")
        expect(table.said).to_contain_text("Deal 2", timeout=SOON)
        # The page of the first deal comes; the later one is asked for, and never does.
        first.value.response()
        page.wait_for_timeout(500)
        expect(table.meta).to_contain_text("Deal 3 · Carla deals", timeout=100)
        line.trouble = lambda _method, _path: ""
        sent(page)
        expect(table.meta).to_contain_text("Deal 3 · Carla deals")


def test_what_was_sent_while_the_menu_is_open_waits_no_more(phones: Phones) -> None:
    page, _evening, table = with_unsent(phones)
    page.locator("details.more > summary").tap()
    page.context.set_offline(False)
    expect(page.locator(".beside-deal")).to_have_count(0)
    expect(page.locator("details.more")).to_have_attribute("open", "")
    with page.expect_response("**/state.json"):
        pass
    expect(table.says).to_have_text("Who chratzes?")


def test_a_phone_that_believes_it_is_offline_sends_where_the_server_answers(phones: Phones) -> None:
    page, _evening, table = scribing(phones)
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => false })")
    with page.expect_response("**/deals"):
        deal(table, "Dan", "Carla")
    sent(page)
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
