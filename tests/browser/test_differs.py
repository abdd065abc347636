"""The server is the judge: where it makes something else of a deal than the phone did, the page says so."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ledger.config import ROOT
from tests.browser.evening import FIVE, Evening
from tests.browser.offline import LATER_MS, deal, sent, waits
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

ENGINE: Final = "static/js/rules/settlement.js"
# A page that is still open may have another engine: this one gives a declarer a coin too little.
RIGHT: Final = "const taken = (times(coins, denominator) * numerator + over) * coin;"
WRONG: Final = "const taken = (times(coins, denominator) * numerator + over - 1) * coin;"
SAYS: Final = "The server worked out something else than this phone. What is shown here is the server's."
OURS: Final = "Deal 1 Dan +3 · Carla +2"
THE_SERVERS: Final = "Deal 1 Dan +4 · Carla +1"


@pytest.fixture
def table(phones: Phones) -> TablePage:
    """Return the table of an evening on a phone whose engine is of another opinion."""
    page = phones.take()
    source = (ROOT / ENGINE).read_text(encoding="utf-8")
    assert source.count(RIGHT) == 1

    def other(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=source.replace(RIGHT, WRONG))

    page.route("**/rules/settlement.js", other)
    evening = Evening.starts(page, "chratze", FIVE)
    return TablePage.with_words(page, evening.path)


def differs(page: Page) -> Locator:
    """Return the sentence, which a page need not have."""
    return page.locator("#differs:visible")


def test_answer_that_differs_is_told_and_the_servers_is_shown(table: TablePage) -> None:
    table.tap("Dan")
    table.plus("Carla")
    assert table.results() == {"Dan": "+3", "Carla": "+2"}
    table.write()
    expect(differs(table.page)).to_contain_text(SAYS)
    expect(table.said).to_have_text(THE_SERVERS)
    differs(table.page).get_by_role("button", name="Understood").tap()
    expect(differs(table.page)).to_have_count(0)
    table.page.reload()
    expect(table.said).to_have_text(THE_SERVERS)
    expect(differs(table.page)).to_have_count(0)


def test_deals_without_signal_that_differ_are_told_once_they_are_sent(table: TablePage) -> None:
    table.page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(table.page, 1)
    expect(table.said).to_have_text(OURS)
    # In this one both agree; the book before it is still another.
    deal(table, "Eva", "")
    waits(table.page, 2)
    expect(differs(table.page)).to_have_count(0)
    table.page.context.set_offline(False)
    sent(table.page)
    expect(differs(table.page)).to_contain_text(SAYS)
    expect(table.said).to_have_text("Deal 2 Eva +5")
    table.undo()
    expect(table.said).to_have_text(THE_SERVERS)


def test_whoever_writes_the_next_deal_meanwhile_is_told_too(table: TablePage) -> None:
    table.page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(table.page, 1)
    table.tap("Eva")
    table.page.context.set_offline(False)
    expect(differs(table.page)).to_contain_text(SAYS, timeout=LATER_MS)
    expect(table.button.locator(".do")).to_have_text("Show it")
    table.button.tap()
    expect(table.said).to_have_text(THE_SERVERS)
    # Nobody has put it away: the server's page says it too.
    deal(table, "Eva", "")
    sent(table.page)
    expect(table.said).to_have_text("Deal 2 Eva +5")
    differs(table.page).get_by_role("button", name="Understood").tap()
    deal(table, "Ben", "")
    expect(table.said).to_have_text("Deal 3 Ben +5")
    expect(differs(table.page)).to_have_count(0)


@pytest.mark.parametrize("dropped", [False, True])
def test_what_is_written_behind_another_phones_deal_does_not_differ(phones: Phones, dropped: bool) -> None:
    page, second = phones.take(), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    second.request.get(evening.links()[1])
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    deal(table, "Ben", "")
    waits(page, 2)
    Evening(second.request, evening.path, FIVE).write("Eva", ["Ben"], {"Ben": 4})
    page.context.set_offline(False)
    doubt = page.locator("#doubt")
    expect(doubt).to_contain_text("Eva")
    if dropped:
        doubt.locator(".mine .button").first.tap()
        expect(doubt.locator(".mine li")).to_have_count(1)
    doubt.locator(".write-mine").tap()
    sent(page)
    expect(table.meta).to_contain_text(f"Deal {3 if dropped else 4} ")
    expect(differs(page)).to_have_count(0)
