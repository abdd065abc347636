"""Sizes: what there is to tap and to read, on every page, and that everything fits narrow screens."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Model, Phones
from tests.browser.stage import NAMES
from tests.browser.survey import Finding, Survey
from tests.browser.tablepage import TablePage, extent

SMALLEST_TARGET: Final = 48
SMALLEST_ROW: Final = 56
SMALLEST_BODY: Final = 18
SMALLEST_AMOUNT: Final = 22
SMALLEST_POT: Final = 48
SMALLEST_INPUT: Final = 16
LONG: Final = ("Maximiliana von und zu Hohenlohe-Bartens", "Konstantin Wladimirowitsch Oldenburgskij")


def small_targets(finding: Finding) -> Iterator[str]:
    for control in finding.controls:
        if not control["inProse"] and min(control["width"], control["height"]) < SMALLEST_TARGET:
            yield f"{control['name']} {control['width']:.1f} x {control['height']:.1f}"


def small_texts(finding: Finding) -> Iterator[str]:
    yield from finding.tiny
    for text in finding.texts:
        least = SMALLEST_AMOUNT if text["amount"] else 0 if text["second"] else SMALLEST_BODY
        if text["size"] < least:
            yield f"{text['name']} “{text['text']}” {text['size']:.1f}"


def loose_digits(finding: Finding) -> Iterator[str]:
    for text in finding.texts:
        if not text["tabular"] and re.search(r"\d", text["text"]):
            yield f"{text['name']} “{text['text']}”"


def exposed_names(finding: Finding) -> Iterator[str]:
    for text in finding.texts:
        if not text["alone"] and any(re.search(rf"\b{name}\b", text["text"]) for name in NAMES):
            yield f"{text['name']} “{text['text']}”"


def test_everything_to_tap_is_large_enough(survey: Survey) -> None:
    assert survey.complaints(small_targets) == {}


def test_everything_to_read_is_large_enough(survey: Survey) -> None:
    assert survey.complaints(small_texts) == {}


def test_inputs_do_not_make_a_phone_zoom(survey: Survey) -> None:
    small = survey.complaints(
        lambda finding: (field["name"] for field in finding.fields if field["size"] < SMALLEST_INPUT)
    )
    assert small == {}


def test_digits_are_as_wide_as_each_other(survey: Survey) -> None:
    assert survey.complaints(loose_digits) == {}


def test_names_keep_their_writing_direction_to_themselves(survey: Survey) -> None:
    # The rules pages tell of people of their own, whose names are plain letters.
    told = {view: finding for view, finding in survey.findings.items() if "rules" not in view}
    assert Survey(survey.speech, told).complaints(exposed_names) == {}


def test_nothing_is_wider_than_a_narrow_screen(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.sideways) == {}


def test_no_text_is_cut_off(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.cut) == {}


def test_no_text_is_printed_over_another(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.overlaps) == {}


def test_rows_and_the_button_that_writes_are_higher_still(survey: Survey) -> None:
    tables = [finding for view, finding in survey.findings.items() if view.startswith("table")]
    rows = [one for finding in tables for one in finding.controls if re.search("li.seat.*who", one["name"])]
    writes = [one for finding in tables for one in finding.controls if "button.write" in one["name"]]
    assert rows
    assert writes
    assert [one["name"] for one in rows if one["height"] < SMALLEST_ROW] == []
    assert [one["name"] for one in writes if one["height"] < SMALLEST_ROW] == []


def test_the_pot_is_the_biggest_thing_on_the_page(survey: Survey) -> None:
    for view in ("table-empty", "table-draft", "table-cash", "table-kratzen", "watching", "plain"):
        sizes = [(text["size"], text["name"]) for text in survey.findings[view].texts]
        size, name = max(sizes)
        assert "h1.pot" in name
        assert size >= SMALLEST_POT
        assert sum(other == size for other, _name in sizes) == 1


def right_edge(page: Page, part: str) -> list[float]:
    """Return where the numbers end: the right edges of a part of each row that shows one."""
    boxes = [shown.bounding_box() for shown in page.locator(f"li.seat {part}").all() if shown.is_visible()]
    return [box["x"] + box["width"] for box in boxes if box is not None]


def test_long_names_shorten_and_the_numbers_stay_where_they_are(phones: Phones) -> None:
    edges = []
    for names in (("Al", "Bo", "Cy"), (*LONG, "Wolfeschlegelsteinhausenbergerdorffhaupt")):
        page = phones.take()
        evening = Evening.starts(page, "chratze", names)
        page.goto(evening.path)
        table = TablePage(page)
        table.tap(names[0])
        table.plus(names[1])
        table.plus(names[2])
        edges.append([right_edge(page, part) for part in (".result", ".count", ".plus", ".minus")])
        heights = []
        for name in names:
            box, label = table.row(name).bounding_box(), table.part(name, "who").bounding_box()
            assert box is not None
            assert label is not None
            heights.append(box["height"])
            assert label["width"] >= SMALLEST_TARGET
        edges[-1].append(heights)
    assert edges[0] == edges[1]


@pytest.mark.parametrize("model", [Model(width=320, height=568), Model(width=320, height=256)], ids=str)
def test_a_deal_can_be_written_on_the_narrowest_screen(phones: Phones, model: Model) -> None:
    page = phones.take(model)
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    table = TablePage(page)
    table.tap("Dan")
    table.plus("Carla", 2)
    table.tap("Ben")
    table.minus("Carla")
    table.plus("Carla")
    table.write()
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1 · Ben −5")
    assert not extent(page).scrolls_sideways
