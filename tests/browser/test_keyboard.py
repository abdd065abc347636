"""The whole flow by keyboard alone, and the focus is always to be seen."""

from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import DESK, Phones
from tests.browser.tablepage import TablePage

FURTHEST: Final = 60
# Where the focus is: it has an outline, or, for a choice that hides its own, the mark beside it has. In a
# date the browser marks the part that is being typed.
SHOWS_FOCUS: Final = """() => {
  const outlined = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const here = document.activeElement;
  const beside = here.nextElementSibling;
  return here.matches("[type=date], [type=time]") || outlined(here) || (beside !== null && outlined(beside));
}"""


class Keyboard:
    """Ten fingers on one page: Tab, Enter, the space bar and letters."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, target: Locator) -> None:
        """Press Tab until `target` has the focus; every stop on the way must show it."""
        expect(target).to_be_visible()
        for _ in range(FURTHEST):
            self.page.keyboard.press("Tab")
            assert self.page.evaluate(SHOWS_FOCUS), self.page.evaluate("document.activeElement.outerHTML")
            if target.evaluate("target => target === document.activeElement"):
                return
        raise AssertionError(f"{FURTHEST} stops, and none of them is {target}")

    def press(self, target: Locator, key: str = "Enter") -> None:
        """Reach `target` and press it."""
        self.reach(target)
        self.page.keyboard.press(key)

    def follow(self, target: Locator, where: str) -> None:
        """Reach `target`, press it, and wait for the page it leads to."""
        self.press(target)
        self.page.wait_for_url(where)

    def say(self, target: Locator, key: str = " ") -> None:
        """Reach a button of the record page and press it."""
        self.reach(target)
        self.page.keyboard.press(key)


def test_an_evening_by_keyboard(phones: Phones) -> None:
    page = phones.take(DESK)
    keys = Keyboard(page)
    page.goto("/")
    keys.follow(page.locator("main a.button.primary"), "**/new")
    keys.follow(page.locator('a.card[href$="/chratze"]'), "**/new/chratze")
    keys.press(page.locator('.row-buttons button[value="add"]'))
    names = page.locator('input[name="name"]')
    expect(names).to_have_count(5)
    for line, name in enumerate(FIVE):
        keys.reach(names.nth(line))
        page.keyboard.type(name)
    choose_first(page)
    keys.follow(page.locator('button[value="start"]'), "**/e/*/")

    table = TablePage(page)
    keys.say(table.part("Ben", "who"))
    keys.say(table.part("Carla", "plus"), "Enter")
    keys.say(table.part("Dan", "who"))
    expect(table.says).to_contain_text("→")
    keys.reach(table.button)
    page.keyboard.press("Enter")
    expect(table.said).to_have_text("Deal 1 Ben +4 · Carla +1 · Dan −5")
    keys.reach(table.undo_button)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(table.said).to_have_text("Nothing written yet.")
    keys.reach(page.locator('#last form[action$="/redo"] button'))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(table.said).to_have_text("Deal 1 Ben +4 · Carla +1 · Dan −5")
    keys.press(page.locator("details.more > summary"))
    keys.follow(page.locator('.panel a[href$="/close"]'), "**/close")
    keys.follow(page.locator('form[action$="/close"] button'), "**/settling")
    settle(keys)


def settle(keys: Keyboard) -> None:
    """Mark one payment of a closed evening as paid, and part of another one."""
    page, states = keys.page, keys.page.locator(".due-state")
    dans = page.locator(".due").filter(has_text="Dan").filter(has_text="Pot")
    expect(page.locator("main .notice")).to_have_text("The evening is closed.")
    expect(states).to_have_text(["open"] * 4)
    keys.reach(page.locator(".due").filter(has_not_text="Dan").locator("button").first)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(states.filter(has_text="✓")).to_have_count(1)
    keys.follow(dans.locator("a.button"), "**/settling/*")
    keys.reach(page.locator("#paid"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1")
    keys.press(page.get_by_role("button", name="Part of it is paid"))
    page.wait_for_url("**/settling")
    expect(dans.locator(".due-state")).to_contain_text("1 paid")


def choose_first(page: Page) -> None:
    """Let the first player deal first: the arrow keys move within the group of choices."""
    first, chance = page.locator('input[name="first"][value="0"]'), page.locator('input[value="chance"]')
    Keyboard(page).reach(chance)
    page.keyboard.press("ArrowDown")
    expect(first).to_be_checked()


def test_the_content_can_be_skipped_to(phones: Phones) -> None:
    page = phones.take(DESK)
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    box = skip.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main a.button.primary")).to_be_focused()


def test_escape_closes_the_menu_and_goes_back_to_its_button(phones: Phones) -> None:
    page = phones.take(DESK)
    evening = Evening.starts(page, "chratze", FIVE)
    for phone in (page, phones.take(DESK)):
        phone.goto(evening.links()[0])
        menu = phone.locator("details.more")
        Keyboard(phone).press(menu.locator("summary"))
        expect(menu).to_have_attribute("open", "")
        Keyboard(phone).reach(menu.locator("a").first)
        phone.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(menu.locator("summary")).to_be_focused()


def test_enter_in_a_name_adds_a_line_and_starts_nothing(phones: Phones) -> None:
    page = phones.take(DESK)
    page.goto("/new/chratze")
    page.locator('input[name="name"]').first.press("Enter")
    expect(page.locator('input[name="name"]')).to_have_count(5)
    expect(page.locator(".flaw")).to_have_count(0)
