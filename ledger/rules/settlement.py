"""What one deal is worth: transfers with reasons, and the opening of the next deal.

Values made anew for every deal are named tuples: as frozen as a dataclass, at less than half the price.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ledger.rules.deal import Deal, Table
from ledger.rules.opening import AnteCall, Opening, opening
from ledger.rules.problems import Code, Problem, RefusedError, check
from ledger.rules.ruleset import AskFrom, AwardKind, Basis, Declarer, Leftover, Procedure
from ledger.rules.seat import LIMIT, POT, Party, Seat, after, before, following


class Outcome(StrEnum):
    """What became of a deal; never entered, always derived."""

    PASSED_OUT = "passed-out"
    UNOPPOSED = "unopposed"
    PLAYED = "played"


class Reason(StrEnum):
    """The kind of a transfer."""

    ANTE = "ante"
    PAYOUT = "payout"
    PENALTY = "penalty"
    ADJUSTMENT = "adjustment"
    SPLIT = "split"
    REFUND = "refund"


class Why(StrEnum):
    """The sentence of the rules a transfer follows from; `wording` turns it into words."""

    ANTE = "ante"
    DECLARER_SHARE = "declarer-share"
    REST = "rest"
    ALL_OF_IT = "all-of-it"
    EQUAL_SHARE = "equal-share"
    EVERY_TRICK = "every-trick"
    PER_TRICK = "per-trick"
    ODD_COIN = "odd-coin"
    UNOPPOSED = "unopposed"
    DEALER_TRUMP = "dealer-trump"
    FAILED = "failed"
    ADJUSTMENT = "adjustment"
    JOINING = "joining"
    SPLIT = "split"
    WINNERS = "winners"
    REFUND = "refund"


# Members are looked up once: reaching into an enum costs as much as a sum, and a deal does it thirty times.
_PLAYED, _UNOPPOSED, _PASSED_OUT = Outcome.PLAYED, Outcome.UNOPPOSED, Outcome.PASSED_OUT
_PAYOUT, _PENALTY, _FAILED = Reason.PAYOUT, Reason.PENALTY, Why.FAILED
_PER_TRICK, _EQUAL_SHARE, _REST, _SHARE = Why.PER_TRICK, Why.EQUAL_SHARE, Why.REST, Why.DECLARER_SHARE
_BY_TRICK, _OF_POT, _STAYS = AwardKind.PER_TRICK, Basis.POT, Leftover.POT
_USUAL = AnteCall.USUAL


class Transfer(NamedTuple):
    """One movement of a positive `amount` (smallest units), with the facts (`params`) that explain it."""

    source: Party
    target: Party
    amount: int
    reason: Reason
    why: Why
    params: Mapping[str, int | str]


class Settlement(NamedTuple):
    """What a deal does. Amounts in smallest units, zeros left out.

    *Attributes*: `outcome`; `transfers` (antes are the opening's, not the settlement's); `payouts`,
    `penalties` by seat; `left_in_pot` (`P` − payouts); `carried` (that plus penalties); `made`, `failed` in
    seat order, empty unless played; `let_go`, who was asked last and let an unopposed declarer have the pot;
    `next`, the opening of the next deal.
    """

    outcome: Outcome
    transfers: tuple[Transfer, ...]
    payouts: Mapping[Seat, int]
    penalties: Mapping[Seat, int]
    left_in_pot: int
    carried: int
    made: tuple[Seat, ...]
    failed: tuple[Seat, ...]
    let_go: Seat | None
    next: Opening

    @property
    def may_finish(self) -> bool:
        """Return whether somebody was in and nobody failed."""
        return self.outcome is not _PASSED_OUT and not self.failed

    def result(self, seat: Seat) -> int:
        """Return payouts − penalties of `seat` (smallest units): the live number in its row."""
        return self.payouts.get(seat, 0) - self.penalties.get(seat, 0)


def settle(deal: Deal, table: Table) -> Settlement:
    """Return what `deal` is worth at `table`. Raises `RefusedError` with every problem at once.

    Implements the paragraphs of RULES.md on the four rulesets, as the one engine of "Options".
    """
    problems = check(deal, table)
    if problems:
        raise RefusedError(problems)
    rules, pot = table.ruleset, table.pot
    in_play = pot if rules.pot_cap is None else min(pot, rules.pot_cap)
    playing = len(deal.joined) + (deal.declarer is not None)
    made: tuple[Seat, ...] = ()
    failed: tuple[Seat, ...] = ()
    payouts: dict[Seat, int] = {}
    penalties: dict[Seat, int] = {}
    transfers: list[Transfer] = []
    if playing > 1:
        outcome = _PLAYED
        made, failed = _made_and_failed(deal, table)
        if table.forced is None and not deal.seven:
            _pay(deal, table, in_play, made, transfers)
            for transfer in transfers:
                payouts[transfer.target] = payouts.get(transfer.target, 0) + transfer.amount
        if failed:
            basis = in_play if rules.penalty.basis is _OF_POT else sum(payouts.values())
            penalties = _penalise(deal, table, basis, failed, transfers)
    elif playing:
        outcome = _UNOPPOSED
        winner = deal.joined[0] if deal.declarer is None else deal.declarer
        payouts[winner] = in_play
        transfers.append(_payout(winner, in_play, Why.UNOPPOSED, {"of": in_play}))
    else:
        outcome = _PASSED_OUT
        if deal.dealer_has_trump:
            payouts[table.dealer] = in_play
            transfers.append(_payout(table.dealer, in_play, Why.DEALER_TRUMP, {"of": in_play}))
    left = pot - sum(payouts.values())
    carried = left + sum(penalties.values())
    coming = _next(table, outcome, carried)
    # Everything else a deal moves is part of one of these two, so no amount can be past the limit unseen.
    if pot > LIMIT or coming.pot > LIMIT:
        params = {"amount": max(pot, coming.pot), "limit": LIMIT}
        raise RefusedError([Problem(code=Code.AMOUNT_TOO_LARGE, field="pot", params=params)])
    return Settlement(
        outcome=outcome,
        transfers=tuple(transfers),
        payouts=payouts,
        penalties=penalties,
        left_in_pot=left,
        carried=carried,
        made=made,
        failed=failed,
        let_go=_let_go(deal, table) if outcome is _UNOPPOSED else None,
        next=coming,
    )


def _made_and_failed(deal: Deal, table: Table) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    rules, tricks, declarer, joined = table.ruleset, deal.tricks, deal.declarer, deal.joined
    needed, promised = rules.quota.joiner, rules.quota.declarer
    if deal.seven and rules.forced.seven_quota is not None:
        needed = promised = rules.forced.seven_quota
    made: list[Seat] = []
    failed: list[Seat] = []
    for seat in table.seats:
        if seat == declarer:
            quota = promised or 0
        elif seat in joined:
            quota = needed
        else:
            continue
        (made if tricks.get(seat, 0) >= quota else failed).append(seat)
    return tuple(made), tuple(failed)


def _payout(seat: Seat, amount: int, why: Why, params: Mapping[str, int | str]) -> Transfer:
    return Transfer(POT, seat, amount, _PAYOUT, why, params)


def _pay(deal: Deal, table: Table, in_play: int, made: tuple[Seat, ...], transfers: list[Transfer]) -> None:
    """Append the payouts of a played deal with `in_play` (smallest units) to share."""
    rules = table.ruleset
    for seat, won in deal.tricks.items():
        if won == rules.tricks:
            transfers.append(_payout(seat, in_play, Why.EVERY_TRICK, {"of": in_play, "tricks": won}))
            return
    if rules.award.kind is _BY_TRICK:
        _pay_tricks(deal, table, in_play, transfers)
    else:
        _pay_shares(deal, table, in_play, made, transfers)


def _pay_tricks(deal: Deal, table: Table, in_play: int, transfers: list[Transfer]) -> None:
    rules, tricks = table.ruleset, deal.tricks
    coin = rules.unit.coin
    share = in_play // (rules.tricks * coin) * coin
    sharers = tuple(seat for seat in table.seats if tricks.get(seat, 0))
    if share:
        for seat in sharers:
            params = {"of": in_play, "won": tricks[seat], "tricks": rules.tricks}
            transfers.append(_payout(seat, share * tricks[seat], _PER_TRICK, params))
    left = in_play - share * rules.tricks
    order = deal.trick_order if rules.leftover is Leftover.TRICK_ORDER else None
    _pay_odd_coins(deal, table, left, sharers, order, transfers)


def _pay_shares(
    deal: Deal, table: Table, in_play: int, made: tuple[Seat, ...], transfers: list[Transfer]
) -> None:
    coin, declarer, share = table.ruleset.unit.coin, deal.declarer, table.ruleset.award.share
    joiners = made
    rest = in_play
    why = _EQUAL_SHARE
    if declarer in made and declarer is not None and share is not None:
        joiners = tuple(seat for seat in made if seat != declarer)
        if not joiners:
            transfers.append(_payout(declarer, in_play, Why.ALL_OF_IT, {"of": in_play}))
            return
        numerator, denominator = share
        taken = -(-in_play * numerator // (denominator * coin)) * coin
        terms: dict[str, int | str] = {"of": in_play, "share": f"{numerator}/{denominator}", "coin": coin}
        transfers.append(_payout(declarer, taken, _SHARE, terms))
        rest -= taken
        why = _REST
    if not joiners:
        return
    each = rest // (len(joiners) * coin) * coin
    if each:
        for seat in joiners:
            transfers.append(_payout(seat, each, why, {"of": rest, "sharers": len(joiners), "coin": coin}))
    _pay_odd_coins(deal, table, rest - each * len(joiners), joiners, None, transfers)


def _pay_odd_coins(
    deal: Deal,
    table: Table,
    left: int,
    sharers: tuple[Seat, ...],
    order: tuple[Seat, ...] | None,
    transfers: list[Transfer],
) -> None:
    """Append a coin each out of `left` as `leftover` says; in trick order where `order` is given."""
    coin = table.ruleset.unit.coin
    if table.ruleset.leftover is _STAYS:
        return
    if order is None:
        start = table.dealer if deal.declarer is None else deal.declarer
        order = tuple(seat for seat in after(table.seats, start) if seat in sharers)
    for seat in order[: left // coin]:
        transfers.append(_payout(seat, coin, Why.ODD_COIN, {"coin": coin, "left": left}))


def _penalise(
    deal: Deal, table: Table, basis: int, failed: tuple[Seat, ...], transfers: list[Transfer]
) -> dict[Seat, int]:
    """Append what each of `failed` pays, in multiples of `basis` (smallest units), and return it by seat."""
    rules, penalties = table.ruleset, {}
    penalty = rules.penalty
    for seat in failed:
        times = penalty.joiner
        if seat == deal.declarer:
            times = (rules.forced.seven_declarer_penalty if deal.seven else penalty.declarer) or 0
        full = times * basis
        amount = full if penalty.cap is None else min(full, penalty.cap)
        if amount:
            params = {"times": times, "of": basis, "basis": penalty.basis.value, "full": full}
            penalties[seat] = amount
            transfers.append(Transfer(seat, POT, amount, _PENALTY, _FAILED, params))
    return penalties


def _let_go(deal: Deal, table: Table) -> Seat | None:
    if table.ruleset.declarer is not Declarer.BID or deal.declarer is None:
        return None
    if table.ruleset.ask_from is AskFrom.FOREHAND and deal.declarer != table.dealer:
        return table.dealer
    return before(table.seats, deal.declarer)


def _next(table: Table, outcome: Outcome, carried: int) -> Opening:
    """Return the opening of the deal after one with `outcome` that carries `carried` (smallest units)."""
    rules = table.ruleset
    passed_out = rules.passed_out
    dealer, redeals, call = following(table.seats, table.dealer), 0, _USUAL
    if outcome is _PASSED_OUT:
        if passed_out.procedure is Procedure.REANTE:
            dealer, call = table.dealer, AnteCall.AGAIN
        elif passed_out.procedure is Procedure.REDEAL:
            if table.redeals < passed_out.redeals:
                dealer, redeals = table.dealer, table.redeals + 1
                call = AnteCall.AGAIN if passed_out.ante else AnteCall.NONE
            else:
                call = AnteCall.AGAIN
    return opening(rules, seats=table.seats, dealer=dealer, carried=carried, redeals=redeals, call=call)
