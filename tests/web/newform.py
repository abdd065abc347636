"""The form of a new evening, as a test sends it."""

from collections.abc import Sequence

from tests.web.page import Page
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")


def start(phone: Phone, slug: str = "chratze", **fields: str | Sequence[str] | None) -> Page:
    """Send the form of a new evening with three players, and whatever else is given."""
    path = f"/new/{slug}"
    typed: dict[str, str | Sequence[str] | None] = {"name": THREE, **fields}
    return phone.press(phone.get(path), path, **typed)
