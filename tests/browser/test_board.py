"""The board: up to date within seconds, all on one screen and readable from across a room."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Model, Phones
from tests.browser.tablepage import extent

TELEVISION: Final = Model(width=1920, height=1080, touch=False)
TABLET: Final = Model(width=1024, height=768)
TEN: Final = (*FIVE, "Fritz von Allmen-Hungerbühler", "Gret", "Hans", "Ida", "Jo")
LONG: Final = tuple(f"Konstantin Wladimirowitsch Oldenburg {letter}" for letter in "ABCDEFGHIJ")

# A letter is read from 4 m when its capitals are 8 mm high or more: 11 mm of type. A tablet's 1024 pixels are
# 20 cm wide, those 1920 of a television 90 cm.
PIXELS_PER_MM: Final = {1024: 5.1, 1920: 2.1}
SMALLEST_MM: Final = 8
GAMES: Final = (("chratze", FIVE), ("chratze-cash", TEN[:7]), ("zwicken", TEN), ("zwicken", LONG))
FLAT: Final = Model(width=1280, height=720, touch=False)
PUB: Final = ("Dora", "Ueli", "Christophorus", "Beat", "Hansruedi Wüthrich")
# A name is whole where it has the room it takes and no word of it is broken.
BROKEN: Final = r"""names => names.filter(name => {
  const cut = name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2;
  if (getComputedStyle(name).display !== "inline" && cut) return true;
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const word of walker.currentNode.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (range.getClientRects().length > 1) return true;
    }
  }
  return false;
}).map(name => name.textContent)"""


def board(phones: Phones) -> tuple[Evening, Page]:
    """Return an evening, and a screen that came by its link to watch and shows its board."""
    evening = Evening.starts(phones.take(), "chratze", FIVE)
    screen = phones.take(TABLET)
    screen.goto(evening.links()[0])
    screen.goto(f"{evening.path}board")
    return evening, screen


def sizes(page: Page, part: str) -> list[float]:
    """Return how large the letters of `part` are, in CSS pixels."""
    found: list[float] = page.locator(part).evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    return found


def test_a_written_deal_is_on_the_board_within_five_seconds(phones: Phones) -> None:
    evening, screen = board(phones)
    expect(screen.locator(".board-last")).to_have_text("Nothing written yet.")
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    expect(screen.locator(".board-last")).to_contain_text("Dan +4", timeout=5_000)
    expect(screen.locator(".board-places li").first).to_contain_text("+3")
    evening.act("links/watch")
    expect(screen.locator("#gone")).to_be_visible(timeout=5_000)


@pytest.mark.parametrize("model", [TABLET, TELEVISION], ids=str)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_board_fits_its_screen_and_is_read_from_four_metres(
    phones: Phones, model: Model, game: tuple[str, tuple[str, ...]]
) -> None:
    slug, names = game
    page = phones.take(model)
    evening = Evening.starts(page, slug, names)
    if slug == "zwicken":
        evening.write("", list(names), {names[5]: 1, names[6]: 1, names[7]: 1})
    else:
        evening.write("Dan", list(names[:3]), {names[0]: 1, names[1]: 1})
    page.goto(f"{evening.path}board")
    fits(page, model, len(names))
    evening.act("close")
    page.reload()
    assert page.locator(".dues .board-result").count() > 3
    edge = page.locator(".board-places").evaluate("one => one.getBoundingClientRect().left")
    whole = page.locator(".dues b, .dues .board-whom:not(:first-child)").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().right])"
    )
    assert all(width > 0 and right <= edge for width, right in whole), whole
    fits(page, model, len(names))


@pytest.mark.parametrize("model", [TELEVISION, FLAT, TABLET], ids=str)
def test_names_of_the_board_are_whole_and_payments_say_from_whom_to_whom(
    phones: Phones, model: Model
) -> None:
    page = phones.take(model)
    evening = Evening.starts(page, "chratze", PUB)
    failed, also, _other, made, long = PUB
    evening.write(long, [failed, also], {failed: 2, also: 2})
    evening.write(made)
    page.goto(f"{evening.path}board")
    names = page.locator(".board-places .name, .board-whom")
    assert set(names.evaluate_all("all => all.map(one => one.querySelector('bdi').textContent)")) == set(PUB)
    assert names.evaluate_all(BROKEN) == []
    gap = page.locator(".board-places li").first.evaluate(
        "one => one.querySelector('.name').offsetLeft - one.querySelector('.rank').offsetLeft"
    )
    assert gap <= 1.3 * sizes(page, ".board-places .name")[0]
    evening.close(chip="0.10")
    page.reload()
    payments = page.locator(".dues .board-result")
    expect(payments.filter(has_text=f"{long} → {made}")).to_have_count(1)
    assert page.locator(".board-whom").evaluate_all(BROKEN) == []
    assert not extent(page).scrolls


def fits(page: Page, model: Model, count: int) -> None:
    """Check that a board of `count` people is all on its screen, and large."""
    assert not extent(page).scrolls
    least = SMALLEST_MM * PIXELS_PER_MM[model.width] * (0.85 if count == 10 else 1)
    for part in (".board-places .name", ".board-places .result", ".board-deal"):
        assert min(sizes(page, part)) >= least, part
    pot, places = page.locator("h1.pot").bounding_box(), page.locator(".board-places").bounding_box()
    assert pot is not None
    assert places is not None
    assert sizes(page, "h1.pot")[0] > max(sizes(page, ".board-places .result"))
    right = page.locator("h1.pot").evaluate(
        "pot => { const range = document.createRange(); range.selectNodeContents(pot.lastChild);"
        " return range.getBoundingClientRect().right; }"
    )
    assert right <= places["x"]
    foot = page.locator(".board-foot").bounding_box()
    now = page.locator(".board-now").evaluate("one => one.scrollHeight - one.clientHeight")
    assert foot is not None
    assert now == 0
    assert places["y"] + places["height"] <= foot["y"] + 1
