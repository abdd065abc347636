"""What only scripts bring about on an open page: what waits, what has to be said, and the end of a link.

No evening changes by it: what a phone writes is kept from the server, or is nothing that it would take.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from playwright.sync_api import Page, Route, expect

from tests.browser.offline import INSECURE, SAY, away
from tests.browser.tablepage import ANY, TablePage

Paths = Mapping[str, str]
Opening = Callable[[Page, Paths], None]
Answer = Callable[[Route], None]

NOWHERE: Final = "/e/nothing/"
# Who finds the signal again asks at once; the first time it may be too soon for the page.
_WAKE: Final = """async selector => {
  while (!document.querySelector(selector)?.checkVisibility()) {
    window.dispatchEvent(new Event("online"));
    await new Promise((go) => setTimeout(go, 1000));
  }
}"""
# What waits is that of another evening, for its book at `revision`: as if the phone had written there.
_MOVE: Final = """async ([from, to, revision]) => {
  const shelf = await import(document.querySelector("link[href$='/shelf.js']").href);
  const [first, ...rest] = await shelf.unsent(from);
  await shelf.erase(from);
  await shelf.change(to, () => [{ ...first, revision }, ...rest]);
}"""
_NOTHING_KEPT: Final = "indexedDB.open = () => { throw new Error(); };"


def _told(status: int, **headers: str) -> Answer:
    """Return what answers in the server's place."""
    named = {"X-Pages": "1", **{f"X-{name}": value for name, value in headers.items()}}
    return lambda route: route.fulfill(status=status, headers=named)


_ENDED: Final = _told(404, Link="ended")
_MISSING: Final = _told(404, Link="missing")
# Not one that a browser complains of more than of a link that is over.
_BUSY: Final = _told(429)


def _changed(pattern: str, other: Callable[[re.Match[str]], str]) -> Answer:
    """Return what changes a form on its way to the server, so that it is refused."""

    def answer(route: Route) -> None:
        body = route.request.post_data or ""
        changed, times = re.subn(pattern, other, body)
        assert times, body
        route.continue_(post_data=changed)

    return answer


_TWO_BEHIND: Final = _changed(r"\brevision=(\d+)", lambda found: f"revision={int(found[1]) - 2}")
_TOO_MANY: Final = _changed(r"\btricks_5=\d", lambda _found: "tricks_5=9")


def _wake(page: Page, selector: str) -> None:
    page.evaluate(_WAKE, selector)


def _deal(page: Page, seat: int, joiner: int) -> None:
    table = TablePage(page)
    table.seat_by_number(seat).locator(".who.rich").tap()
    table.seat_by_number(joiner).locator(".plus").tap()
    expect(table.button).not_to_have_attribute("data-unready", ANY)
    table.button.tap()


def _unsent(page: Page, paths: Paths, where: str = "played") -> None:
    """Write two deals without signal."""
    page.route("**/deals", lambda route: route.abort())
    TablePage.with_words(page, paths[where])
    page.context.set_offline(True)
    for count, (seat, joiner) in enumerate(((3, 5), (0, 6)), start=1):
        _deal(page, seat, joiner)
        expect(page.locator(".beside-deal")).to_contain_text(f"{count} ")


def _unsent_more(page: Page, paths: Paths) -> None:
    _unsent(page, paths)
    page.locator("details.more summary").tap()


def _sent(page: Page, answer: Answer, sign: str) -> None:
    """Give the phone its signal again, have `answer` answer what it sends, and wait for `sign`."""
    page.route("**/deals", answer)
    page.context.set_offline(False)
    expect(page.locator(sign)).to_be_visible()


def _doubtful(answer: Answer, where: str = "played") -> Opening:
    """Have the server refuse what waits."""

    def opening(page: Page, paths: Paths) -> None:
        _unsent(page, paths, where)
        _sent(page, answer, "#doubt .mine li:nth-child(2)")

    return opening


def _busy(page: Page, paths: Paths) -> None:
    _unsent(page, paths)
    _sent(page, _BUSY, '[data-line="busy"]')


def _moved(page: Page, paths: Paths, to: str, revision: int = 0) -> None:
    """Let what waits be for the evening whose table is at `to`."""
    _unsent(page, paths)
    page.evaluate(_MOVE, [paths["played"].split("/")[2], to.split("/")[2], revision])
    page.unroute("**/deals")
    page.context.set_offline(False)


def _kept_out(page: Page, paths: Paths) -> None:
    """Open an evening that was closed before what waits for it was sent."""
    closed = paths["closed"]
    _moved(page, paths, closed, page.request.get(f"{closed}state.json").json()["revision"])
    page.goto(closed)
    _wake(page, "#doubt .mine li:nth-child(2)")


def _elsewhere(sub: str) -> Opening:
    """Open another page of an evening for which deals wait."""

    def opening(page: Page, paths: Paths) -> None:
        _unsent(page, paths)
        away(page)
        page.context.set_offline(False)
        page.goto(paths["played"] + sub)
        expect(page.locator("#waits")).to_be_visible()

    return opening


def _settled(page: Page, paths: Paths) -> None:
    """Open who pays whom of an evening that was closed before what waits for it was sent."""
    _moved(page, paths, paths["closed"])
    page.goto(paths["closed"] + "settling")
    expect(page.locator("#waits")).to_be_visible()


def _lost(where: str, sign: str) -> Opening:
    """Open a page where the link is over, or not there, of an evening for which deals wait."""

    def opening(page: Page, paths: Paths) -> None:
        _moved(page, paths, paths.get(where, NOWHERE))
        page.goto(paths.get(where, NOWHERE))
        expect(page.locator(sign)).to_be_visible()

    return opening


def _past(page: Page, paths: Paths) -> None:
    _moved(page, paths, NOWHERE)
    page.route("**/state.json", _ENDED)
    page.goto("/")
    expect(page.locator("#past .lost li").first).to_be_visible()


def _heard(answer: Answer, sign: str, where: str = "played", sub: str = "") -> Opening:
    """Have `answer` say where the evening stands, in the server's place."""

    def opening(page: Page, paths: Paths) -> None:
        page.route(re.compile(r"/(state\.json|live)$"), answer)
        page.goto(paths[where] + sub)
        _wake(page, sign)

    return opening


def _gone_unsent(page: Page, paths: Paths) -> None:
    _unsent(page, paths)
    page.route("**/state.json", _ENDED)
    page.context.set_offline(False)
    expect(page.locator("#gone .lost li").first).to_be_visible()


def _no_line(page: Page, paths: Paths) -> None:
    """Tap what only the server can do, where nobody hears it."""
    TablePage.with_words(page, paths["played"])
    page.context.set_offline(True)
    page.locator("#last button").first.tap()
    expect(page.locator("#no-line")).to_be_visible()
    _wake(page, ".beside-deal")


def _said(note: str) -> Opening:
    """Have the page say what the server or another page of the phone would have it say."""

    def opening(page: Page, paths: Paths) -> None:
        TablePage.with_words(page, paths["played"])
        page.evaluate(SAY, note)
        expect(page.locator(note)).to_be_visible()

    return opening


def _fragile(page: Page, paths: Paths) -> None:
    page.add_init_script(_NOTHING_KEPT)
    _unsent(page, paths)
    expect(page.locator("#fragile")).to_be_visible()


def _plain_http(page: Page, paths: Paths) -> None:
    page.add_init_script(INSECURE)
    page.goto(paths["played"])
    expect(page.locator("#plain-http")).to_be_visible()


# Each on a phone of its own: what one leaves there would be seen in the next.
OF_SCRIBE: Final[Mapping[str, Opening]] = {
    "table-unsent": _unsent,
    "table-unsent-more": _unsent_more,
    "table-busy": _busy,
    "table-doubt": _doubtful(_TWO_BEHIND),
    "table-doubt-refused": _doubtful(_TOO_MANY),
    "table-doubt-taken": _doubtful(lambda route: route.continue_(), "disputed"),
    "closed-doubt": _kept_out,
    "standing-unsent": _elsewhere("standing"),
    "closing-unsent": _elsewhere("close"),
    "mend-unsent": _elsewhere("mend?do=correct-1"),
    "board-unsent": _elsewhere("board"),
    "settling-unsent": _settled,
    "table-fragile": _fragile,
    "table-locked": _heard(_MISSING, "#locked"),
    "table-new-version": _said("#new-version"),
    "table-differs": _said("#differs"),
    "table-no-line": _no_line,
    "table-plain-http": _plain_http,
    "gone": _heard(_ENDED, "#gone"),
    "gone-unsent": _gone_unsent,
    "home-unsent": _past,
    "error-locked": _lost("", "#locked"),
    "error-unsent": _lost("revoked", ".lost li:first-child"),
}
OF_WATCHER: Final[Mapping[str, Opening]] = {
    "watching-gone": _heard(_ENDED, "#gone"),
    "watching-locked": _heard(_MISSING, "#locked"),
    "watching-new-version": _heard(_told(304), "#new-version"),
    "board-gone": _heard(_ENDED, "#gone", sub="board"),
}
