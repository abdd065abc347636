"""The book as CSV: its deals and its postings, for a spreadsheet or for a program.

The spreadsheet flavour speaks the reader's language and has a column a player; the machine flavour never
changes its columns, so it has a row a player.
"""

import csv
import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final
from zoneinfo import ZoneInfo

from defusedcsv import csv as defused

from ledger.evening.entry import Entry
from ledger.evening.statement import Move, moves
from ledger.rules.plain import POT_NAME
from ledger.rules.seat import POT, Party, Seat
from ledger.rules.settlement import Transfer
from ledger.rules.unit import Unit
from ledger.store.queries import Evening, Story
from ledger.wording.acts import Teller
from ledger.wording.language import Language
from ledger.wording.names import bare
from ledger.wording.reasons import heading, reason
from ledger.wording.terms import terms

Row = Sequence[str | int]

DEAL_COLUMNS: Final = (
    "event",
    "kind",
    "deal",
    "written_at",
    "dealer",
    "declarer",
    "outcome",
    "pot",
    "carried",
    "seat",
    "player",
    "role",
    "tricks",
    "ante",
    "payout",
    "penalty",
    "change",
    "balance",
)
POSTING_COLUMNS: Final = ("event", "kind", "deal", "line", "seat", "account", "amount", "reason", "why")

# What spreadsheets also take for the start of a formula, beside the signs that the library looks after.
_STARTERS: Final = ("\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What there is to tell: an evening, its story, and the club's time zone."""

    evening: Evening
    story: Story
    zone: str

    @property
    def unit(self) -> Unit:
        """Return what amounts are counted in."""
        return self.story.opened.ruleset.unit

    @property
    def written_at(self) -> Mapping[int, datetime.datetime]:
        """Return when each event was written (UTC, naive)."""
        return {written.number: written.at for written in self.story.written}


def number(unit: Unit, amount: int, mark: str = ".") -> str:
    """Return `amount` (smallest units) as a decimal number that programs read: `-2.40`, `2.25`, `12`."""
    whole, part = divmod(abs(amount), unit.denominator)
    places = {1: 0, 2: 1, 4: 2, 10: 1, 100: 2}[unit.denominator]
    decimals = f"{mark}{part * 10**places // unit.denominator:0{places}d}" if places else ""
    return f"{'-' if amount < 0 else ''}{whole}{decimals}"


def machine_deals(sheet: Sheet) -> bytes:
    """Return every movement of money, a row a player, in columns that never change."""
    rows = [row for move in moves(sheet.story.book) for row in _machine_rows(sheet, move)]
    return _machine(DEAL_COLUMNS, rows)


def machine_postings(sheet: Sheet) -> bytes:
    """Return every posting: whose account, and how much more it holds. They add up to 0."""
    parties = {POT: POT_NAME, **sheet.evening.names}
    rows = [
        (
            move.number,
            move.kind,
            move.deal or "",
            line,
            "" if party == POT else party,
            parties[party],
            number(sheet.unit, amount),
            transfer.reason.value,
            transfer.why.value,
        )
        for move, line, transfer, party, amount in _posted(sheet)
    ]
    return _machine(POSTING_COLUMNS, rows)


def deals(sheet: Sheet, language: Language) -> bytes:
    """Return every movement of money, a column a player; the columns add up to the balances.

    What is no deal is told in words.
    """
    _ = language.gettext
    unit, mark, names = sheet.unit, _mark(language), sheet.evening.names
    told = Teller(names=names, texts=sheet.story.texts, unit=unit, language=language)
    events = {aside.number: aside.event for aside in sheet.story.book.asides}
    seats = list(sheet.story.book.state.balances)
    at = sheet.written_at
    head = [_("Deal"), _("Time"), _("Dealer"), _("Declarer"), _("Came along"), _("Pot"), _("Left in it")]
    rows: list[Row] = []
    for move in moves(sheet.story.book):
        entry = move.entry
        rows.append(
            [
                move.deal or "",
                f"{at[move.number].replace(tzinfo=datetime.UTC).astimezone(ZoneInfo(sheet.zone)):%H:%M}",
                names[entry.opening.dealer] if entry else "",
                _with_tricks(entry, entry.deal.declarer, names) if entry else "",
                ", ".join(_with_tricks(entry, seat, names) for seat in entry.deal.joined) if entry else "",
                number(unit, entry.opening.pot, mark) if entry else "",
                number(unit, move.after.carried, mark),
                bare(told.act(events[move.number])) if move.number in events else "",
                *(number(unit, move.change(seat), mark) for seat in seats),
            ]
        )
    return _spreadsheet([*head, _("What it was"), *(names[seat] for seat in seats)], rows, language)


def postings(sheet: Sheet, language: Language) -> bytes:
    """Return every posting and why it was made, in the reader's language; they add up to 0."""
    _ = language.gettext
    words = terms(sheet.story.opened.ruleset.terms, language)
    parties = {POT: _("Pot"), **sheet.evening.names}
    rows = [
        (
            move.number,
            move.deal or "",
            parties[party],
            number(sheet.unit, amount, _mark(language)),
            heading(transfer.reason, language),
            reason(transfer, sheet.unit, language, words, sheet.story.texts),
        )
        for move, _line, transfer, party, amount in _posted(sheet)
    ]
    head = (_("Event"), _("Deal"), _("Account"), _("Amount"), _("Reason"), _("Why"))
    return _spreadsheet(head, rows, language)


def _machine_rows(sheet: Sheet, move: Move) -> Iterable[Row]:
    unit, names, entry = sheet.unit, sheet.evening.names, move.entry
    written = f"{sheet.written_at[move.number]:%Y-%m-%dT%H:%M:%SZ}"
    declarer = entry.deal.declarer if entry else None
    for seat in move.after.balances:
        yield (
            move.number,
            move.kind,
            move.deal or "",
            written,
            names[entry.opening.dealer] if entry else "",
            "" if declarer is None else names[declarer],
            entry.settlement.outcome.value if entry else "",
            number(unit, entry.opening.pot) if entry else "",
            number(unit, move.after.carried),
            seat,
            names[seat],
            _role(entry, seat) if entry else "",
            entry.deal.tricks.get(seat, 0) if entry and entry.deal.plays(seat) else "",
            number(unit, entry.opening.antes.get(seat, 0) if entry else 0),
            number(unit, entry.settlement.payouts.get(seat, 0) if entry else 0),
            number(unit, entry.settlement.penalties.get(seat, 0) if entry else 0),
            number(unit, move.change(seat)),
            number(unit, move.after.shown(seat)),
        )


def _role(entry: Entry, seat: Seat) -> str:
    if seat == entry.deal.declarer:
        return "declarer"
    return "joiner" if seat in entry.deal.joined else "out"


def _with_tricks(entry: Entry, seat: Seat | None, names: Mapping[Seat, str]) -> str:
    if seat is None:
        return ""
    played = sum(entry.deal.tricks.values())
    return f"{names[seat]} {entry.deal.tricks.get(seat, 0)}" if played else names[seat]


def _posted(sheet: Sheet) -> Iterator[tuple[Move, int, Transfer, Party, int]]:
    """Yield both postings of every transfer: its move, which line of it, the party, what it holds more."""
    for move in moves(sheet.story.book):
        for position, transfer in enumerate(move.transfers):
            yield move, 2 * position, transfer, transfer.source, -transfer.amount
            yield move, 2 * position + 1, transfer, transfer.target, transfer.amount


def _mark(language: Language) -> str:
    return "," if language.code == "de" else "."


def _machine(head: Row, rows: Iterable[Row]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text).writerows([head, *rows])
    return text.getvalue().encode()


def _spreadsheet(head: Row, rows: Iterable[Row], language: Language) -> bytes:
    """Return rows with the separator of the language, and the mark that tells a spreadsheet it is UTF-8."""
    text = StringIO(newline="")
    writer = defused.writer(text, delimiter=";" if language.code == "de" else ",")
    writer.writerows([_harmless(cell) for cell in row] for row in [head, *rows])
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_STARTERS) else cell
