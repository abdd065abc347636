"""The evening file, written: everything there is of an evening as plain data, with the names of each moment.

What `interchange.read` makes of it replays to the same book.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    Counted,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Left,
    Opened,
    PaymentMarked,
    Rebought,
    Renamed,
    Reordered,
    Restored,
    Returned,
    SatOut,
    Sharing,
    Struck,
)
from ledger.evening.filed import Moments
from ledger.evening.interchange import FORMAT, FORMAT_VERSION
from ledger.evening.line import Line
from ledger.evening.stored import kind_of
from ledger.evening.way import Way
from ledger.rules.builder import values_of
from ledger.rules.deal import Deal
from ledger.rules.plain import POT_NAME, plain_deal
from ledger.rules.seat import POT, Party, Seat

_Facts = dict[str, object]
_Names = Mapping[Seat, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """What a file is made of.

    *Attributes*: `title`, `place`, `date`; `opened`; `first_names`, what everybody who ever had a seat was
    called on sitting down; `notes`, free text by the number that events name it by (what was erased is
    missing); `lines`, every event from 1 on; `times`, when each was written (UTC, naive); `plays_until`.
    """

    title: str
    place: str
    date: datetime.date
    opened: Opened
    first_names: Mapping[Seat, str]
    notes: Mapping[int, str]
    lines: Sequence[Line]
    times: Sequence[datetime.datetime] = ()
    plays_until: datetime.datetime | None = None


def plain_evening(filed: Filed) -> _Facts:
    """Return the evening file of `filed` (RULES.md, "Evening"); every option is named, shipped or not."""
    opened, names = filed.opened, filed.first_names
    writer = _Writer(filed)
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "title": filed.title,
        "date": filed.date.isoformat(),
        "place": filed.place,
        "ruleset": opened.ruleset.slug,
        "options": values_of(opened.ruleset),
        "players": [names[seat] for seat in opened.seats],
        "first_dealer": names[opened.first_dealer],
        **({} if opened.chip is None else {"chip": opened.chip, "currency": opened.currency}),
        "start_balance": {names[seat]: stack for seat, stack in opened.stacks.items() if stack},
        "plays_until": None if filed.plays_until is None else filed.plays_until.isoformat(),
        "written_at": [moment.isoformat() for moment in filed.times],
        "events": [writer.plain(line.event) for line in filed.lines],
    }


@dataclass(slots=True)
class _Writer:
    """Writes events in the order they were written; `names` are those of now, as undo and redo leave them."""

    filed: Filed
    names: _Names = field(default_factory=dict)
    _past: Moments[_Names] = field(default_factory=Moments)

    def __post_init__(self) -> None:
        self.names = {seat: self.filed.first_names[seat] for seat in self.filed.opened.seats}

    def plain(self, event: Event) -> _Facts:
        """Return `event` as a file has it."""
        before = self.names
        if isinstance(event, Joined) and event.seat not in self.names:
            self.names = {**self.names, event.seat: self.filed.first_names[event.seat]}
        write = _FACTS.get(type(event))
        facts = {"kind": kind_of(event), **(write(self, event) if write else {})}
        if isinstance(event, Renamed):
            self.names = {**self.names, event.seat: self.text(event.text) or self.names[event.seat]}
        self.names = self._past.after(event, before, self.names)
        return facts

    def party(self, party: Party) -> str:
        """Return what a party is called now."""
        return POT_NAME if party == POT else self.names[party]

    def text(self, number: int | None) -> str:
        """Return free text by its number, empty where there is none any more."""
        return "" if number is None else self.filed.notes.get(number, "")

    def deal(self, deal: Deal) -> _Facts:
        """Return the facts of a deal."""
        return plain_deal(deal, self.names)

    def reason(self, number: int | None) -> _Facts:
        """Return the reason of an event, nothing where it has none."""
        text = self.text(number)
        return {"reason": text} if text else {}

    def closing(self, event: Closed) -> _Facts:
        """Return what a closing says."""
        facts: _Facts = {} if event.pot is Sharing.KEEP else {"pot": event.pot.value}
        return facts if event.settle is None else facts | {"settle": self.way(event.settle)}

    def way(self, way: Way) -> _Facts:
        """Return how to settle; what says nothing is left out."""
        told: _Facts = {
            "mode": way.mode.value,
            "through": None if way.through is None else self.party(way.through),
            "coin": way.coin,
            "chip": way.chip,
            "currency": way.currency or None,
            "paid": [
                {"from": self.party(source), "to": self.party(target), "paid": amount}
                for source, target, amount in way.paid
            ]
            or None,
        }
        return {key: value for key, value in told.items() if value is not None}


def _joining(writer: _Writer, event: Joined) -> _Facts:
    facts: _Facts = {"player": writer.names[event.seat]}
    if event.before_seat is not None:
        facts["before_seat"] = writer.names[event.before_seat]
    return facts | ({"pays": event.pays} if event.pays else {})


def _who(writer: _Writer, event: Left | SatOut | Returned) -> _Facts:
    return {"player": writer.names[event.seat]}


def _dealer(writer: _Writer, event: DealerSet) -> _Facts:
    before: _Facts = {} if event.before is None else {"before": event.before}
    return {"player": writer.names[event.seat], **before}


def _adjusting(writer: _Writer, event: Adjusted) -> _Facts:
    return {
        "from": writer.party(event.source),
        "to": writer.party(event.target),
        "amount": event.amount,
        **writer.reason(event.reason),
    }


# What each kind of event says besides its kind; what is not here says nothing.
_FACTS: Final[Mapping[type[Event], Callable[[_Writer, Any], _Facts]]] = {
    DealWritten: lambda writer, event: writer.deal(event.deal),
    Corrected: lambda writer, event: {
        "target": event.target,
        "deal": writer.deal(event.deal),
        **writer.reason(event.reason),
    },
    Struck: lambda writer, event: {"target": event.target, **writer.reason(event.reason)},
    Restored: lambda writer, event: {"target": event.target, **writer.reason(event.reason)},
    Inserted: lambda writer, event: {
        "before": event.before,
        "deal": writer.deal(event.deal),
        **writer.reason(event.reason),
    },
    Joined: _joining,
    Left: _who,
    SatOut: _who,
    Returned: _who,
    Renamed: lambda writer, event: {
        "player": writer.names[event.seat],
        "to": writer.text(event.text) or writer.names[event.seat],
    },
    Reordered: lambda writer, event: {"players": [writer.names[seat] for seat in event.seats]},
    DealerSet: _dealer,
    Adjusted: _adjusting,
    Rebought: lambda writer, event: {"player": writer.names[event.seat], "amount": event.amount},
    Counted: lambda _writer, event: {"amount": event.amount},
    Closed: lambda writer, event: writer.closing(event),
    PaymentMarked: lambda writer, event: {
        "from": writer.party(event.source),
        "to": writer.party(event.target),
        "paid": event.paid,
    },
}
