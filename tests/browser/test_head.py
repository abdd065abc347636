"""The head of the record page and what is around its rows: what gives way where there is no room for all."""

from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening
from tests.browser.offline import deal
from tests.browser.phone import LARGE, NARROW, SMALL, SPEECHES, Model, Phones, Speech
from tests.browser.tablepage import TablePage
from tests.browser.test_looks import apart, box, inside

SIZES: Final = (NARROW, SMALL, LARGE)
# Of two who have no room beside each other, one takes more than half of it.
NAMES: Final = ("Franz Josef", "Annemarie", "Hansruedi Wüthrich", "Dan", "Eva")
SOON: Final = 20_000
STICKS_OUT: Final = """part => part.scrollWidth > part.clientWidth
  && getComputedStyle(part).overflowX === "visible"
"""


def opened(phones: Phones, model: Model, evening: Evening) -> TablePage:
    """Return the table of `evening` on the scribe's phone, with all that it needs without signal."""
    page = phones.take(model, evening.request.storage_state())
    with page.expect_response("**/shell?**"):
        return TablePage.opened(page, evening.path)


def long(phones: Phones) -> Evening:
    """Return an evening of long names: twelve deals, the last of them with three results."""
    evening = Evening.starts(phones.take(), "chratze", NAMES)
    for number in range(11):
        evening.write(NAMES[number % 5])
    evening.write("Annemarie", ["Hansruedi Wüthrich", "Dan"], {"Hansruedi Wüthrich": 2})
    return evening


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("model", SIZES, ids=str)
def test_deal_number_and_what_is_not_sent_stay_whole(phones: Phones, model: Model, speech: Speech) -> None:
    table = opened(phones, replace(model, speech=speech), long(phones))
    expect(table.meta).to_contain_text("5 + 5", use_inner_text=True)
    table.page.context.set_offline(True)
    expect(table.meta.locator(".beside-deal")).to_be_visible(timeout=SOON)
    one_line(table.meta)
    for waiting in range(1, 3):
        deal(table, "Annemarie", "Dan")
        expect(table.meta.locator(".beside-deal")).to_contain_text(f"{waiting} ")
        one_line(table.meta)


def one_line(meta: Locator) -> None:
    """Check that the line under the pot is one without antes, and that nothing is cut but who deals."""
    expect(meta).not_to_contain_text("+", use_inner_text=True)
    whole, parts = box(meta), meta.locator(":scope > :visible").all()
    boxes = [box(part) for part in parts]
    assert whole["height"] <= 20
    assert apart(boxes)
    assert all(inside(one, {**whole, "width": whole["width"] - 13}) for one in boxes)
    assert not any(part.evaluate(STICKS_OUT) for part in parts)
    assert box(meta.locator("bdi"))["width"] > 20
