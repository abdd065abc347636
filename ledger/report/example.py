"""Worked examples for pages and paper: one deal that shows who wins and who pays, settled by the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.rules.deal import Deal, Table
from ledger.rules.opening import opening
from ledger.rules.problems import RefusedError
from ledger.rules.ruleset import Declarer, Leftover, Ruleset
from ledger.rules.seat import Seat
from ledger.rules.settlement import Settlement, settle
from ledger.wording.amounts import amount, sign, signed
from ledger.wording.language import Language
from ledger.wording.reasons import reason
from ledger.wording.terms import terms

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
_MOST: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player's part of an example, as text; `sign` says whether it is a gain or a loss."""

    name: str
    word: str
    tricks: str
    result: str
    sign: str
    why: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One deal, worked out; all texts, ready to be shown or printed."""

    dealer: str
    pot: str
    players: Sequence[Player]
    carried: str
    next_dealer: str
    next_pot: str


def example(ruleset: Ruleset, language: Language) -> Example | None:
    """Return a deal in which somebody makes it and somebody does not; None where the rules allow none."""
    count = max(ruleset.players.min, min(_MOST, ruleset.players.max))
    seats = tuple(Seat(number) for number in range(min(count, _MOST)))
    carried = opening(ruleset, seats=seats, dealer=seats[-1], carried=0).pot
    coming = opening(ruleset, seats=seats, dealer=seats[0], carried=carried)
    try:
        return worked_out(_deal(ruleset, seats), coming.table, language)
    except RefusedError:
        return None


def worked_out(deal: Deal, table: Table, language: Language) -> Example:
    """Return what `deal` does at `table`, in words and numbers. Raises `RefusedError` where it cannot be."""
    settled = settle(deal, table)
    unit = table.ruleset.unit
    return Example(
        dealer=NAMES[table.dealer],
        pot=amount(unit, table.pot, language),
        players=[_player(seat, deal, settled, table.ruleset, language) for seat in table.seats],
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
        sign=sign(settled.result(seat)),
        why=[
            reason(transfer, ruleset.unit, language, words)
            for transfer in settled.transfers
            if seat in (transfer.source, transfer.target)
        ],
    )
