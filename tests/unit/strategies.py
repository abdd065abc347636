"""Hypothesis strategies for what people can really write down: rulesets, tables, deals, evenings.

Everything drawn here is legal, so a test that is refused something has found a disagreement.
"""

from math import lcm
from typing import Final, NamedTuple

from hypothesis import strategies as st

from ledger.evening.book import State, start, step
from ledger.evening.events import Closed, DealWritten, Event, Opened, Redone, Reopened, Undone
from ledger.evening.resolve import Line
from ledger.rules.builder import CASH_COINS
from ledger.rules.catalogue import SHIPPED, attempt, find
from ledger.rules.deal import Blind, Deal, Table
from ledger.rules.problems import Code, RefusedError
from ledger.rules.ruleset import (
    AnteWhen,
    AskFrom,
    AwardKind,
    Basis,
    Declarer,
    Direction,
    End,
    Leftover,
    Procedure,
    Ruleset,
    Trigger,
)
from ledger.rules.seat import Seat


@st.composite
def every_option(draw: st.DrawFn) -> dict[str, object]:
    """Return a value for each option of RULES.md's table; all of them together are legal."""
    denominator = draw(st.sampled_from((1, 2, 4, 10, 100)))
    coin = draw(st.sampled_from(CASH_COINS) if denominator == 100 else st.integers(1, 6))
    tricks, award = draw(st.integers(1, 6) | st.integers(1, 13)), draw(st.sampled_from(AwardKind))
    per_trick, indivisible = award is AwardKind.PER_TRICK, draw(st.booleans())
    declarers = [kind for kind in Declarer if per_trick or kind is not Declarer.NONE]
    declarer = draw(st.sampled_from(declarers))
    has_declarer = declarer is not Declarer.NONE
    # One step is the smallest ante there is; a pair of zeros would open a pot with nothing in it.
    smallest = lcm(coin, tricks) if per_trick and not indivisible else coin
    amounts = st.integers(0, 4).map(lambda number: number * smallest)
    usual = draw(st.tuples(amounts, amounts).filter(any))
    empty = draw(st.none() | st.tuples(amounts, amounts).filter(any))
    quotas, multiples = st.integers(0, tricks), st.integers(0, 4)
    caps = st.sampled_from((None, "none")) | st.integers(1, 60).map(lambda number: number * coin)
    fewest = draw(st.integers(2, 5))
    triggers = draw(st.sampled_from((None, [], ["pot-empty"], ["seven"], "pot-empty", "seven", "both")))
    seven = triggers in (["seven"], "seven", "both")
    leftovers = [kind for kind in Leftover if per_trick or kind is not Leftover.TRICK_ORDER]
    share = st.integers(1, 12).flatmap(lambda parts: st.integers(1, parts).map(lambda n: f"{n}/{parts}"))
    procedures = st.sampled_from(Procedure).map(str)
    return {
        "players.min": fewest,
        "players.max": draw(st.integers(fewest, 7) | st.integers(fewest, 12)),
        "direction": draw(st.sampled_from(Direction)).value,
        "tricks": tricks,
        "unit.name": draw(st.sampled_from(("chip", "CHF", "Kreuzer"))),
        "unit.denominator": denominator,
        "unit.coin": coin,
        "ante.each": usual[0],
        "ante.dealer": usual[1],
        "ante.when": draw(st.sampled_from(AnteWhen)).value,
        "ante.on_empty_pot.each": empty and empty[0],
        "ante.on_empty_pot.dealer": empty and empty[1],
        "ante.indivisible": indivisible,
        "declarer": declarer.value,
        "ask_from": draw(st.none() | st.sampled_from(AskFrom).map(str)),
        "quota.declarer": draw(quotas if has_declarer else st.none() | quotas),
        "quota.joiner": draw(quotas),
        "award.kind": award.value,
        "award.share": draw(st.none() | share if per_trick else st.just("1") | share),
        "leftover": draw(st.sampled_from(leftovers)).value,
        "penalty.basis": draw(st.sampled_from(Basis)).value,
        "penalty.declarer": draw(multiples if has_declarer else st.none() | multiples),
        "penalty.joiner": draw(multiples),
        "penalty.cap": draw(caps),
        "pot_cap": draw(caps),
        "forced.triggers": triggers,
        "forced.seven_quota": draw(quotas if seven else st.none() | quotas),
        "forced.seven_declarer_penalty": draw(multiples if seven else st.none() | multiples),
        "passed_out.procedure": draw(st.none() | procedures if declarer is Declarer.DEALER else procedures),
        "passed_out.redeals": draw(st.integers(0, 4)),
        "passed_out.ante": draw(st.booleans()),
        "end": draw(st.sampled_from(End)).value,
    }


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Return a shipped ruleset as it is, with some house rules, or with all of them changed."""
    slug = draw(st.sampled_from(tuple(SHIPPED)))
    if draw(st.booleans()):
        return find(slug)
    options = draw(every_option())
    kept = draw(st.sets(st.sampled_from(tuple(options))))
    some = {key: value for key, value in options.items() if key in kept}
    # Values that are legal together need not be without each other.
    return find(slug, options if attempt(slug, some)[1] else some)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table within the limits of its ruleset; seats are ids in any order, never positions."""
    rules = draw(rulesets())
    numbers = st.integers(0, 40)
    count = draw(st.integers(rules.players.min, rules.players.max))
    seats = tuple(map(Seat, draw(st.lists(numbers, min_size=count, max_size=count, unique=True))))
    forced = Trigger.POT_EMPTY in rules.forced.triggers and draw(st.booleans())
    return Table(
        ruleset=rules,
        seats=seats,
        dealer=draw(st.sampled_from(seats)),
        pot=rules.unit.coin * draw(st.integers(1, 60) | st.integers(1, 10**7)),
        forced=Trigger.POT_EMPTY if forced else None,
        redeals=draw(st.integers(0, rules.passed_out.redeals)),
    )


@st.composite
def deals(draw: st.DrawFn, table: Table) -> Deal:
    """Return a deal that can happen at `table`: passed out, unopposed, played or forced."""
    rules, seats = table.ruleset, table.seats
    seven = Trigger.SEVEN in rules.forced.triggers and draw(st.booleans())
    forced = seven or table.forced is not None
    declarer: Seat | None = None
    if rules.declarer is Declarer.DEALER:
        declarer = table.dealer
    elif rules.declarer is Declarer.BID:
        declarer = draw(st.sampled_from(seats) if forced else st.none() | st.sampled_from(seats))
    others = [seat for seat in seats if seat != declarer]
    passed_out = rules.declarer is Declarer.BID and declarer is None
    least, most = (len(others) if forced else 0, 0 if passed_out else len(others))
    joined = draw(st.lists(st.sampled_from(others), min_size=least, max_size=most, unique=True))
    playing = joined if declarer is None else [declarer, *joined]
    won: list[Seat] = []
    if len(playing) > 1:
        winners = st.sampled_from(playing)
        order = st.lists(winners, min_size=rules.tricks, max_size=rules.tricks)
        won = draw(order | winners.map(lambda seat: [seat] * rules.tricks))
    # A nought may be written or left out, for who plays and for who dropped out.
    noughts = draw(st.sets(st.sampled_from(seats)))
    blind_allowed = rules.declarer is Declarer.BID and declarer == table.dealer
    blind = draw(st.none() | st.sampled_from(Blind)) if blind_allowed else None
    asks = rules.passed_out.procedure is Procedure.DEALER_IF_TRUMP
    turned = rules.declarer is Declarer.NONE and table.dealer in joined
    return Deal(
        declarer=declarer,
        joined=tuple(joined),
        tricks={seat: won.count(seat) for seat in seats if seat in won or seat in noughts},
        blind=blind,
        trump_card=1 if blind else draw(st.integers(1, max(rules.trump_cards, 1))),
        seven=seven,
        dealer_has_trump=draw(st.booleans() if not playing else st.none() | st.booleans()) if asks else None,
        dealer_turned_own=turned and draw(st.booleans()),
        trick_order=tuple(won) if rules.leftover is Leftover.TRICK_ORDER else (),
    )


@st.composite
def tables_and_deals(draw: st.DrawFn) -> tuple[Table, Deal]:
    """Return a table and a deal that can happen there."""
    table = draw(tables())
    return table, draw(deals(table))


class Evening(NamedTuple):
    """A legal evening: how it opened, what was written, and the state that `step` led to."""

    opened: Opened
    events: tuple[Line, ...]
    state: State


_OPEN: Final = ("deal", "deal", "deal", "deal", "close")


@st.composite
def evenings(draw: st.DrawFn, longest: int = 12) -> Evening:
    """Return an evening in which every event was possible when it was written."""
    table = draw(tables())
    stacks = draw(st.dictionaries(st.sampled_from(table.seats), st.integers(-500, 500)))
    opened = Opened(ruleset=table.ruleset, seats=table.seats, first_dealer=table.dealer, stacks=stacks)
    states, redoable = [start(opened)], list[State]()
    events: list[Event] = []
    for _ in range(draw(st.integers(0, longest))):
        kinds = ("reopen",) if states[-1].closed else _OPEN
        can_undo, can_redo = len(states) > 1, bool(redoable)
        kind = draw(st.sampled_from(kinds + ("undo",) * can_undo + ("redo",) * can_redo))
        if kind == "undo":
            redoable.append(states.pop())
            events.append(Undone())
        elif kind == "redo":
            states.append(redoable.pop())
            events.append(Redone())
        else:
            event = _written(draw, kind, states[-1])
            try:
                after, _settlement = step(states[-1], event)
            except RefusedError as refused:
                if {problem.code for problem in refused.problems} != {Code.AMOUNT_TOO_LARGE}:
                    raise
                # Pots explode: with large multiples this is how a legal evening stops growing.
                continue
            states.append(after)
            redoable.clear()
            events.append(event)
    lines = tuple(Line(number, event) for number, event in enumerate(events, start=1))
    return Evening(opened, lines, states[-1])


def _written(draw: st.DrawFn, kind: str, state: State) -> Event:
    if kind == "deal":
        return DealWritten(draw(deals(state.next.table)))
    return Closed() if kind == "close" else Reopened()
