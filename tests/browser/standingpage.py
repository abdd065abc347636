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

    def ranks(self) -> list[str]:
        """Return the ranks, best first."""
        return self.page.locator("table.places td.rank").all_inner_texts()

    @property
    def pot(self) -> Locator:
        """What is in the pot."""
        return self.page.locator(".pot-stand b")

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
