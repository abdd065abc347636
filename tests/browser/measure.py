"""What a page is like, measured in the page: sizes in CSS pixels, contrast as a ratio."""

from pathlib import Path
from typing import Any, Final, TypedDict

from playwright.sync_api import Page

_SOURCE: Final = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


class Control(TypedDict):
    """Something to tap: as large as its label where it has one around it."""

    name: str
    width: float
    height: float
    inProse: bool


class Text(TypedDict):
    """A piece of text that a person sees.

    Attributes:
        second: it belongs to what may be smaller than the body: second lines, marks, tables of details.
        amount: it is one of the numbers everybody looks for.
        alone: nothing beside it can turn its writing direction around.
    """

    name: str
    text: str
    size: float
    second: bool
    amount: bool
    tabular: bool
    alone: bool


class Field(TypedDict):
    """Something to type into or choose from."""

    name: str
    size: float


def controls(page: Page) -> list[Control]:
    """Return everything there is to tap."""
    found: list[Control] = _asked(page, "controls")
    return found


def texts(page: Page) -> list[Text]:
    """Return every piece of text that a person sees."""
    found: list[Text] = _asked(page, "texts")
    return found


def tiny(page: Page) -> list[str]:
    """Return what is smaller than even a second line may be."""
    found: list[str] = _asked(page, "tiny")
    return found


def fields(page: Page) -> list[Field]:
    """Return everything there is to type into or choose from."""
    found: list[Field] = _asked(page, "inputs")
    return found


def faint(page: Page) -> list[str]:
    """Return what has less contrast to its ground than 7:1, switched-off controls excepted."""
    found: list[str] = _asked(page, "faint")
    return found


def cut(page: Page) -> list[str]:
    """Return the texts that are cut off without an ellipsis, or stand beyond the right edge."""
    found: list[str] = _asked(page, "cut")
    return found


def overlaps(page: Page) -> list[str]:
    """Return the pairs of texts that are printed over each other."""
    found: list[str] = _asked(page, "overlaps")
    return found


def _asked(page: Page, what: str) -> Any:
    return page.evaluate(_SOURCE, what)
