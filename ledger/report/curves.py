"""Both curves of the printed evening, as large as the sheet has room for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.report.chart import Chart, Size, balances, label_room, line_chart, pots, with_room
from ledger.report.source import Source
from ledger.wording.amounts import amount
from ledger.wording.language import Language
from ledger.wording.names import drawn, shortened

# A short evening has both side by side, so that it fits on one sheet.
_SHORT: Final = 24
_SIDE_BY_SIDE: Final = (
    Size(width=610, height=230, left=0, right=150),
    Size(width=350, height=230, left=0, right=60),
)
_STACKED: Final = (
    Size(width=980, height=260, left=0, right=190),
    Size(width=980, height=120, left=0, right=190),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The curves of balances and of the pot, `side_by_side` or one under the other."""

    side_by_side: bool
    balances: Chart
    pot: Chart


def curves(source: Source, language: Language) -> Curves:
    """Return the curves of an evening, each player's named at its end."""
    short = len(source.book.entries) <= _SHORT
    names = source.names
    size, pot_size = _SIDE_BY_SIDE if short else _STACKED
    room = label_room(size)
    labels = {seat: shortened(name, names.values(), room, drawn) for seat, name in names.items()}
    lines, pot = balances(source.book, labels), pots(source.book)
    values = [value for line in lines.values() for value in line]

    unit = source.book.state.ruleset.unit

    def roomy(size: Size, shown: Sequence[int]) -> Size:
        return with_room(size, (amount(unit, value, language) for value in shown))

    return Curves(
        side_by_side=short,
        balances=line_chart(lines, roomy(size, values), unit.denominator),
        pot=line_chart({language.gettext("Pot"): pot}, roomy(pot_size, pot), unit.denominator),
    )
