"""Corrections a second time, told slowly: what somebody would have written who had known it all at once.

It shares no code with the engine but the values, so that a mistake would have to be made twice to go unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.evening.events import (
    Closed,
    Corrected,
    Counted,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    Rebought,
    Reopened,
    Restored,
    Struck,
)
from ledger.evening.line import Line
from ledger.rules.problems import Code


class Impossible(Exception):
    """Something written has no place, for the reason `code`."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Row:
    """One line of a paper book: its number, what it says, and whether it is crossed out."""

    number: int
    event: Event
    crossed: bool = False


def corrected(effective: Sequence[Line]) -> tuple[Line, ...]:
    """Return the paper book as it reads in the end, without what is crossed out. Raises `Impossible`."""
    rows: list[Row] = []
    for line in effective:
        closed = bool(rows) and isinstance(rows[-1].event, Closed)
        if isinstance(line.event, Reopened):
            if not closed:
                raise Impossible(Code.BAD_TARGET)
            rows.pop()
        elif closed:
            raise Impossible(Code.EVENING_CLOSED)
        else:
            _write(rows, line.number, line.event)
    return tuple(Line(row.number, row.event) for row in rows if not row.crossed)


def _write(rows: list[Row], number: int, event: Event) -> None:
    match event:
        case Corrected(target, deal):
            _deal(rows, target, crossed=False).event = DealWritten(deal)
        case Struck(target):
            _deal(rows, target, crossed=False).crossed = True
        case Restored(target):
            _deal(rows, target, crossed=True).crossed = False
        case Inserted(before, deal):
            rows.insert(_place(rows, number, before), Row(number, DealWritten(deal)))
        case DealerSet(seat, before) if before is not None:
            rows.insert(_place(rows, number, before), Row(number, DealerSet(seat)))
        case _:
            rows.append(Row(number, event))


def _deal(rows: list[Row], target: int, *, crossed: bool) -> Row:
    for row in rows:
        if row.number == target and isinstance(row.event, DealWritten) and row.crossed is crossed:
            return row
    raise Impossible(Code.BAD_TARGET)


def _place(rows: list[Row], number: int, before: int) -> int:
    if before == number:
        return len(rows)
    for place, row in enumerate(rows):
        if row.number == before and not isinstance(row.event, Rebought | Counted | Closed):
            return place
    raise Impossible(Code.BAD_TARGET)
