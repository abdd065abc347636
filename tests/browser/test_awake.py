"""The screen stays awake, on the table page and on the board: as the switch says, where the browser can."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ledger.cli.system import find_chromium
from tests.browser.evening import FIVE, Evening
from tests.browser.offline import deal, waits
from tests.browser.phone import ARGUMENTS, Model, Phones
from tests.browser.tablepage import TablePage

TABLET: Final = Model(width=1024, height=768)

# The browser's own locks, each noted when it is given.
NOTED: Final = """
window.asked = 0;
window.locks = [];
const real = WakeLock.prototype.request;
WakeLock.prototype.request = async function (kind) {
  window.asked += 1;
  const lock = await real.call(this, kind);
  window.locks.push(lock);
  return lock;
};
"""
HELD: Final = "() => window.locks.filter(({ released }) => !released).length"
# No test can put a page out of sight: the browser ends the lock and tells the page, and so does this.
HIDDEN: Final = """async hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  if (hidden) for (const lock of window.locks) await lock.release();
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NO_LOCK: Final = "delete Navigator.prototype.wakeLock;"
PLAIN_HTTP: Final = NO_LOCK + "Object.defineProperty(window, 'isSecureContext', { value: false });"
REFUSES: Final = "WakeLock.prototype.request = () => Promise.reject(new DOMException('', 'NotAllowedError'));"

Opened = Callable[[str], Page]


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """Yield the whole Chromium: only one that can have windows can keep a screen awake."""
    whole = browser.browser_type.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
    yield whole
    whole.close()


@pytest.fixture(params=["table", "board"])
def opened(phones: Phones, request: pytest.FixtureRequest) -> Opened:
    """Return what opens the table of who writes, or the board of who watches, with a script of the test's."""
    board = request.param == "board"

    def opens(script: str) -> Page:
        page, screen = phones.take(), phones.take(TABLET)
        evening = Evening.starts(page, "chratze", FIVE)
        if board:
            screen.request.get(evening.links()[0])
            page = screen
        page.add_init_script(script)
        page.goto(f"{evening.path}{'board' if board else ''}")
        return page

    return opens


def holds(page: Page, count: int) -> None:
    """See that the page comes to hold so many locks."""
    page.wait_for_function(f"count => ({HELD})() === count", arg=count)


def asked(page: Page) -> int:
    """Return how often this page has asked for a lock."""
    return int(page.evaluate("window.asked"))


def switch(page: Page) -> Locator:
    """Return the switch, in sight: on the table it lies in "More"."""
    more = page.locator("details.more:not([open]) > summary")
    if more.count():
        more.tap()
    found = page.get_by_role("switch", name="Keep the screen awake")
    expect(found).to_be_visible()
    return found


def reasons(page: Page) -> Locator:
    """Return what the page says about why the screen may go dark."""
    switch(page)
    return page.locator(".awake [role=status] [data-why]:visible")


def test_lock_is_held_from_the_start_and_asked_for_again_after_waking(opened: Opened) -> None:
    page = opened(NOTED)
    holds(page, 1)
    expect(switch(page)).to_be_checked()
    expect(reasons(page)).to_have_count(0)
    page.evaluate(HIDDEN, True)
    holds(page, 0)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert asked(page) == 1
    page.evaluate(HIDDEN, False)
    holds(page, 1)
    # A phone that wakes tells it in more than one way: one lock is enough.
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert asked(page) == 2


def test_lock_is_asked_for_when_the_page_is_shown_again(opened: Opened) -> None:
    page = opened(NOTED)
    holds(page, 1)
    page.evaluate("window.locks[0].release()")
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    holds(page, 1)
    assert asked(page) == 2


def test_switch_lets_the_screen_sleep_and_its_wish_outlives_a_reload(opened: Opened) -> None:
    page = opened(NOTED)
    holds(page, 1)
    switch(page).uncheck()
    holds(page, 0)
    page.evaluate(HIDDEN, True)
    page.evaluate(HIDDEN, False)
    assert asked(page) == 1
    page.reload()
    expect(switch(page)).not_to_be_checked()
    assert asked(page) == 0
    switch(page).check()
    holds(page, 1)
    page.reload()
    holds(page, 1)
    expect(switch(page)).to_be_checked()


@pytest.mark.parametrize(
    ("script", "sentence"),
    [(NO_LOCK, "This browser cannot"), (PLAIN_HTTP, "Over plain HTTP"), (REFUSES, "did not agree")],
    ids=["cannot", "plain HTTP", "refused"],
)
def test_page_says_why_the_screen_may_go_dark(opened: Opened, script: str, sentence: str) -> None:
    page = opened(script)
    expect(reasons(page)).to_have_count(1)
    expect(reasons(page)).to_contain_text(sentence)
    if script == REFUSES:
        # Whoever lets it go dark is told no reason.
        switch(page).uncheck()
        expect(reasons(page)).to_have_count(0)
    else:
        expect(switch(page)).to_be_disabled()
        expect(switch(page)).not_to_be_checked()


def test_page_drawn_without_signal_holds_the_lock_and_has_the_switch(phones: Phones) -> None:
    page = phones.take()
    page.add_init_script(NOTED)
    evening = Evening.starts(page, "chratze", FIVE)
    table = TablePage.with_words(page, evening.path)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    holds(page, 1)
    expect(switch(page)).to_be_checked()
    switch(page).uncheck()
    holds(page, 0)
    page.locator("details.more > summary").tap()
    deal(table, "Eva", "")
    waits(page, 2)
    expect(switch(page)).not_to_be_checked()
    switch(page).check()
    page.evaluate(HIDDEN, True)
    page.evaluate(HIDDEN, False)
    holds(page, 1)
