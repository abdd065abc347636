"""The pages of who is at the table, as a test uses them."""

from tests.web.evening import Evening
from tests.web.page import Page


def press(evening: Evening, name: str, act: str) -> Page:
    """Press a button of somebody's page, and return the page that follows."""
    seat = evening.seat(name)
    return evening.phone.follow(evening.phone.press(evening.page(f"people/{seat}"), f"/people/{seat}/{act}"))


def join(evening: Evening, name: str, **typed: str) -> Page:
    """Have somebody sit down, and return the page that follows."""
    sent = evening.phone.press(evening.page("people/join"), "/join", name=name, **typed)
    return evening.phone.follow(sent)


def rename(evening: Evening, name: str, to: str) -> Page:
    """Send another name for somebody."""
    seat = evening.seat(name)
    return evening.phone.press(evening.page(f"people/{seat}"), f"/people/{seat}/name", name=to)


def moved(evening: Evening, *buttons: str) -> Page:
    """Press buttons of the order page, and return the page with what they led to."""
    page = evening.page("people/order")
    for button in buttons:
        page = evening.phone.press(page, "/people/order", do=button)
    return page


def reorder(evening: Evening, *buttons: str) -> Page:
    """Move people up and down, keep the order, and return the page that follows."""
    return evening.phone.follow(evening.phone.press(moved(evening, *buttons), "/people/order", do="write"))


def seated(page: Page) -> list[str]:
    """Return who is at the table, in the order of dealing, on the page of people."""
    return [name.text for name in page.root.one("ol", class_="people").all("bdi")]


def at_the_table(evening: Evening) -> list[str]:
    """Return who can be written a deal for, in the table's order: the dealer first."""
    rows = evening.page().root.all("li", class_="seat")
    return [row.one("button", class_="who").one("bdi").text for row in rows if row.get("data-seat")]


def meta(evening: Evening) -> str:
    """Return what the table says of the coming deal."""
    return evening.page().root.one(class_="meta").text


def said(evening: Evening) -> str:
    """Return what the table says was written last."""
    return evening.page().root.one(class_="said").text
