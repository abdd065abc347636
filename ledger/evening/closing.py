"""What becomes of the pot when an evening closes: who gets how much of what is carried."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.evening.bowl import layers
from ledger.evening.entry import Past
from ledger.evening.events import Sharing
from ledger.evening.state import State
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import POT, Seat, after, before
from ledger.rules.settlement import Reason, Transfer, Why


def shares(state: State, pot: Sharing, past: Past) -> tuple[Transfer, ...]:
    """Return what each way of closing at `state` pays out of the pot; `past` led there.

    Only whole coins are shared; a refund gives back all of it. Raises `RefusedError` (`bad-target`) where
    the pot is to go to who won last and nobody who did is still seated.
    """
    return _WAYS[pot](state, past)


def _keep(_state: State, _past: Past) -> tuple[Transfer, ...]:
    return ()


def _split(state: State, past: Past) -> tuple[Transfer, ...]:
    last = _last_dealer(state, past)
    if last is None:
        last = before(state.order, state.next.dealer)
    return _equally(state, after(state.order, last), Why.SPLIT)


def _last_dealer(state: State, past: Past) -> Seat | None:
    """Return who dealt last, or who sat before him when he left; None before the first deal."""
    if not past.entries:
        return None
    entry = past.entries[-1]
    last, order = entry.opening.dealer, entry.after.order
    if last in state.order:
        return last
    for aside in past.asides:
        if aside.after.deals == entry.after.deals:
            if last not in aside.after.order:
                last = before(order, last)
            order = aside.after.order
    return last


def _winners(state: State, past: Past) -> tuple[Transfer, ...]:
    paid: Mapping[Seat, int] = next(
        (entry.settlement.payouts for entry in reversed(past.entries) if entry.settlement.payouts), {}
    )
    winners = tuple(seat for seat in state.order if seat in paid)
    if not winners:
        raise RefusedError([Problem(code=Code.BAD_TARGET, field="pot")])
    return _equally(state, winners, Why.WINNERS)


def _equally(state: State, sharers: tuple[Seat, ...], why: Why) -> tuple[Transfer, ...]:
    """Return equal shares in whole coins, and an odd coin each for the first of `sharers`."""
    coin, count = state.ruleset.unit.coin, len(sharers)
    each = state.carried // (coin * count) * coin
    left = state.carried - each * count
    shared = [Transfer(POT, seat, each, Reason.SPLIT, why, _terms(state, count)) for seat in sharers if each]
    terms: dict[str, int | str] = {"coin": coin, "left": left}
    odd = [Transfer(POT, seat, coin, Reason.SPLIT, Why.ODD_COIN, terms) for seat in sharers[: left // coin]]
    return (*shared, *odd)


def _refund(state: State, past: Past) -> tuple[Transfer, ...]:
    owned: dict[Seat, int] = {}
    for layer in layers(past):
        owned[layer.seat] = owned.get(layer.seat, 0) + layer.amount
    return tuple(
        Transfer(POT, seat, amount, Reason.REFUND, Why.REFUND, _terms(state, len(owned)))
        for seat, amount in owned.items()
    )


def _terms(state: State, sharers: int) -> dict[str, int | str]:
    return {"of": state.carried, "sharers": sharers, "coin": state.ruleset.unit.coin}


_WAYS: Final[Mapping[Sharing, Callable[[State, Past], tuple[Transfer, ...]]]] = {
    Sharing.KEEP: _keep,
    Sharing.SPLIT: _split,
    Sharing.WINNERS: _winners,
    Sharing.REFUND: _refund,
}
