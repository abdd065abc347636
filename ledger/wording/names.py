"""Names inside sentences: kept apart, so that their writing direction cannot turn the sentence around, and
shortened where there is little room.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ledger.rules.plain import name_key

Width = Callable[[Sequence[str]], float]
"""How wide letters are, each with its marks."""

_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"
_JOINER: Final = "\u200d"
_CUT: Final = "…"
# What belongs to the letter before it: marks, and the parts of an emoji or a Hangul syllable.
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_BELONGING: Final = (
    range(0x200C, 0x200E),
    range(0x1F3FB, 0x1F400),
    range(0xE0020, 0xE0080),
    range(0x1160, 0x1200),
)
_NARROW: Final = frozenset(" \u00a0.,:;'!|()[]-iIjJlft")
_WIDE: Final = frozenset("mMwWÆæ@%…¼½¾©®ĦŴŵŉƕƜƠƢƣƴωжшщЫыюФфѢмљњ")
_WIDEST: Final = frozenset("ŒœЉЊЖШЩЮ")
_NOTHING: Final = frozenset({"Mn", "Me", "Cf"})
# From here on letters are as wide as high, or nobody knows how wide.
_OTHER_SCRIPTS: Final = 0x460
_BEYOND: Final = 0x100
_USUAL: Final = 0.55
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)


def isolated(name: str) -> str:
    """Return `name` for use in the middle of a sentence: what `<bdi>` does, in plain text."""
    return f"{_ISOLATE}{name}{_END}"


def bare(text: str) -> str:
    """Return a sentence without what keeps its names apart, for a file that is read as it is."""
    return text.replace(_ISOLATE, "").replace(_END, "")


def drawn(letters: Sequence[str]) -> float:
    """Return how wide `letters` are at most once they are drawn, in small letters of usual width.

    A W takes the room of three i: where a picture cuts off what is too wide, counting letters is not enough.
    """
    return sum(_em(letter) for letter in letters) / _USUAL


def shortened(name: str, table: Iterable[str] = (), longest: int = 16, width: Width | None = None) -> str:
    """Return `name`, cut where its `width` (None: columns) is more than `longest`: no letter loses its marks.

    `table` holds the names of all who play, this one among them: none of them looks like it when each is
    cut like this. Where the beginning does not tell them apart the end stays too, or else the place at the
    table is added.
    """
    width = width or _width
    letters = _letters(name)
    if width(letters) <= longest:
        return name
    names = list(table)
    rivals = [_letters(other) for other in names if other != name]
    for kept in range(longest - 2):
        short = _cut(letters, longest, kept, width)
        if width(_letters(short)) > longest:
            break
        if name_key(short) not in {name_key(_cut(rival, longest, kept, width)) for rival in rivals}:
            return short
    place = f" {names.index(name) + 1}"
    return _cut(letters, longest - width(list(place)), 0, width) + place


def _letters(text: str) -> list[str]:
    """Return what a reader takes for single letters: each with its marks, an emoji with all of its parts."""
    letters: list[str] = []
    for character in text:
        if letters and _belongs(character, letters[-1]):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _belongs(character: str, letter: str) -> bool:
    code = ord(character)
    if unicodedata.category(character) in _MARKS or letter.endswith(_JOINER):
        return True
    if code in _FLAG_LETTERS:
        return len(letter) == 1 and ord(letter) in _FLAG_LETTERS
    return any(code in codes for codes in _BELONGING)


def _width(letters: Sequence[str]) -> int:
    return sum(2 if unicodedata.east_asian_width(letter[0]) in "WF" else 1 for letter in letters)


def _em(letter: str) -> float:
    """Return how wide a letter is at most, in parts of the height of the font."""
    first = letter[0]
    if first in _NARROW:
        return 0.36
    if unicodedata.category(first) in _NOTHING:
        return 0.0
    if ord(first) >= _OTHER_SCRIPTS or first in _WIDEST:
        return 1.0
    if first in _WIDE:
        return 0.9
    if first.isupper() or not first.isalnum():
        return 0.78
    return 0.58 if ord(first) < _BEYOND else 0.64


def _cut(letters: Sequence[str], longest: float, kept: int, width: Width) -> str:
    """Return a name that is at most `longest` wide, its last `kept` letters among them where it is cut."""
    if width(letters) <= longest:
        return "".join(letters)
    end = letters[len(letters) - kept :]
    head = list(letters[: len(letters) - kept])
    while head and width(head) + width([_CUT]) + width(end) > longest:
        head.pop()
    return "".join(head).rstrip() + _CUT + "".join(end).lstrip()
