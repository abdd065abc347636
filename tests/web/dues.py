"""The pages of who pays whom, as a test uses them."""

from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")
IBAN = "DE89 3704 0044 0532 0130 00"


def dues(page: Page) -> list[str]:
    """Return the payments on a page, each with what is paid of it."""
    return [
        " ".join(due.one(class_=part).text for part in ("due-who", "due-amount", "due-state")).replace(
            "\ufe0e", ""
        )
        for due in page.root.all(class_="due")
    ]


def played(phone: Phone, slug: str = "chratze") -> Evening:
    """Start an evening of three that ends with Ben +2, the others −1 each."""
    evening = Evening.starts(phone, slug, THREE)
    evening.write(declarer="Ben")
    return evening


def closed(phone: Phone, **way: str) -> Evening:
    """Play it, and close it in this way."""
    evening = played(phone)
    settle(evening, **way)
    return evening


def settle(evening: Evening, **way: str) -> Page:
    """Close an evening in this way, and return the page that follows."""
    return evening.phone.follow(evening.phone.press(evening.page("close"), "/close", **way))


def paid(evening: Evening, number: int, amount: str) -> Page:
    """Note what is paid of a payment, as it is typed."""
    return evening.phone.press(evening.page(f"settling/{number}"), f"/settling/{number}", paid=amount)
