"""A random evening on the real stores: whatever is written, repeated or refused, the book is as meant."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.evening.events import Closed, DealWritten, Event, Opened, Redone, Reopened, Undone
from ledger.evening.line import Line
from ledger.evening.state import State, start
from ledger.rules.deal import Table
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.erasure import erase
from ledger.store.journal import (
    Plan,
    Receipt,
    StaleError,
    TokenReusedError,
    Writer,
    append,
    open_evening,
)
from ledger.store.models import PostingRow
from ledger.store.verify import differences
from tests.conftest import LONGER
from tests.store.scribe import NOW, codes
from tests.unit.strategies import deals, follow, tables

EXAMPLES, STEPS = (200 if LONGER > 1 else 50), 50
CHECKED_EVERY = 10
"""Steps from one full verification to the next: each replays all that was written."""


class Told(NamedTuple):
    """An action that was written, and what its writer was told."""

    token: str
    events: tuple[Event, ...]
    receipt: Receipt


class Book(NamedTuple):
    """The model: what is in force, with the state after each, and what could be redone. Nothing is stored."""

    lines: tuple[Line, ...]
    states: tuple[State, ...]
    undone: tuple[tuple[Line, State], ...] = ()

    @property
    def state(self) -> State:
        """Return where the evening stands."""
        return self.states[-1]

    def after(self, line: Line) -> "Book":
        """Return the book with one more thing written. Raises `RefusedError`."""
        if isinstance(line.event, Undone) and self.lines:
            taken = (self.lines[-1], self.states[-1])
            return Book(self.lines[:-1], self.states[:-1], (*self.undone, taken))
        if isinstance(line.event, Redone) and self.undone:
            back, state = self.undone[-1]
            return Book((*self.lines, back), (*self.states, state), self.undone[:-1])
        if isinstance(line.event, Undone | Redone):
            raise RefusedError([Problem(code=Code.BAD_TARGET, field="kind")])
        state = follow(self.state, line.event)
        return Book((*self.lines, line), (*self.states, state))


class Machine(RuleBasedStateMachine):
    """One evening on the database of `engine`, beside a model of its book."""

    engine: Engine
    evenings = count(1)

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self.engine)
        self.evening_id = f"evening-{next(self.evenings)}"
        self.book = Book((), ())
        self.number = self.revision = self.steps = 0
        self.told: list[Told] = []
        self.tokens = map(str, count(1))
        self.token = next(self.tokens)

    @initialize(table=tables())
    def open(self, table: Table) -> None:
        """Open the evening, with any of the rulesets and house rules."""
        opened = Opened(ruleset=table.ruleset, seats=table.seats, first_dealer=table.dealer)
        self.book = Book((), (start(opened),))
        plan = Plan(
            evening_id=self.evening_id,
            token=self.evening_id,
            opened=opened,
            names=[f"Player {seat}" for seat in table.seats],
            date=NOW.date(),
        )
        open_evening(self.session, plan, Writer(now=NOW))

    def append(self, events: tuple[Event, ...], token: str, revision: int) -> Receipt:
        """Hand an action to the journal."""
        return append(
            self.session, self.evening_id, events, token=token, revision=revision, writer=Writer(now=NOW)
        )

    def meant(self, events: tuple[Event, ...]) -> tuple[Book, Sequence[Code]]:
        """Return the book that an action should lead to, and what makes it impossible."""
        book = self.book
        try:
            for number, event in enumerate(events, start=self.number + 1):
                book = book.after(Line(number, event))
        except RefusedError as refused:
            return self.book, codes(refused)
        return book, ()

    def write(self, *events: Event) -> None:
        """Write an action, or be refused where the model refuses, for the same reasons."""
        book, problems = self.meant(events)
        if problems:
            with pytest.raises(RefusedError) as refused:
                self.append(events, self.token, self.revision)
            assert codes(refused.value) == problems
            # The next action comes with the same token: a refusal has not used it up.
            return
        receipt = self.append(events, self.token, self.revision)
        assert receipt == Receipt(number=self.number + 1, revision=self.revision + 1)
        self.told.append(Told(self.token, events, receipt))
        self.token = next(self.tokens)
        self.book = book
        self.number += len(events)
        self.revision += 1

    def drawn(self, data: st.DataObject) -> DealWritten:
        """Return a deal that is possible now, unless the evening is closed or the pot has grown too large."""
        return DealWritten(data.draw(deals(self.book.state.next.table)))

    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """Write a deal."""
        self.write(self.drawn(data))

    @rule(data=st.data())
    def two_deals(self, data: st.DataObject) -> None:
        """Write two deals as one action; the second may not be possible after the first."""
        self.write(self.drawn(data), self.drawn(data))

    def spoilt(self, data: st.DataObject) -> DealWritten:
        """Return a deal with a trick too many or too few, or with somebody who does not sit there."""
        deal = self.drawn(data).deal
        stranger, extra = data.draw(st.booleans()), data.draw(st.integers(-2, 2))
        seat = Seat(77) if stranger else data.draw(st.sampled_from(self.book.state.seats))
        return DealWritten(replace(deal, tricks={**deal.tricks, seat: deal.tricks.get(seat, 0) + extra}))

    @rule(data=st.data())
    def spoilt_deal(self, data: st.DataObject) -> None:
        """Write a deal that may not be possible."""
        self.write(self.spoilt(data))

    @rule(data=st.data())
    def spoilt_deal_taken_back(self, data: st.DataObject) -> None:
        """Write a deal that may not be possible and take it back, as one action."""
        self.write(self.spoilt(data), Undone())

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        """Take back one or more, if there are as many."""
        self.write(*[Undone()] * times)

    @rule()
    def redo(self) -> None:
        """Take an undo back, if it was the last thing."""
        self.write(Redone())

    @rule(data=st.data())
    def mend(self, data: st.DataObject) -> None:
        """Take the last one back and write another deal in its place, as one action."""
        self.write(Undone(), self.drawn(data))

    @rule()
    def close(self) -> None:
        """Close the evening, closed or not."""
        self.write(Closed())

    @rule()
    def reopen(self) -> None:
        """Reopen the evening, closed or not."""
        self.write(Reopened())

    @precondition(lambda self: self.told)
    @rule(data=st.data(), times=st.integers(1, 5))
    def repeat(self, data: st.DataObject, times: int) -> None:
        """Send an earlier action again, as a phone does that got no answer."""
        token, events, receipt = data.draw(st.sampled_from(self.told))
        revision = data.draw(st.sampled_from((receipt.revision - 1, self.revision)))
        for _ in range(times):
            assert self.append(events, token, revision) == replace(receipt, repeated=True)

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def reuse(self, data: st.DataObject) -> None:
        """Send something else with the token of an earlier action."""
        token, events, receipt = data.draw(st.sampled_from(self.told))
        with pytest.raises(TokenReusedError) as reused:
            self.append((*events, Closed()), token, self.revision)
        assert reused.value.revision == receipt.revision

    @rule(data=st.data(), behind=st.sampled_from((-1, 1, 2, 50)))
    def write_on_another_revision(self, data: st.DataObject, behind: int) -> None:
        """Write what may be possible, but on a revision that is not the book's."""
        events: tuple[Event, ...] = (self.drawn(data), Undone(), Closed(), Reopened())
        event = data.draw(st.sampled_from(events))
        with pytest.raises(StaleError) as stale:
            self.append((event,), self.token, self.revision - behind)
        assert stale.value.revision == self.revision

    @invariant()
    def book_is_what_was_meant(self) -> None:
        """Compare head and replay with the model, and add up the postings."""
        if not self.book.states:
            return
        evening = queries.evening(self.session, self.evening_id)
        story = queries.story(self.session, self.evening_id)
        postings = sa.select(sa.func.coalesce(sa.func.sum(PostingRow.amount), 0))
        total = self.session.execute(postings.where(PostingRow.evening_id == self.evening_id)).scalar_one()
        self.session.rollback()
        assert evening is not None
        assert (evening.head.number, evening.head.revision) == (self.number, self.revision)
        assert evening.head.state == story.book.state == self.book.state
        assert evening.head.redoable == len(self.book.undone)
        assert story.book.effective == self.book.lines
        assert total == 0
        self.steps += 1
        if self.steps % CHECKED_EVERY == 0:
            self.verify()

    def verify(self) -> None:
        """Replay everything that is stored, and compare."""
        assert list(differences(self.session)) == []
        self.session.rollback()

    def teardown(self) -> None:
        """Verify once more, and leave a database for the next evening that is as quick to check."""
        try:
            self.verify()
            if self.book.states:
                erase(self.session, self.evening_id, NOW)
        finally:
            self.session.close()


def test_random_evenings(engine: Engine) -> None:
    machine = type("MachineOnThisDatabase", (Machine,), {"engine": engine})
    run(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None))
