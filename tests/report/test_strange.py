"""Letters that no font can draw: what is left still tells people apart."""

import pytest

from ledger.report.strange import drawable

DICE, BEER = "\U0001f3b2", "\U0001f37a"


def named(*names: str) -> str:
    """Return a page that says these names."""
    return "<p>".join(f"\u2068{name}\u2069" for name in names)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((f"{DICE} Anna", "Ben"), ("Anna", "Ben")),
        ((f"{DICE} Anna", f"{BEER} Anna"), ("[1F3B2] Anna", "[1F37A] Anna")),
        ((f"Anna {DICE}\ufe0f", "anna"), ("Anna [1F3B2]", "anna")),
        ((DICE, BEER), ("[1F3B2]", "[1F37A]")),
        ((f"{DICE}\u200d{BEER}", "Ben"), ("[1F3B2][1F37A]", "Ben")),
    ],
)
def test_name_is_told_without_them_or_with_their_numbers(names: tuple[str], told: tuple[str]) -> None:
    assert drawable(named(*names), {DICE, BEER}) == named(*told)


def test_text_that_is_no_name_shows_that_something_is_missing() -> None:
    assert drawable(f"<h1>{DICE} Friday</h1>", {DICE}) == "<h1>\ufffd Friday</h1>"
