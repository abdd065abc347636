"""How large the names at the head of narrow columns are printed: so that no word of them is broken."""

import re
from collections.abc import Sequence
from typing import Final

from ledger.wording.names import drawn, shortened

# In tenths of a point; print.css has a class for each.
_SIZES: Final = (80, 75, 70, 65, 60)
_TENTHS_OF_A_MM: Final = 720 / 25.4
# What `drawn` calls a letter of usual width, in parts of the height of the font.
_LETTER: Final = 0.55
_WORDS: Final = re.compile(r"[^\s-]+-?")


def heads(names: Sequence[str], room: float) -> tuple[Sequence[str], int]:
    """Return `names` as they head columns of `room` mm, and the size of their letters in tenths of a point.

    The letters are as large as all words let them be; a name with a word that has no room even in the
    smallest is shortened.
    """
    letters = {size: room * _TENTHS_OF_A_MM / size / _LETTER for size in _SIZES}
    widths = {name: max((drawn(word) for word in _WORDS.findall(name)), default=0.0) for name in names}
    most = letters[_SIZES[-1]]
    widest = max((width for width in widths.values() if width <= most), default=0.0)
    shown = [name if widths[name] <= most else shortened(name, names, int(most), drawn) for name in names]
    size = next(size for size in _SIZES if widest <= letters[size])
    return shown, size if shown == list(names) else _SIZES[-1]
