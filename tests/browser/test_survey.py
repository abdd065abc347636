"""Every page, in both languages and both themes: by the rules of Axe, and by measures of our own.

These stand in one module, because each survey takes a minute, and a module is run by one process.
"""

import re
from collections.abc import Iterator
from typing import Final

from tests.browser.stage import NAMES
from tests.browser.survey import Finding, Survey

SMALLEST_TARGET: Final = 48
SMALLEST_ROW: Final = 56
SMALLEST_BODY: Final = 18
SMALLEST_AMOUNT: Final = 22
SMALLEST_POT: Final = 48
SMALLEST_INPUT: Final = 16


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


def test_every_page_opens(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.broken) == {}


def test_axe_finds_nothing(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.axe) == {}


def test_text_stands_out_seven_to_one(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.faint) == {}


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


def test_nothing_comes_from_another_host(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.foreign) == {}


def test_no_browser_complains(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.said) == {}
