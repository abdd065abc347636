"""Who sits where: joining, leaving, sitting out, other names, other places. None of it moves money."""

from ledger.evening.events import DealerSet, Joined, Left, Renamed, Reordered, Returned, SatOut
from ledger.evening.state import MOST_SEATS, State, reseated
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Seat, following


def joined(state: State, event: Joined) -> State:
    """Return `state` with somebody more at the table: a new player, or one who had left. The dealer stays."""
    order, place = list(state.order), event.before_seat
    if event.seat in order:
        raise refused(Code.ALREADY_SEATED, event.seat)
    if event.seat not in state.balances and len(state.balances) >= MOST_SEATS:
        params = {"of": "people", "limit": MOST_SEATS}
        raise RefusedError([Problem(code=Code.TOO_MANY, field="player", params=params)])
    if place is not None:
        refuse_unless_seated(state, place, "before_seat")
    order.insert(len(order) if place is None else order.index(place), event.seat)
    balances = state.balances if event.seat in state.balances else {**state.balances, event.seat: 0}
    present = (*state.seats, event.seat)
    return reseated(state._replace(balances=balances), order, present, state.next.dealer)


def left(state: State, event: Left) -> State:
    """Return `state` without somebody, who keeps the balance; if it was their turn, the next one deals."""
    refuse_unless_seated(state, event.seat)
    return _without(state, event.seat, tuple(seat for seat in state.order if seat != event.seat))


def sat_out(state: State, event: SatOut) -> State:
    """Return `state` with somebody who keeps the place but does not play."""
    refuse_unless_present(state, event.seat)
    return _without(state, event.seat, state.order)


def _without(state: State, seat: Seat, order: tuple[Seat, ...]) -> State:
    if state.seats == (seat,):
        players = state.ruleset.players
        raise refused(Code.PLAYER_COUNT, seat, count=0, min=players.min, max=players.max)
    dealer = state.next.dealer
    if seat == dealer:
        dealer = following(state.seats, seat)
    return reseated(state, order, set(state.seats) - {seat}, dealer)


def returned(state: State, event: Returned) -> State:
    """Return `state` with somebody who sat out playing again, at the same place."""
    refuse_unless_seated(state, event.seat)
    if event.seat in state.seats:
        raise refused(Code.ALREADY_SEATED, event.seat)
    return reseated(state, state.order, (*state.seats, event.seat), state.next.dealer)


def renamed(state: State, event: Renamed) -> State:
    """Return `state` with another name for somebody. Whether it is free is known where names are kept."""
    refuse_stranger(state, event.seat)
    return state._replace(renamed={**state.renamed, event.seat: event.text})


def reordered(state: State, event: Reordered) -> State:
    """Return `state` with all who are seated in another order. The dealer stays."""
    for seat in event.seats:
        refuse_unless_seated(state, seat, "players")
    if sorted(event.seats) != sorted(state.order):
        raise RefusedError([Problem(code=Code.BAD_SHAPE, field="players")])
    return reseated(state, event.seats, state.seats, state.next.dealer)


def dealer_set(state: State, event: DealerSet) -> State:
    """Return `state` with `seat` to deal next, with no redeals unless they are its own already."""
    refuse_unless_present(state, event.seat)
    return reseated(state, state.order, state.seats, event.seat)


def refuse_stranger(state: State, seat: Seat, field: str = "player") -> None:
    """Refuse (`unknown-player`) a seat that nobody ever had."""
    if seat not in state.balances:
        raise refused(Code.UNKNOWN_PLAYER, seat, field)


def refuse_unless_seated(state: State, seat: Seat, field: str = "player") -> None:
    """Refuse a stranger, and (`not-seated`) somebody who left."""
    refuse_stranger(state, seat, field)
    if seat not in state.order:
        raise refused(Code.NOT_SEATED, seat, field)


def refuse_unless_present(state: State, seat: Seat) -> None:
    """Refuse a stranger, and (`not-seated`) somebody who left or sits out."""
    refuse_stranger(state, seat)
    if seat not in state.seats:
        raise refused(Code.NOT_SEATED, seat)


def refused(code: Code, seat: Seat, field: str = "player", **params: object) -> RefusedError:
    """Return the refusal of what was written about `seat`."""
    return RefusedError([Problem(code=code, field=field, seat=seat, params=params)])
