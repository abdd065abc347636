"""The head of the record page and what is around its rows: what gives way where there is no room for all."""

from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import SAY, deal
from tests.browser.phone import DESK, LARGE, NARROW, SMALL, SPEECHES, Model, Phones, Speech
from tests.browser.tablepage import TablePage, extent
from tests.browser.test_looks import LINES, SEVEN, SHORTENED, apart, box, inside

SIZES: Final = (NARROW, SMALL, LARGE)
# Of two who have no room beside each other, one takes more than half of it.
NAMES: Final = ("Franz Josef", "Annemarie", "Hansruedi Wüthrich", "Dan", "Eva")
SOON: Final = 20_000
COLUMN: Final = 46 * 18
# The line is drawn anew as the signal comes and goes, so all of it is found and measured at once.
PARTS: Final = """() => {
  const meta = document.querySelector("p.meta");
  const parts = [meta, meta.querySelector("bdi"), ...meta.children];
  return parts.filter(part => part.checkVisibility()).map(part => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const sticks = part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === "visible";
    return [{ x, y, width, height }, sticks];
  });
}"""
LONGEST: Final = "Wolfeschlegelsteinhausenbergerdorffhaupt"
# Every sentence of the page, whichever of them may stand on the button, with what is longest in its places.
SENTENCES: Final = """async () => {
  const status = await import(document.querySelector("link[href$='/status.js']").href);
  const { short, words, units } = JSON.parse(document.querySelector("#kept").dataset.kept);
  const name = Object.values(short).sort((one, other) => other.length - one.length)[0];
  const filled = { name, limit: `1\u202f000\u202f000\u202f000\u202f000\u202f000\u00a0${units[1]}` };
  const put = (text) => text.replace(/[{](\\w+)[}]/g, (_all, key) => filled[key] ?? "100");
  return [words.who_declares, ...Object.values(status.words)].map(put);
}"""
CLIPPED: Final = "part => getComputedStyle(part).clipPath"


def opened(phones: Phones, model: Model, evening: Evening) -> TablePage:
    """Return the table of `evening` on the scribe's phone, with all that it needs without signal."""
    page = phones.take(model, evening.request.storage_state())
    return TablePage.with_words(page, evening.path)


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
    measured: list[tuple[FloatRect, bool]] = meta.page.evaluate(PARTS)
    (whole, _), (dealer, _), *parts = measured
    boxes = [where for where, _sticks_out in parts]
    assert len(parts) >= 2
    assert whole["height"] <= 20
    assert apart(boxes)
    whole["width"] -= 13
    assert all(inside(one, whole) for one in boxes)
    assert not any(sticks_out for _where, sticks_out in parts)
    assert dealer["width"] > 20


@pytest.mark.parametrize("speech", SPEECHES)
def test_three_results_leave_the_deal_its_number(phones: Phones, speech: Speech) -> None:
    evening = long(phones)
    table = opened(phones, replace(SMALL, speech=speech), evening)
    numbered(table.page, 12)
    table.page.context.set_offline(True)
    for name in ("Dan", "Eva"):
        table.tap(name)
    deal(table, "Franz Josef", "")
    expect(table.page.locator("#take-back")).to_be_visible()
    numbered(table.page, 13)
    # Two buttons leave it less.
    evening.write("Dan")
    evening.act("undo")
    numbered(opened(phones, replace(SMALL, speech=speech), evening).page, 12)


def numbered(page: Page, number: int) -> None:
    """Check that the line of the last deal says its number, three results, and is beside its buttons."""
    said, buttons = page.locator("#last .said"), page.locator("#last button:visible").all()
    head, names = said.locator(".head"), said.locator(".whom").all()
    expect(head).to_contain_text(f" {number}")
    assert head.evaluate(CLIPPED) == "none"
    parts = [head, *names, *said.locator("b").all()]
    assert len(parts) == 7
    assert all(inside(box(part), box(said)) for part in parts)
    assert apart([box(part) for part in parts])
    assert apart([box(said), *(box(button) for button in buttons)])
    short = [name for name in names if name.inner_text() in ("Dan", "Eva")]
    assert short
    assert not any(name.evaluate(SHORTENED) for name in short)


def five_rows_fit(page: Page) -> None:
    """Check that five rows and the button that writes are on the screen, each as high as a thumb needs."""
    assert not extent(page).scrolls
    rows, below = [box(row) for row in page.locator("main li.seat").all()], box(page.locator(".below"))
    assert len(rows) == 5
    assert min(row["height"] for row in rows) >= 48
    assert rows[-1]["y"] + rows[-1]["height"] <= below["y"] + 0.5


@pytest.mark.parametrize("speech", SPEECHES)
def test_notices_take_their_room_from_the_rows(phones: Phones, speech: Speech) -> None:
    watcher, other = phones.take(), phones.take()
    evening = Evening.starts(phones.take(), "chratze", FIVE, over=True)
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    watch, write = evening.links()
    watcher.request.get(watch)
    Evening(watcher.request, evening.path, FIVE).act("flags")
    page = opened(phones, replace(SMALL, speech=speech), evening).page
    expect(page.locator(".flag")).to_be_visible()
    five_rows_fit(page)
    other.request.get(write)
    there = Evening(other.request, evening.path, FIVE)
    there.act("scribe")
    there.act("flags/1/right")
    page.reload()
    expect(page.locator(".taken")).to_be_visible()
    five_rows_fit(page)
    with page.expect_navigation():
        page.locator(".taken button").tap()
    expect(page.locator("#yours")).to_be_visible()
    five_rows_fit(page)


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("note", ["#no-line", "#differs", "#new-version"])
def test_notes_above_the_page_are_as_large_as_its_text(phones: Phones, note: str, speech: Speech) -> None:
    page = opened(phones, replace(SMALL, speech=speech), Evening.starts(phones.take(), "chratze", FIVE)).page
    page.evaluate(SAY, note)
    says = page.locator(f"{note} p")
    assert says.evaluate("says => parseFloat(getComputedStyle(says).fontSize)") >= 18
    assert apart([box(says), box(page.locator(f"{note} button"))])
    five_rows_fit(page)


def test_frame_of_the_rest_keeps_off_the_lines_of_its_row(phones: Phones) -> None:
    table = opened(phones, SMALL, Evening.starts(phones.take(), "chratze", SEVEN))
    table.tap("Dan")
    table.tap("Eva")
    row, count = box(table.row("Dan")), table.part("Dan", "count")
    frame, word = box(count.locator(".won")), box(count.locator(".word"))
    assert frame["y"] - row["y"] >= 4
    assert row["y"] + row["height"] - word["y"] - word["height"] >= 4


@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("slug", ["chratze", "chratze-cash"])
def test_what_the_button_does_is_one_line_and_what_comes_of_it_two_at_most(
    phones: Phones, slug: str, speech: Speech
) -> None:
    evening = Evening.starts(phones.take(), slug, NAMES)
    table = opened(phones, replace(SMALL, speech=speech), evening)
    does, button = table.button.locator(".do"), box(table.button)
    for press, what, most in (
        (table.tap, "Annemarie", 2),
        (table.tap, "Hansruedi Wüthrich", 1),
        (table.plus, "Dan", 1),
        (table.fact, "nobody", 2),
    ):
        press(what)
        expect(does).to_be_visible()
        assert does.evaluate(LINES) == 1
        assert table.says.evaluate(LINES) <= most, table.says.inner_text()
        for part in (does, table.says):
            assert inside(box(part), button)
            assert not part.evaluate(SHORTENED)
        assert apart([box(does), box(table.says)])


@pytest.mark.parametrize("speech", SPEECHES)
def test_whatever_the_button_asks_for_is_whole(phones: Phones, speech: Speech) -> None:
    evening = Evening.starts(phones.take(), "zwicken", (LONGEST, *NAMES))
    table = opened(phones, replace(SMALL, speech=speech), evening)
    table.page.set_viewport_size({"width": NARROW.width, "height": NARROW.height})
    sentences = table.page.evaluate(SENTENCES)
    assert len(sentences) > 40
    for text in sentences:
        table.says.evaluate("(says, text) => (says.textContent = text)", text)
        assert inside(box(table.says), box(table.button)), text


def test_the_button_asks_for_one_thing_at_a_time(phones: Phones) -> None:
    table = opened(phones, SMALL, Evening.starts(phones.take(), "zwicken", NAMES))
    table.fact("own")
    table.plus("Eva", 2)
    table.tap("Franz Josef")
    expect(table.says).to_have_text("Tricks are written, but fewer than two are in: who came along?")
    table.plus("Dan")
    expect(table.says).not_to_contain_text("Tricks are written")


def test_who_watches_on_a_large_screen_sees_one_column(phones: Phones) -> None:
    evening = Evening.starts(phones.take(), "chratze", FIVE)
    evening.write("Dan")
    screen = phones.take(replace(DESK, width=1920, height=1080))
    screen.goto(evening.links()[0])
    for part in (".screen", "#beside", ".rows"):
        column = box(screen.locator(part))
        assert (column["x"], column["width"]) == ((1920 - COLUMN) / 2, COLUMN), part
    assert not extent(screen).scrolls
