"""Hypothesis strategies for everything that can be written in an evening, most of it possible."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from hypothesis import strategies as st

from ledger.evening.book import Book, replay
from ledger.evening.entry import Entry
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
    Rebought,
    Redone,
    Renamed,
    Reopened,
    Reordered,
    Restored,
    Returned,
    SatOut,
    Sharing,
    Struck,
    Undone,
    Voided,
)
from ledger.evening.line import Line
from ledger.evening.way import Way
from ledger.rules.problems import RefusedError
from ledger.rules.seat import POT, Seat
from tests.unit.strategies import deals, tables

AMENDING: Final = ("correct", "correct", "strike", "restore", "insert", "dealer before")
ROSTER: Final = ("join", "leave", "sit-out", "return", "rename", "reorder", "dealer")
MONEY: Final = ("adjust", "adjust", "rebuy", "count", "void")
ENDING: Final = ("close", "undo", "redo", "reopen")
ANYTHING: Final = (*["deal"] * 8, *AMENDING, *ROSTER, *MONEY, *ENDING)
NAMING: Final = (Adjusted, Corrected, Inserted, Joined, Renamed, Restored, Struck)
"""What may name a text: an action with any of them brings its own along."""


_REASONS: Final = st.sampled_from((None, 0))


class Written(NamedTuple):
    """An evening in which every event was possible when it was written, and the book it makes."""

    opened: Opened
    events: tuple[Line, ...]
    book: Book


@st.composite
def anything(draw: st.DrawFn, book: Book, number: int, kinds: Sequence[str] = ANYTHING) -> Event:
    """Return an event to be written as `number`; it fits `book` as far as that can be told before."""
    state = book.state
    kind = draw(st.sampled_from(kinds))
    if state.closed and draw(st.integers(0, 3)):
        kind = draw(st.sampled_from(("reopen", "undo")))
    everybody, coin = sorted(state.balances), state.ruleset.unit.coin
    seats = st.sampled_from(everybody)
    deal_numbers = [line.number for line in book.effective if isinstance(line.event, DealWritten | Inserted)]
    targets = st.sampled_from(deal_numbers) if deal_numbers else st.just(1)
    places = st.sampled_from([*(line.number for line in book.effective), number])
    amounts = st.integers(1, 30).map(lambda coins: coins * coin)
    parties = st.sampled_from([POT, POT, *everybody])
    match kind:
        case "deal":
            return DealWritten(draw(deals(state.next.table)))
        case "correct":
            target = draw(targets)
            entry = _entry(book, target)
            table = state.next.table if entry is None else entry.opening.table
            return Corrected(target, draw(deals(table)), draw(_REASONS))
        case "strike":
            return Struck(draw(targets))
        case "restore":
            struck = [line.event.target for line in book.effective if isinstance(line.event, Struck)]
            return Restored(draw(st.sampled_from(struck) if struck else targets))
        case "insert":
            before = draw(places)
            entry = _entry(book, before)
            table = state.next.table if entry is None else entry.opening.table
            return Inserted(before, draw(deals(table)))
        case "dealer before":
            return DealerSet(draw(seats), draw(places))
        case "join":
            away = [seat for seat in everybody if seat not in state.order]
            seat = draw(st.sampled_from([Seat(everybody[-1] + 1), *away]))
            place = draw(st.sampled_from((None, *state.order)))
            return Joined(seat, place, draw(st.sampled_from((0, 0, coin, 5 * coin))))
        case "leave":
            return Left(draw(seats))
        case "sit-out":
            return SatOut(draw(seats))
        case "return":
            return Returned(draw(seats))
        case "rename":
            return Renamed(draw(seats), 0)
        case "reorder":
            return Reordered(tuple(draw(st.permutations(state.order))))
        case "dealer":
            return DealerSet(draw(seats))
        case "adjust":
            return Adjusted(draw(parties), draw(parties), draw(amounts), draw(_REASONS))
        case "rebuy":
            return Rebought(draw(seats), draw(amounts))
        case "count":
            return Counted(draw(amounts))
        case "void":
            return Voided()
        case "close":
            return Closed(draw(st.sampled_from(Sharing)), draw(st.sampled_from((None, Way()))))
        case "undo":
            return Undone()
        case "redo":
            return Redone()
    return Reopened()


def _entry(book: Book, number: int) -> Entry | None:
    return next((entry for entry in book.entries if entry.number == number), None)


@st.composite
def written(draw: st.DrawFn, longest: int = 14, kinds: Sequence[str] = ANYTHING) -> Written:
    """Return an evening of up to `longest` events of all `kinds`; what was refused is left out."""
    table = draw(tables())
    stacks = draw(st.dictionaries(st.sampled_from(table.seats), st.integers(-500, 500), max_size=2))
    opened = Opened(ruleset=table.ruleset, seats=table.seats, first_dealer=table.dealer, stacks=stacks)
    events: tuple[Line, ...] = ()
    book = replay(opened, events)
    for _ in range(draw(st.integers(1, longest))):
        line = Line(len(events) + 1, draw(anything(book, len(events) + 1, kinds)))
        try:
            book = replay(opened, (*events, line))
        except RefusedError:
            continue
        events = (*events, line)
    return Written(opened, events, book)
