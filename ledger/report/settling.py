"""Who pays whom, as page and paper show it: every payment with what is paid of it, and how it was found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ledger.evening.dues import Paid, plan_of, way_of
from ledger.evening.settle_up import Payment, Plan
from ledger.evening.state import State
from ledger.evening.way import Mode, Way
from ledger.rules.seat import POT, Party, Seat
from ledger.wording.amounts import amount, signed, unit_word, with_unit
from ledger.wording.language import Language
from ledger.wording.names import isolated


class Status(StrEnum):
    """How much of a payment has changed hands."""

    OPEN = "open"
    PART = "part"
    PAID = "paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One payment of the plan.

    *Attributes*: `number`, its place in the plan from 1; `payment`; the names of `payer` and `receiver`;
    `amount`, `paid` and `left` as text without unit, `full` the amount as any language's form reads it;
    `seen`, what is paid in smallest units; `status`.
    """

    number: int
    payment: Payment
    payer: str
    receiver: str
    amount: str
    full: str
    paid: str
    left: str
    seen: int
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """The whole plan.

    *Attributes*: `plan`; `dues`; `unit_word` they are counted in; `how`, sentences that say how it was
    found; `moved`, names and what rounding gave or took; `before`, what was paid before this closing (payer,
    receiver, amount with unit); `open`, what is not paid yet, with unit, empty where all is.
    """

    plan: Plan
    dues: Sequence[Due]
    unit_word: str
    how: Sequence[str]
    moved: Sequence[tuple[str, str]]
    before: Sequence[tuple[str, str, str]]
    open: str


NOTHING_PAID: Final[Paid] = {}


def settling(state: State, paid: Paid, names: Mapping[Seat, str], language: Language) -> Settling:
    """Return the plan at `state` and what is `paid` of it, in the way chosen when the evening was closed.

    While it is open: what the plan would be now, in the fewest payments.
    """
    way = way_of(state)
    plan = plan_of(state)
    parties = _parties(names, way, language)
    dues = [
        _due(number, payment, paid.get((payment.source, payment.target), 0), plan, parties, language)
        for number, payment in enumerate(plan.payments, start=1)
    ]
    left = sum(payment.amount for payment in plan.payments) - sum(paid.values())
    return Settling(
        plan=plan,
        dues=dues,
        unit_word=unit_word(plan.unit, language),
        how=_how(state, plan, way, parties, language),
        moved=[(parties[one.party], signed(plan.fine, one.amount, language)) for one in plan.rounding],
        before=[
            (parties[source], parties[target], with_unit(plan.unit, handed, language))
            for source, target, handed in way.paid
        ],
        open=with_unit(plan.unit, left, language) if left else "",
    )


def _due(
    number: int, payment: Payment, paid: int, plan: Plan, parties: Mapping[Party, str], language: Language
) -> Due:
    left = payment.amount - paid
    return Due(
        number=number,
        payment=payment,
        payer=parties[payment.source],
        receiver=parties[payment.target],
        amount=amount(plan.unit, payment.amount, language),
        full=plan.unit.plain(payment.amount),
        paid=amount(plan.unit, paid, language),
        left=amount(plan.unit, left, language),
        seen=paid,
        status=Status.PAID if not left else Status.PART if paid else Status.OPEN,
    )


def _parties(names: Mapping[Seat, str], way: Way, language: Language) -> dict[Party, str]:
    """Return what every party is called; what everything goes through is a till, also where it is the pot."""
    _ = language.gettext
    return {POT: _("Till") if way.through == POT else _("Pot"), **names}


def _how(state: State, plan: Plan, way: Way, parties: Mapping[Party, str], language: Language) -> list[str]:
    _ = language.gettext
    said = []
    if way.mode is Mode.THROUGH and way.through is not None:
        said.append(_("Everything goes through one place: %(name)s.", name=isolated(parties[way.through])))
    elif plan.exact and plan.rounding:
        # Rounded another way, the amounts might do with fewer: that was not searched.
        said.append(_("With the amounts rounded like this, fewer payments are impossible."))
    elif plan.exact:
        said.append(_("Fewer payments are impossible."))
    else:
        said.append(_("Few payments. With so many people nobody can prove that fewer are impossible."))
    if way.chip is not None:
        worth = with_unit(plan.unit, way.chip, language)
        unit = unit_word(state.ruleset.unit, language, plural=False)
        said.append(_("One %(unit)s is worth %(amount)s.", unit=unit, amount=worth))
    if way.coin > 1:
        said.append(_("Paid in whole coins of %(coin)s.", coin=with_unit(plan.unit, way.coin, language)))
    return said
