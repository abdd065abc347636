"""The model of the stateful machine: what a careful person keeps on paper. Nothing is stored."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ledger.evening.book import Book, replay
from ledger.evening.dues import plan_of
from ledger.evening.events import Closed, Event, Opened, PaymentMarked, Redone, Reopened, Undone
from ledger.evening.line import Line
from ledger.evening.state import State
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Party
from tests.unit.corrected import Impossible, corrected


class Paper(NamedTuple):
    """What is not taken back, what could be redone, and every payment marked, with the closing it is of."""

    opened: Opened
    done: tuple[Line, ...] = ()
    undone: tuple[Line, ...] = ()
    marks: tuple[tuple[int, PaymentMarked], ...] = ()

    @property
    def closing(self) -> int | None:
        """Return the number of the closing in force."""
        found = None
        for line in self.done:
            if isinstance(line.event, Closed | Reopened):
                found = line.number if isinstance(line.event, Closed) else None
        return found

    @property
    def paid(self) -> Mapping[tuple[Party, Party], int]:
        """Return what is paid since the closing in force."""
        marks = [mark for number, mark in self.marks if number == self.closing]
        paid = {(mark.source, mark.target): mark.paid for mark in marks}
        return {pair: amount for pair, amount in paid.items() if amount}

    def written(self, line: Line) -> "Paper":
        """Return the paper with one more thing on it. Raises `RefusedError` where nothing is there for it."""
        event = line.event
        if isinstance(event, Undone) and self.done:
            return self._replace(done=self.done[:-1], undone=(*self.undone, self.done[-1]))
        if isinstance(event, Redone) and self.undone:
            return self._replace(done=(*self.done, self.undone[-1]), undone=self.undone[:-1])
        if isinstance(event, PaymentMarked) and self.closing is not None:
            return self._replace(marks=(*self.marks, (self.closing, event)))
        if isinstance(event, Undone | Redone | PaymentMarked):
            raise refusal(Code.BAD_TARGET)
        return self._replace(done=(*self.done, line), undone=())

    def read(self) -> Book:
        """Return the book it makes, from a clean copy without corrections. Raises `RefusedError`."""
        try:
            clean = corrected(self.done)
        except Impossible as impossible:
            raise refusal(impossible.code) from None
        book = replay(self.opened, clean)
        for number, mark in self.marks:
            if number == self.closing:
                _refuse_unplanned(book.state, mark)
        return book._replace(effective=self.done, undone=self.undone, paid=self.paid)


def _refuse_unplanned(state: State, mark: PaymentMarked) -> None:
    for payment in plan_of(state).payments:
        if (payment.source, payment.target) == (mark.source, mark.target):
            if mark.paid > payment.amount:
                raise refusal(Code.AMOUNT_TOO_LARGE)
            return
    raise refusal(Code.BAD_TARGET)


def refusal(code: Code) -> RefusedError:
    """Return the refusal of something for one reason."""
    return RefusedError([Problem(code=code, field="kind")])


def read_after(paper: Paper, number: int, events: Sequence[Event]) -> tuple[Paper, Book]:
    """Return paper and book after an action of `events`, the first of them written as `number`.

    Raises `RefusedError`: what an undo of the same action takes back must have been possible, too. What was
    written as one action before is taken back whole: half of it need not be.
    """
    for count, event in enumerate(events):
        new = count and not isinstance(events[count - 1], Undone | Redone)
        if new and isinstance(event, Undone | Redone):
            paper.read()
        paper = paper.written(Line(number + count, event))
    return paper, paper.read()
