"""From what was written to what is in force: undo and redo first, then corrections (`amendment`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.evening.amendment import AMENDMENTS, amended
from ledger.evening.events import Closed, DealWritten, PaymentMarked, Redone, Reopened, Undone
from ledger.evening.line import Line, RefusedEventError, refused
from ledger.rules.problems import Code, Problem

_CLOSINGS: Final = (Closed, Reopened)
MOST_TAKEN_BACK: Final = 30
"""How many closings of an evening may be taken back once payments were marked under them."""


class Mark(NamedTuple):
    """A payment marked, and the number of the closing whose plan it belongs to."""

    closing: int
    line: Line


@dataclass(frozen=True, slots=True)
class Resolved:
    """What is in force.

    *Attributes*: `lines`, in the order of the book; `effective`, what was not undone, in the order it was
    written, latest last; `undone`, what was taken back and could be redone, latest last; `marked`, the
    payments marked since the evening was closed, if it is; `before`, those of closings that were taken back;
    `closings`, by number, what was effective right after each closing that payments were marked under.
    """

    lines: tuple[Line, ...]
    effective: tuple[Line, ...]
    undone: tuple[Line, ...]
    marked: tuple[Line, ...]
    before: tuple[Mark, ...]
    closings: Mapping[int, tuple[Line, ...]]


def resolve(events: Iterable[Line]) -> Resolved:
    """Return what is in force. Raises `RefusedEventError` (`bad-target`, `evening-closed`, `too-many`).

    An undo takes back the latest effective event of any kind, a redo the latest undo; whatever else is
    written ends what could be redone (RULES.md, "Case and evening files"). Payments stand apart: they are
    neither undone nor do they end anything.
    """
    done: list[Line] = []
    undone: list[Line] = []
    marks: list[Mark] = []
    closings: dict[int, tuple[Line, ...]] = {}
    amends = False
    for line in events:
        kind = type(line.event)
        if kind is DealWritten and not undone:
            # Nearly all of an evening: asked first, it is all that replaying a long one has to ask.
            done.append(line)
        elif kind is Undone:
            _move(line.number, done, undone)
        elif kind is Redone:
            _move(line.number, undone, done)
        elif kind is PaymentMarked:
            place = _closing(done)
            if place is None:
                raise refused(line.number, Code.BAD_TARGET, "kind")
            closing = done[place].number
            marks.append(Mark(closing, line))
            if closing not in closings:
                # What stands before a closing stays as it is for as long as that can be in force.
                closings[closing] = tuple(done[: place + 1])
        else:
            undone.clear()
            done.append(line)
            amends = amends or kind in AMENDMENTS
    effective = tuple(done)
    place = _closing(done) if marks else None
    in_force = None if place is None else done[place].number
    if len(closings.keys() - {in_force}) > MOST_TAKEN_BACK:
        params = {"of": "closings", "limit": MOST_TAKEN_BACK}
        raise RefusedEventError(line.number, [Problem(code=Code.TOO_MANY, field="kind", params=params)])
    return Resolved(
        lines=amended(effective) if amends else effective,
        effective=effective,
        undone=tuple(undone),
        marked=tuple(mark.line for mark in marks if mark.closing == in_force),
        before=tuple(mark for mark in marks if mark.closing != in_force),
        closings=closings,
    )


def taken_back(events: Iterable[Line]) -> dict[int, int]:
    """Return, for each event that was taken back and is not in force, the number of the undo that did so."""
    done: list[int] = []
    undone: list[int] = []
    by: dict[int, int] = {}
    for line in events:
        if isinstance(line.event, Undone):
            undone.append(done.pop())
            by[undone[-1]] = line.number
        elif isinstance(line.event, Redone):
            done.append(undone.pop())
            del by[done[-1]]
        elif not isinstance(line.event, PaymentMarked):
            undone.clear()
            done.append(line.number)
    return by


def _closing(done: Sequence[Line]) -> int | None:
    """Return the place of the closing in force, None while the evening is open."""
    for place in range(len(done) - 1, -1, -1):
        if isinstance(done[place].event, _CLOSINGS):
            return place if isinstance(done[place].event, Closed) else None
    return None


def _move(number: int, source: list[Line], target: list[Line]) -> None:
    if not source:
        raise refused(number, Code.BAD_TARGET, "kind")
    target.append(source.pop())
