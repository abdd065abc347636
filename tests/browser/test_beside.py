"""Two phones at one table: one writes, one watches, and what goes between them beside the book."""

from typing import Final

from playwright.sync_api import Page, expect

from ledger import create_app
from tests.browser.evening import FIVE, Evening
from tests.browser.phone import LARGE, NO_SCRIPTS, SMALL, Phones
from tests.browser.stage import NAMES
from tests.browser.tablepage import TablePage
from tests.web.routes import routes

SAYS: Final = "A watcher: deal 1 is not right."
SOON: Final = 8_000


def met(phones: Phones) -> tuple[Evening, Page, Page]:
    """Return an evening with its first deal written, the phone that writes it, and one that watches."""
    scribe, watcher = phones.take(), phones.take()
    evening = Evening.starts(scribe, "chratze", FIVE)
    evening.write("Dan")
    watcher.goto(evening.links()[0])
    scribe.goto(evening.path)
    return evening, scribe, watcher


def flag(watcher: Page) -> None:
    with watcher.expect_navigation():
        watcher.locator('form[action$="/flags"] button').tap()


def test_one_writes_and_one_watches(phones: Phones) -> None:
    evening, scribe, watcher = met(phones)
    table = TablePage(scribe)
    table.tap("Eva")
    table.write()
    expect(TablePage(watcher).said).to_have_text("Deal 2 Eva +5", timeout=5_000)
    # The page offers to flag what it shows now.
    expect(watcher.locator('form[action$="/flags"] button')).to_have_text("Deal 2: that's not right")
    evening.act("undo")
    expect(watcher.locator('form[action$="/flags"] button')).to_have_text("Deal 1: that's not right")


def test_whatever_a_watcher_sends_is_refused_but_a_flag(phones: Phones) -> None:
    evening, _scribe, watcher = met(phones)
    token = watcher.locator('input[name="csrf_token"]').first.get_attribute("value") or ""
    before = watcher.request.get(f"{evening.path}book").text()
    # It is made for the list of its addresses alone.
    app = create_app({"SECRET_KEY": "-", "SQLALCHEMY_DATABASE_URI": "sqlite://", "TIMEZONE": "Europe/Zurich"})
    sent = 0
    for route in routes(app, evening.path.split("/")[2]):
        if route.method == "POST" and route.of_evening and route.endpoint != "flags.put_up":
            answer = watcher.request.post(route.path, form={"csrf_token": token})
            assert answer.status == 403, route
            sent += 1
    assert sent > 15
    assert lines(watcher.request.get(f"{evening.path}book").text()) == lines(before)
    flag(watcher)
    expect(watcher.locator("#beside")).to_contain_text("The scribe sees it.")


def lines(page: str) -> list[str]:
    """Return a page without its tokens, which are new each time."""
    return [line for line in page.splitlines() if "csrf_token" not in line]


def test_flag_is_seen_by_the_scribe_and_the_answer_by_the_watcher(phones: Phones) -> None:
    _evening, scribe, watcher = met(phones)
    flag(watcher)
    expect(watcher.locator("#beside")).to_contain_text("The scribe sees it.")
    # Nobody reloads anything: the scribe's page asks.
    expect(scribe.locator("#beside")).to_contain_text(SAYS, timeout=SOON)
    table = TablePage(scribe)
    table.tap("Eva")
    with scribe.expect_navigation():
        scribe.get_by_role("button", name="It's right").tap()
    expect(scribe.locator("#beside")).not_to_contain_text(SAYS)
    expect(watcher.locator("#beside")).to_contain_text("deal 1 is right.", timeout=SOON)
    watcher.goto(f"{_evening.path}book")
    expect(watcher.locator(".remarks li")).to_have_count(2)


def test_nothing_moves_under_a_thumb(phones: Phones) -> None:
    _evening, scribe, watcher = met(phones)
    table = TablePage(scribe)
    flag(watcher)
    for _tap in range(8):
        # Longer than it takes to ask, and never still for long.
        table.tap("Ben")
        scribe.wait_for_timeout(900)
        expect(scribe.locator("#beside")).not_to_contain_text(SAYS, timeout=1)
    expect(scribe.locator("#beside")).to_contain_text(SAYS, timeout=SOON)


def test_book_goes_to_another_phone_and_back_and_nothing_typed_is_lost(phones: Phones) -> None:
    evening, scribe, _watcher = met(phones)
    other = phones.take()
    other.request.get(evening.links()[1])
    table = TablePage(scribe)
    table.tap("Dan")
    table.plus("Carla", 2)
    table.tap("Ben")
    other.goto(f"{evening.path}share/write")
    with other.expect_navigation():
        other.get_by_role("button", name="Take over the book").tap()
    expect(TablePage(other).button).to_be_visible()
    # The old scribe is told while the deal is still being tapped, and it stays on the form.
    expect(scribe.locator("#beside")).to_contain_text("took over the book", timeout=SOON)
    table.write()
    expect(scribe.locator("h1")).to_have_text("Not written yet")
    with scribe.expect_navigation():
        scribe.get_by_role("button", name="Take the book over and write it").tap()
    expect(table.said).to_contain_text("Deal 2 Dan")
    expect(table.said).to_contain_text("Ben −")
    expect(other.locator("#beside")).to_contain_text("took over the book", timeout=SOON)


def test_phone_that_lost_the_book_says_no_more_that_it_has_it(phones: Phones) -> None:
    evening, scribe, _watcher = met(phones)
    other = phones.take()
    other.request.get(evening.links()[1])
    for phone in (scribe, other):
        phone.goto(f"{evening.path}share")
        button = phone.get_by_role("button", name="Take over the book")
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL.height, "seen without scrolling"
        with phone.expect_navigation():
            button.tap()
        expect(phone.locator("#yours")).to_contain_text("You have the book now.")
    expect(scribe.locator("#beside")).to_contain_text("took over the book", timeout=SOON)
    expect(scribe.locator("#yours")).to_have_count(0)
    expect(other.locator("#yours")).to_have_count(1)


def test_without_scripts_the_book_is_taken_back_too(phones: Phones) -> None:
    page, other = phones.take(NO_SCRIPTS), phones.take()
    evening = Evening.starts(page, "chratze", FIVE)
    other.request.get(evening.links()[1])
    page.goto(evening.path)
    page.locator('input[name="declarer"][value="3"]').check()
    other.goto(f"{evening.path}share/write")
    with other.expect_navigation():
        other.get_by_role("button", name="Take over the book").tap()
    page.locator("button.write").click()
    page.get_by_role("button", name="Take the book over and write it").click()
    expect(page.locator(".said")).to_contain_text("Dan +5")


def test_code_is_entered_by_keyboard_on_the_start_page(phones: Phones) -> None:
    scribe, watcher = phones.take(), phones.take()
    evening = Evening.starts(scribe, "chratze", FIVE)
    scribe.goto(f"{evening.path}share")
    with scribe.expect_navigation():
        scribe.get_by_role("button", name="Make a code").tap()
    code = scribe.locator(".spoken").inner_text()
    watcher.goto("/")
    watcher.get_by_label("Eight letters").focus()
    watcher.keyboard.type(code.lower())
    with watcher.expect_navigation():
        watcher.keyboard.press("Enter")
    expect(TablePage(watcher).pot).to_have_text("Pot 5")
    expect(watcher.locator("form#deal")).to_have_count(0)
    scribe.locator("summary", has_text="Revoke this code").tap()
    with scribe.expect_navigation():
        scribe.get_by_role("button", name="Revoke this code", exact=True).tap()
    expect(watcher.locator("#gone")).to_be_visible(timeout=SOON)
    answer = watcher.goto(evening.path)
    assert answer is not None
    assert answer.status == 404


def test_forms_and_links_are_reached_by_keyboard(phones: Phones) -> None:
    scribe = phones.take()
    evening = Evening.starts(scribe, "chratze", FIVE)
    scribe.goto(f"{evening.path}share/write")
    reached: list[str] = []
    for _press in range(30):
        scribe.keyboard.press("Tab")
        reached.append(scribe.evaluate("document.activeElement.textContent.trim()"))
    for name in ("Watch", "Copy the link", "Take over the book", "Keep the name", "Open the board"):
        assert name in reached, name


def test_what_a_watcher_may_say_is_on_the_screen(phones: Phones) -> None:
    for model in (SMALL, LARGE):
        watcher = phones.take(model)
        evening = Evening.starts(phones.take(), "chratze", NAMES)
        evening.write("Dan")
        watcher.goto(evening.links()[0])
        for _moment in ("before", "after"):
            box = watcher.locator("#beside").bounding_box()
            assert box is not None
            assert box["height"] >= 48
            assert box["y"] + box["height"] <= model.height
            if watcher.locator('form[action$="/flags"]').count():
                flag(watcher)
