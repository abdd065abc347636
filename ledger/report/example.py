"""A worked example for any ruleset: one deal that shows who wins and who pays, settled by the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.rules.deal import Deal
from ledger.rules.opening import opening
from ledger.rules.problems import RefusedError
from ledger.rules.ruleset import Declarer, Leftover, Ruleset
from ledger.rules.seat import Seat
from ledger.rules.settlement import Settlement, settle
from ledger.wording.amounts import amount, signed
from ledger.wording.language import Language
from ledger.wording.reasons import reason
from ledger.wording.terms import terms

NAMES: Final = ("Anna", "Ben", "Carla", "Dan")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player's part of the example, as text."""

    name: str
    word: str
    tricks: str
    result: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One deal, worked out; all texts, ready to be printed."""

    dealer: str
    pot: str
    players: Sequence[Player]
    carried: str
    next_dealer: str
    next_pot: str


def example(ruleset: Ruleset, language: Language) -> Example | None:
    """Return a deal in which somebody makes it and somebody does not; None where the rules allow none."""
    count = max(ruleset.players.min, min(len(NAMES), ruleset.players.max))
    seats = tuple(Seat(number) for number in range(min(count, len(NAMES))))
    carried = opening(ruleset, seats=seats, dealer=seats[-1], carried=0).pot
    coming = opening(ruleset, seats=seats, dealer=seats[0], carried=carried)
    deal = _deal(ruleset, seats)
    try:
        settled = settle(deal, coming.table)
    except RefusedError:
        return None
    unit = ruleset.unit
    return Example(
        dealer=NAMES[coming.dealer],
        pot=amount(unit, coming.pot, language),
        players=[_player(seat, deal, settled, ruleset, language) for seat in seats],
        carried=amount(unit, settled.carried, language),
        next_dealer=NAMES[settled.next.dealer],
        next_pot=amount(unit, settled.next.pot, language),
    )


def _deal(ruleset: Ruleset, seats: tuple[Seat, ...]) -> Deal:
    """Return the facts: the first makes the quota, the next takes the other tricks, the last gets none."""
    dealer_declares = ruleset.declarer is Declarer.DEALER
    playing = seats if dealer_declares else (*seats[1:], seats[0])[:3]
    promised = ruleset.quota.joiner if ruleset.declarer is Declarer.NONE else ruleset.quota.declarer or 0
    won = {playing[0]: promised}
    if len(playing) > 1:
        won[playing[1]] = ruleset.tricks - promised
    else:
        won[playing[0]] = ruleset.tricks
    declares = ruleset.declarer is not Declarer.NONE
    order: Mapping[Seat, int] = won if ruleset.leftover is Leftover.TRICK_ORDER else {}
    return Deal(
        declarer=playing[0] if declares else None,
        joined=playing[1:] if declares else playing,
        tricks={seat: tricks for seat, tricks in won.items() if tricks},
        trick_order=tuple(seat for seat, tricks in order.items() for _trick in range(tricks)),
    )


def _player(seat: Seat, deal: Deal, settled: Settlement, ruleset: Ruleset, language: Language) -> Player:
    words, plays = terms(ruleset.terms, language), deal.plays(seat)
    return Player(
        name=NAMES[seat],
        word=words.declarer if seat == deal.declarer else words.joiner if plays else words.out,
        tricks=str(deal.tricks.get(seat, 0)) if plays else "",
        result=signed(ruleset.unit, settled.result(seat), language) if plays else "",
        why="; ".join(
            reason(transfer, ruleset.unit, language, words)
            for transfer in settled.transfers
            if seat in (transfer.source, transfer.target)
        ),
    )
