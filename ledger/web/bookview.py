"""The book page as plain values: every deal that was written, newest first, and what it did to whom."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.entry import Aside, Entry
from ledger.evening.events import Closed, Counted, Inserted, Rebought
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Transfer
from ledger.rules.unit import Unit
from ledger.store.queries import Evening, Story, Written
from ledger.web import trail
from ledger.web.gains import gains
from ledger.web.history import DEALS, History, Version, in_order
from ledger.web.tableview import local_time
from ledger.wording.acts import Teller
from ledger.wording.amounts import amount, sign, signed
from ledger.wording.facts import deal_facts, outcome
from ledger.wording.language import Language
from ledger.wording.reasons import reason
from ledger.wording.terms import Terms, terms

PAGE: Final = 50
# What nothing can be put in before.
_NO_PLACE: Final = (Closed, Counted, Rebought)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One line of an explanation: who moves how much (smallest units, as text) to whom, and why."""

    source: str
    target: str
    amount: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One deal of the book; one that was undone or struck has no movements and no pot.

    *Attributes*: `event`, the number it was written under; `at` and `device` of what took it out of force, if
    anything did; `mark`, whether it was undone or struck;
    `corrected`, `inserted`; its `history`, empty where it was never touched; `behind`, the event that one
    put in after it would stand before, 0 at the end.
    """

    number: int
    event: int
    at: str
    device: str
    undone: bool
    mark: str
    struck: bool
    corrected: bool
    inserted: bool
    history: Sequence[Version]
    behind: int
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
    open: int


def book_view(
    evening: Evening, story: Story, page: int, language: Language, zone: str, event: int = 0
) -> BookView:
    """Return page `page` (from 1) of the book, a page past the end is the last; or the page of `event`."""
    entries = {entry.number: (position, entry) for position, entry in enumerate(story.book.entries, start=1)}
    shown = _paged(in_order(story.written))
    page = page_of(story, event) if event else min(max(page, 1), len(shown))
    words = terms(story.opened.ruleset.terms, language)
    teller = _Teller(evening.names, story.opened.ruleset.unit, language, words)
    asides = {aside.number: aside for aside in story.book.asides}
    history, behind = History.of(story), _behind(story)
    lines = [
        teller.line(
            written,
            *entries.get(written.number, (0, None)),
            history=history,
            behind=behind.get(written.number, 0),
            zone=zone,
        )
        if isinstance(written.event, DEALS)
        else teller.act(
            written,
            trail.teller(story, written, evening.names, language),
            asides.get(written.number),
            evening.date,
            last=history.last(written),
            undone=written.number not in history.in_force,
            zone=zone,
        )
        for written in shown[page - 1]
    ]
    return BookView(lines=lines, page=page, pages=len(shown), words=words, open=event)


def page_of(story: Story, number: int) -> int:
    """Return the page of the book (from 1) that the deal of event `number` is on."""
    for page, shown in enumerate(_paged(in_order(story.written)), start=1):
        if any(written.number == number for written in shown):
            return page
    return 1


def _behind(story: Story) -> dict[int, int]:
    """Return, for each line in force, the next one that something can be put in before."""
    behind: dict[int, int] = {}
    place = 0
    for line in reversed(story.book.lines):
        behind[line.number] = place
        if not isinstance(line.event, _NO_PLACE):
            place = line.number
    return behind


def _paged(book: Sequence[Written]) -> list[list[Written]]:
    """Return the book, newest first, in pages of `PAGE` deals; at least one page."""
    pages: list[list[Written]] = [[]]
    deals = 0
    for written in reversed(book):
        if isinstance(written.event, DEALS):
            if deals and deals % PAGE == 0:
                pages.append([])
            deals += 1
        pages[-1].append(written)
    return pages


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells deals in one language, with one evening's names and unit."""

    names: Mapping[Seat, str]
    unit: Unit
    language: Language
    words: Terms

    def line(
        self,
        written: Written,
        position: int,
        entry: Entry | None,
        *,
        history: History,
        behind: int,
        zone: str,
    ) -> Line:
        """Return the line of one deal; without `entry` it was undone or struck."""
        _ = self.language.gettext
        deal, names = history.facts(written), self.names
        undone = written.number not in history.in_force
        changes = {seat: entry.change(seat) for seat in entry.after.seats} if entry else {}
        shown = gains(changes, names, self.unit, self.language)
        last = history.last(written)
        return Line(
            number=position,
            event=written.number,
            at=self.language.time(local_time(last.at, zone)),
            device=last.device,
            undone=entry is None,
            mark="" if entry else _("undone") if undone else _("struck"),
            struck=entry is None and not undone,
            corrected=history.corrected(written),
            inserted=isinstance(written.event, Inserted),
            history=history.versions(written, names, self.words, self.language, zone),
            behind=behind,
            dealer=names[entry.opening.dealer] if entry else "",
            declarer=names[deal.declarer] if deal.declarer is not None else "",
            joined=[names[seat] for seat in deal.joined],
            tricks=[(names[seat], won) for seat, won in deal.tricks.items()],
            facts=deal_facts(deal, self.language),
            outcome=outcome(entry.settlement.outcome, self.language) if entry else "",
            pot=amount(self.unit, entry.opening.pot, self.language) if entry else "",
            carried=amount(self.unit, entry.settlement.carried, self.language) if entry else "",
            changes=shown.listed,
            wide=shown.wide,
            movements=[self._movement(transfer) for transfer in entry.transfers] if entry else (),
        )

    def act(
        self,
        written: Written,
        told: Teller,
        aside: Aside | None,
        date: datetime.date,
        *,
        last: Written,
        undone: bool,
        zone: str,
    ) -> Act:
        """Return the line of what is no deal; on another day than the evening's with its date."""
        moment = local_time(last.at, zone)
        time = self.language.time(moment)
        shared = aside.transfers if aside is not None and isinstance(written.event, Closed) else ()
        won = Counter[Seat]()
        for transfer in shared:
            won[transfer.target] += transfer.amount
        return Act(
            act=told.act(written.event, aside.after if aside is not None else None),
            at=time if moment.date() == date else f"{self.language.date(moment.date())}, {time}",
            device=last.device,
            undone=undone,
            changes=[
                (self.names[seat], signed(self.unit, amount, self.language), sign(amount))
                for seat, amount in won.items()
            ],
        )

    def _movement(self, transfer: Transfer) -> Movement:
        return Movement(
            source=self._party(transfer.source),
            target=self._party(transfer.target),
            amount=amount(self.unit, transfer.amount, self.language),
            why=reason(transfer, self.unit, self.language, self.words),
        )

    def _party(self, party: Seat) -> str:
        return self.language.gettext("Pot") if party == POT else self.names[party]
