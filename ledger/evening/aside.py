"""What a line does that is no deal: money moved for another reason, people, the bowl, the end."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.evening import roster
from ledger.evening.closing import shares
from ledger.evening.entry import Past
from ledger.evening.events import (
    Adjusted,
    Closed,
    Counted,
    DealerSet,
    Event,
    Joined,
    Left,
    Rebought,
    Renamed,
    Reordered,
    Returned,
    SatOut,
    Voided,
)
from ledger.evening.settle_up import Payment, owed, to_settle
from ledger.evening.state import State, moved, refuse_count, refuse_too_large
from ledger.evening.way import Mode, Way
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import LIMIT, POT, Seat
from ledger.rules.settlement import Reason, Transfer, Why

_Done = tuple[State, tuple[Transfer, ...]]


def turn(state: State, event: Event, past: Past) -> _Done:
    """Return the state after `event`, which is no deal, and what it moved; `past` led to `state`.

    Raises `RefusedError`: `evening-closed` for everything once closed, `bad-target` for what has no place in
    the book.
    """
    if state.closed:
        raise _wrong(Code.EVENING_CLOSED, "kind")
    if isinstance(event, Closed):
        return _close(state, event, past)
    if type(event) in _ROSTER:
        return _ROSTER[type(event)](state, event), ()
    if type(event) not in _MONEY:
        raise _wrong(Code.BAD_TARGET, "kind")
    return _MONEY[type(event)](state, event)


def _close(state: State, event: Closed, past: Past) -> _Done:
    if event.settle is not None:
        _refuse_way(state, event.settle)
    transfers = shares(state, event.pot, past)
    after = moved(state, transfers) if transfers else state
    if event.settle is not None:
        _refuse_worth(after, event.settle)
    return after._replace(closed=True, settle=event.settle), transfers


def _refuse_way(state: State, way: Way) -> None:
    """Refuse a way to settle that goes through nobody, or pays in coins of nothing."""
    if (way.mode is Mode.THROUGH) != (way.through is not None):
        raise _wrong(Code.BAD_SHAPE, "settle.through")
    if way.through is not None and way.through != POT:
        roster.refuse_stranger(state, way.through, "settle.through")
    for name, amount in (("coin", way.coin), ("chip", way.chip)):
        if amount is not None:
            _refuse_amount(f"settle.{name}", amount)
    for source, target, amount in way.paid:
        for party in (source, target):
            if party != POT:
                roster.refuse_stranger(state, Seat(party), "settle.paid")
        if source == target:
            raise _wrong(Code.BAD_SHAPE, "settle.paid")
        _refuse_amount("settle.paid", amount)


def _refuse_worth(state: State, way: Way) -> None:
    """Refuse a way in which somebody would have to pay or get more than amounts may be."""
    left = to_settle(owed(state), state.ruleset.unit, way, (Payment(*paid) for paid in way.paid))
    for party, amount in left.items():
        parts = 1 if way.chip is None else state.ruleset.unit.denominator
        if abs(amount) > LIMIT * parts:
            params = {"amount": abs(amount) // parts, "limit": LIMIT}
            raise RefusedError(
                [Problem(code=Code.AMOUNT_TOO_LARGE, field="settle", seat=Seat(party), params=params)]
            )


def _join(state: State, event: Joined) -> _Done:
    after = roster.joined(state, event)
    if not event.pays:
        return after, ()
    _refuse_amount("pays", event.pays)
    _refuse_fraction(state, "pays", event.pays)
    paid = (Transfer(event.seat, POT, event.pays, Reason.ADJUSTMENT, Why.JOINING, {}),)
    return moved(after, paid), paid


def _adjust(state: State, event: Adjusted) -> _Done:
    for field, party in (("from", event.source), ("to", event.target)):
        if party != POT:
            roster.refuse_stranger(state, party, field)
    if event.source == event.target:
        raise _wrong(Code.BAD_SHAPE, "to")
    _refuse_amount("amount", event.amount)
    if POT in (event.source, event.target):
        _refuse_fraction(state, "amount", event.amount)
    if event.source == POT and event.amount > state.carried:
        raise _wrong(Code.POT_TOO_SMALL, "amount", amount=event.amount, carried=state.carried)
    params: dict[str, int | str] = {} if event.reason is None else {"text": event.reason}
    done = (Transfer(event.source, event.target, event.amount, Reason.ADJUSTMENT, Why.ADJUSTMENT, params),)
    return moved(state, done), done


def _rebuy(state: State, event: Rebought) -> _Done:
    roster.refuse_unless_seated(state, event.seat)
    _refuse_amount("amount", event.amount)
    stacks = {**state.stacks, event.seat: state.stacks.get(event.seat, 0) + event.amount}
    refuse_too_large(state.balances, stacks)
    # A balance without its stack is so never past twice the limit: JavaScript still counts exactly there.
    _refuse_past_limit("amount", stacks[event.seat])
    return state._replace(stacks=stacks), ()


def _count(state: State, event: Counted) -> _Done:
    if event.amount:
        _refuse_amount("amount", event.amount)
    return state, ()


def _void(state: State, _event: Voided) -> _Done:
    refuse_count(state.ruleset, len(state.seats))
    return state, ()


def _refuse_amount(field: str, amount: int) -> None:
    """Refuse an amount (smallest units) that is none, or past the limit."""
    if amount <= 0:
        raise _wrong(Code.BAD_SHAPE, field)
    _refuse_past_limit(field, amount)


def _refuse_past_limit(field: str, amount: int) -> None:
    if amount > LIMIT:
        raise _wrong(Code.AMOUNT_TOO_LARGE, field, amount=amount, limit=LIMIT)


def _refuse_fraction(state: State, field: str, amount: int) -> None:
    """Refuse to put less than whole coins into the pot, or to take it out."""
    coin = state.ruleset.unit.coin
    if amount % coin:
        raise _wrong(Code.POT_NOT_IN_COINS, field, amount=amount, coin=coin)


def _wrong(code: Code, field: str, **params: object) -> RefusedError:
    return RefusedError([Problem(code=code, field=field, params=params)])


_ROSTER: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    Left: roster.left,
    SatOut: roster.sat_out,
    Returned: roster.returned,
    Renamed: roster.renamed,
    Reordered: roster.reordered,
    DealerSet: roster.dealer_set,
}
_MONEY: Final[Mapping[type[Event], Callable[[State, Any], _Done]]] = {
    Joined: _join,
    Adjusted: _adjust,
    Rebought: _rebuy,
    Counted: _count,
    Voided: _void,
}
