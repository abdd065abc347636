"""A line: an event with the number it was written under."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.evening.events import Event
from ledger.rules.problems import Code, Problem, RefusedError


@dataclass(frozen=True, slots=True)
class Line:
    """An event, with the number it was written under."""

    number: int
    event: Event


class RefusedEventError(RefusedError):
    """Event `number` cannot follow the ones before it; `problems` says why."""

    def __init__(self, number: int, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.number = number


def refused(number: int, code: Code, field: str) -> RefusedEventError:
    """Return the refusal of event `number` for one reason."""
    return RefusedEventError(number, [Problem(code=code, field=field)])
