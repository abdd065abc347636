"""What of the plan is paid: the payments marked since the evening was closed, and those before that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ledger.evening.events import Closed, Opened, PaymentMarked
from ledger.evening.line import Line
from ledger.evening.resolve import resolve
from ledger.evening.settle_up import Payment, Plan, owed, settle_up
from ledger.evening.state import State
from ledger.evening.way import Way
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Party

Paid = Mapping[tuple[Party, Party], int]
"""What changed hands (smallest units of the plan) from the first party to the second; nothing is left out."""


def way_of(state: State) -> Way:
    """Return how `state` is settled: as was chosen at closing; before, in the money agreed at the start."""
    return state.settle or (Way() if state.closed else agreed(state.opened))


def agreed(opened: Opened) -> Way:
    """Return the way that follows from what a unit was said to be worth when the evening was opened."""
    return Way(chip=opened.chip, currency=opened.currency)


def plan_of(state: State) -> Plan:
    """Return who pays whom at `state`, in its way."""
    way = way_of(state)
    return settle_up(owed(state), state.ruleset.unit, way, paid=(Payment(*before) for before in way.paid))


def marked(state: State, paid: Paid, mark: PaymentMarked, plan: Plan | None = None) -> Paid:
    """Return what is paid once `mark` is written at `state`; `plan` is its plan, where it is known already.

    Raises `RefusedError`: `bad-target` while the evening is open and for a payment that nobody planned,
    `amount-too-large` for more than was planned, `bad-shape` for less than nothing.
    """
    if not state.closed:
        raise RefusedError([Problem(code=Code.BAD_TARGET, field="kind")])
    pair = mark.source, mark.target
    planned = {
        (payment.source, payment.target): payment.amount for payment in (plan or plan_of(state)).payments
    }
    if pair not in planned:
        raise RefusedError([Problem(code=Code.BAD_TARGET, field="to")])
    if mark.paid < 0:
        raise RefusedError([Problem(code=Code.BAD_SHAPE, field="paid")])
    if mark.paid > planned[pair]:
        params = {"amount": mark.paid, "limit": planned[pair]}
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field="paid", params=params)])
    others = {known: amount for known, amount in paid.items() if known != pair}
    return others | ({pair: mark.paid} if mark.paid else {})


def handed_over(events: Iterable[Line]) -> list[tuple[Way, Payment]]:
    """Return what changed hands under closings that were taken back, each with the way it was settled in.

    It did so all the same: the plan of the next closing has to take it into account.
    """
    written = list(events)
    ways = {line.number: line.event.settle or Way() for line in written if isinstance(line.event, Closed)}
    paid: dict[tuple[int, Party, Party], int] = {}
    for closing, line in resolve(written).before:
        mark = line.event
        if isinstance(mark, PaymentMarked):
            paid[closing, mark.source, mark.target] = mark.paid
    return [
        (ways[closing], Payment(source, target, amount))
        for (closing, source, target), amount in paid.items()
        if amount
    ]


def last_way(opened: Opened, events: Iterable[Line]) -> Way:
    """Return the way chosen at the latest closing, also one that was taken back: the table's habit.

    Before any, what was agreed at the start.
    """
    ways = [line.event.settle or Way() for line in events if isinstance(line.event, Closed)]
    return ways[-1] if ways else agreed(opened)


def taken_into_account(way: Way, handed: Sequence[tuple[Way, Payment]]) -> Way:
    """Return `way` with all of `handed` that was paid in its unit; what one pays another is added up."""
    sums: dict[tuple[Party, Party], int] = {}
    for before, (source, target, amount) in handed:
        if before.same_unit(way):
            sums[source, target] = sums.get((source, target), 0) + amount
    return replace(way, paid=tuple((source, target, amount) for (source, target), amount in sums.items()))
