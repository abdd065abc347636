"""The pages that put the book right, as a test uses them."""

from collections.abc import Sequence

from tests.web.evening import Evening
from tests.web.page import Page

THREE = ("Anna", "Ben", "Carla")


def opened(evening: Evening, task: str) -> Page:
    """Open what the book's button for `task` leads to."""
    return evening.phone.get(evening.path(f"mend?do={task}"))


def looked(evening: Evening, page: Page, **changes: str | Sequence[str] | None) -> Page:
    """Send the form of a deal, changed by `changes`, and return what it would do."""
    return evening.phone.press(page, "/mend/look", **changes)


def wrote(evening: Evening, page: Page, **changes: str) -> Page:
    """Write what `page` shows, and return the book."""
    return evening.phone.follow(evening.phone.press(page, "/mend/write", **changes))


def effects(page: Page) -> list[str]:
    """Return what changes, deal by deal."""
    return [entry.text for entry in page.root.all("li", class_="entry")]


def then(page: Page) -> dict[str, list[str]]:
    """Return the balances now and then, and the difference."""
    rows = page.root.one("table", class_="then").one("tbody").all("tr")
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in rows}


def three_deals(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    evening.write(declarer="Carla", joined=["Dan"], tricks={"Dan": 2})
    evening.write(declarer="Eva")


def kratzen_deals(evening: Evening) -> None:
    """Write a Muss and two ordinary deals with somebody out, which could not be if they were a Muss too."""
    evening.write(tricks={"Ben": 1, "Carla": 1})
    evening.write(joined=["Anna"], tricks={"Anna": 3})
    evening.write(joined=["Anna"], tricks={"Anna": 3})
