"""The worked examples of the rules pages: facts here, every number computed by the engine."""

from dataclasses import dataclass
from typing import Final

from ledger.report.example import Example, worked_out
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal, Table
from ledger.rules.seat import Seat
from ledger.wording.language import Language

_ANNA, _BEN, _CARLA, _DAN, _EVA = (Seat(number) for number in range(5))


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
    return [worked_out(facts.deal, _table(slug, facts), language) for facts in _DEALS[slug]]


def _table(slug: str, facts: _Facts) -> Table:
    seats = tuple(Seat(number) for number in range(4 if slug in ("kratzen", "zwicken") else 5))
    return Table(ruleset=find(slug), seats=seats, dealer=facts.dealer, pot=facts.pot)
