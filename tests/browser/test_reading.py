"""How pages around the table read on a small phone: whole heads, closed frames, colours of one meaning."""

import colorsys
import re
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import SMALL, SPEECHES, THEMES, Phones, Speech, Theme
from tests.browser.tour import SLUGS

BROKEN: Final = r"""cells => cells.flatMap(cell => {
  const broken = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const word of walker.currentNode.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""
# What a closed list shows of an option: its field, without the frame and the arrow.
CUT: Final = """fields => fields.flatMap(field => {
  const style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return [...field.options].map(one => one.text).filter(text => pen.measureText(text).width > room);
})"""
COLOUR: Final = "(part, name) => getComputedStyle(part).getPropertyValue(name)"
LEFT: Final = """lines => lines.map(line => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim()) break;
  const range = document.createRange();
  range.selectNodeContents(walker.currentNode);
  return Math.round(range.getBoundingClientRect().left);
})"""
LEAST_CONTRAST: Final = 3.0
LEAST_HUE: Final = 25 / 360

Rgb = tuple[float, float, float]


def rgb(text: str) -> Rgb:
    """Return a colour as three numbers from 0 to 1."""
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", text)[:3])
    return red, green, blue


def light(colour: Rgb) -> float:
    """Return how light a colour is, as WCAG has it."""
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours as a ratio."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def alike(one: Rgb, other: Rgb) -> bool:
    """Return whether two colours would be called by the same name. A grey is called by none."""
    (hue, _lightness, strong), (beside, *_rest) = (colorsys.rgb_to_hls(*colour) for colour in (one, other))
    away = abs(hue - beside)
    return strong > 0.25 and min(away, 1 - away) < LEAST_HUE


def seven(phones: Phones) -> Evening:
    """Return an evening of seven in which somebody won and somebody lost."""
    evening = Evening.starts(phones.take(), "chratze", (*FIVE, "Fritz", "Gret"))
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.write("Carla", ["Dan", "Eva"], {"Dan": 3})
    return evening


def lent(phones: Phones, evening: Evening, speech: Speech = "en", theme: Theme = "dark") -> Page:
    """Return a phone with the same links, set to a language and a theme."""
    return phones.take(replace(SMALL, speech=speech, theme=theme), evening.request.storage_state())


@pytest.mark.parametrize("speech", SPEECHES)
def test_no_word_in_the_head_of_a_table_is_broken(phones: Phones, speech: Speech) -> None:
    evening = seven(phones)
    page = lent(phones, evening, speech)
    for path in (f"{evening.path}slips/2", f"{evening.path}standing", *(f"/rules/{slug}" for slug in SLUGS)):
        page.goto(path)
        cells = page.locator("thead th, .example th")
        assert cells.count() > 0
        assert cells.evaluate_all(BROKEN) == [], path


def test_a_balance_below_nothing_has_the_colour_of_losses(phones: Phones) -> None:
    evening = seven(phones)
    page = lent(phones, evening)
    page.goto(f"{evening.path}slips/2")
    balance = page.locator(".pot-stand b")
    expect(balance).to_have_text(re.compile("^−"))
    assert balance.evaluate(COLOUR, "color") == page.locator("td.loss").first.evaluate(COLOUR, "color")


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("slug", SLUGS)
def test_new_evening_has_closed_frames_and_whole_options(phones: Phones, slug: str, speech: Speech) -> None:
    page = phones.take(replace(SMALL, speech=speech))
    page.goto(f"/new/{slug}")
    page.locator("details.house-rules summary").click()
    for frame in page.locator("fieldset").all():
        outside, inside = frame.bounding_box(), frame.locator("legend").bounding_box()
        assert outside is not None
        assert inside is not None
        assert inside["y"] > outside["y"] + 1
    assert page.locator("select").count() > 0
    assert page.locator("select").evaluate_all(CUT) == []


@pytest.mark.parametrize("theme", THEMES)
def test_no_curve_has_the_colour_of_a_gain_or_a_loss(phones: Phones, theme: Theme) -> None:
    evening = seven(phones)
    page = lent(phones, evening, theme=theme)
    page.goto(f"{evening.path}standing")
    paper = rgb(page.locator("body").evaluate(COLOUR, "background-color"))
    meant = [rgb(page.locator(f"td.{sign}").first.evaluate(COLOUR, "color")) for sign in ("gain", "loss")]
    lines = page.locator(".curve polyline").all()
    drawn = [(rgb(line.evaluate(COLOUR, "stroke")), line.get_attribute("stroke-dasharray")) for line in lines]
    assert len(set(drawn)) == len({dash for _colour, dash in drawn}) == 7
    assert len({colour for colour, _dash in drawn}) == 6
    for colour, _dash in drawn:
        assert contrast(colour, paper) >= LEAST_CONTRAST
        assert not any(alike(colour, other) for other in meant), colour


def test_the_pot_is_called_so_on_the_table_and_on_the_board(phones: Phones) -> None:
    evening = seven(phones)
    page = lent(phones, evening)
    page.goto(evening.path)
    expect(page.locator(".meta").get_by_text("Pot", exact=True)).to_be_visible()
    page.goto(f"{evening.path}board")
    named = page.locator("h1.pot").get_by_text("Pot", exact=True).bounding_box()
    assert named is not None
    assert named["width"] > 20


def test_lines_of_the_board_begin_below_each_other(phones: Phones) -> None:
    evening = seven(phones)
    page = lent(phones, evening)
    evening.act("people/4/sit-out")
    page.goto(f"{evening.path}board")
    expect(page.locator(".board-last")).to_contain_text("Eva")
    assert len(set(page.locator(".board-more, .board-last").evaluate_all(LEFT))) == 1


def test_tabs_are_where_they_are_on_the_table_on_every_page_of_an_evening(phones: Phones) -> None:
    evening = seven(phones)
    page = lent(phones, evening)
    page.goto(evening.path)
    icons = page.locator(".tabs svg, details.more > summary svg")
    places = [icon.bounding_box() for icon in icons.all()]
    assert len(places) == 4
    doing = ("people", "money", "pot", "share", "files", "close", "settling", "rules")
    for sub in ("book", "standing", "slips/2", *doing):
        page.goto(f"{evening.path}{sub}")
        assert [icon.bounding_box() for icon in page.locator(".tabs svg").all()] == places, sub
    page.locator(".tabs a").last.tap()
    page.wait_for_url(re.compile("more=1"))
    expect(page.locator("details.more .panel")).to_be_visible()


def test_head_and_text_begin_at_the_same_edge_and_a_link_is_one_line(phones: Phones) -> None:
    evening = seven(phones)
    page = lent(phones, evening)
    page.goto("/new/chratze")
    assert len(set(page.locator(".brand, main > h1").evaluate_all(LEFT))) == 1
    page.goto(f"{evening.path}share")
    address = page.locator("#address").bounding_box()
    assert address is not None
    assert address["height"] == 48
    assert page.locator("#address").get_attribute("href") == page.locator("#address").text_content()
