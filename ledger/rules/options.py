"""House rules as data: every option with the values it takes.

Implements the table in "Options: house rules as data" of RULES.md.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ledger.rules.jsontext import is_number
from ledger.rules.ruleset import (
    AnteWhen,
    AskFrom,
    AwardKind,
    Basis,
    Declarer,
    Direction,
    End,
    Leftover,
    Procedure,
    Trigger,
)
from ledger.rules.seat import LIMIT

Plain = Mapping[str, object]
BAD: Final = object()
"""Stands for a value that is none of an option's."""


class Kind(StrEnum):
    """What sort of value an option takes: says how a form asks for it."""

    AMOUNT = "amount"
    COUNT = "count"
    CHOICE = "choice"
    FLAG = "flag"
    FRACTION = "fraction"
    TRIGGERS = "triggers"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One house rule: its dotted key, kind, bounds or choices, and whether it may be absent (None)."""

    key: str
    kind: Kind
    least: int = 0
    most: int = LIMIT
    choices: tuple[str, ...] = ()
    optional: bool = False

    def read(self, value: object) -> object:
        """Return `value` in the form the engine keeps, or `BAD` where it is no value of this option."""
        if value is None or (value == "none" and self.kind is not Kind.CHOICE):
            return None if self.optional else BAD
        if self.kind is Kind.CHOICE and value == "none" and "none" not in self.choices:
            return None if self.optional else BAD
        return _READERS[self.kind](self, value)


def _read_int(option: Option, value: object) -> object:
    if not is_number(value):
        return BAD
    return int(value) if option.least <= value <= option.most else BAD


def _read_choice(option: Option, value: object) -> object:
    return value if isinstance(value, str) and value in option.choices else BAD


def _read_flag(_option: Option, value: object) -> object:
    return value if isinstance(value, bool) else BAD


def _read_text(_option: Option, value: object) -> object:
    return value if isinstance(value, str) and 0 < len(value.strip()) <= 20 else BAD


def _read_fraction(_option: Option, value: object) -> object:
    match = re.fullmatch(r"([0-9]{1,4})(?:/([0-9]{1,4}))?", value) if isinstance(value, str) else None
    if not match:
        return BAD
    numerator, denominator = int(match[1]), int(match[2] or 1)
    return value if 0 < numerator <= denominator else BAD


def _read_triggers(option: Option, value: object) -> object:
    names = list(option.choices) if value == "both" else value
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        return BAD
    if len(set(names)) < len(names) or not set(names) <= set(option.choices):
        return BAD
    return tuple(name for name in option.choices if name in names)


_READERS: Final[Mapping[Kind, Callable[[Option, object], object]]] = {
    Kind.AMOUNT: _read_int,
    Kind.COUNT: _read_int,
    Kind.CHOICE: _read_choice,
    Kind.FLAG: _read_flag,
    Kind.FRACTION: _read_fraction,
    Kind.TRIGGERS: _read_triggers,
    Kind.TEXT: _read_text,
}


def _choice(key: str, values: type[StrEnum], *, optional: bool = False) -> Option:
    return Option(
        key=key, kind=Kind.CHOICE, choices=tuple(value.value for value in values), optional=optional
    )


def _count(key: str, least: int, most: int, *, optional: bool = False) -> Option:
    return Option(key=key, kind=Kind.COUNT, least=least, most=most, optional=optional)


def _amount(key: str, *, least: int = 0, optional: bool = False) -> Option:
    return Option(key=key, kind=Kind.AMOUNT, least=least, optional=optional)


OPTIONS: Final[Mapping[str, Option]] = {
    option.key: option
    for option in (
        _count("players.min", 2, 12),
        _count("players.max", 2, 12),
        _choice("direction", Direction),
        _count("tricks", 1, 13),
        Option(key="unit.name", kind=Kind.TEXT),
        _count("unit.denominator", 1, 100),
        _amount("unit.coin", least=1),
        _amount("ante.each"),
        _amount("ante.dealer"),
        _choice("ante.when", AnteWhen),
        _amount("ante.on_empty_pot.each", optional=True),
        _amount("ante.on_empty_pot.dealer", optional=True),
        Option(key="ante.indivisible", kind=Kind.FLAG),
        _choice("declarer", Declarer),
        _choice("ask_from", AskFrom, optional=True),
        _count("quota.declarer", 0, 13, optional=True),
        _count("quota.joiner", 0, 13),
        _choice("award.kind", AwardKind),
        Option(key="award.share", kind=Kind.FRACTION, optional=True),
        _choice("leftover", Leftover),
        _choice("penalty.basis", Basis),
        _count("penalty.declarer", 0, 100, optional=True),
        _count("penalty.joiner", 0, 100),
        _amount("penalty.cap", least=1, optional=True),
        _amount("pot_cap", least=1, optional=True),
        Option(
            key="forced.triggers",
            kind=Kind.TRIGGERS,
            choices=tuple(trigger.value for trigger in Trigger),
            optional=True,
        ),
        _count("forced.seven_quota", 0, 13, optional=True),
        _count("forced.seven_declarer_penalty", 0, 100, optional=True),
        _choice("passed_out.procedure", Procedure, optional=True),
        _count("passed_out.redeals", 0, 20),
        Option(key="passed_out.ante", kind=Kind.FLAG),
        _choice("end", End),
    )
}
