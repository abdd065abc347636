"""Every deal as a line on paper, those that were taken back among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.entry import Entry
from ledger.evening.events import DealWritten
from ledger.report.source import Source
from ledger.rules.deal import Deal
from ledger.rules.ruleset import Declarer
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome
from ledger.wording.amounts import amount, signed
from ledger.wording.facts import deal_facts, outcome
from ledger.wording.language import Language
from ledger.wording.names import isolated, shortened

_SHORT: Final = 12
_PORTRAIT: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: texts, ready to be printed; `changes` are (class, text) in the order of the columns.

    A deal that was `undone` has neither number nor pot nor changes: it was never added up.
    """

    number: str
    dealer: str
    declarer: str
    joined: str
    pot: str
    changes: Sequence[tuple[str, str]]
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals:
    """The table of all deals.

    *Attributes*: `players` heads the columns of changes; `declares`, whether the game has a declarer;
    `wide`, whether it needs the long side of the paper; `sums`, what the changes add up to; `carried`, what
    is left in the pot.
    """

    players: Sequence[str]
    declares: bool
    wide: bool
    rows: Sequence[Row]
    sums: Sequence[tuple[str, str]]
    carried: str


def deals(source: Source, language: Language) -> Deals:
    """Return the table of everything that was dealt, in the order it counts."""
    return _Teller(source, language).table()


class _Teller:
    def __init__(self, source: Source, language: Language) -> None:
        self._source = source
        self._language = language
        self._unit = source.book.state.ruleset.unit
        self._seats = tuple(source.book.state.balances)
        names = source.names
        self._names = {
            seat: isolated(shortened(name, names.values(), _SHORT)) for seat, name in names.items()
        }

    def table(self) -> Deals:
        state = self._source.book.state
        stacks = state.opened.stacks
        sums = [state.shown(seat) - stacks.get(seat, 0) for seat in self._seats]
        return Deals(
            players=[self._source.names[seat] for seat in self._seats],
            declares=state.ruleset.declarer is not Declarer.NONE,
            wide=len(self._seats) > _PORTRAIT,
            rows=list(self._rows()),
            sums=[self._change(change) for change in sums],
            carried=amount(self._unit, state.carried, self._language),
        )

    def _rows(self) -> Iterator[Row]:
        """Yield the deals in force in their order, each undone one where it was written."""
        entries = self._source.book.entries
        in_force = {entry.number for entry in entries}
        undone = [
            line
            for line in self._source.written
            if isinstance(line.event, DealWritten) and line.number not in in_force
        ]
        for position, entry in enumerate(entries, start=1):
            while undone and undone[0].number < entry.number:
                yield self._undone(undone.pop(0).event)
            yield self._row(position, entry)
        for line in undone:
            yield self._undone(line.event)

    def _row(self, position: int, entry: Entry) -> Row:
        # Who sat away at this deal has no change; everybody else has one, be it 0.
        seated = entry.after.seats
        return Row(
            number=str(position),
            dealer=self._names[entry.opening.dealer],
            declarer=self._declarer(entry.deal),
            joined=self._joined(entry.deal, entry.settlement.outcome),
            pot=amount(self._unit, entry.opening.pot, self._language),
            changes=[
                self._change(entry.change(seat)) if seat in seated else ("", "") for seat in self._seats
            ],
        )

    def _undone(self, event: object) -> Row:
        deal = event.deal if isinstance(event, DealWritten) else Deal()
        return Row(
            number="–",
            dealer="",
            declarer=self._declarer(deal),
            joined=self._joined(deal, None),
            pot="",
            changes=[("", "") for _seat in self._seats],
            undone=True,
        )

    def _declarer(self, deal: Deal) -> str:
        return "" if deal.declarer is None else self._with_tricks(deal, deal.declarer)

    def _joined(self, deal: Deal, became: Outcome | None) -> str:
        players = ", ".join(self._with_tricks(deal, seat) for seat in deal.joined)
        nobody = deal.declarer is None and not deal.joined
        words = outcome(became or (Outcome.PASSED_OUT if nobody else Outcome.PLAYED), self._language)
        return " · ".join(part for part in (players, words, *deal_facts(deal, self._language)) if part)

    def _with_tricks(self, deal: Deal, seat: Seat) -> str:
        """Return a player and the tricks won, which no line may part."""
        if not deal.tricks:
            return self._names[seat]
        return f"{self._names[seat]}\u00a0{deal.tricks.get(seat, 0)}"

    def _change(self, change: int) -> tuple[str, str]:
        return "gain" if change > 0 else "loss" if change < 0 else "", signed(
            self._unit, change, self._language
        )
