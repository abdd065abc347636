"""The page of a new evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form of a new evening, on one phone."""

    page: Page

    def open(self, slug: str) -> None:
        """Open the form of one game."""
        self.page.goto(f"/new/{slug}")

    @property
    def names(self) -> Locator:
        """The fields of the names."""
        return self.page.locator('input[name="name"]')

    @property
    def start_button(self) -> Locator:
        """The button that starts the evening."""
        return self.page.locator('button[value="start"]')

    def lines(self) -> int:
        """How many lines there are for names, once the page that was tapped for is there."""
        expect(self.start_button).to_be_visible()
        return self.names.count()

    def add(self) -> None:
        """Add a line for one more name."""
        lines = self.lines()
        self.page.locator('.row-buttons button[value="add"]').click()
        expect(self.names).to_have_count(lines + 1)

    def fill(self, names: Sequence[str], first: int = 0) -> None:
        """Fill in the names, and who deals first."""
        while self.lines() < len(names):
            self.add()
        for line, name in enumerate(names):
            self.names.nth(line).fill(name)
        self.page.locator("label.first").nth(first).click()
        expect(self.page.locator(f'input[name="first"][value="{first}"]')).to_be_checked()

    def house_rule(self, key: str, value: str) -> None:
        """Set a house rule to one of the values it offers."""
        rules = self.page.locator("details.house-rules")
        if rules.get_attribute("open") is None:
            rules.locator("summary").click()
        rules.locator(f'[name="opt-{key}"]').select_option(value)

    def start(self) -> None:
        """Start the evening, and wait for its table."""
        self.start_button.click()
        self.page.wait_for_url("**/e/*/")
