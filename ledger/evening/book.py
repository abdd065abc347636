"""The book: what follows from an evening's events. `step` does one line, `replay` folds them all."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.evening.amendment import amended
from ledger.evening.aside import turn
from ledger.evening.dues import Paid, marked, plan_of
from ledger.evening.entry import NO_PAST, Aside, Entry, Past
from ledger.evening.events import DealWritten, Event, Opened, PaymentMarked
from ledger.evening.line import Line, RefusedEventError
from ledger.evening.resolve import resolve
from ledger.evening.state import State, refuse_too_large, start
from ledger.rules.deal import Deal
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import LIMIT
from ledger.rules.settlement import Settlement, settle

# Balances and pot add up to 0: while the pot and every gain stay below a sixteenth of the limit, none of up
# to twelve balances can be past it, and none needs a look.
_NEAR, _FEW = LIMIT // 16, 12


class Book(NamedTuple):
    """An evening, replayed.

    *Attributes*: its `state`; an entry a deal in force; an aside for every other line; the `lines`, in the
    order of the book; what is `effective` of all that was written, and what could be redone, each latest
    last; what is `paid` since it was closed.
    """

    state: State
    entries: tuple[Entry, ...]
    asides: tuple[Aside, ...]
    lines: tuple[Line, ...]
    effective: tuple[Line, ...]
    undone: tuple[Line, ...]
    paid: Paid

    @property
    def past(self) -> Past:
        """Return what its lines did."""
        return Past(self.entries, self.asides)


def step(state: State, event: Event, past: Past = NO_PAST) -> tuple[State, Settlement | None]:
    """Return the state after `event`, and the settlement if it is a deal.

    `past` is what led to `state`; only a closing that gives the pot away asks for it. Raises `RefusedError`
    with what makes it impossible; `evening-closed` for all once it is closed.
    """
    if isinstance(event, DealWritten):
        return _deal(state, event.deal)
    return turn(state, event, past)[0], None


def entered(state: State, line: Line, past: Past = NO_PAST) -> Entry | Aside:
    """Return what `line` does at `state`, as the book keeps it. Raises `RefusedError` as `step` does."""
    event = line.event
    if isinstance(event, DealWritten):
        after, settlement = _deal(state, event.deal)
        return Entry(line.number, event.deal, state.next, settlement, after)
    after, transfers = turn(state, event, past)
    return Aside(line.number, event, transfers, after)


def _deal(state: State, deal: Deal) -> tuple[State, Settlement]:
    if state.closed:
        raise RefusedError([Problem(code=Code.EVENING_CLOSED, field="kind")])
    coming = state.next
    settlement = settle(deal, coming.table)
    balances = dict(state.balances)
    for seat, ante in coming.antes.items():
        balances[seat] -= ante
    for seat, amount in settlement.payouts.items():
        balances[seat] += amount
    for seat, amount in settlement.penalties.items():
        balances[seat] -= amount
    stacks = state.stacks
    near = settlement.next.pot > _NEAR or max(balances.values()) > _NEAR
    if stacks or near or len(balances) > _FEW:
        refuse_too_large(balances, stacks)
    let_go = state.let_go
    if settlement.let_go is not None and settlement.let_go not in let_go:
        let_go = (*let_go, settlement.let_go)
    dealt = state.dealt
    after = State(
        state.opened,
        state.seats,
        state.order,
        balances,
        stacks,
        state.renamed,
        settlement.carried,
        settlement.next,
        state.deals + 1,
        dealt if coming.dealer in dealt else (*dealt, coming.dealer),
        settlement.may_finish,
        let_go,
        False,
        None,
    )
    return after, settlement


def replay(opened: Opened, events: Iterable[Line]) -> Book:
    """Return the book that `events` make of an evening. Raises `RefusedEventError` at the first impossible.

    The fold of `step` over `resolve(events)`, keeping what each line did. Payments are checked against the
    plan of their own closing, also of one that was taken back since.
    """
    resolved = resolve(events)
    state, entries, asides = _played(opened, resolved.lines)
    paid = _paid(state, resolved.marked)
    for closing in sorted({mark.closing for mark in resolved.before}):
        marks = [mark.line for mark in resolved.before if mark.closing == closing]
        _paid(_played(opened, amended(resolved.closings[closing]))[0], marks)
    return Book(
        state=state,
        entries=tuple(entries),
        asides=tuple(asides),
        lines=resolved.lines,
        effective=resolved.effective,
        undone=resolved.undone,
        paid=paid,
    )


def _played(opened: Opened, lines: Iterable[Line]) -> tuple[State, list[Entry], list[Aside]]:
    """Return the state that `lines` lead to, and what each of them did."""
    state = start(opened)
    entries: list[Entry] = []
    asides: list[Aside] = []
    past = Past(entries, asides)
    for line in lines:
        event = line.event
        try:
            if isinstance(event, DealWritten):
                after, settlement = _deal(state, event.deal)
                entries.append(Entry(line.number, event.deal, state.next, settlement, after))
            else:
                after, transfers = turn(state, event, past)
                asides.append(Aside(line.number, event, transfers, after))
        except RefusedError as refused:
            raise RefusedEventError(line.number, refused.problems) from None
        state = after
    return state, entries, asides


def _paid(state: State, marks: Sequence[Line]) -> Paid:
    paid: Paid = {}
    # Worked out once for all of them: an evening file may hold thousands.
    plan = plan_of(state) if marks and state.closed else None
    for line in marks:
        if isinstance(line.event, PaymentMarked):
            try:
                paid = marked(state, paid, line.event, plan)
            except RefusedError as refused:
                raise RefusedEventError(line.number, refused.problems) from None
    return paid
