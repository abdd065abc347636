"""What JSON says: text, read so that a key that stands twice is found, and which values are whole numbers."""

import json
from collections.abc import Iterable
from typing import Final, TypeGuard

from ledger.rules.problems import Code, Problem

_LARGEST: Final = 2**1024 - 2**971
"""The largest number that is one to every program that reads JSON; past it, some know but infinity."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether `value` is a whole number in JSON's eyes (2.0 is 2, true is not 1)."""
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


class _Repeating(dict[str, object]):
    """An object in which keys stand twice; `repeated` are those."""

    def __init__(self, pairs: Iterable[tuple[str, object]]) -> None:
        super().__init__()
        self.repeated: dict[str, None] = {}
        for key, value in pairs:
            if key in self:
                self.repeated[key] = None
            self[key] = value


def parse(text: str) -> object:
    """Return what the JSON `text` says. Raises `ValueError` and `RecursionError` as `json.loads` does."""
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else _Repeating(pairs)


def repeated(data: object) -> list[Problem]:
    """Return a problem (`bad-shape`) for every key that stands twice in what `parse` read, at its path.

    Nobody can tell which of the two was meant, and the last one would count without a word.
    """
    found, open_ = [], [("", data)]
    while open_:
        path, value = open_.pop()
        if isinstance(value, _Repeating):
            found += [
                Problem(code=Code.BAD_SHAPE, field=f"{path}{key}", params={"key": key})
                for key in value.repeated
            ]
        if isinstance(value, dict):
            open_ += [(f"{path}{key}.", part) for key, part in value.items()]
        elif isinstance(value, list):
            # Events are counted from 1, as the book does; everything else as lists are.
            first = 1 if path == "events." else 0
            open_ += [(f"{path}{number}.", part) for number, part in enumerate(value, start=first)]
    return sorted(found, key=lambda problem: problem.field)
