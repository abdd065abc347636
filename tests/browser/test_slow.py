"""A line that is slow, hangs or refuses: nobody waits for it, no tap is lost, and nothing is sent twice."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.evening import FIVE, Evening
from tests.browser.line import on_bad_line
from tests.browser.offline import LATER_MS, WITH_WORKER, deal, scribing, sent, waits
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

NO_DATABASE: Final = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
SILENT: Final = "IDBFactory.prototype.open = () => ({});"
FULL: Final = """IDBObjectStore.prototype.put = function () {
  throw new DOMException('no room', 'QuotaExceededError');
};"""
# Within so many ms of the tap that writes a deal the next one can be tapped, whatever the line does.
SOON_MS: Final = 2_000


def test_nobody_waits_for_a_page_that_is_slow(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, table = scribing(phones)
        line.trouble = lambda method, path: "late" if method == "GET" and path == evening.path else ""
        deal(table, "Dan", "Carla")
        # The next deal is tapped while the server's page is on its way, and stays when that has come.
        expect(page.locator(".no-signal")).to_have_count(1, timeout=SOON_MS)
        with page.expect_response(lambda answer: answer.url.endswith(evening.path)):
            table.tap("Eva")
        expect(table.button.locator(".says")).to_contain_text("Eva")
        assert table.results() == {"Eva": "+5"}
        table.button.tap()
        sent(page)
        expect(table.said).to_have_text("Deal 2 Eva +5")
        page.goto(f"{evening.path}book")
        expect(page.locator("li.entry")).to_have_count(2)


def test_a_page_that_is_always_slow_comes_in_the_end(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, _table = scribing(phones)
        evening.write("Dan")
        line.trouble = lambda method, path: "slower" if method == "GET" and path == evening.path else ""
        loads: list[str] = []
        page.on("framenavigated", lambda frame: loads.append(frame.url))
        page.goto(evening.path)
        expect(page.locator("nav.tabs")).to_be_visible(timeout=LATER_MS)
        assert len(loads) == 1
        expect(TablePage(page).said).to_have_text("Deal 1 Dan +5")


def test_a_question_that_hangs_is_given_up(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, evening, table = scribing(phones)
        line.trouble = lambda _method, path: "hangs" if path.endswith("state.json") else ""
        with page.expect_request("**/state.json"):
            pass
        line.trouble = lambda _method, _path: ""
        evening.write("Dan")
        expect(table.said).to_have_text("Deal 1 Dan +5")


def test_a_server_that_takes_nothing_is_asked_less_and_less_and_says_so(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page, _evening, table = scribing(phones)
        tries: list[str] = []

        def refuses(method: str, path: str) -> str:
            if method != "POST":
                return ""
            tries.append(path)
            return "503"

        line.trouble = refuses
        deal(table, "Dan", "Carla")
        waits(page, 1)
        expect(page.locator('[data-line="busy"]')).to_be_visible()
        expect(page.locator('[data-line="none"]')).to_be_hidden()
        # Asked every 3 s, it would have been sent the deal six times.
        for _time in range(5):
            with page.expect_response("**/state.json"):
                pass
        assert len(tries) <= 4
        line.trouble = lambda _method, _path: ""
        sent(page)


@pytest.mark.parametrize("browser_has", [NO_DATABASE, SILENT, FULL], ids=["none", "silent", "full"])
def test_deals_count_where_the_browser_keeps_nothing(phones: Phones, browser_has: str) -> None:
    page = phones.take()
    page.add_init_script(browser_has)
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    expect(page.locator("#fragile")).to_contain_text("leave this page open")
    deal(table, "Eva", "")
    waits(page, 2)
    page.context.set_offline(False)
    sent(page)
    expect(table.said).to_have_text("Deal 2 Eva +5")
    page.goto(f"{evening.path}book")
    expect(page.locator("li.entry")).to_have_count(2)


def test_a_deal_counts_where_the_words_never_came(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page = phones.take()
        evening = Evening.starts(page, "chratze", FIVE)
        line.trouble = lambda _method, path: "lost" if path == "/shell" else ""
        table = TablePage.opened(page, evening.path)
        line.trouble = lambda method, path: "lost" if path == "/shell" or method == "POST" else ""
        table.tap("Dan")
        table.plus("Carla")
        with page.expect_request("**/deals"):
            table.button.tap()
        line.trouble = lambda _method, _path: ""
        expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1")
        page.goto(f"{evening.path}book")
        expect(page.locator("li.entry")).to_have_count(1)


def test_what_only_the_server_can_do_waits_for_it(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    evening.write("Dan")
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    note = page.locator("#no-line")
    table.undo_button.tap()
    expect(note).to_have_text("No connection: this works once it is back. Understood")
    note.get_by_role("button").tap()
    page.locator("details.more > summary").tap()
    page.get_by_role("button", name="Deutsch").tap()
    expect(note).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.context.set_offline(False)
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_worker_keeps_only_what_is_the_servers(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page = phones.take(WITH_WORKER)
        evening = Evening.starts(page, "chratze", FIVE)
        line.trouble = lambda _method, path: "200" if path == "/shell" else ""
        page.goto(evening.path)
        registered = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
        until_refused = f"Promise.race([{registered}, new Promise((go) => setTimeout(go, 3000, null))])"
        assert page.evaluate(f"{until_refused}.then((worker) => worker === null)")
        page.context.set_offline(True)
        assert page.evaluate("caches.match('/shell').then((kept) => kept === undefined)")
