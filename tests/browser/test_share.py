"""Giving a link away: the picture fills the screen, and the link can be copied or sent."""

from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import LARGE, Model, Phones

# What a phone has and a desktop has not: it notes down what it was given.
SHEET: Final = "navigator.share = (what) => { window.sent = what.url; return Promise.resolve(); };"
NO_SHEET: Final = "Object.defineProperty(Navigator.prototype, 'share', { value: undefined });"
NO_CLIPBOARD: Final = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"


def opened(page: Page, where: str = "share") -> str:
    """Start an evening, open the page that gives a link away, and return that link."""
    page.goto(Evening.starts(page, "chratze", FIVE).path + where)
    return str(page.locator("#address").get_attribute("href"))


def test_picture_is_as_large_as_the_screen(phones: Phones) -> None:
    for model in (Model(), LARGE, Model(width=1024, height=768)):
        page = phones.take(model)
        opened(page)
        box = page.locator(".qr").bounding_box()
        assert box is not None
        assert box["width"] == box["height"]
        assert box["width"] >= min(model.width - 16, model.height - 140)
        # Whoever is asked to scan it sees all of it at once.
        assert box["y"] + box["height"] <= model.height


def test_link_is_copied(phones: Phones) -> None:
    page = phones.take()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = opened(page, "share/write")
    page.locator("#copy").tap()
    expect(page.locator("#told")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_where_there_is_no_clipboard_the_link_is_selected(phones: Phones) -> None:
    page = phones.take()
    page.add_init_script(NO_CLIPBOARD)
    link = opened(page)
    page.locator("#copy").tap()
    expect(page.locator("#told")).to_contain_text("Selected")
    assert page.evaluate("getSelection().toString()") == link


def test_link_is_sent_by_the_sheet_of_the_phone_where_there_is_one(phones: Phones) -> None:
    page = phones.take()
    page.add_init_script(SHEET)
    link = opened(page)
    page.locator("#send").tap()
    assert page.evaluate("window.sent") == link


def test_button_that_could_do_nothing_is_not_offered(phones: Phones) -> None:
    page = phones.take()
    page.add_init_script(NO_SHEET)
    opened(page)
    expect(page.locator("#copy")).to_be_visible()
    expect(page.locator("#send")).to_be_hidden()
