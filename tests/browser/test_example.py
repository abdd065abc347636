"""The worked example of RULES.md, tapped on a small phone; and that the record page never scrolls."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import FIVE, Evening
from tests.browser.newpage import NewPage
from tests.browser.phone import LARGE, SMALL, Model, Phones
from tests.browser.standingpage import StandingPage
from tests.browser.tablepage import Shown, TablePage, apart, extent

BALANCES = {"Anna": "+21", "Dan": "+11", "Ben": "−3", "Eva": "−8", "Carla": "−22"}
LONG = tuple(f"{start} von Allmen-Hungerbühler zu Oberhofen"[:40].ljust(40, "n") for start in "ABCDEFGHIJ")
SEVEN = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz", "Gret")
TEN = (*SEVEN, "Hans", "Ida", "Jost")
BIG = {"ante.each": "15000", "ante.dealer": "15000"}
CROWDS: dict[str, tuple[str, tuple[str, ...], Model, dict[str, str]]] = {
    "seven": ("chratze", SEVEN, SMALL, {}),
    "seven-long-names": ("chratze", LONG[:7], SMALL, {}),
    "seven-long-names-and-pots": ("chratze", LONG[:7], SMALL, BIG),
    "seven-francs": ("chratze-cash", SEVEN, SMALL, {}),
    "seven-long-names-and-many-francs": ("chratze-cash", LONG[:7], SMALL, BIG),
    "six-kratzen": ("kratzen", LONG[:6], SMALL, {}),
    "ten-zwicken": ("zwicken", TEN, LARGE, {}),
    "ten-zwicken-long-names-and-pots": ("zwicken", LONG, LARGE, {"ante.dealer": "99999"}),
}


def first_deal(table: TablePage) -> None:
    """Tap the example's first deal, up to the button that writes."""
    table.tap("Dan")
    table.plus("Carla", 2)
    table.tap("Ben")


def second_deal(table: TablePage) -> None:
    """Tap the example's second deal, up to the button that writes."""
    table.tap("Carla")
    # With her one trick said, the rest is whose row is tapped next.
    table.plus("Carla")
    table.tap("Dan")
    table.tap("Eva")


def third_deal(table: TablePage) -> None:
    """Tap the third deal, up to the button that writes."""
    table.tap("Anna")
    table.plus("Ben")
    table.plus("Eva")


def written_as_shown(table: TablePage) -> int:
    """Write the deal: what was live in the rows and on the button is what then stands in the book."""
    live, says = table.results(), table.says.inner_text()
    taps = table.write()
    assert table.written() == live
    expect(table.pot).to_have_text(re.compile(rf"{says.split('→')[1].strip()}$"))
    return taps


def test_the_worked_example_by_tapping(phones: Phones) -> None:
    page = phones.take()
    page.goto("/")
    page.locator("main a.button.primary").tap()
    page.locator('a.card[href$="/chratze"]').tap()
    new = NewPage(page)
    new.fill(FIVE)
    new.start()
    table = TablePage(page)
    expect(table.pot).to_have_text(re.compile("5$"))
    expect(table.meta).to_contain_text("Deal 1 · Anna deals")
    expect(table.says).to_have_text("Who chratzes?")
    assert table.order() == list(FIVE)

    first_deal(table)
    assert [table.shown(name) for name in ("Dan", "Carla", "Ben")] == [
        Shown("Chratzer", "2", "+4"),
        Shown("dabei", "2", "+1"),
        Shown("dabei", "0", "−5"),
    ]
    expect(table.says).to_have_text("Pot 5 → 10")
    assert written_as_shown(table) == 5
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1 · Ben −5")
    expect(table.meta).to_contain_text("Deal 2 · Ben deals")
    assert table.order() == ["Ben", "Carla", "Dan", "Eva", "Anna"]

    second_deal(table)
    expect(table.says).to_have_text("Pot 10 → 35")
    assert table.results() == {"Carla": "−20", "Dan": "+10", "Eva": "−10"}
    assert written_as_shown(table) <= 5
    expect(table.meta).to_contain_text("30 + 5 antes")

    third_deal(table)
    assert table.results() == {"Anna": "+24", "Ben": "+5", "Eva": "+5"}
    assert written_as_shown(table) <= 5

    page.locator('nav a[href$="/standing"]').tap()
    page.wait_for_url("**/standing")
    standing = StandingPage(page)
    expect(standing.pot).to_have_text("1")
    assert standing.balances() == BALANCES
    page.locator("nav.tabs a").first.tap()
    page.locator("details.more summary").tap()
    page.locator('.panel a[href$="/close"]').tap()
    page.wait_for_url("**/close")
    assert standing.before_sharing() == BALANCES
    expect(standing.stays).to_contain_text("1 chip")
    standing.close()
    expect(standing.notice).to_have_text("The evening is closed.")
    assert standing.balances() == BALANCES
    expect(standing.pot).to_have_text("1")


def test_undo_is_one_tap_and_gives_everything_back(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    table = TablePage(page)
    expect(table.undo_button).to_have_count(0)
    first_deal(table)
    table.write()
    assert table.undo() == 1
    expect(table.pot).to_have_text(re.compile("5$"))
    expect(table.meta).to_contain_text("Deal 1 · Anna deals")
    expect(table.said).to_have_text("Nothing written yet.")
    assert table.redo() == 1
    expect(table.said).to_have_text("Deal 1 Dan +4 · Carla +1 · Ben −5")
    expect(table.meta).to_contain_text("Deal 2 · Ben deals")


def test_unopposed_and_passed_out_take_two_taps(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    table = TablePage(page)
    table.fact("nobody")
    expect(table.says).to_have_text(re.compile("^Everybody antes again.* 5 → 10$"))
    assert table.write() == 2
    expect(table.said).to_have_text("Deal 1 nobody played")
    expect(table.meta).to_contain_text("Deal 2 · Anna deals")
    table.tap("Carla")
    expect(table.says).to_have_text(f"Nobody came along: {apart('Carla')} takes 10")
    assert table.write() == 2
    expect(table.said).to_have_text("Deal 2 Carla +10")
    expect(table.row("Ben")).to_contain_text("Susi")
    expect(table.meta).to_contain_text("Deal 3 · Ben deals")


@pytest.mark.parametrize("crowd", CROWDS)
def test_nothing_scrolls_before_during_and_after_a_deal(phones: Phones, crowd: str) -> None:
    slug, names, model, rules = CROWDS[crowd]
    page = phones.take(model)
    evening = Evening.starts(page, slug, names, rules=rules)
    page.goto(evening.path)
    table = TablePage(page)
    moments = [extent(page)]
    if slug.startswith("chratze"):
        # Alone, the button says whose the pot is: the longest that it ever says.
        table.tap(names[3])
        moments.append(extent(page))
    for name in names[1:3]:
        table.plus(name)
    if slug != "kratzen":
        table.tap(names[5])
    moments.append(extent(page))
    if slug == "zwicken":
        table.plus(names[1])
    table.write()
    moments.append(extent(page))
    assert not any(moment.scrolls for moment in moments), moments


@pytest.mark.parametrize("model", [Model(), Model(width=390, height=844)], ids=["small", "large"])
def test_the_pot_and_the_button_are_where_they_belong(phones: Phones, model: Model) -> None:
    page = phones.take(model)
    evening = Evening.starts(page, "chratze", FIVE)
    page.goto(evening.path)
    table = TablePage(page)
    pot, button = table.pot.bounding_box(), table.button.bounding_box()
    assert pot is not None
    assert button is not None
    assert pot["y"] < 60
    assert model.height - 40 < button["y"] + button["height"] <= model.height
