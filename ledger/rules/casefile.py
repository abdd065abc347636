"""Case files: one deal as plain data, and its answer (RULES.md, "Case and evening files")."""

from collections.abc import Mapping

from ledger.rules.catalogue import attempt
from ledger.rules.deal import Table
from ledger.rules.plain import (
    Reader,
    head_of,
    name_map,
    named,
    plain_opening,
    plain_problem,
    plain_settlement,
)
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.ruleset import Trigger
from ledger.rules.seat import NOBODY, Seat
from ledger.rules.settlement import settle


def answer(case: object) -> dict[str, object]:
    """Return the answer to one case: what it settles to, or `problems`. Never raises on bad data."""
    if not isinstance(case, dict):
        problem = Problem(code=Code.BAD_SHAPE, field="")
        return {"problems": [plain_problem(problem, {})]}
    reader = Reader()
    names = reader.names("players", case.get("players"))
    seats = name_map(names)
    labels = {seat: name for name, seat in seats.items()}
    head = head_of(case)
    try:
        return head | _settled(case, reader, seats, labels)
    except RefusedError as refused:
        listed = [plain_problem(named(problem, labels), labels) for problem in refused.problems]
        return head | {"problems": listed}


def _settled(
    case: Mapping[str, object], reader: Reader, seats: Mapping[str, Seat], labels: Mapping[Seat, str]
) -> dict[str, object]:
    facts = case.get("deal")
    if not isinstance(facts, dict):
        reader.wrong("deal")
        facts = {}
    dealer, forced, options = case.get("dealer"), case.get("forced"), case.get("options")
    if not isinstance(dealer, str):
        reader.wrong("dealer")
    elif dealer not in seats:
        reader.wrong("dealer", Code.UNKNOWN_DEALER, name=dealer)
    if forced not in (None, Trigger.POT_EMPTY.value):
        reader.wrong("forced")
        forced = None
    if options is not None and not isinstance(options, dict):
        reader.wrong("options")
        options = None
    pot, redeals = reader.amount("pot", case.get("pot")), reader.count("redeals", case.get("redeals"))
    deal = reader.deal("deal.", facts, seats)
    try:
        ruleset, flaws = attempt(case.get("ruleset"), options)
    except RefusedError as unknown:
        raise RefusedError([*reader.problems, *unknown.problems]) from None
    reader.problems += flaws
    table = Table(
        ruleset=ruleset,
        seats=tuple(sorted(seats.values())),
        dealer=seats.get(dealer, NOBODY) if isinstance(dealer, str) else NOBODY,
        pot=pot,
        forced=None if forced is None else Trigger.POT_EMPTY,
        redeals=redeals,
    )
    if reader.problems:
        raise RefusedError(reader.checked(deal, table))
    settlement = settle(deal, table)
    return {**plain_settlement(settlement, labels), "next": plain_opening(settlement.next, labels)}
