"""How the pages around the table are set out on phones: names whole where there is room, nothing touches."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser import measure
from tests.browser.evening import Evening
from tests.browser.phone import LARGE, SMALL, SPEECHES, Phones, Speech
from tests.browser.test_looks import LINES, SHORTENED, box

NAMES: Final = ("Dora", "Ueli", "Anneliese", "Beat", "Hansruedi Wüthrich")
FIRST: Final = ("Annemarie", "Köbi", "Hans-Ueli", "Vreni", "Margrit")
TEN: Final = (*FIRST, "Ruedi", "Trudi", "Sepp", "Christine", "Franziska")
END: Final = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}"""


def lower(part: FloatRect) -> float:
    """Return where a part of the page ends."""
    return part["y"] + part["height"]


def played(phones: Phones) -> Evening:
    """Return an evening in which the longest name failed, and another made all tricks."""
    evening = Evening.starts(phones.take(), "chratze", NAMES)
    evening.write("Hansruedi Wüthrich", ["Dora", "Ueli"], {"Dora": 2, "Ueli": 2})
    evening.write("Anneliese", ["Dora"], {"Dora": 1})
    return evening


def opened(phones: Phones, evening: Evening, where: str, speech: Speech = "en") -> Page:
    """Return a page of `evening` on its scribe's phone, set to another language."""
    page = phones.take(replace(SMALL, speech=speech), evening.request.storage_state())
    page.goto(evening.path + where)
    return page


def whole(parts: Locator) -> bool:
    """Return whether none of the names is shortened."""
    return not any(part.evaluate(SHORTENED) for part in parts.all())


def test_last_deal_stands_above_its_rule_on_every_page(phones: Phones) -> None:
    evening = played(phones)
    for where in ("people", "money", ""):
        page = opened(phones, evening, where)
        rule = lower(box(page.locator("#last")))
        for number in page.locator("#last b").all():
            assert lower(box(number)) <= rule - 2, where


def test_values_beside_the_curves_are_whole(phones: Phones) -> None:
    evening = Evening.starts(phones.take(), "kratzen", FIRST[:4])
    evening.write("", ["Köbi", "Hans-Ueli", "Vreni"], {"Köbi": 2, "Hans-Ueli": 2})
    evening.write("", ["Annemarie"], {"Annemarie": 4})
    page = opened(phones, evening, "standing")
    expect(page.locator(".chart")).to_contain_text("−")
    assert measure.cut(page) == []


def test_closing_shows_whole_names_above_what_each_would_get(phones: Phones) -> None:
    evening = Evening.starts(phones.take(), "zwicken", TEN)
    evening.write("", dealer_trump="no")
    evening.write("", ["Köbi", "Vreni"], {"Köbi": 2, "Vreni": 1})
    evening.write("", dealer_trump="no")
    page = opened(phones, evening, "close", "de")
    names = page.locator(".ways .name")
    expect(names).to_have_text(list(TEN))
    assert whole(names)
    heads = page.locator(".ways thead label").all()
    for row in page.locator(".ways tbody tr").all():
        numbers = [box(number) for number in row.locator("td").all()]
        assert lower(box(row.locator(".name"))) <= numbers[0]["y"]
        for head, number in zip(heads, numbers, strict=True):
            assert box(head)["x"] <= number["x"] + number["width"] <= box(head)["x"] + box(head)["width"]


@pytest.mark.parametrize("speech", SPEECHES)
def test_book_tells_where_money_went_on_one_line(phones: Phones, speech: Speech) -> None:
    page = opened(phones, played(phones), "book", speech)
    expect(page.locator(".change bdi")).to_have_text([*NAMES, *NAMES])
    assert whole(page.locator(".change bdi"))
    page.locator(".book summary").last.tap()
    for row in page.locator(".book details[open] tbody tr").all():
        assert row.locator("td").first.evaluate(LINES) == 1
        assert row.locator(".why").evaluate(LINES) <= 2


def test_payments_stand_in_a_column_with_their_sum_and_lead_to_paper(phones: Phones) -> None:
    evening = played(phones)
    evening.close(chip="0.10")
    page = opened(phones, evening, "settling")
    amounts = page.locator(".due-amount, .pot-stand b").all()
    assert len({round(amount.evaluate(END)) for amount in amounts}) == 1
    expect(page.get_by_role("link", name="Print the evening")).to_be_visible()
    evening.send("settling/1", "settling/1", paid="0.10")
    page.goto(f"{evening.path}settling/1")
    # What is paid in part, and not paid after all, are two forms.
    buttons = [box(button) for button in page.locator("main .button").all()]
    assert len(buttons) == 4
    for above, below in pairwise(buttons):
        assert below["y"] - lower(above) >= 8


@pytest.mark.parametrize("speech", SPEECHES)
def test_start_page_keeps_together_what_belongs_together(phones: Phones, speech: Speech) -> None:
    for model in (SMALL, LARGE):
        page = phones.take(replace(model, speech=speech))
        page.goto("/")
        field, watch = box(page.locator("#letters")), box(page.locator(".code-form button"))
        assert abs(field["y"] + field["height"] / 2 - watch["y"] - watch["height"] / 2) <= 4
        assert field["width"] >= 120
        heads = [box(head) for head in page.locator("h2").all()]
        others = [box(link) for link in page.locator("main .row-buttons a").all()]
        assert len(others) == 2
        assert lower(watch) < heads[-1]["y"] < min(other["y"] for other in others)
