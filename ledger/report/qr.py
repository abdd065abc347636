"""QR codes as one path: drawn by the page itself, sharp at any size, nothing to fetch."""

from dataclasses import dataclass
from itertools import groupby

import segno

_QUIET = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A square of `size` modules a side, and the SVG path of its dark ones."""

    size: int
    path: str


def code(text: str) -> Code:
    """Return the QR code that says `text`."""
    made = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in made.matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, group in groupby(row):
            width = len(list(group))
            if dark:
                runs.append(f"M{x + _QUIET} {y + _QUIET}h{width}v1h-{width}z")
            x += width
    return Code(size=len(rows) + 2 * _QUIET, path="".join(runs))
