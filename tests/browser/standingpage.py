"""The pages that say where everybody stands: standing and closing."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class StandingPage:
    """Balances and pot, on the standing page or the closing page."""

    page: Page

    def balances(self) -> dict[str, str]:
        """Return everybody's balance as it is shown, best first."""
        rows = self.page.locator("table.places tbody tr").all()
        return {row.locator("th bdi").inner_text(): row.locator("td.number").inner_text() for row in rows}

    def before_sharing(self) -> dict[str, str]:
        """Return everybody's balance on the closing page, where something is in the pot."""
        rows = self.page.locator("table.ways tbody tr").all()
        return {row.locator("th bdi").inner_text(): row.locator("th .word").inner_text() for row in rows}

    def shares(self, way: str) -> dict[str, str]:
        """Return what a way of sharing the pot would give, of who gets anything."""
        ways = self.page.locator('table.ways input[name="pot"]')
        column = [radio.get_attribute("value") for radio in ways.all()].index(way)
        rows = self.page.locator("table.ways tbody tr").all()
        gives = {
            row.locator("th bdi").inner_text(): row.locator("td").nth(column).inner_text() for row in rows
        }
        return {name: got for name, got in gives.items() if got != "–"}

    def share(self, way: str) -> None:
        """Choose a way of sharing the pot."""
        self.page.locator(f'table.ways label:has(input[value="{way}"])').tap()

    def ranks(self) -> list[str]:
        """Return the ranks, best first."""
        return self.page.locator("table.places td.rank").all_inner_texts()

    @property
    def pot(self) -> Locator:
        """What is in the pot."""
        return self.page.locator(".pot-stand:not(.aside) b")

    @property
    def stays(self) -> Locator:
        """What the closing page says will stay in the pot."""
        return self.page.locator("main .lead")

    @property
    def notice(self) -> Locator:
        """What the page has to say: that the evening is closed."""
        return self.page.locator("main .notice")

    def close(self) -> None:
        """Close the evening, see who pays whom, and go on to its standing."""
        self.page.locator('form[action$="/close"] button').click()
        self.page.wait_for_url("**/settling")
        self.page.locator('main a[href$="/standing"]').click()
        self.page.wait_for_url("**/standing")

    def reopen(self) -> None:
        """Open the evening again."""
        self.page.locator('a[href$="/reopen"]').click()
        self.page.locator('form[action$="/reopen"] button').click()
        self.page.wait_for_url(re.compile(r"/e/[^/]+/$"))
