"""What is seen while the table comes: nothing that moves. The instrument of the bench sees what does."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.bench.paint import LATENCY_MS, seen, slow_down
from tests.browser.evening import FIVE, Evening
from tests.browser.line import bad_line
from tests.browser.phone import Phones


@pytest.fixture
def slow(phones: Phones, site: str) -> Iterator[Phones]:
    """Yield phones whose pages come in pieces, while style and scripts come at once."""

    def trouble(_method: str, path: str) -> str:
        return "slow" if path.startswith("/e/") and path.endswith("/") else ""

    with bad_line(site) as (address, line):
        line.trouble = trouble
        slow = Phones(phones.browser, address)
        yield slow
        slow.take_back()


def opened(page: Page, path: str) -> None:
    """Open the page at `path`, when its style has been seen once."""
    page.goto("/")
    page.goto(path, wait_until="networkidle")


@pytest.mark.parametrize("role", ["scribe", "watcher"])
@pytest.mark.parametrize("state", ["played", "flagged", "closed"])
def test_the_table_is_seen_once_all_of_it_is_there(slow: Phones, role: str, state: str) -> None:
    scribe, watcher = slow.take(), slow.take()
    evening = Evening.starts(scribe, "chratze", FIVE)
    evening.write("Dan", ["Carla"], {"Carla": 1})
    watcher.request.get(evening.links()[0])
    if state == "flagged":
        Evening(watcher.request, evening.path, FIVE).act("flags")
    if state == "closed":
        evening.act("close")
    page = scribe if role == "scribe" else watcher
    opened(page, evening.path)
    assert seen(page).shift == 0


def test_a_shift_and_a_late_paint_are_seen(phones: Phones) -> None:
    page = phones.take()
    moving = """<p>One<script>
      setTimeout(() => document.body.insertAdjacentHTML("afterbegin", "<h1>Two</h1>"), 400);
    </script>"""
    page.route("**/moving", lambda route: route.fulfill(body=moving, content_type="text/html"))
    page.goto("/moving", wait_until="networkidle")
    paint = seen(page)
    assert paint.shift > 0
    assert paint.seconds > 0.4


def test_on_slow_4g_page_and_style_are_waited_for(phones: Phones) -> None:
    page = phones.take()
    slow_down(page)
    page.goto("/")
    assert seen(page).seconds > 2 * LATENCY_MS / 1000
