"""Printing from a phone: one tap from the table, and the code on the sheet opens the evening."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones
from tests.report.paper import Paper


def evening_of_three(page: Page) -> Evening:
    """Play the three deals of the example on the phone of `page`."""
    evening = Evening.starts(page, "chratze", FIVE, title="Freitag im Bären")
    evening.write("Dan", ["Carla", "Ben"], {"Dan": 2, "Carla": 2})
    evening.write("Carla", ["Dan", "Eva"], {"Carla": 1, "Dan": 3})
    evening.write("Anna", ["Ben", "Eva"], {"Anna": 2, "Ben": 1, "Eva": 1})
    return evening


def taken(page: Page, link: str, folder: Path) -> tuple[str, Paper]:
    """Tap a link to a PDF, which opens in the browser; return what the file is called, and the file."""
    with page.expect_response(lambda response: response.url.endswith(link)) as waiting:
        page.locator(f'main a[href$="{link}"]').first.tap()
    shown = waiting.value
    assert shown.status == 200
    assert shown.headers["content-type"] == "application/pdf"
    saved = folder / "saved.pdf"
    saved.write_bytes(page.context.request.get(shown.url).body())
    return unquote(shown.headers["content-disposition"]), Paper(saved)


def test_example_evening_is_printed_with_one_tap(phones: Phones, tmp_path: Path) -> None:
    page = phones.take()
    evening = evening_of_three(page)
    evening.close()
    page.goto(f"{evening.path}standing")
    named, paper = taken(page, "/report.pdf", tmp_path)
    assert named.endswith("Freitag im Bären report.pdf")
    for words in ("1.Anna+21", "5.Carla−22", "Carla→Anna21", "FreitagimBären", "Page1of1"):
        assert words in paper.text.replace("\u2068", "").replace("\u2069", "")


def test_everything_on_paper_is_under_files(phones: Phones, tmp_path: Path) -> None:
    page = phones.take()
    evening = evening_of_three(page)
    for link in ("/report.pdf", "/rules.pdf", "/sheet.pdf"):
        page.goto(f"{evening.path}files")
        _named, paper = taken(page, link, tmp_path)
        assert len(paper.sheets) == 1
        assert paper.strays() == []


def test_code_on_an_old_print_says_that_the_book_has_moved_on(phones: Phones) -> None:
    page = phones.take()
    evening = evening_of_three(page)
    watch, _write = evening.links()
    evening.write("Ben")
    guest = phones.take()
    guest.goto(f"{urlsplit(watch).path}?print=3")
    expect(guest.locator("main .notice")).to_have_text("Your print is of revision 3; the book is at 4 now.")
    expect(guest.locator("table.places")).to_be_visible()
