"""Who pays whom: the plan that brings every balance of an evening to 0, in the fewest payments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.evening.state import State
from ledger.evening.way import Mode, Way
from ledger.rules.seat import POT, Party
from ledger.rules.unit import Unit

EXACT: Final = 14
"""Up to so many parties the number of payments is provably the smallest; the search takes about 2^n steps."""

_CENTS: Final = 100


class Payment(NamedTuple):
    """What `source` hands to `target`: a positive `amount`, in smallest units of the plan."""

    source: Party
    target: Party
    amount: int


class Rounding(NamedTuple):
    """What rounding gave a party (> 0) or took from it, in smallest units of the plan's `fine` unit."""

    party: Party
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who pays whom.

    *Attributes*: `payments`, by seat, the pot last; `exact`, whether no plan could do with fewer (of this
    mode, and of these amounts: rounded another way they might); `rounding`, what it moved, adding up to 0;
    `unit` of the payments, `fine` of what rounding moved.
    """

    payments: tuple[Payment, ...]
    exact: bool
    rounding: tuple[Rounding, ...]
    unit: Unit
    fine: Unit


def owed(state: State) -> dict[Party, int]:
    """Return what is to be settled (smallest units, adding up to 0): balances without stacks, and the pot.

    What lies in the pot is owed to it: it is paid out of somebody's gain, and stays.
    """
    return {**state.balances, POT: state.carried}


def settle_up(balances: Mapping[Party, int], unit: Unit, way: Way, paid: Iterable[Payment] = ()) -> Plan:
    """Return the plan for `balances` (smallest units of `unit`), `paid` being handed over already.

    `paid` is in the unit that `way` settles in. Raises `ValueError` where balances don't add up to 0. The
    same balances have the same plan, in whatever order they come.
    """
    if sum(balances.values()):
        raise ValueError("balances and pot do not add up to 0")
    # Everything is counted in parts of the smallest unit of money, so that a quarter counter stays exact.
    money, parts = unit, 1
    if way.chip is not None:
        money, parts = Unit(name=way.currency, denominator=_CENTS, coin=way.coin), unit.denominator
    exact = to_settle(balances, unit, way, paid)
    rounded = _in_coins(exact, way.coin * parts)
    moved = {party: rounded[party] - amount for party, amount in exact.items() if rounded[party] != amount}
    fine, scale = money, 1
    if any(amount % parts for amount in moved.values()):
        fine, scale = Unit(name=money.name, denominator=_CENTS * _CENTS, coin=1), _CENTS
    rounding = [Rounding(party, amount * scale // parts) for party, amount in moved.items()]
    shares = {party: amount // parts for party, amount in rounded.items()}
    if way.mode is Mode.THROUGH and way.through is not None:
        payments, proved = through(shares, way.through), True
    else:
        payments, proved = fewest(shares)
    return Plan(payments=payments, exact=proved, rounding=tuple(rounding), unit=money, fine=fine)


def to_settle(
    balances: Mapping[Party, int], unit: Unit, way: Way, paid: Iterable[Payment]
) -> dict[Party, int]:
    """Return what is left of `balances` once `paid` is handed over, by seat, the pot last.

    In smallest units of what `way` settles in; where a chip has a value, in that many parts of one as
    `unit` has.
    """
    parts, worth = (1, 1) if way.chip is None else (unit.denominator, way.chip)
    left = {party: balances[party] * worth for party in in_order(balances)}
    for source, target, amount in paid:
        left[source] = left.get(source, 0) + amount * parts
        left[target] = left.get(target, 0) - amount * parts
    return left


def in_order(parties: Iterable[Party]) -> list[Party]:
    """Return `parties` by seat, those that are no seat last."""
    return sorted(parties, key=lambda party: (party < 0, party))


def _in_coins(amounts: Mapping[Party, int], coin: int) -> dict[Party, int]:
    """Return `amounts` in whole coins, adding up to 0 as before, each less than a coin away.

    Who is nearest to the next coin gets it; of equals, who comes first.
    """
    rests = {party: amount % coin for party, amount in amounts.items()}
    up = sorted(amounts, key=lambda party: -rests[party])[: sum(rests.values()) // coin]
    return {party: amount - rests[party] + coin * (party in up) for party, amount in amounts.items()}


def through(balances: Mapping[Party, int], banker: Party) -> tuple[Payment, ...]:
    """Return the payments that all go to or come from `banker`; who owes pays first."""
    others = [party for party in in_order(balances) if party != banker]
    into = [Payment(party, banker, -balances[party]) for party in others if balances[party] < 0]
    out = [Payment(banker, party, balances[party]) for party in others if balances[party] > 0]
    return (*into, *out)


def fewest(balances: Mapping[Party, int]) -> tuple[tuple[Payment, ...], bool]:
    """Return the payments, and whether fewer are provably impossible.

    A group that adds up to 0 settles in one payment less than it has members, so the most groups make the
    fewest payments. Two exact opposites are always a group of some best plan.
    """
    open_ones = {party: balances[party] for party in in_order(balances) if balances[party]}
    payments = [pay for pair in _opposites(open_ones) for pay in _within(_taken(open_ones, pair))]
    proved = len(open_ones) <= EXACT
    while len(open_ones) > EXACT:
        trio = _trio(open_ones)
        if trio:
            payments += _within(_taken(open_ones, trio))
        else:
            payments.append(_largest(open_ones))
    for group in _groups(open_ones):
        payments += _within(group)
    order = {party: rank for rank, party in enumerate(in_order(balances))}
    payments.sort(key=lambda payment: (order[payment.source], order[payment.target]))
    return tuple(payments), proved


def _taken(balances: dict[Party, int], parties: Iterable[Party]) -> dict[Party, int]:
    return {party: balances.pop(party) for party in parties}


def _opposites(balances: Mapping[Party, int]) -> list[tuple[Party, Party]]:
    waiting: dict[int, list[Party]] = {}
    pairs = []
    for party, balance in balances.items():
        match = waiting.get(-balance)
        if match:
            pairs.append((match.pop(0), party))
        else:
            waiting.setdefault(balance, []).append(party)
    return pairs


def _trio(balances: Mapping[Party, int]) -> tuple[Party, Party, Party] | None:
    """Return the first three parties that add up to 0."""
    parties = list(balances)
    for position, one in enumerate(parties):
        seen: dict[int, Party] = {}
        for other in parties[position + 1 :]:
            third = seen.get(-balances[one] - balances[other])
            if third is not None:
                return one, third, other
            seen[balances[other]] = other
    return None


def _largest(balances: dict[Party, int]) -> Payment:
    """Let who owes most pay who gets most, as much as both allow: one of them, or both, are then done."""
    source = min(balances, key=lambda party: balances[party])
    target = max(balances, key=lambda party: balances[party])
    amount = min(-balances[source], balances[target])
    for party, moved in ((source, amount), (target, -amount)):
        balances[party] += moved
        if not balances[party]:
            del balances[party]
    return Payment(source, target, amount)


def _within(group: Mapping[Party, int]) -> list[Payment]:
    """Return what settles a group that adds up to 0: at most one payment less than it has members."""
    rest, payments = dict(group), []
    while rest:
        payments.append(_largest(rest))
    return payments


def _groups(balances: Mapping[Party, int]) -> list[dict[Party, int]]:
    """Return the most groups that `balances` fall into, each adding up to 0, by exact search.

    Parties join one by one; whenever those who have joined add up to 0, another group is complete. Somebody
    must join last, and then all of them add up to 0: let that be the last party.
    """
    if not balances:
        return []
    *parties, last = balances
    sums, most = _most([balances[party] for party in parties])
    groups = [{last: balances[last]}]
    joined = len(most) - 1
    while joined:
        complete = sums[joined] == 0
        if complete:
            groups.append({})
        for position, party in enumerate(parties):
            before = joined & ~(1 << position)
            if before != joined and most[before] + complete == most[joined]:
                groups[-1][party] = balances[party]
                joined = before
                break
    return groups


def _most(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return, for every set of `amounts` as a bit mask, its sum, and how many groups it can have completed.

    That is how often, at most, the sum can be 0 on the way from nobody to the set.
    """
    sums, most = [0], [0]
    for position, amount in enumerate(amounts):
        high = 1 << position
        lows = [1 << lower for lower in range(position)]
        for rest in range(high):
            total, best = sums[rest] + amount, most[rest]
            for low in lows:
                if rest & low and most[high + rest - low] > best:
                    best = most[high + rest - low]
            sums.append(total)
            most.append(best + (total == 0))
    return sums, most
