"""From what was written to what is in force: undo and redo are settled here, before anything is added up."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.evening.events import Event, Redone, Undone
from ledger.rules.problems import Code, Problem, RefusedError


@dataclass(frozen=True, slots=True)
class Line:
    """An event in force, with the number it was written under."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Resolved:
    """What is in force, in order, and what was taken back and could be redone, latest last."""

    lines: tuple[Line, ...]
    undone: tuple[Line, ...]


class RefusedEventError(RefusedError):
    """Event `number` cannot follow the ones before it; `problems` says why."""

    def __init__(self, number: int, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.number = number


def resolve(events: Iterable[Line]) -> Resolved:
    """Return the lines in force. Raises `RefusedEventError` (`bad-target`) where nothing can be taken back.

    An undo takes back the latest effective event of any kind, a redo the latest undo; whatever else is
    written ends what could be redone (RULES.md, "Case and evening files").
    """
    done: list[Line] = []
    undone: list[Line] = []
    for line in events:
        event = line.event
        if isinstance(event, Undone):
            _move(line.number, done, undone)
        elif isinstance(event, Redone):
            _move(line.number, undone, done)
        else:
            undone.clear()
            done.append(line)
    return Resolved(tuple(done), tuple(undone))


def _move(number: int, source: list[Line], target: list[Line]) -> None:
    if not source:
        raise RefusedEventError(number, [Problem(code=Code.BAD_TARGET, field="kind")])
    target.append(source.pop())
