"""A tour of every page, in every state it has."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Page, StorageState, expect

from tests.browser.notices import OF_SCRIBE, OF_WATCHER, Opening
from tests.browser.phone import SMALL, Model, Phones
from tests.browser.stage import Stage
from tests.browser.tablepage import ANY, TablePage

SLUGS: Final = ("chratze", "chratze-cash", "kratzen", "zwicken")


def _at(where: str, sub: str = "") -> Opening:
    """Open a page of one of the stage's evenings."""
    return lambda page, paths: _go(page, paths[where] + sub)


def _plainly(path: str) -> Opening:
    return lambda page, _paths: _go(page, path)


def _go(page: Page, path: str) -> None:
    page.goto(path)


def _wrong(slug: str) -> Opening:
    """Send the form of a new evening with all that can be wrong in it."""

    def opening(page: Page, _paths: Mapping[str, str]) -> None:
        page.goto(f"/new/{slug}")
        for line, name in enumerate(("Anna", "anna", "Pot", "B" * 45)):
            page.locator('input[name="name"]').nth(line).fill(name)
        page.locator('input[name="stack"]').fill("1,234")
        page.locator("details.house-rules summary").click()
        page.locator('details.house-rules input[inputmode="decimal"]').first.fill("a lot")
        with page.expect_navigation():
            page.locator('button[value="start"]').click()
        expect(page.locator(".flaw").first).to_be_visible()

    return opening


def _wrong_code(page: Page, _paths: Mapping[str, str]) -> None:
    page.goto("/")
    page.locator('input[name="letters"]').fill("abcd efgh")
    with page.expect_navigation():
        page.locator('form[action$="/code"] button').click()
    expect(page.locator(".flaw")).to_be_visible()


def _taken(page: Page, paths: Mapping[str, str]) -> None:
    """Write on a phone that has the book no more: nothing is written by that."""
    page.goto(paths["disputed"])
    TablePage(page).seat_by_number(5).locator(".who.rich").click()
    with page.expect_navigation():
        page.locator("#deal").evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    expect(page.locator(".notice")).to_be_visible()


def _tapped(page: Page, paths: Mapping[str, str], *taps: tuple[int, str]) -> None:
    page.goto(paths["played"])
    table = TablePage(page)
    for seat, part in taps:
        table.seat_by_number(seat).locator(part).click()


def _draft(page: Page, paths: Mapping[str, str]) -> None:
    _tapped(page, paths, (3, ".who.rich"), (5, ".plus"), (5, ".plus"), (1, ".who.rich"))


def _unfinished(page: Page, paths: Mapping[str, str]) -> None:
    _tapped(page, paths, (3, ".who.rich"), (5, ".plus"), (3, ".minus"))


def _unopposed(page: Page, paths: Mapping[str, str]) -> None:
    _tapped(page, paths, (5, ".who.rich"))


def _notice(page: Page, paths: Mapping[str, str]) -> None:
    """Send a deal for a book that has moved on: nothing is written by that."""
    _draft(page, paths)
    # Sent as a browser does by itself: the page's own script knows better which book it shows.
    with page.expect_navigation():
        page.locator("#deal").evaluate(
            "form => { form.elements.revision.value = '0'; HTMLFormElement.prototype.submit.call(form); }"
        )
    expect(page.locator("main .notice")).to_be_visible()


def _more(page: Page, paths: Mapping[str, str]) -> None:
    page.goto(paths["played"])
    page.locator("details.more summary").click()


def _open_book(page: Page, paths: Mapping[str, str]) -> None:
    page.goto(paths["played"] + "book")
    page.locator(".book summary").first.click()


def _ripple(page: Page, paths: Mapping[str, str]) -> None:
    """Put a trick elsewhere in the first deal: shown only, never written."""
    page.goto(paths["played"] + "mend?do=correct-1")
    table = TablePage(page)
    with page.expect_response(re.compile("/preview$")):
        table.seat_by_number(1).locator(".plus").click()
    expect(table.button).not_to_have_attribute("data-unready", ANY)
    with page.expect_navigation():
        table.button.click()


def _impossible(page: Page, paths: Mapping[str, str]) -> None:
    """Strike a deal of Kratzen and let the dealers move: the later strikers did not deal then."""
    page.goto(paths["over"] + "mend?do=strike-2")
    with page.expect_navigation():
        page.locator(".dealers button").click()
    expect(page.locator(".impossible li").first).to_be_visible()


def _way(page: Page, paths: Mapping[str, str]) -> None:
    page.goto(paths["played"] + "close")
    page.locator("main details summary").click()


def _refused_move(page: Page, paths: Mapping[str, str]) -> None:
    page.goto(paths["lively"] + "money/move")
    page.locator("#amount").fill("1.500")
    with page.expect_navigation():
        page.locator("button.primary").click()
    expect(page.locator(".flaw").first).to_be_visible()


def _plain_wrong(page: Page, paths: Mapping[str, str]) -> None:
    page.goto(paths["played"])
    page.locator("input.tricks").first.fill("two")
    with page.expect_navigation():
        page.locator("button.write").click()
    expect(page.locator(".flaw")).to_be_visible()


# By whose phone each is opened: one that came by no link, one that writes, one that watches, one without
# scripts.
NEWCOMER: Final[Mapping[str, Opening]] = {
    "home-new": _plainly("/"),
    "code": _plainly("/code"),
    "code-wrong": _wrong_code,
    "choose": _plainly("/new"),
    "import": _plainly("/import"),
    "rules": _plainly("/rules"),
    **{f"rules-{slug}": _plainly(f"/rules/{slug}") for slug in SLUGS},
    **{f"new-{slug}": _plainly(f"/new/{slug}") for slug in SLUGS},
    **{f"new-{slug}-wrong": _wrong(slug) for slug in SLUGS},
    "error": _plainly("/e/nothing/"),
}
SCRIBE: Final[Mapping[str, Opening]] = {
    "home": _plainly("/"),
    "new-known": _plainly("/new/chratze"),
    "table-empty": _at("empty"),
    "table-written": _at("played"),
    "table-draft": _draft,
    "table-unfinished": _unfinished,
    "table-unopposed": _unopposed,
    "table-notice": _notice,
    "table-more": _more,
    "table-cash": _at("cash"),
    "table-kratzen": _at("kratzen"),
    "table-zwicken": _at("zwicken"),
    "table-over": _at("over"),
    "table-closed": _at("closed"),
    "table-rules": _at("zwicken", "rules"),
    "book-empty": _at("empty", "book"),
    "book": _open_book,
    "mend": _at("played", "mend?do=correct-1"),
    "mend-in": _at("over", "mend?do=insert-2"),
    "mend-ripple": _ripple,
    "mend-dealers": _at("played", "mend?do=strike-2"),
    "mend-impossible": _impossible,
    "mend-closed": _at("closed", "mend?do=correct-1"),
    "mend-lost": _at("played", "mend?do=correct-99"),
    "standing": _at("played", "standing"),
    "slip": _at("played", "slips/3"),
    "files": _at("played", "files"),
    "standing-closed": _at("closed", "standing"),
    "settling": _at("closed", "settling"),
    "payment": _at("euros", "settling/1"),
    "before-reopening": _at("euros", "reopen"),
    "settling-open": _at("played", "settling"),
    "closing": _at("played", "close"),
    "closing-way": _way,
    "closing-closed": _at("closed", "close"),
    "table-flagged": _at("flagged"),
    "table-disputed": _at("disputed"),
    "table-taken": _taken,
    "book-disputed": _at("disputed", "book"),
    "share-code": _at("disputed", "share"),
    "share-taken": _at("disputed", "share/write"),
    "share-watch": _at("played", "share"),
    "share-write": _at("played", "share/write"),
    "people": _at("lively", "people"),
    "people-one": _at("lively", "people/0"),
    "people-sitting-out": _at("lively", "people/1"),
    "people-left": _at("lively", "people/4"),
    "people-join": _at("lively", "people/join"),
    "people-order": _at("lively", "people/order"),
    "money": _at("lively", "money"),
    "money-move": _at("lively", "money/move"),
    "money-move-refused": _refused_move,
    "money-count": _at("lively", "money/count"),
    "money-chips": _at("lively", "money/chips"),
    "pot": _at("lively", "pot"),
    "pot-empty": _at("empty", "pot"),
    "book-lively": _at("lively", "book"),
    "standing-lively": _at("lively", "standing"),
    "table-lively": _at("lively"),
    "closing-lively": _at("lively", "close"),
    "closing-cash": _at("cash", "close"),
    "board-cash": _at("cash", "board"),
    "board-over": _at("over", "board"),
    "board-closed": _at("closed", "board"),
}
WATCHER: Final[Mapping[str, Opening]] = {
    "watching": _at("played"),
    "watching-more": _more,
    "watching-payment": _at("euros", "settling/1"),
    "watching-flagged": _at("disputed"),
    "watching-share": _at("played", "share"),
    "board": _at("played", "board"),
    "watching-refused": _at("played", "close"),
}
PLAIN: Final[Mapping[str, Opening]] = {
    "plain": _at("played"),
    "plain-zwicken": _at("zwicken"),
    "plain-wrong": _plain_wrong,
}
NOTICED: Final[Mapping[str, Opening]] = {**OF_SCRIBE, **OF_WATCHER}
OPENINGS: Final[Mapping[str, Opening]] = {**NEWCOMER, **SCRIBE, **WATCHER, **PLAIN, **NOTICED}


@dataclass(slots=True)
class Tour:
    """Opens the pages on phones of one model, one phone for each kind of person, and for each notice.

    Attributes:
        arriving: what is done with every new phone.
    """

    phones: Phones
    stage: Stage
    model: Model = SMALL
    arriving: Callable[[Page], None] = field(default=lambda _page: None)
    taken: dict[str, Page] = field(default_factory=dict)

    def phone(self, view: str) -> Page:
        """Return the phone that is to show `view`."""
        kind, kept = self._kind(view)
        if kind not in self.taken:
            # Left alone, it would go on asking.
            for other in NOTICED.keys() & self.taken.keys():
                self.taken.pop(other).context.close()
            self.taken[kind] = self.phones.take(self.model, kept)
            self.arriving(self.taken[kind])
            if kind == "plain":
                # What measures the page is a script too: so scripts run, but the page gets none of its own.
                self.taken[kind].route("**/static/js*/**", lambda route: route.abort())
        return self.taken[kind]

    def open(self, view: str) -> Page:
        """Open `view` on its phone, and return that."""
        page = self.phone(view)
        # What was tapped for another view would still be there.
        page.evaluate("location.origin === 'null' || sessionStorage.clear()")
        OPENINGS[view](page, self.stage.paths)
        return page

    def _kind(self, view: str) -> tuple[str, StorageState | None]:
        if view in NEWCOMER:
            return "newcomer", None
        if view in NOTICED:
            return view, self.stage.scribe if view in OF_SCRIBE else self.stage.watcher
        if view in WATCHER:
            return "watcher", self.stage.watcher
        return ("scribe" if view in SCRIBE else "plain"), self.stage.scribe
