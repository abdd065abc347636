"""From what was written to what is in force: undo and redo first, then corrections (`amendment`)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.evening.amendment import AMENDMENTS, amended
from ledger.evening.events import Closed, DealWritten, PaymentMarked, Redone, Reopened, Undone
from ledger.evening.line import Line, refused
from ledger.rules.problems import Code

_CLOSINGS: Final = (Closed, Reopened)


class Mark(NamedTuple):
    """A payment marked, and the number of the closing whose plan it belongs to."""

    closing: int
    line: Line


@dataclass(frozen=True, slots=True)
class Resolved:
    """What is in force.

    *Attributes*: `lines`, in the order of the book; `effective`, what was not undone, in the order it was
    written, latest last; `undone`, what was taken back and could be redone, latest last; `marked`, the
    payments marked since the evening was closed, if it is; `before`, those of closings that were taken back.
    """

    lines: tuple[Line, ...]
    effective: tuple[Line, ...]
    undone: tuple[Line, ...]
    marked: tuple[Line, ...]
    before: tuple[Mark, ...]


def resolve(events: Iterable[Line]) -> Resolved:
    """Return what is in force. Raises `RefusedEventError` (`bad-target`, `evening-closed`).

    An undo takes back the latest effective event of any kind, a redo the latest undo; whatever else is
    written ends what could be redone (RULES.md, "Case and evening files"). Payments stand apart: they are
    neither undone nor do they end anything.
    """
    done: list[Line] = []
    undone: list[Line] = []
    marks: list[Mark] = []
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
            closing = _closing(done)
            if closing is None:
                raise refused(line.number, Code.BAD_TARGET, "kind")
            marks.append(Mark(closing, line))
        else:
            undone.clear()
            done.append(line)
            amends = amends or kind in AMENDMENTS
    effective = tuple(done)
    closing = _closing(done) if marks else None
    return Resolved(
        lines=amended(effective) if amends else effective,
        effective=effective,
        undone=tuple(undone),
        marked=tuple(mark.line for mark in marks if mark.closing == closing),
        before=tuple(mark for mark in marks if mark.closing != closing),
    )


def _closing(done: Sequence[Line]) -> int | None:
    """Return the number of the closing in force, None while the evening is open."""
    latest = next((line for line in reversed(done) if isinstance(line.event, _CLOSINGS)), None)
    return latest.number if latest is not None and isinstance(latest.event, Closed) else None


def _move(number: int, source: list[Line], target: list[Line]) -> None:
    if not source:
        raise refused(number, Code.BAD_TARGET, "kind")
    target.append(source.pop())
