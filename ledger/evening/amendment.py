"""Amendments: events that change what others say, or where they stand, settled into plain lines."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Left,
    Renamed,
    Reopened,
    Reordered,
    Restored,
    Returned,
    SatOut,
    Struck,
    Voided,
)
from ledger.evening.line import Line, refused
from ledger.rules.problems import Code

AMENDMENTS: Final = frozenset({Corrected, Struck, Restored, Inserted, DealerSet, Reopened})
"""Evenings without any of these are their own lines."""

_PLACES: Final = (
    DealWritten,
    Inserted,
    Voided,
    Joined,
    Left,
    SatOut,
    Returned,
    Renamed,
    Reordered,
    DealerSet,
    Adjusted,
)
"""What something can be put before."""


def amended(effective: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines in force that `effective`, in the order they were written, come to.

    Raises `RefusedEventError`: `bad-target` for what is not there to be amended, `evening-closed` for
    whatever was written while the evening was closed.
    """
    draft = _Draft()
    for line in effective:
        if draft.closing is not None and not isinstance(line.event, Reopened):
            raise refused(line.number, Code.EVENING_CLOSED, "kind")
        draft.write(line)
    return tuple(draft.lines[number] for number in draft.order if number not in draft.struck)


@dataclass(slots=True)
class _Draft:
    """The lines so far.

    *Attributes*: `order`, their numbers in the order of the book, struck ones too; `lines` by number;
    `struck`; `closing`, the number of the closing in force.
    """

    order: list[int] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    struck: set[int] = field(default_factory=set)
    closing: int | None = None

    def write(self, line: Line) -> None:
        """Take in what was written next."""
        number, event = line.number, line.event
        if isinstance(event, Corrected):
            self._refuse_deal(number, event.target, struck=False)
            self.lines[event.target] = Line(event.target, DealWritten(event.deal))
        elif isinstance(event, Struck):
            self._refuse_deal(number, event.target, struck=False)
            self.struck.add(event.target)
        elif isinstance(event, Restored):
            self._refuse_deal(number, event.target, struck=True)
            self.struck.remove(event.target)
        elif isinstance(event, Inserted):
            self._place(number, DealWritten(event.deal), event.before)
        elif isinstance(event, DealerSet) and event.before is not None:
            self._place(number, DealerSet(event.seat), event.before)
        elif isinstance(event, Reopened):
            self._reopen(number)
        else:
            self.order.append(number)
            self.lines[number] = line
            if isinstance(event, Closed):
                self.closing = number

    def _refuse_deal(self, number: int, target: int, *, struck: bool) -> None:
        """Refuse a target that is no deal, or is not `struck` as it has to be."""
        line = self.lines.get(target)
        deal = line is not None and isinstance(line.event, DealWritten)
        if not deal or (target in self.struck) is not struck:
            raise refused(number, Code.BAD_TARGET, "target")

    def _place(self, number: int, event: Event, before: int) -> None:
        """Put a line before another one, or at the end: behind whatever was put before the same one."""
        place = len(self.order)
        if before != number:
            line = self.lines.get(before)
            if line is None or not isinstance(line.event, _PLACES):
                raise refused(number, Code.BAD_TARGET, "before")
            place = self.order.index(before)
        self.order.insert(place, number)
        self.lines[number] = Line(number, event)

    def _reopen(self, number: int) -> None:
        if self.closing is None:
            raise refused(number, Code.BAD_TARGET, "kind")
        self.order.remove(self.closing)
        del self.lines[self.closing]
        self.closing = None
