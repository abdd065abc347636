"""RULES.md a second time: what a deal is worth, told slowly, in fractions, sharing no code with the engine.

It knows values (`Ruleset`, `Table`, `Deal`) and nothing else of the engine, so that a mistake would have to
be made twice to go unseen.
"""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ledger.rules.deal import Deal, Table
from ledger.rules.seat import Seat


class Worth(NamedTuple):
    """What a deal is worth; amounts in smallest units by seat, zeros left out."""

    payouts: dict[Seat, int]
    penalties: dict[Seat, int]
    made: list[Seat]
    failed: list[Seat]
    let_go: Seat | None
    dealer: Seat
    redeals: int
    antes: dict[Seat, int]


def worth(deal: Deal, table: Table) -> Worth:
    """Return what `deal` is worth at `table`."""
    playing = [seat for seat in table.seats if seat == deal.declarer or seat in deal.joined]
    in_play = table.pot if table.ruleset.pot_cap is None else min(table.pot, table.ruleset.pot_cap)
    made = [seat for seat in playing if deal.tricks.get(seat, 0) >= _quota(seat, deal, table)]
    failed = [seat for seat in playing if seat not in made]
    payouts: dict[Seat, int] = {}
    penalties: dict[Seat, int] = {}
    if len(playing) < 2:
        made = failed = []
        if playing:
            payouts[playing[0]] = in_play
        elif deal.dealer_has_trump:
            payouts[table.dealer] = in_play
    else:
        if not deal.seven and table.forced is None:
            payouts = _payouts(deal, table, in_play, made)
        basis = in_play if table.ruleset.penalty.basis == "pot" else sum(payouts.values())
        penalties = {seat: _penalty(seat, deal, table, basis) for seat in failed}
    carried = table.pot - sum(payouts.values()) + sum(penalties.values())
    dealer, redeals, call = _who_deals(table, passed_out=not playing)
    return Worth(
        {seat: amount for seat, amount in payouts.items() if amount},
        {seat: amount for seat, amount in penalties.items() if amount},
        made,
        failed,
        _asked_last(deal, table) if len(playing) == 1 else None,
        dealer,
        redeals,
        _antes(table, dealer, carried, call),
    )


def _quota(seat: Seat, deal: Deal, table: Table) -> int:
    rules = table.ruleset
    if deal.seven:
        quota = rules.forced.seven_quota
    else:
        quota = rules.quota.declarer if seat == deal.declarer else rules.quota.joiner
    assert quota is not None
    return quota


def _penalty(seat: Seat, deal: Deal, table: Table, basis: int) -> int:
    rules = table.ruleset
    times: int | None = rules.penalty.joiner
    if seat == deal.declarer:
        times = rules.forced.seven_declarer_penalty if deal.seven else rules.penalty.declarer
    assert times is not None
    return times * basis if rules.penalty.cap is None else min(times * basis, rules.penalty.cap)


def _payouts(deal: Deal, table: Table, in_play: int, made: list[Seat]) -> dict[Seat, int]:
    rules, coin = table.ruleset, table.ruleset.unit.coin
    for seat, won in deal.tricks.items():
        if won == rules.tricks:
            return {seat: in_play}
    if rules.award.kind == "per-trick":
        share = floor(Fraction(in_play, rules.tricks * coin)) * coin
        payouts = {seat: won * share for seat, won in deal.tricks.items() if won}
        sharers, left = list(payouts), in_play - sum(payouts.values())
    else:
        payouts = {}
        sharers, left = [seat for seat in made if seat != deal.declarer], in_play
        if deal.declarer in made:
            assert deal.declarer is not None
            assert rules.award.share is not None
            wanted = ceil(in_play * Fraction(*rules.award.share) / coin) * coin
            payouts[deal.declarer] = min(wanted, in_play) if sharers else in_play
            left -= payouts[deal.declarer]
        if not sharers:
            return payouts
        each = floor(Fraction(left, len(sharers) * coin)) * coin
        payouts |= dict.fromkeys(sharers, each)
        left -= each * len(sharers)
    lucky: list[Seat] = []
    if rules.leftover == "trick-order":
        lucky = list(deal.trick_order)
    elif rules.leftover == "seat-order":
        start = table.dealer if deal.declarer is None else deal.declarer
        lucky = [seat for seat in _round(table, start) if seat in sharers]
    for seat in lucky:
        if left >= coin:
            payouts[seat] += coin
            left -= coin
    return payouts


def _round(table: Table, start: Seat) -> list[Seat]:
    """Return the seats as they are met going round from `start`, which comes last."""
    place = table.seats.index(start)
    return [table.seats[(place + step) % len(table.seats)] for step in range(1, len(table.seats) + 1)]


def _asked_last(deal: Deal, table: Table) -> Seat | None:
    if table.ruleset.declarer != "bid" or deal.declarer is None:
        return None
    order = _round(table, deal.declarer if table.ruleset.ask_from != "forehand" else table.dealer)
    return [seat for seat in order if seat != deal.declarer][-1]


def _who_deals(table: Table, *, passed_out: bool) -> tuple[Seat, int, str]:
    """Return who deals next, how many redeals that makes, and whether antes are due, called again or off."""
    rules, next_seat = table.ruleset.passed_out, _round(table, table.dealer)[0]
    if not passed_out or rules.procedure == "dealer-if-trump":
        return next_seat, 0, "due"
    if rules.procedure == "reante":
        return table.dealer, 0, "again"
    if table.redeals >= rules.redeals:
        return next_seat, 0, "again"
    return table.dealer, table.redeals + 1, "again" if rules.ante else "off"


def _antes(table: Table, dealer: Seat, carried: int, call: str) -> dict[Seat, int]:
    rules = table.ruleset.ante
    if call == "off" or (call == "due" and rules.when == "pot-empty" and carried):
        return {}
    pair = rules.usual if carried or rules.on_empty_pot is None else rules.on_empty_pot
    antes = {seat: pair.dealer if seat == dealer else pair.each for seat in table.seats}
    return {seat: ante for seat, ante in antes.items() if ante}
