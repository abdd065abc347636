"""The record page, as a thumb uses it: every tap is counted."""

import re
from dataclasses import dataclass, field
from typing import Final, Self

from playwright.sync_api import Locator, Page, expect

ANY: Final = re.compile(".*", re.DOTALL)
MINUS: Final = "−"
# Whether the server's page holds another form than the one that was sent, or none.
WRITTEN: Final = """before => {
  const form = document.querySelector("form.deal");
  if (!form) return document.readyState === "complete";
  return form.method === "post" && form.elements.token.value !== before;
}"""


def apart(name: str) -> str:
    """Return a name as it stands in a sentence: its writing direction is its own."""
    return f"\u2068{name}\u2069"


@dataclass(frozen=True, slots=True)
class Shown:
    """What one row shows: the word under the name, the tricks and the live result, as text."""

    role: str
    tricks: str
    result: str


@dataclass(frozen=True, slots=True)
class Extent:
    """How large the page is beside the screen it is shown on, in CSS pixels."""

    wide: int
    high: int
    screen_wide: int
    screen_high: int

    @property
    def scrolls_sideways(self) -> bool:
        """Return whether something lies beyond the right edge."""
        return self.wide > self.screen_wide

    @property
    def scrolls(self) -> bool:
        """Return whether something lies beyond the right or the lower edge."""
        return self.scrolls_sideways or self.high > self.screen_high


def extent(page: Page) -> Extent:
    """Return how large the page shown is."""
    size = page.viewport_size or {"width": 0, "height": 0}
    wide, high = page.evaluate(
        "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    )
    return Extent(wide, high, size["width"], size["height"])


@dataclass(slots=True)
class TablePage:
    """The table page of one evening on one phone."""

    page: Page
    taps: int = 0
    before: list[int] = field(default_factory=list)

    @classmethod
    def opened(cls, page: Page, path: str) -> Self:
        """Open the table at `path`."""
        page.goto(path)
        return cls(page)

    @classmethod
    def with_words(cls, page: Page, path: str) -> Self:
        """Open the table at `path`, and wait until it has all that it says without signal."""
        with page.expect_response("**/shell?**"):
            return cls.opened(page, path)

    @property
    def button(self) -> Locator:
        """The button that writes."""
        return self.page.locator("button.write")

    @property
    def says(self) -> Locator:
        """What the button says it will do, or what is missing."""
        return self.button.locator(".says")

    @property
    def said(self) -> Locator:
        """The line that says what was written last."""
        return self.page.locator("#last .said")

    @property
    def pot(self) -> Locator:
        """The pot, the biggest thing on the page."""
        return self.page.locator("h1.pot")

    @property
    def meta(self) -> Locator:
        """The line under the pot: which deal, who deals."""
        return self.page.locator("p.meta")

    @property
    def notice(self) -> Locator:
        """What the page has to say before anything else."""
        return self.page.locator("main .notice")

    @property
    def undo_button(self) -> Locator:
        """The way back."""
        return self.page.locator('#last form[action$="/undo"] button')

    def row(self, name: str) -> Locator:
        """Return the row of a player."""
        whole = re.compile(f"^{re.escape(name)}$")
        return self.page.locator("main li.seat").filter(has=self.page.locator("bdi", has_text=whole))

    def part(self, name: str, part: str) -> Locator:
        """Return a part of a player's row: `who`, `plus`, `minus`, `result`, `won`, `role`."""
        rich = {"who": ".who.rich", "plus": ".plus", "minus": ".minus"}
        return self.row(name).locator(rich.get(part, f".{part}"))

    def tap(self, name: str) -> None:
        """Tap a player's row."""
        self._press(self.part(name, "who"))

    def plus(self, name: str, times: int = 1) -> None:
        """Tap a player's `+`."""
        for _ in range(times):
            self._press(self.part(name, "plus"))

    def minus(self, name: str) -> None:
        """Tap a player's `−`."""
        self._press(self.part(name, "minus"))

    def fact(self, name: str) -> None:
        """Tap one of the buttons under the rows: `nobody`, `blind`, `card`, `seven`, `own`, `trump-no` …"""
        self._press(self.page.locator(f"#{name}"))

    def _press(self, target: Locator) -> None:
        self.taps += 1
        target.tap()
        # Where a deal of the book is put right, the server works the numbers out.
        expect(self.button).not_to_have_attribute("data-waiting", ANY)

    def write(self) -> int:
        """Tap the button that writes; returns the taps of this deal."""
        expect(self.button).not_to_have_attribute("data-unready", ANY)
        before = self.page.locator("form.deal [name=token]").input_value()
        self.button.tap()
        # The server's next page takes the place of this one.
        self.page.wait_for_function(WRITTEN, arg=before)
        return self._counted()

    def undo(self) -> int:
        """Take back what was written last; returns the taps it took."""
        return self._send(self.undo_button)

    def redo(self) -> int:
        """Take back the latest undo; returns the taps it took."""
        return self._send(self.page.locator('#last form[action$="/redo"] button'))

    def _send(self, button: Locator) -> int:
        with self.page.expect_navigation():
            button.tap()
        return self._counted()

    def _counted(self) -> int:
        self.before.append(self.taps + 1)
        self.taps = 0
        return self.before[-1]

    def shown(self, name: str) -> Shown:
        """Return what a player's row shows."""
        role, tricks, result = (self.part(name, part).inner_text() for part in ("role", "won", "result"))
        return Shown(role, tricks, result)

    def results(self) -> dict[str, str]:
        """Return the live result of everybody who is in."""
        rows = self.page.locator("main li.seat.declarer, li.seat.joined").all()
        return {
            row.locator(".name bdi").first.inner_text(): row.locator(".result").inner_text() for row in rows
        }

    def written(self) -> dict[str, str]:
        """Return the results that the line about the last deal names."""
        parts = self.said.locator(".nowrap").all()
        return {part.locator("bdi").inner_text(): part.locator("b").inner_text() for part in parts}

    def order(self) -> list[str]:
        """Return the names, from the first row down."""
        rows = self.page.locator("main li.seat").all()
        return [row.locator(".name bdi").first.inner_text() for row in rows]

    def seat_by_number(self, seat: int) -> Locator:
        """Return the row of a seat, whoever sits there."""
        return self.page.locator(f'main li.seat[data-seat="{seat}"]')
