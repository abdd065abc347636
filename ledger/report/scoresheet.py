"""The blank score sheet: numbered lines to write an evening by hand, for the night without a phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.report.heads import heads
from ledger.rules.ruleset import Declarer, Ruleset
from ledger.wording.language import Language
from ledger.wording.terms import Terms, ruleset_name, terms

_TALL: Final = 5
_ROWS: Final = {False: 30, True: 20}
_LONG_NAME: Final = 12
_LINES_OF_A_LONG_NAME: Final = 2
# Millimetres that print.css leaves to the columns of players and the declarer's, upright and across; what of
# them the declarer's takes; and how far two columns are apart.
_SHARED, _DECLARER, _APART = {False: 91, True: 172}, 25, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A blank sheet: `players` heads the columns (empty: to be filled in), printed in `size` (tenths of a
    point), `rows` numbers the lines, `wide` says whether it needs the long side of the paper."""

    game: str
    words: Terms
    declares: bool
    players: Sequence[str]
    size: int
    rows: Sequence[int]
    wide: bool


def score_sheet(ruleset: Ruleset, language: Language, names: Sequence[str] = ()) -> ScoreSheet:
    """Return a sheet for `names`, or for as many players as `ruleset` allows."""
    players = list(names) or [""] * ruleset.players.max
    wide = len(players) > _TALL
    rows = _ROWS[wide]
    if max(map(len, players)) > _LONG_NAME:
        rows -= _LINES_OF_A_LONG_NAME
    declares = ruleset.declarer is Declarer.BID
    shared = _SHARED[wide] - declares * _DECLARER
    _shown, size = heads(players, shared / len(players) - _APART)
    return ScoreSheet(
        game=ruleset_name(ruleset.slug, language),
        words=terms(ruleset.terms, language),
        declares=declares,
        players=players,
        size=size,
        rows=range(1, rows + 1),
        wide=wide,
    )
