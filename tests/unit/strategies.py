"""Hypothesis strategies for what people can really write down: rulesets, tables, deals, evenings.

Everything drawn here is legal, so a test that is refused something has found a disagreement.
"""

from collections.abc import Sequence
from math import lcm
from typing import Final, NamedTuple, TypeVar

from hypothesis import strategies as st

from ledger.evening.book import step
from ledger.evening.events import Closed, DealWritten, Event, Opened, Redone, Reopened, Undone
from ledger.evening.line import Line
from ledger.evening.state import State, start
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

_Thing = TypeVar("_Thing")

# Strategies made once: making them anew for every draw costs more than drawing does.
_YES_OR_NO = st.booleans()
_RARELY = st.sampled_from((False, False, False, True))
_FEW = st.integers(0, 4)
_TRICKS = st.sampled_from((1, 2, 3, 3, 4, 4, 5, 6, 9, 13))
_COINS = st.integers(1, 6)
_TRIGGERS = st.sampled_from((None, (), ("pot-empty",), ("seven",), "pot-empty", "seven", "both"))
_IDS, _STRIDES = st.integers(0, 40), st.integers(1, 40)
_POTS = st.one_of(st.integers(1, 60), st.integers(1, 10**7))


@st.composite
def every_option(draw: st.DrawFn) -> dict[str, object]:
    """Return a value for each option of RULES.md's table; all of them together are legal."""

    def one_of(*values: object) -> object:
        return draw(st.sampled_from(values))

    def maybe(value: object) -> object:
        return value if draw(_YES_OR_NO) else None

    denominator = draw(st.sampled_from((1, 2, 4, 10, 100)))
    coin = draw(st.sampled_from(CASH_COINS) if denominator == 100 else _COINS)
    tricks, award = draw(_TRICKS), draw(st.sampled_from(AwardKind))
    per_trick, indivisible = award is AwardKind.PER_TRICK, draw(_YES_OR_NO)
    declarer = draw(st.sampled_from([*Declarer] if per_trick else [Declarer.BID, Declarer.DEALER]))
    has_declarer = declarer is not Declarer.NONE
    # One step is the smallest ante there is; a pair of zeros would open a pot with nothing in it.
    smallest = lcm(coin, tricks) if per_trick and not indivisible else coin
    usual, empty = ((draw(_FEW) * smallest, draw(_FEW) * smallest or smallest) for _ in range(2))
    usual, empty = (pair[::-1] if draw(_YES_OR_NO) else pair for pair in (usual, empty))
    another = draw(_YES_OR_NO)
    quotas, fewest = st.integers(0, tricks), draw(st.integers(2, 5))
    triggers = draw(_TRIGGERS)
    seven = triggers in (("seven",), "seven", "both")
    parts = draw(st.integers(1, 12))
    share = f"{draw(st.integers(1, parts))}/{parts}"
    leftovers = [kind.value for kind in Leftover if per_trick or kind is not Leftover.TRICK_ORDER]
    procedures = [kind.value for kind in Procedure]
    return {
        "players.min": fewest,
        "players.max": draw(st.integers(fewest, 7 + 5 * draw(_RARELY))),
        "direction": one_of(*(kind.value for kind in Direction)),
        "tricks": tricks,
        "unit.name": one_of("chip", "CHF", "Kreuzer"),
        "unit.denominator": denominator,
        "unit.coin": coin,
        "ante.each": usual[0],
        "ante.dealer": usual[1],
        "ante.when": one_of(*(kind.value for kind in AnteWhen)),
        "ante.on_empty_pot.each": empty[0] if another else None,
        "ante.on_empty_pot.dealer": empty[1] if another else None,
        "ante.indivisible": indivisible,
        "declarer": declarer.value,
        "ask_from": one_of(None, *(kind.value for kind in AskFrom)),
        "quota.declarer": draw(quotas) if has_declarer else maybe(tricks),
        "quota.joiner": draw(quotas),
        "award.kind": award.value,
        "award.share": maybe(share) if per_trick else one_of(share, "1"),
        "leftover": one_of(*leftovers, *leftovers[1:]),
        "penalty.basis": one_of(*(kind.value for kind in Basis)),
        "penalty.declarer": draw(_FEW) if has_declarer else maybe(2),
        "penalty.joiner": draw(_FEW),
        "penalty.cap": one_of(None, "none", coin, 3 * coin, 20 * coin, 60 * coin),
        "pot_cap": one_of(None, "none", coin, 3 * coin, 20 * coin, 60 * coin),
        "forced.triggers": list(triggers) if isinstance(triggers, tuple) else triggers,
        "forced.seven_quota": draw(quotas) if seven else maybe(1),
        "forced.seven_declarer_penalty": draw(_FEW) if seven else maybe(1),
        "passed_out.procedure": one_of(*procedures, *([None] if declarer is Declarer.DEALER else [])),
        "passed_out.redeals": draw(_FEW),
        "passed_out.ante": draw(_YES_OR_NO),
        "end": one_of(*(kind.value for kind in End)),
    }


def _some(draw: st.DrawFn, things: Sequence[_Thing]) -> list[_Thing]:
    """Return any of `things`, in their order: one draw for all, where a set would take one for each."""
    mask = draw(st.integers(0, 2 ** len(things) - 1))
    return [thing for place, thing in enumerate(things) if mask >> place & 1]


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Return a shipped ruleset as it is, with some house rules, or with all of them changed."""
    slug = draw(st.sampled_from(tuple(SHIPPED)))
    if draw(_YES_OR_NO):
        return find(slug)
    options = draw(every_option())
    some = {key: options[key] for key in _some(draw, tuple(options))}
    # Values that are legal together need not be without each other.
    return find(slug, options if attempt(slug, some)[1] else some)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table within the limits of its ruleset; seats are ids in any order, never positions."""
    rules = draw(rulesets())
    count = draw(st.integers(rules.players.min, rules.players.max))
    # 41 is a prime: whatever the stride, the ids are all different.
    first, stride = draw(_IDS), draw(_STRIDES)
    seats = tuple(Seat((first + stride * place) % 41) for place in range(count))
    forced = Trigger.POT_EMPTY in rules.forced.triggers and draw(_YES_OR_NO)
    return Table(
        ruleset=rules,
        seats=seats,
        dealer=draw(st.sampled_from(seats)),
        pot=rules.unit.coin * draw(_POTS),
        forced=Trigger.POT_EMPTY if forced else None,
        redeals=draw(st.integers(0, rules.passed_out.redeals)),
    )


@st.composite
def deals(draw: st.DrawFn, table: Table) -> Deal:
    """Return a deal that can happen at `table`: passed out, unopposed, played or forced."""
    rules, seats = table.ruleset, table.seats
    seven = Trigger.SEVEN in rules.forced.triggers and draw(_YES_OR_NO)
    forced = seven or table.forced is not None
    declarer: Seat | None = None
    if rules.declarer is Declarer.DEALER:
        declarer = table.dealer
    elif rules.declarer is Declarer.BID:
        declarer = draw(st.sampled_from(seats if forced else (None, *seats)))
    others = [seat for seat in seats if seat != declarer]
    passed_out = rules.declarer is Declarer.BID and declarer is None
    joined = others if forced else [] if passed_out else _some(draw, others)
    joined = joined[::-1] if draw(_YES_OR_NO) else joined
    playing = joined if declarer is None else [declarer, *joined]
    won: list[Seat] = []
    if len(playing) > 1:
        winners = st.sampled_from(playing)
        if draw(_RARELY):
            won = [draw(winners)] * rules.tricks
        else:
            won = draw(st.lists(winners, min_size=rules.tricks, max_size=rules.tricks))
    # A nought may be written or left out, for who plays and for who dropped out.
    noughts = _some(draw, seats)
    blind_allowed = rules.declarer is Declarer.BID and declarer == table.dealer
    blind = draw(st.sampled_from((None, *Blind))) if blind_allowed else None
    asks = rules.passed_out.procedure is Procedure.DEALER_IF_TRUMP
    turned = rules.declarer is Declarer.NONE and table.dealer in joined
    return Deal(
        declarer=declarer,
        joined=tuple(joined),
        tricks={seat: won.count(seat) for seat in seats if seat in won or seat in noughts},
        blind=blind,
        trump_card=1 if blind else draw(st.integers(1, max(rules.trump_cards, 1))),
        seven=seven,
        dealer_has_trump=draw(st.sampled_from((True, False, None) if playing else (True, False)))
        if asks
        else None,
        dealer_turned_own=turned and draw(_YES_OR_NO),
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
def evenings(draw: st.DrawFn, longest: int = 9) -> Evening:
    """Return an evening in which every event was possible when it was written."""
    table = draw(tables())
    stacks = draw(st.dictionaries(st.sampled_from(table.seats), st.integers(-500, 500)))
    opened = Opened(ruleset=table.ruleset, seats=table.seats, first_dealer=table.dealer, stacks=stacks)
    states, redoable = [start(opened)], list[State]()
    events: list[Event] = []
    for _ in range(draw(st.integers(1, longest))):
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
                after = follow(states[-1], event)
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


def follow(state: State, event: Event) -> State:
    """Return the state after `event`; a closing that kept the pot leaves nothing behind when reopened."""
    if isinstance(event, Reopened) and state.closed:
        return state._replace(closed=False, settle=None)
    return step(state, event)[0]


def _written(draw: st.DrawFn, kind: str, state: State) -> Event:
    if kind == "deal":
        return DealWritten(draw(deals(state.next.table)))
    return Closed() if kind == "close" else Reopened()
