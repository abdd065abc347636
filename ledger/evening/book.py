"""The book: what follows from an evening's events. `step` does one line, `replay` folds them all."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ledger.evening.events import Closed, DealWritten, Event, Opened, Reopened
from ledger.evening.resolve import Line, RefusedEventError, resolve
from ledger.evening.state import State
from ledger.rules.deal import Deal
from ledger.rules.opening import Opening, opening
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import LIMIT, POT, Seat
from ledger.rules.settlement import Reason, Settlement, Transfer, Why, settle

# Balances and pot add up to 0: while the pot and every gain stay below a sixteenth of the limit, none of the
# (at most twelve) balances can be past it, and none needs a look.
_NEAR = LIMIT // 16


class Entry(NamedTuple):
    """One deal of the book: what it met, what was written, what it did, and the state it left."""

    number: int
    deal: Deal
    opening: Opening
    settlement: Settlement
    after: State

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Return every movement of the deal, its antes first."""
        return ante_transfers(self.opening) + self.settlement.transfers

    def change(self, seat: Seat) -> int:
        """Return result − ante of `seat` (smallest units): what adds up to the balances."""
        return self.settlement.result(seat) - self.opening.antes.get(seat, 0)


class Book(NamedTuple):
    """An evening, replayed: its `state`, an entry a deal in force, and how many lines could be redone."""

    state: State
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    undone: tuple[Line, ...]


def ante_transfers(coming: Opening) -> tuple[Transfer, ...]:
    """Return the antes of a deal as transfers; they are booked in the deal's own event."""
    return tuple(
        Transfer(seat, POT, ante, Reason.ANTE, Why.ANTE, {"call": coming.call.value})
        for seat, ante in coming.antes.items()
        if ante
    )


def start(opened: Opened) -> State:
    """Return the state an evening begins in. Raises `RefusedError` where nobody could play like this."""
    count, players = len(opened.seats), opened.ruleset.players
    if not players.min <= count <= players.max:
        params = {"count": count, "min": players.min, "max": players.max}
        raise RefusedError([Problem(code=Code.PLAYER_COUNT, field="players", params=params)])
    if opened.first_dealer not in opened.seats:
        raise RefusedError([Problem(code=Code.UNKNOWN_DEALER, field="first_dealer")])
    coming = opening(opened.ruleset, seats=opened.seats, dealer=opened.first_dealer, carried=0)
    if coming.pot > LIMIT:
        params = {"amount": coming.pot, "limit": LIMIT}
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field="options.ante.each", params=params)])
    return State(
        opened=opened,
        seats=opened.seats,
        balances=dict.fromkeys(opened.seats, 0),
        carried=0,
        next=coming,
        deals=0,
        dealt=(),
        may_finish=False,
        let_go=(),
        closed=False,
    )


def step(state: State, event: Event) -> tuple[State, Settlement | None]:
    """Return the state after `event`, and the settlement if it is a deal.

    Raises `RefusedError` with what makes it impossible; `evening-closed` for all but reopening.
    """
    if isinstance(event, DealWritten):
        if state.closed:
            raise RefusedError([Problem(code=Code.EVENING_CLOSED, field="kind")])
        return _deal(state, event.deal)
    if isinstance(event, Closed):
        if state.closed:
            raise RefusedError([Problem(code=Code.EVENING_CLOSED, field="kind")])
        return state._replace(closed=True), None
    if isinstance(event, Reopened) and state.closed:
        return state._replace(closed=False), None
    raise RefusedError([Problem(code=Code.BAD_TARGET, field="kind")])


def _deal(state: State, deal: Deal) -> tuple[State, Settlement]:
    coming = state.next
    settlement = settle(deal, coming.table)
    balances = dict(state.balances)
    for seat, ante in coming.antes.items():
        balances[seat] -= ante
    for seat, amount in settlement.payouts.items():
        balances[seat] += amount
    for seat, amount in settlement.penalties.items():
        balances[seat] -= amount
    stacks = state.opened.stacks
    if stacks or settlement.next.pot > _NEAR or max(balances.values()) > _NEAR:
        _refuse_too_large(balances, stacks)
    let_go = state.let_go
    if settlement.let_go is not None and settlement.let_go not in let_go:
        let_go = (*let_go, settlement.let_go)
    dealt = state.dealt
    after = State(
        state.opened,
        state.seats,
        balances,
        settlement.carried,
        settlement.next,
        state.deals + 1,
        dealt if coming.dealer in dealt else (*dealt, coming.dealer),
        settlement.may_finish,
        let_go,
        False,
    )
    return after, settlement


def _refuse_too_large(balances: Mapping[Seat, int], stacks: Mapping[Seat, int]) -> None:
    for seat, balance in balances.items():
        shown = abs(balance + stacks.get(seat, 0))
        if shown > LIMIT:
            params = {"amount": shown, "limit": LIMIT}
            raise RefusedError(
                [Problem(code=Code.AMOUNT_TOO_LARGE, field="balances", seat=seat, params=params)]
            )


def replay(opened: Opened, events: Iterable[Line]) -> Book:
    """Return the book that `events` make of an evening. Raises `RefusedEventError` at the first impossible.

    The fold of `step` over `resolve(events)`, keeping each deal's settlement.
    """
    resolved = resolve(events)
    state = start(opened)
    entries: list[Entry] = []
    for line in resolved.lines:
        before = state
        try:
            state, settlement = step(before, line.event)
        except RefusedError as refused:
            raise RefusedEventError(line.number, refused.problems) from None
        if settlement is not None and isinstance(line.event, DealWritten):
            entries.append(Entry(line.number, line.event.deal, before.next, settlement, state))
    return Book(state, tuple(entries), resolved.lines, resolved.undone)
