"""The record page without scripts: a plain form."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class PlainPage:
    """The table page of one evening, on a phone that runs no scripts."""

    page: Page

    def row(self, name: str) -> Locator:
        """Return the row of a player."""
        whole = re.compile(f"^{re.escape(name)}$")
        return self.page.locator("li.seat").filter(has=self.page.locator("bdi", has_text=whole))

    def declare(self, name: str) -> None:
        """Say who declares."""
        self.row(name).locator('input[name="declarer"]').check()

    def join(self, *names: str) -> None:
        """Say who comes along."""
        for name in names:
            self.row(name).locator('input[name="joined"]').check()

    def tricks(self, name: str, text: str) -> None:
        """Type into the field of a player's tricks."""
        self.row(name).locator("input.tricks").fill(text)

    def deal(self, declarer: str, *joined: str, **tricks: int) -> None:
        """Fill in one deal and write it."""
        if declarer:
            self.declare(declarer)
        self.join(*joined)
        for name, won in tricks.items():
            self.tricks(name, str(won))
        self.write()

    def write(self) -> None:
        """Press the button that writes."""
        self._send(self.page.locator("button.write"))

    def undo(self) -> None:
        """Take back what was written last."""
        self._send(self.page.locator('#last form[action$="/undo"] button'))

    def _send(self, button: Locator) -> None:
        with self.page.expect_navigation():
            button.click()
