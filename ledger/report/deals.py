"""Every deal as a line on paper, with those that were taken back and what happened between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.entry import Aside, Entry
from ledger.evening.events import Corrected, DealerSet, DealWritten, Inserted, Renamed
from ledger.evening.statement import received
from ledger.report.heads import heads
from ledger.report.source import Source
from ledger.rules.deal import Deal
from ledger.rules.ruleset import Declarer
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome
from ledger.wording.acts import Teller
from ledger.wording.amounts import amount, signed
from ledger.wording.facts import deal_facts, outcome
from ledger.wording.language import Language
from ledger.wording.names import isolated, shortened

_SHORT: Final = 12
_PORTRAIT: Final = 5
# Millimetres that print.css leaves to the columns of players and the declarer's, upright and across; what of
# them the declarer's takes; and how far two columns are apart.
_SHARED, _DECLARER, _APART = {False: 94, True: 157}, {False: 25, True: 28}, 1
# A night of a deal a minute brings a third of it; laying it out takes a quarter of the patience of the press.
MOST: Final = 2000
Change = tuple[str, str]
"""The class of a cell, and the amount in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: texts, ready to be printed; `changes` in the order of the columns.

    A deal that is `gone` (undone, struck, or put right since) has neither number nor pot nor changes: it was
    never added up. A line that is no deal is told in `words` alone, with what it moved.
    """

    number: str = ""
    dealer: str = ""
    declarer: str = ""
    joined: str = ""
    pot: str = ""
    changes: Sequence[Change]
    gone: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals:
    """The table of all deals.

    *Attributes*: `players` heads the columns of changes, printed in `size` (tenths of a point); `declares`,
    whether the game has a declarer; `wide`, whether it needs the long side of the paper; `sums`, what the
    changes add up to; `carried`, what is left in the pot; `left_out`, how many of the first lines there was
    no room for.
    """

    players: Sequence[str]
    size: int
    declares: bool
    wide: bool
    rows: Sequence[Row]
    sums: Sequence[Change]
    carried: str
    left_out: int


def deals(source: Source, language: Language) -> Deals:
    """Return the table of everything that was dealt, in the order it counts."""
    return _Lines(source, language).table()


def versions(source: Source) -> dict[int, list[Deal]]:
    """Return every deal ever written by its number: its facts as first written, then as put right."""
    effective = {line.number for line in source.book.effective}
    told: dict[int, list[Deal]] = {}
    for line in source.written:
        event = line.event
        if isinstance(event, DealWritten | Inserted):
            told[line.number] = [event.deal]
        elif isinstance(event, Corrected) and line.number in effective:
            told[event.target].append(event.deal)
    return told


class _Lines:
    def __init__(self, source: Source, language: Language) -> None:
        self._source = source
        self._language = language
        self._unit = source.book.state.ruleset.unit
        self._seats = tuple(source.book.state.balances)
        names = source.names
        self._acts = Teller(names=names, unit=self._unit, language=language, texts=source.texts)
        self._names = {
            seat: isolated(shortened(name, names.values(), _SHORT)) for seat, name in names.items()
        }

    def table(self) -> Deals:
        state, rows = self._source.book.state, list(self._rows())
        names = [self._source.names[seat] for seat in self._seats]
        declares, wide = state.ruleset.declarer is not Declarer.NONE, len(names) > _PORTRAIT
        shared = _SHARED[wide] - declares * _DECLARER[wide]
        players, size = heads(names, shared / len(names) - _APART)
        return Deals(
            players=players,
            size=size,
            declares=declares,
            wide=wide,
            rows=rows[-MOST:],
            sums=[self._change(state.balances[seat]) for seat in self._seats],
            carried=amount(self._unit, state.carried, self._language),
            left_out=max(0, len(rows) - MOST),
        )

    def _rows(self) -> Iterator[Row]:
        """Yield all lines in the order of the book, a deal that is gone where it was written."""
        told = versions(self._source)
        written = {line.number: line.event for line in self._source.written}
        gone = sorted(told.keys() - {entry.number for entry in self._source.book.entries})
        position = 0
        for line in self._source.book.past.in_order():
            # What was put in later has a number that says nothing of its place.
            placed = isinstance(written.get(line.number), Inserted | DealerSet)
            while gone and not placed and gone[0] < line.number:
                yield self._gone(told[gone.pop(0)][-1])
            if isinstance(line, Aside):
                yield from self._aside(line)
                continue
            position += 1
            yield from (self._gone(deal) for deal in told[line.number][:-1])
            yield self._deal(position, line)
        for number in gone:
            yield self._gone(told[number][-1])

    def _deal(self, position: int, entry: Entry) -> Row:
        # Who is away at this deal has no change; everybody else has one, be it 0.
        here = entry.after.seats
        return Row(
            number=str(position),
            dealer=self._names[entry.opening.dealer],
            declarer=self._declarer(entry.deal),
            joined=self._joined(entry.deal, entry.settlement.outcome),
            pot=amount(self._unit, entry.opening.pot, self._language),
            changes=[self._change(entry.change(seat)) if seat in here else ("", "") for seat in self._seats],
        )

    def _gone(self, deal: Deal) -> Row:
        return Row(
            number="–",
            declarer=self._declarer(deal),
            joined=self._joined(deal, None),
            changes=[("", "") for _seat in self._seats],
            gone=True,
        )

    def _aside(self, line: Aside) -> Iterator[Row]:
        # A new name is on every line already.
        words = "" if isinstance(line.event, Renamed) else self._acts.act(line.event, line.after)
        moved = [sum(received(transfer, seat) for transfer in line.transfers) for seat in self._seats]
        if words:
            yield Row(words=words, changes=[self._change(change) if change else ("", "") for change in moved])

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

    def _change(self, change: int) -> Change:
        sign = "gain" if change > 0 else "loss" if change < 0 else ""
        return sign, signed(self._unit, change, self._language)
