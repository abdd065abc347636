"""The list of names on the form of a new evening: added and moved without losing anything typed."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask_babel import gettext as _

from ledger.rules.plain import POT_NAME, name_key
from ledger.web.forms import LONGEST_NAME

CHANCE: Final = "chance"
MOST_ROWS: Final = 12
_DIRECTIONS: Final = {
    *("\u061c", "\u200e", "\u200f"),
    *map(chr, range(0x202A, 0x202F)),
    *map(chr, range(0x2066, 0x206A)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Names in deal order, as typed; `first` is the row of who deals first, None to draw by chance.

    `lost` says that somebody was to deal first who is on no row.
    """

    names: tuple[str, ...]
    first: int | None = None
    lost: bool = False

    @property
    def filled(self) -> tuple[str, ...]:
        """Return the names of the rows that have one."""
        return tuple(name for name in self.names if name)

    @property
    def first_filled(self) -> int | None:
        """Return which of `filled` deals first; None for chance, or when that row is empty."""
        if self.first is None or not self.names[self.first]:
            return None
        return sum(1 for name in self.names[: self.first] if name)


def read(names: Sequence[str], first: str) -> Roster:
    """Return the roster a form sent."""
    cleaned = tuple(clean(name) for name in names[:MOST_ROWS])
    chosen = int(first) if first.isascii() and first.isdigit() and len(first) < 3 else None
    known = chosen if chosen is not None and chosen < len(cleaned) else None
    return Roster(names=cleaned, first=known, lost=known is None and first not in ("", CHANCE))


def clean(name: str) -> str:
    """Return `name` trimmed, in one line, without characters that only steer the writing direction.

    A control character parts words as a space does.
    """
    text = unicodedata.normalize("NFC", name)
    kept = (
        " " if unicodedata.category(letter) == "Cc" else letter
        for letter in text
        if letter not in _DIRECTIONS
    )
    return " ".join("".join(kept).split()) if name_key(text) else ""


def act(roster: Roster, action: str) -> Roster:
    """Return the roster after one of its buttons: `add`, `pick:NAME`, `up:ROW`."""
    verb, _colon, what = action.partition(":")
    names = list(roster.names)
    if verb == "pick":
        if len(roster.filled) < MOST_ROWS and name_key(what) not in map(name_key, roster.filled):
            blank = names.index("") if "" in names else len(names)
            names[blank : blank + 1] = [clean(what)]
        return replace(roster, names=tuple(names))
    if verb == "add":
        return replace(roster, names=(*names, "")) if len(names) < MOST_ROWS else roster
    row = int(what) if what in map(str, range(len(names))) else None
    if row is None:
        return roster
    other = row - 1
    if verb != "up" or other < 0:
        return roster
    names[row], names[other] = names[other], names[row]
    first = {row: other, other: row}.get(roster.first, roster.first) if roster.first is not None else None
    return replace(roster, names=tuple(names), first=first)


def look_alikes(names: Sequence[str]) -> dict[int, str]:
    """Return the rows whose name cannot be told from an earlier one (or from the pot), with the code why."""
    seen: set[str] = {POT_NAME}
    flaws = {}
    for row, name in enumerate(names):
        if not name:
            continue
        key = name_key(name)
        if key in seen:
            flaws[row] = "pot" if key == POT_NAME else "duplicate"
        elif len(name) > LONGEST_NAME:
            flaws[row] = "long"
        seen.add(key)
    return flaws


def said(code: str) -> str:
    """Return the flaw `code` of `look_alikes` in words."""
    return {
        "duplicate": str(_("This name looks like another one. Add an initial to tell them apart.")),
        "pot": str(_("The pot goes by this name already. Choose another.")),
        "long": str(_("Too long: at most %(max)s characters.", max=LONGEST_NAME)),
    }[code]


def flaw(name: str) -> str:
    """Return what is wrong with one cleaned name by itself, empty where it will do."""
    if not name:
        return str(_("Give a name."))
    code = look_alikes([name]).get(0)
    return said(code) if code else ""
