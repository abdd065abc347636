"""The history of a deal: what it said at first, what it said later, who changed it, when and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.events import (
    Corrected,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    PaymentMarked,
    Redone,
    Restored,
    Struck,
    Undone,
)
from ledger.evening.line import Line
from ledger.evening.resolve import taken_back
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.store.queries import Story, Written
from ledger.web.tableview import local_time
from ledger.wording.facts import deal_line
from ledger.wording.language import Language
from ledger.wording.terms import Terms

# What has no line of its own: what it did shows on others.
_UNSEEN: Final = (Undone, Redone, PaymentMarked, Corrected, Struck, Restored)
DEALS: Final = (DealWritten, Inserted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One thing that was written about a deal: what was done, what the deal says then, who, when and why."""

    what: str
    facts: str
    at: str
    device: str
    reason: str
    undone: bool


@dataclass(frozen=True, slots=True)
class History:
    """The histories of all deals of an evening.

    *Attributes*: `about`, what was written about each deal later, by the number of its event; `in_force`,
    the numbers of what was not undone; `undone_by`, the undo that took an event back, by its number.
    """

    story: Story
    about: Mapping[int, Sequence[Written]]
    in_force: frozenset[int]
    undone_by: Mapping[int, Written]

    @classmethod
    def of(cls, story: Story) -> "History":
        """Return the histories that `story` tells."""
        about: dict[int, list[Written]] = {}
        for written in story.written:
            if isinstance(written.event, Corrected | Struck | Restored):
                about.setdefault(written.event.target, []).append(written)
        by_number = {written.number: written for written in story.written}
        undos = taken_back(Line(written.number, written.event) for written in story.written)
        return cls(
            story,
            about,
            in_force=frozenset(line.number for line in story.book.effective),
            undone_by={number: by_number[undo] for number, undo in undos.items()},
        )

    def last(self, written: Written) -> Written:
        """Return what says when and where `written` became what it is: what took it back, if anything."""
        if written.number in self.undone_by:
            return self.undone_by[written.number]
        struck = [later for later in self._effective(written) if isinstance(later.event, Struck | Restored)]
        return struck[-1] if struck and isinstance(struck[-1].event, Struck) else written

    def facts(self, written: Written) -> Deal:
        """Return what a deal says now, or said last where it is out of force."""
        deal = written.event.deal if isinstance(written.event, DealWritten | Inserted) else Deal()
        for later in self._effective(written):
            if isinstance(later.event, Corrected):
                deal = later.event.deal
        return deal

    def corrected(self, written: Written) -> bool:
        """Return whether a deal says something else than it said at first."""
        return any(isinstance(later.event, Corrected) for later in self._effective(written))

    def _effective(self, written: Written) -> list[Written]:
        return [later for later in self.about.get(written.number, ()) if later.number in self.in_force]

    def versions(
        self, written: Written, names: Mapping[Seat, str], words: Terms, language: Language, zone: str
    ) -> list[Version]:
        """Return all that was written about a deal, oldest first; empty where nothing was but the deal."""
        later = self.about.get(written.number, ())
        if not later and isinstance(written.event, DealWritten):
            return []
        return [
            Version(
                what=_what(one.event, language),
                facts=_facts(one.event, names, words, language),
                at=language.time(local_time(one.at, zone)),
                device=one.device,
                reason=self.story.texts.get(_reason(one.event) or 0, ""),
                undone=one.number not in self.in_force,
            )
            for one in (written, *later)
        ]


def in_order(written: Sequence[Written]) -> list[Written]:
    """Return what the book shows of all that was `written`, in its order: struck and undone deals too."""
    order: list[Written] = []
    for one in written:
        event = one.event
        before = event.before if isinstance(event, Inserted | DealerSet) else None
        places = [] if before is None else [i for i, other in enumerate(order) if other.number == before]
        if places:
            order.insert(places[0], one)
        elif not isinstance(event, _UNSEEN):
            order.append(one)
    return order


def _what(event: Event, language: Language) -> str:
    _ = language.gettext
    if isinstance(event, Corrected):
        return _("Corrected")
    if isinstance(event, Struck):
        return _("Struck")
    if isinstance(event, Restored):
        return _("Restored")
    return _("Put in later") if isinstance(event, Inserted) else _("Written")


def _facts(event: Event, names: Mapping[Seat, str], words: Terms, language: Language) -> str:
    if isinstance(event, DealWritten | Corrected | Inserted):
        return deal_line(event.deal, names, words, language)
    return ""


def _reason(event: Event) -> int | None:
    return event.reason if isinstance(event, Corrected | Struck | Restored | Inserted) else None
