"""How the record page is set out on a small phone, whoever plays and whatever happened."""

from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import NO_SCRIPTS, SMALL, SPEECHES, Phones, Speech
from tests.browser.tablepage import TablePage, extent

LONG: Final = tuple(f"{start} von Allmen-Hungerbühler zu Oberhofen" for start in "ABCDEFG")
SEVEN: Final = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz", "Gret")
LINES: Final = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""
RIGHT: Final = """pot => {
  const range = document.createRange();
  range.selectNodeContents(pot.lastChild);
  return range.getBoundingClientRect().right;
}"""
SHORTENED: Final = "element => element.scrollWidth > element.clientWidth"


def box(part: Locator) -> FloatRect:
    """Return where a part of the page is."""
    found = part.bounding_box()
    assert found is not None
    return found


def inside(part: FloatRect, whole: FloatRect) -> bool:
    """Return whether nothing of `part` is cut off by `whole`."""
    across = whole["x"] <= part["x"] and part["x"] + part["width"] <= whole["x"] + whole["width"] + 0.5
    down = whole["y"] - 0.5 <= part["y"] and part["y"] + part["height"] <= whole["y"] + whole["height"] + 1.5
    return across and down


def apart(boxes: list[FloatRect]) -> bool:
    """Return whether no two of `boxes` lie over each other."""
    return not any(
        one["x"] < other["x"] + other["width"] - 0.5
        and other["x"] < one["x"] + one["width"] - 0.5
        and one["y"] < other["y"] + other["height"] - 2
        and other["y"] < one["y"] + one["height"] - 2
        for number, one in enumerate(boxes)
        for other in boxes[number + 1 :]
    )


def speaking(phones: Phones, evening: Evening, speech: Speech) -> Page:
    """Return the table of `evening` on the scribe's phone set to another language."""
    page = phones.take(replace(SMALL, speech=speech), evening.request.storage_state())
    page.goto(evening.path)
    return page


@pytest.mark.parametrize("names", [SEVEN, LONG], ids=["short", "long"])
@pytest.mark.parametrize("playing", [1, 2, 3, 4, 5, 7])
def test_last_deal_is_large_and_no_number_is_lost(
    phones: Phones, names: tuple[str, ...], playing: int
) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", names, rules={"ante.each": "4", "ante.dealer": "4"})
    tricks = {names[2]: 4} if playing > 2 else {names[1]: 4} if playing > 1 else {}
    evening.write(names[0], names[1:playing], tricks)
    page.goto(evening.path)
    complete(TablePage(page).said, playing)
    # With something to redo, a second button narrows it, in German most of all.
    evening.write(names[0])
    evening.act("undo")
    complete(TablePage(speaking(phones, evening, "de")).said, playing)


def complete(said: Locator, playing: int) -> None:
    """Check that the line shows every result of a deal, of which not more than three differ."""
    assert said.evaluate("said => parseFloat(getComputedStyle(said).fontSize)") >= 18
    whole, numbers = box(said), [box(number) for number in said.locator("b").all()]
    groups = [box(names) for names in said.locator(".whom").all()]
    assert len(numbers) == (playing if playing < 5 else 3)
    assert all(inside(number, whole) for number in numbers)
    assert all(group["width"] > 20 for group in groups)
    assert apart([*numbers, *groups])
    assert whole["height"] <= 48
    for dot in said.locator(".dot").all():
        assert dot.evaluate("dot => getComputedStyle(dot).clipPath") != "none"


def test_those_who_came_out_alike_share_a_number(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", SEVEN)
    evening.write("Anna", SEVEN[1:], {"Ben": 2, "Carla": 2})
    page.goto(evening.path)
    expect(TablePage(page).said).to_have_text("Deal 1 Ben, Carla +3 · Dan, Eva, Fritz, Gret −7 · Anna −14")


def test_long_dealer_shortens_and_the_antes_stay(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", LONG)
    evening.write(LONG[3], [LONG[1]], {LONG[1]: 4})
    page.goto(evening.path)
    meta = TablePage(page).meta
    expect(meta).to_contain_text("deals · 14 + 7 antes")
    assert meta.locator("bdi").evaluate(SHORTENED)
    assert inside(box(meta.locator("span").last), box(meta))


def test_results_of_a_deal_stand_in_columns(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", SEVEN)
    for playing in (3, 4):
        evening.write("Dan", ["Carla", "Ben", "Eva"][: playing - 1], {"Carla": 1, "Ben": 1})
        page.goto(evening.path)
        said = TablePage(page).said
        names = [box(name) for name in said.locator(".whom").all()]
        ends = [round(one["x"] + one["width"]) for one in (box(number) for number in said.locator("b").all())]
        lines, columns = ({round(name[edge]) for name in names} for edge in ("y", "x"))
        assert len(names) == playing
        assert (len(lines), len(columns), len(set(ends))) == (2, 2, 2)


@pytest.mark.parametrize("speech", SPEECHES)
def test_no_short_name_is_cut_beside_amounts_of_two_digits(phones: Phones, speech: Speech) -> None:
    evening = Evening.starts(phones.take(), "chratze", SEVEN)
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.write("Carla", ["Dan", "Eva"], {"Dan": 3})
    page = speaking(phones, evening, speech)
    for name in TablePage(page).said.locator(".whom").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("names", [SEVEN, LONG], ids=["short", "long"])
def test_whatever_the_button_says_no_row_moves(
    phones: Phones, names: tuple[str, ...], speech: Speech
) -> None:
    evening = Evening.starts(phones.take(), "chratze-cash", names)
    page = speaking(phones, evening, speech)
    table = TablePage(page)

    def still() -> list[tuple[float, float]]:
        button = box(table.button)
        for part in (table.says, table.button.locator(".do")):
            if part.is_visible():
                assert part.evaluate(LINES) <= 2, part.inner_text()
                assert inside(box(part), button), part.inner_text()
        seen = [button, *(box(row) for row in page.locator("li.seat").all())]
        return [(round(one["y"], 1), round(one["height"], 1)) for one in seen]

    places = still()
    for press, name in (
        (table.tap, names[3]),
        (table.plus, names[1]),
        (table.tap, names[2]),
        (table.minus, names[3]),
        (table.fact, "nobody"),
    ):
        press(name)
        assert still() == places
    for _deal in range(3):
        table.write()
        table.fact("nobody")
    assert still() == places


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("over", [False, True], ids=["playing", "time-is-up"])
def test_what_comes_from_beside_the_book_cuts_no_row(phones: Phones, over: bool, speech: Speech) -> None:
    watcher, other = phones.take(), phones.take()
    evening = Evening.starts(phones.take(), "chratze", LONG, over=over)
    evening.write(LONG[0], LONG[1:], {LONG[1]: 2, LONG[2]: 2})
    watcher.goto(evening.links()[0])
    with watcher.expect_navigation():
        watcher.locator('form[action$="/flags"] button').tap()
    assert inside(box(watcher.locator("#beside")), {"x": 0, "y": 0, "width": 360, "height": 640})
    page = speaking(phones, evening, speech)
    expect(page.locator('#last form[action$="/undo"] button')).to_be_visible()
    everything_fits(page, buttons=3)
    evening.act("flags/1/right")
    watcher.reload()
    assert inside(box(watcher.locator(".said-of-flag")), {"x": 0, "y": 0, "width": 360, "height": 640})
    other.request.get(evening.links()[1])
    Evening(other.request, evening.path, LONG).act("scribe")
    page.reload()
    everything_fits(page, buttons=1)


def everything_fits(page: Page, buttons: int) -> None:
    """Check that a table with something above its rows neither scrolls nor cuts anything."""
    assert not extent(page).scrolls
    above, below = page.locator(".beside"), page.locator(".below")
    rows = [box(row) for row in page.locator("li.seat").all()]
    assert len(rows) == 7
    assert box(above)["y"] + box(above)["height"] <= rows[0]["y"] + 0.5
    assert rows[-1]["y"] + rows[-1]["height"] <= box(below)["y"] + 0.5
    said = above.locator("p")
    assert inside(box(said), box(above))
    assert not said.evaluate(SHORTENED), said.inner_text()
    taps = [box(one) for one in page.locator(".beside button:visible, #last button:visible").all()]
    assert len(taps) == buttons
    assert min(min(tap["width"], tap["height"]) for tap in taps) >= 48
    assert apart([*taps, box(said)])


@pytest.mark.parametrize("speech", SPEECHES)
def test_what_ends_the_evening_is_one_line_above_the_buttons(phones: Phones, speech: Speech) -> None:
    evening = Evening.starts(phones.take(), "chratze", LONG, over=True)
    evening.write(LONG[0], LONG[1:], {LONG[1]: 2, LONG[2]: 2})
    page = speaking(phones, evening, speech)
    table, end = TablePage(page), page.locator(".end")
    expect(table.button.locator(".end")).to_have_count(0)
    assert end.evaluate(LINES) == 1
    assert not end.evaluate(SHORTENED)
    assert not extent(page).scrolls
    table.tap(LONG[3])
    assert not extent(page).scrolls
    assert box(end)["y"] + box(end)["height"] <= box(page.locator(".facts"))["y"]


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("slug", ["chratze", "kratzen", "zwicken"])
def test_facts_take_two_lines_at_most(phones: Phones, slug: str, speech: Speech) -> None:
    evening = Evening.starts(phones.take(), slug, FIVE, over=True)
    if slug == "zwicken":
        evening.write(dealer_trump="no")
    elif slug == "chratze":
        evening.write("nobody")
    else:
        for dealer in FIVE:
            evening.write("", [name for name in FIVE if name != dealer], {"Ben": 2, "Carla": 2})
    page = speaking(phones, evening, speech)
    buttons = page.locator(".facts .fact:visible").all()
    assert len(buttons) == (3 if slug == "kratzen" else 4)
    for button in buttons:
        assert button.evaluate(LINES) <= 2, button.inner_text()
        assert not button.evaluate(SHORTENED), button.inner_text()
    last, write = box(buttons[-1]), box(TablePage(page).button)
    assert last["x"] + last["width"] <= write["x"] + write["width"] + 0.5
    assert not extent(page).scrolls


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_grow_where_few_play(phones: Phones, players: int) -> None:
    page = phones.take()
    page.goto(Evening.starts(page, "chratze", SEVEN[:players]).path)
    last, below = box(page.locator("li.seat").last), box(page.locator(".below"))
    assert below["y"] - last["y"] - last["height"] <= (80 if players == 2 else 1)
    assert not extent(page).scrolls


@pytest.mark.parametrize("ante", ["20", "200", "600"], ids=["1.40", "14.00", "42.00"])
def test_pot_and_tabs_keep_their_distance(phones: Phones, ante: str) -> None:
    page = phones.take()
    rules = {"ante.each": f"{int(ante) / 100:.2f}", "ante.dealer": f"{int(ante) / 100:.2f}"}
    page.goto(Evening.starts(page, "chratze-cash", SEVEN, rules=rules).path)
    more = box(page.locator("details.more > summary"))
    first = box(page.locator(".tabs a:visible").first)
    assert TablePage(page).pot.evaluate(RIGHT) + 8 <= first["x"]
    assert more["x"] + more["width"] <= SMALL.width


def test_closed_table_can_be_reopened_without_scrolling(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", SEVEN)
    evening.act("close")
    page.goto(evening.path)
    reopen = box(page.locator('a[href$="/reopen"]'))
    assert reopen["y"] + reopen["height"] <= SMALL.height
    assert not extent(page).scrolls
    # Who pays whom makes the page longer, and the way back stays where it is.
    evening.act("reopen")
    failed, made = SEVEN[:2]
    evening.write(failed, [made], {failed: 1, made: 3})
    evening.act("close")
    page.reload()
    assert extent(page).scrolls
    expect(page.locator('a[href$="/reopen"]')).to_be_in_viewport(ratio=1)


def test_plain_columns_have_heads_and_flaws_keep_off_the_edge(phones: Phones) -> None:
    page = phones.take(NO_SCRIPTS)
    page.goto(Evening.starts(page, "chratze", FIVE).path)
    heads = page.locator(".heads span").all()
    assert [head.inner_text() for head in heads] == ["Chratzer", "dabei", "Tricks"]
    row = page.locator("li.seat").first
    fields = [row.locator(f'input[name="{name}"]') for name in ("declarer", "joined", "tricks_0")]
    for head, field in zip(heads, fields, strict=True):
        above, below = box(head), box(field)
        assert abs(above["x"] + above["width"] / 2 - below["x"] - below["width"] / 2) <= 6
    page.locator("input.tricks").first.fill("two")
    with page.expect_navigation():
        page.locator("button.write").click()
    flaw = page.locator(".seat .flaw")
    edge = flaw.evaluate("flaw => parseFloat(getComputedStyle(flaw).paddingLeft)")
    assert box(flaw)["x"] + edge >= 14
