"""The book page as plain values: every deal that was written, newest first, and what it did to whom."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.entry import Aside, Entry
from ledger.evening.events import (
    Closed,
    Corrected,
    DealWritten,
    Inserted,
    PaymentMarked,
    Redone,
    Restored,
    Struck,
    Undone,
)
from ledger.rules.deal import Deal
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Transfer
from ledger.rules.unit import Unit
from ledger.store.queries import Evening, Story, Written
from ledger.web import trail
from ledger.web.outlook import sign
from ledger.web.tableview import local_time
from ledger.wording.acts import Teller
from ledger.wording.amounts import amount, signed
from ledger.wording.facts import deal_facts, outcome
from ledger.wording.language import Language
from ledger.wording.names import shortened
from ledger.wording.reasons import reason
from ledger.wording.terms import Terms, terms

PAGE: Final = 50
# Two changes stand side by side on a phone where neither they nor the names are any longer.
_NARROW, _NAME, _LONGER_NAME = 4, 9, 16
# What has no line of its own: what it did shows on others.
_UNSEEN: Final = (Undone, Redone, PaymentMarked, Corrected, Struck, Restored, Inserted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One line of an explanation: who moves how much (smallest units, as text) to whom, and why."""

    source: str
    target: str
    amount: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One deal of the book; one that was undone has no movements and no pot."""

    number: int
    at: str
    device: str
    undone: bool
    dealer: str
    declarer: str
    joined: Sequence[str]
    tricks: Sequence[tuple[str, int]]
    facts: Sequence[str]
    outcome: str
    pot: str
    carried: str
    changes: Sequence[tuple[str, str, str]]
    wide: bool
    movements: Sequence[Movement]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What happened between two deals, in words; `changes`, where the pot was shared out."""

    act: str
    at: str
    device: str
    undone: bool
    changes: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookView:
    """One page of the book, newest first: so many deals, and what happened between them."""

    lines: Sequence[Line | Act]
    page: int
    pages: int
    words: Terms


def book_view(evening: Evening, story: Story, page: int, language: Language, zone: str) -> BookView:
    """Return page `page` (from 1) of the book; a page past the end is the last."""
    entries = {entry.number: (position, entry) for position, entry in enumerate(story.book.entries, start=1)}
    shown = _paged(story.written)
    page = min(max(page, 1), len(shown))
    words = terms(story.opened.ruleset.terms, language)
    teller = _Teller(evening.names, story.opened.ruleset.unit, language, words)
    asides = {aside.number: aside for aside in story.book.asides}
    in_force = {line.number for line in story.book.effective}
    lines = [
        teller.line(written, *entries.get(written.number, (0, None)), zone=zone)
        if isinstance(written.event, DealWritten)
        else teller.act(
            written,
            trail.teller(story, written, evening.names, language),
            asides.get(written.number),
            evening.date,
            undone=written.number not in in_force,
            zone=zone,
        )
        for written in shown[page - 1]
    ]
    return BookView(lines=lines, page=page, pages=len(shown), words=words)


def page_of(story: Story, number: int) -> int:
    """Return the page of the book (from 1) that the deal of event `number` is on."""
    for page, shown in enumerate(_paged(story.written), start=1):
        if any(written.number == number for written in shown):
            return page
    return 1


def _paged(story: Sequence[Written]) -> list[list[Written]]:
    """Return what the book shows, newest first, in pages of `PAGE` deals; at least one page."""
    pages: list[list[Written]] = [[]]
    deals = 0
    for written in reversed(story):
        if isinstance(written.event, DealWritten):
            if deals and deals % PAGE == 0:
                pages.append([])
            deals += 1
        if not isinstance(written.event, _UNSEEN):
            pages[-1].append(written)
    return pages


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells deals in one language, with one evening's names and unit."""

    names: Mapping[Seat, str]
    unit: Unit
    language: Language
    words: Terms

    def line(self, written: Written, position: int, entry: Entry | None, *, zone: str) -> Line:
        """Return the line of one deal; without `entry` it was undone."""
        deal = written.event.deal if isinstance(written.event, DealWritten) else Deal()
        names = self.names
        changes = self._changes(entry) if entry else []
        wide = any(len(change) > _NARROW for _seat, change, _way in changes)
        room = _LONGER_NAME if wide else _NAME
        return Line(
            number=position,
            at=self.language.time(local_time(written.at, zone)),
            device=written.device,
            undone=entry is None,
            dealer=names[entry.opening.dealer] if entry else "",
            declarer=names[deal.declarer] if deal.declarer is not None else "",
            joined=[names[seat] for seat in deal.joined],
            tricks=[(names[seat], won) for seat, won in deal.tricks.items()],
            facts=deal_facts(deal, self.language),
            outcome=outcome(entry.settlement.outcome, self.language) if entry else "",
            pot=amount(self.unit, entry.opening.pot, self.language) if entry else "",
            carried=amount(self.unit, entry.settlement.carried, self.language) if entry else "",
            changes=[
                (shortened(names[seat], names.values(), room), change, way) for seat, change, way in changes
            ],
            wide=wide,
            movements=[self._movement(transfer) for transfer in entry.transfers] if entry else (),
        )

    def act(
        self,
        written: Written,
        told: Teller,
        aside: Aside | None,
        date: datetime.date,
        *,
        undone: bool,
        zone: str,
    ) -> Act:
        """Return the line of what is no deal; on another day than the evening's with its date."""
        moment = local_time(written.at, zone)
        time = self.language.time(moment)
        shared = aside.transfers if aside is not None and isinstance(written.event, Closed) else ()
        won = Counter[Seat]()
        for transfer in shared:
            won[transfer.target] += transfer.amount
        return Act(
            act=told.act(written.event, aside.after if aside is not None else None),
            at=time if moment.date() == date else f"{self.language.date(moment.date())}, {time}",
            device=written.device,
            undone=undone,
            changes=[
                (self.names[seat], signed(self.unit, amount, self.language), sign(amount))
                for seat, amount in won.items()
            ],
        )

    def _changes(self, entry: Entry) -> list[tuple[Seat, str, str]]:
        changes = {seat: entry.change(seat) for seat in entry.after.seats}
        return [
            (seat, signed(self.unit, change, self.language), sign(change)) for seat, change in changes.items()
        ]

    def _movement(self, transfer: Transfer) -> Movement:
        return Movement(
            source=self._party(transfer.source),
            target=self._party(transfer.target),
            amount=amount(self.unit, transfer.amount, self.language),
            why=reason(transfer, self.unit, self.language, self.words),
        )

    def _party(self, party: Seat) -> str:
        return self.language.gettext("Pot") if party == POT else self.names[party]
