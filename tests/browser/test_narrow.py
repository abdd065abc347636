"""Narrow screens and long names: everything is still there, and where it was."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Model, Phones
from tests.browser.tablepage import TablePage, extent

SMALLEST_TARGET: Final = 48
LONG: Final = ("Maximiliana von und zu Hohenlohe-Bartens", "Konstantin Wladimirowitsch Oldenburgskij")


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
