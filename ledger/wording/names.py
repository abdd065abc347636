"""Names inside sentences: kept apart, so that their writing direction cannot turn the sentence around."""

from typing import Final

_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"


def isolated(name: str) -> str:
    """Return `name` for use in the middle of a sentence: what `<bdi>` does, in plain text."""
    return f"{_ISOLATE}{name}{_END}"


def shortened(name: str, longest: int = 16) -> str:
    """Return `name`, cut where it would push what a button says off its two lines."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
