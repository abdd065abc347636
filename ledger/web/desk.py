"""The desk where corrections are put together: all that was written, and what they would make of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from ledger.evening.book import entered, replay
from ledger.evening.entry import Aside, Entry, Past
from ledger.evening.events import DealWritten, Event, Opened
from ledger.evening.line import Line
from ledger.evening.resolve import resolve
from ledger.evening.ripple import Ripple, passed_over, ripple
from ledger.evening.state import State, start
from ledger.rules.deal import Deal
from ledger.rules.problems import RefusedError
from ledger.store import queries
from ledger.store.reading import read_events


class NoSuchPlaceError(LookupError):
    """What was to be put right is not in force: it never was a deal, or was struck or taken back since."""


@dataclass(frozen=True, slots=True)
class Look:
    """What corrections would do.

    *Attributes*: the `changes`, numbered from `first`; the `lines` that would be written: the same, and what
    keeps later dealers; the `ripple` of these; `moves`, whether without that a later dealer would move.
    """

    changes: tuple[Event, ...]
    first: int
    lines: tuple[Event, ...]
    ripple: Ripple
    moves: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a deal is put right or put in: the state it meets, and the deal that stands there, if any."""

    state: State
    deal: Deal | None


@dataclass(frozen=True, slots=True)
class Desk:
    """An `evening` with its event 0 and all later `events`, read at one moment."""

    evening: queries.Evening
    opened: Opened
    events: Sequence[Line]

    @property
    def first(self) -> int:
        """Return the number that the next event will have."""
        return len(self.events) + 1

    @property
    def lines(self) -> Sequence[Line]:
        """Return what is in force now."""
        return resolve(self.events).lines

    def look(self, changes: tuple[Event, ...], *, keep: bool) -> Look:
        """Return what `changes` would do; with `keep`, later deals keep their dealers.

        Raises `RefusedEventError` for changes that have no place in the book.
        """
        lines, seen = changes, ripple(self.opened, self.events, changes)
        keeper = seen.keeps_dealers()
        moves = keeper is not None and keeper.before is not None
        while keep and keeper is not None and keeper.before is not None and keeper not in lines:
            lines = (*lines, keeper)
            seen = ripple(self.opened, self.events, lines)
            keeper = seen.keeps_dealers()
        return Look(changes, self.first, lines, seen, moves)

    def place(self, changes: tuple[Event, ...], number: int) -> Place:
        """Return what event `number` meets once `changes` are made, and the deal it is then.

        Raises `NoSuchPlaceError`, and `RefusedEventError` as `look` does.
        """
        amending = (Line(at, event) for at, event in enumerate(changes, start=self.first))
        # Without changes the book stands as it is, and nothing in it is impossible.
        was = (
            {done.number: done for done in replay(self.opened, self.events).past.in_order()}
            if changes
            else {}
        )
        state, entries, asides = start(self.opened), list[Entry](), list[Aside]()
        for line in resolve([*self.events, *amending]).lines:
            if line.number == number:
                deal = line.event.deal if isinstance(line.event, DealWritten) else None
                return Place(state, deal)
            try:
                done = entered(state, line, Past(entries, asides))
            except RefusedError:
                state = passed_over(state, was.get(line.number))
                continue
            state = done.after
            if isinstance(done, Entry):
                entries.append(done)
            else:
                asides.append(done)
        raise NoSuchPlaceError(number)


def lay_out(session: Session, evening: queries.Evening) -> Desk:
    """Return the desk of `evening`, which is read anew where something was written since it was."""
    opened, events = read_events(session, evening.id)
    if len(events) != evening.head.number:
        evening = queries.evening(session, evening.id) or evening
    return Desk(evening, opened, events)
