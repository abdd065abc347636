"""What a random evening does on a real store: written, repeated and refused, beside a model of its book."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, takewhile
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.evening.book import Book
from ledger.evening.dues import plan_of
from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    Counted,
    DealWritten,
    Event,
    Joined,
    Opened,
    PaymentMarked,
    Redone,
    Renamed,
    Reopened,
    Undone,
)
from ledger.evening.line import Line
from ledger.evening.settle_up import Payment
from ledger.rules.deal import Table
from ledger.rules.problems import RefusedError
from ledger.rules.seat import POT, Seat
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
from ledger.store.people import Words
from ledger.store.verify import differences
from tests.store.paper import Paper, read_after
from tests.store.scribe import NOW, codes
from tests.unit.kinds import AMENDING, MONEY, NAMING, ROSTER, anything
from tests.unit.strategies import deals, tables

CHECKED_EVERY = 10
"""Steps from one full verification to the next: each replays all that was written."""


class Told(NamedTuple):
    """An action that was written, and what its writer was told."""

    token: str
    events: tuple[Event, ...]
    receipt: Receipt


class Machine(RuleBasedStateMachine):
    """One evening on the database of `engine`, beside a model of its book."""

    engine: Engine
    evenings = count(1)
    book: Book

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self.engine)
        self.evening_id = f"evening-{next(self.evenings)}"
        self.number = self.revision = self.steps = 0
        self.paper: Paper | None = None
        self.texts: list[str] = []
        self.revisions: dict[int, int] = {}
        self.told: list[Told] = []
        self.tokens = map(str, count(1))
        self.token = next(self.tokens)

    @initialize(table=tables())
    def open(self, table: Table) -> None:
        """Open the evening, with any of the rulesets and house rules."""
        opened = Opened(ruleset=table.ruleset, seats=table.seats, first_dealer=table.dealer)
        self.paper = Paper(opened)
        self.book = self.paper.read()
        plan = Plan(
            evening_id=self.evening_id,
            token=self.evening_id,
            opened=opened,
            names=[f"Player {seat}" for seat in table.seats],
            date=NOW.date(),
        )
        open_evening(self.session, plan, Writer(now=NOW))

    def append(self, events: tuple[Event, ...], token: str, revision: int) -> Receipt:
        """Hand an action to the journal; its only text says which token it came with."""
        joining = [event.seat for event in events if isinstance(event, Joined)]
        words = Words(texts=[f"Text {token}"], names={seat: f"Player {seat}" for seat in joining})
        writer = Writer(now=NOW)
        return append(
            self.session, self.evening_id, events, token=token, revision=revision, writer=writer, words=words
        )

    def write(self, *events: Event) -> None:
        """Write an action, or be refused where the model refuses, for the same reasons."""
        assert self.paper is not None
        try:
            paper, book = read_after(self.paper, self.number + 1, [self.numbered(event) for event in events])
        except RefusedError as impossible:
            problems = codes(impossible)
        else:
            problems = ()
        if problems:
            with pytest.raises(RefusedError) as refused:
                self.append(events, self.token, self.revision)
            assert codes(refused.value) == problems
            # The next action comes with the same token: a refusal has not used it up.
            return
        receipt = self.append(events, self.token, self.revision)
        changes = any(not isinstance(event, PaymentMarked) for event in events)
        assert receipt == Receipt(number=self.number + 1, revision=self.revision + changes)
        self.told.append(Told(self.token, events, receipt))
        if any(isinstance(event, NAMING) for event in events):
            self.texts.append(f"Text {self.token}")
        self.token = next(self.tokens)
        self.paper, self.book = paper, book
        self.revision += changes
        for _event in events:
            self.number += 1
            self.revisions[self.number] = self.revision

    def numbered(self, event: Event) -> Event:
        """Return `event` as it will be stored, its text under the next free number."""
        number = len(self.texts) + 1
        if isinstance(event, Renamed):
            return replace(event, text=number)
        if isinstance(event, Adjusted | Corrected) and event.reason is not None:
            return replace(event, reason=number)
        return event

    def together(self, lines: Sequence[Line]) -> int:
        """Return how many of `lines`, from the last on, were written as one action."""
        actions = [self.revisions[line.number] for line in reversed(lines)]
        return len(list(takewhile(lambda action: action == actions[0], actions)))

    def drawn(self, data: st.DataObject) -> DealWritten:
        """Return a deal that is possible now, unless the evening is closed or there is too much or nobody."""
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

    def any_of(self, data: st.DataObject, kinds: Sequence[str]) -> Event:
        """Return something of `kinds` that may be possible now."""
        return data.draw(anything(self.book, self.number + 1, kinds))

    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        """Correct, strike, restore or insert something."""
        self.write(self.any_of(data, AMENDING))

    @rule(data=st.data())
    def correct_and_keep_the_dealers(self, data: st.DataObject) -> None:
        """Change an earlier deal and say who deals from some place on, as one action."""
        self.write(self.any_of(data, ("correct", "strike")), self.any_of(data, ("dealer before",)))

    @rule(data=st.data())
    def people(self, data: st.DataObject) -> None:
        """Let somebody come, go, sit out, return, be renamed or deal, or change places."""
        self.write(self.any_of(data, ROSTER))

    @rule(data=st.data())
    def money(self, data: st.DataObject) -> None:
        """Move money that is no deal, count it, or write a misdeal."""
        self.write(self.any_of(data, MONEY))

    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        """Close the evening in any way, closed or not."""
        self.write(self.any_of(data, ("close",)))

    @rule()
    def reopen(self) -> None:
        """Reopen the evening, closed or not."""
        self.write(Reopened())

    @rule()
    def take_the_last_action_back(self) -> None:
        """Take back the whole action that was written last, as the page does; that is always possible."""
        before, together = self.number, self.together(self.book.effective)
        self.write(*[Undone()] * max(1, together))
        assert self.number == before + together

    @rule(data=st.data(), more=st.integers(-1, 1))
    def pay(self, data: st.DataObject, more: int) -> None:
        """Mark a payment, planned or not, now and then for more than was planned."""
        planned = plan_of(self.book.state).payments or (Payment(POT, POT, 1),)
        payment = data.draw(st.sampled_from(planned))
        paid = data.draw(st.sampled_from((0, 1, max(0, payment.amount + more))))
        self.write(PaymentMarked(payment.source, payment.target, paid))

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
            self.append((*events, Counted(1)), token, self.revision)
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
        if self.paper is None:
            return
        evening = queries.evening(self.session, self.evening_id)
        story = queries.story(self.session, self.evening_id)
        postings = sa.select(sa.func.coalesce(sa.func.sum(PostingRow.amount), 0))
        total = self.session.execute(postings.where(PostingRow.evening_id == self.evening_id)).scalar_one()
        self.session.rollback()
        assert evening is not None
        head, state = evening.head, self.book.state
        assert (head.number, head.revision) == (self.number, self.revision)
        assert head.state == story.book.state == state
        assert head.redoable == len(self.book.undone)
        assert head.undoes == self.together(self.book.effective)
        assert head.redoes == self.together(self.book.undone)
        assert head.paid == story.book.paid == self.book.paid
        assert story.book.lines == self.book.lines
        assert story.book.effective == self.book.effective
        assert total == 0
        assert sum(state.balances.values()) + state.carried == 0
        assert state.carried >= 0
        assert {seat: evening.names[seat] for seat in state.balances} == {
            seat: self.texts[state.renamed[seat] - 1] if seat in state.renamed else f"Player {seat}"
            for seat in state.balances
        }
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
            if self.paper is not None:
                erase(self.session, self.evening_id, NOW)
        finally:
            self.session.close()
