"""Axe, the accessibility checker, run inside a page; its script comes with a package and is never fetched."""

from functools import cache
from importlib.resources import files
from typing import Final

from playwright.sync_api import Page

# The strict rule of contrast is off unless it is asked for. It finds all that the lenient one finds.
_OPTIONS: Final = {
    "resultTypes": ["violations"],
    "rules": {"color-contrast-enhanced": {"enabled": True}, "color-contrast": {"enabled": False}},
}
_RUN: Final = """options => axe.run(document, options).then(({ violations }) => violations.flatMap(
  ({ id, help, nodes }) => nodes.map(({ target, html }) => `${id}: ${help}: ${target} ${html.slice(0, 200)}`)
))"""


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def bring(page: Page) -> None:
    """Have Axe in every document that `page` opens from now on."""
    page.add_init_script(_script())


def violations(page: Page) -> list[str]:
    """Return what Axe finds on a page that it was brought to."""
    found: list[str] = page.evaluate(_RUN, _OPTIONS)
    return found
