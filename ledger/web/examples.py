"""The worked examples of the rules pages: facts here, every number computed by the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.rules.catalogue import find
from ledger.rules.deal import Deal, Table
from ledger.rules.seat import Seat
from ledger.rules.settlement import settle
from ledger.web.outlook import sign
from ledger.wording.amounts import amount, signed
from ledger.wording.language import Language
from ledger.wording.reasons import reason
from ledger.wording.terms import terms

_NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
_ANNA, _BEN, _CARLA, _DAN, _EVA = (Seat(number) for number in range(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player's part of an example."""

    name: str
    word: str
    tricks: str
    result: str
    sign: str
    why: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One deal, worked out: texts are ready to be shown."""

    dealer: str
    pot: str
    players: Sequence[Player]
    carried: str
    next_dealer: str
    next_pot: str


@dataclass(frozen=True, slots=True)
class _Facts:
    dealer: Seat
    pot: int
    deal: Deal


_DEALS: Final = {
    "chratze": (
        _Facts(_ANNA, 5, Deal(declarer=_DAN, joined=(_CARLA, _BEN), tricks={_DAN: 2, _CARLA: 2})),
        _Facts(_BEN, 10, Deal(declarer=_CARLA, joined=(_DAN, _EVA), tricks={_CARLA: 1, _DAN: 3})),
    ),
    "chratze-cash": (
        _Facts(
            _ANNA,
            100,
            Deal(declarer=_BEN, joined=(_CARLA, _DAN, _EVA), tricks={_BEN: 1, _CARLA: 2, _DAN: 1}),
        ),
    ),
    "kratzen": (
        _Facts(
            _ANNA,
            48,
            Deal(declarer=_ANNA, joined=(_BEN, _CARLA, _DAN), tricks={_ANNA: 1, _BEN: 2, _CARLA: 1}),
        ),
    ),
    "zwicken": (_Facts(_ANNA, 3, Deal(joined=(_ANNA, _BEN, _CARLA), tricks={_ANNA: 2, _BEN: 1})),),
}


def examples(slug: str, language: Language) -> list[Example]:
    """Return the worked examples of a shipped ruleset, in words and numbers of `language`."""
    return [_worked_out(slug, facts, language) for facts in _DEALS[slug]]


def _worked_out(slug: str, facts: _Facts, language: Language) -> Example:
    ruleset = find(slug)
    unit, words = ruleset.unit, terms(ruleset.terms, language)
    seats = tuple(Seat(number) for number in range(4 if slug in ("kratzen", "zwicken") else 5))
    settled = settle(facts.deal, Table(ruleset=ruleset, seats=seats, dealer=facts.dealer, pot=facts.pot))
    players = []
    for seat in seats:
        plays = facts.deal.plays(seat)
        declares = seat == facts.deal.declarer
        players.append(
            Player(
                name=_NAMES[seat],
                word=words.declarer if declares else words.joiner if plays else words.out,
                tricks=str(facts.deal.tricks.get(seat, 0)) if plays else "",
                result=signed(unit, settled.result(seat), language) if plays else "",
                sign=sign(settled.result(seat)),
                why=[
                    reason(transfer, unit, language, words)
                    for transfer in settled.transfers
                    if seat in (transfer.source, transfer.target)
                ],
            )
        )
    return Example(
        dealer=_NAMES[facts.dealer],
        pot=amount(unit, facts.pot, language),
        players=players,
        carried=amount(unit, settled.carried, language),
        next_dealer=_NAMES[settled.next.dealer],
        next_pot=amount(unit, settled.next.pot, language),
    )
