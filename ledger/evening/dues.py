"""What of the plan is paid: the payments marked since the evening was closed."""

from collections.abc import Mapping

from ledger.evening.events import PaymentMarked
from ledger.evening.settle_up import Plan, owed, settle_up
from ledger.evening.state import State
from ledger.evening.way import Way
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Party

Paid = Mapping[tuple[Party, Party], int]
"""What changed hands (smallest units of the plan) from the first party to the second; nothing is left out."""


def plan_of(state: State) -> Plan:
    """Return who pays whom at `state`, in the way chosen when the evening was closed."""
    return settle_up(owed(state), state.ruleset.unit, state.settle or Way())


def marked(state: State, paid: Paid, mark: PaymentMarked) -> Paid:
    """Return what is paid once `mark` is written at `state`.

    Raises `RefusedError`: `bad-target` while the evening is open and for a payment that nobody planned,
    `amount-too-large` for more than was planned, `bad-shape` for less than nothing.
    """
    if not state.closed:
        raise RefusedError([Problem(code=Code.BAD_TARGET, field="kind")])
    pair = mark.source, mark.target
    planned = {(payment.source, payment.target): payment.amount for payment in plan_of(state).payments}
    if pair not in planned:
        raise RefusedError([Problem(code=Code.BAD_TARGET, field="to")])
    if mark.paid < 0:
        raise RefusedError([Problem(code=Code.BAD_SHAPE, field="paid")])
    if mark.paid > planned[pair]:
        params = {"amount": mark.paid, "limit": planned[pair]}
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field="paid", params=params)])
    others = {known: amount for known, amount in paid.items() if known != pair}
    return others | ({pair: mark.paid} if mark.paid else {})
