"""Where an evening stands: a small value, O(seats), that each line of the book turns into the next one."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from ledger.evening.events import Opened
from ledger.evening.way import Way
from ledger.rules.opening import Opening, opening
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.ruleset import End, Ruleset
from ledger.rules.seat import LIMIT, POT, Seat
from ledger.rules.settlement import Transfer

MOST_SEATS: Final = 100
"""How many people can have had a seat in one evening."""


class State(NamedTuple):
    """Where an evening stands: small, O(seats), all that a line needs.

    *Attributes*: `opened`, the frozen start; `seats` present in deal order; `order`, all who are seated,
    those who sit out too; `balances` of everybody who ever was (smallest units, without stacks: they and
    `carried` add up to 0); `stacks`, starting stacks and rebuys; `renamed`, the number of the text that is a
    seat's name now; `carried`; `next`, the coming deal; `deals` in force so far; `dealt`, who has dealt;
    `may_finish` of the last deal; `let_go`, who let a pot go this evening; `closed`, and the way to `settle`
    chosen then.
    """

    opened: Opened
    seats: tuple[Seat, ...]
    order: tuple[Seat, ...]
    balances: Mapping[Seat, int]
    stacks: Mapping[Seat, int]
    renamed: Mapping[Seat, int]
    carried: int
    next: Opening
    deals: int
    dealt: tuple[Seat, ...]
    may_finish: bool
    let_go: tuple[Seat, ...]
    closed: bool
    settle: Way | None

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset the evening froze."""
        return self.opened.ruleset

    @property
    def may_end(self) -> bool:
        """Return whether the ruleset's own end is reached (the playing time is the page's business)."""
        if self.ruleset.end is End.NO_FAILURE:
            return self.may_finish
        if self.ruleset.end is End.ROTATION:
            return set(self.seats) <= set(self.dealt)
        return True

    def shown(self, seat: Seat) -> int:
        """Return the balance of `seat` as people see it (smallest units): with its stack."""
        return self.balances.get(seat, 0) + self.stacks.get(seat, 0)


def start(opened: Opened) -> State:
    """Return the state an evening begins in. Raises `RefusedError` where nobody could play like this."""
    refuse_count(opened.ruleset, len(opened.seats))
    if opened.first_dealer not in opened.seats:
        raise RefusedError([Problem(code=Code.UNKNOWN_DEALER, field="first_dealer")])
    coming = opening(opened.ruleset, seats=opened.seats, dealer=opened.first_dealer, carried=0)
    if coming.pot > LIMIT:
        params = {"amount": coming.pot, "limit": LIMIT}
        ante = opened.ruleset.ante
        pair, of = (ante.usual, "") if ante.on_empty_pot is None else (ante.on_empty_pot, "on_empty_pot.")
        field = f"options.ante.{of}{'dealer' if pair.dealer > pair.each else 'each'}"
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field=field, params=params)])
    return State(
        opened=opened,
        seats=opened.seats,
        order=opened.seats,
        balances=dict.fromkeys(opened.seats, 0),
        stacks=opened.stacks,
        renamed={},
        carried=0,
        next=coming,
        deals=0,
        dealt=(),
        may_finish=False,
        let_go=(),
        closed=False,
        settle=None,
    )


def refuse_count(ruleset: Ruleset, count: int) -> None:
    """Refuse (`player-count`) to play `ruleset` with `count` players where it is for more or for fewer."""
    players = ruleset.players
    if not players.min <= count <= players.max:
        params = {"count": count, "min": players.min, "max": players.max}
        raise RefusedError([Problem(code=Code.PLAYER_COUNT, field="players", params=params)])


def reseated(state: State, order: Iterable[Seat], present: Iterable[Seat], dealer: Seat) -> State:
    """Return `state` with other people at the table and `dealer` to deal next, the opening computed anew.

    The ante call stays; redeals are the dealer's own, so another one begins with none.
    """
    order, here = tuple(order), set(present)
    seats = tuple(seat for seat in order if seat in here)
    redeals = state.next.table.redeals if dealer == state.next.dealer else 0
    return _opened_anew(state._replace(order=order, seats=seats), dealer, redeals)


def moved(state: State, transfers: Iterable[Transfer]) -> State:
    """Return `state` after `transfers` that are no deal's. Raises `RefusedError` (`amount-too-large`)."""
    accounts = {**state.balances, POT: state.carried}
    for transfer in transfers:
        accounts[transfer.source] -= transfer.amount
        accounts[transfer.target] += transfer.amount
    carried = accounts.pop(POT)
    refuse_too_large(accounts, state.stacks)
    state = state._replace(balances=accounts, carried=carried)
    return _opened_anew(state, state.next.dealer, state.next.table.redeals)


def _opened_anew(state: State, dealer: Seat, redeals: int) -> State:
    coming = opening(
        state.ruleset,
        seats=state.seats,
        dealer=dealer,
        carried=state.carried,
        redeals=redeals,
        call=state.next.call,
    )
    if coming.pot > LIMIT:
        params = {"amount": coming.pot, "limit": LIMIT}
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field="pot", params=params)])
    return state._replace(next=coming)


def refuse_too_large(balances: Mapping[Seat, int], stacks: Mapping[Seat, int]) -> None:
    """Refuse (`amount-too-large`) a balance that is past the limit as people see it."""
    for seat, balance in balances.items():
        shown = abs(balance + stacks.get(seat, 0))
        if shown > LIMIT:
            params = {"amount": shown, "limit": LIMIT}
            raise RefusedError(
                [Problem(code=Code.AMOUNT_TOO_LARGE, field="balances", seat=seat, params=params)]
            )
