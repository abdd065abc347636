"""The ripple: what something that is not written yet would do to the deals behind it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.evening.book import Book, entered, replay
from ledger.evening.entry import Aside, Entry, Past
from ledger.evening.events import DealerSet, DealWritten, Event, Opened
from ledger.evening.line import Line
from ledger.evening.resolve import resolve
from ledger.evening.state import State, reseated, start
from ledger.rules.opening import Opening
from ledger.rules.problems import Problem, RefusedError
from ledger.rules.seat import Seat


class Shift(NamedTuple):
    """What becomes of one line of the book.

    *Attributes*: `number` of its event; `was`, what it did so far, None for what is new; `becomes`, what it
    would do, None for what goes or is impossible; `meets`, the opening a deal would have (None: it goes);
    `problems`, what makes it impossible.
    """

    number: int
    was: Entry | Aside | None
    becomes: Entry | Aside | None
    meets: Opening | None
    problems: tuple[Problem, ...] = ()

    def pots(self) -> tuple[int | None, int | None]:
        """Return the pot it was played for and the one it would be (smallest units); None: no such deal."""
        return (self.was.opening.pot if isinstance(self.was, Entry) else None, self.meets and self.meets.pot)

    def dealers(self) -> tuple[Seat | None, Seat | None]:
        """Return who dealt it and who would; None: no such deal."""
        was = self.was.opening.dealer if isinstance(self.was, Entry) else None
        return was, None if self.meets is None else self.meets.dealer

    def changes(self) -> dict[Seat, tuple[int, int]]:
        """Return what it did and would do to each seat (smallest units), where that differs."""
        was, becomes = changed(self.was), changed(self.becomes)
        pairs = {seat: (was.get(seat, 0), becomes.get(seat, 0)) for seat in was | becomes}
        return {seat: pair for seat, pair in pairs.items() if pair[0] != pair[1]}

    @property
    def tells(self) -> bool:
        """Return whether there is anything to say about it."""
        pots, dealers = self.pots(), self.dealers()
        moves = pots[0] != pots[1] or dealers[0] != dealers[1]
        return moves or bool(self.problems) or bool(self.changes()) or self._other_facts()

    def _other_facts(self) -> bool:
        if isinstance(self.was, Entry) and isinstance(self.becomes, Entry):
            return self.was.deal != self.becomes.deal
        return (self.was is None) is not (self.becomes is None)


class Ripple(NamedTuple):
    """What an action would do: the `shifts` there is anything to say about, in the order of the new book.

    *Attributes*: `before`, the state now, and `after`, the one it would lead to. While any shift has problems
    the action cannot be written; `after` is then as if those lines had moved nothing.
    """

    before: State
    after: State
    shifts: tuple[Shift, ...]

    @property
    def impossible(self) -> tuple[Shift, ...]:
        """Return the lines that the action would make impossible."""
        return tuple(shift for shift in self.shifts if shift.problems)

    def keeps_dealers(self) -> DealerSet | None:
        """Return what, written in the same action, keeps the later dealers; None where they stay anyway."""
        for shift in self.shifts:
            was, becomes = shift.dealers()
            if was is not None and becomes is not None and was != becomes:
                return DealerSet(was, shift.number)
        dealer = self.before.next.dealer
        stays = dealer == self.after.next.dealer or dealer not in self.after.seats
        return None if stays or self.impossible else DealerSet(dealer)


def ripple(opened: Opened, written: Sequence[Line], action: Iterable[Event]) -> Ripple:
    """Return what `action` would do if it were written behind `written`.

    Lines that it would make impossible are named, each with its problems, and passed over: the dealer moves
    on as he did. Raises `RefusedEventError` for an action that has no place at all.
    """
    book = replay(opened, written)
    lines = [Line(number, event) for number, event in enumerate(action, start=len(written) + 1)]
    resolved = resolve([*written, *lines])
    known = {done.number: done for done in book.past.in_order()}
    same = _same(book, resolved.lines)
    entries, asides = _behind(known, resolved.lines[:same])
    state = known[resolved.lines[same - 1].number].after if same else start(opened)
    shifts = []
    for line in resolved.lines[same:]:
        meets = state.next if isinstance(line.event, DealWritten) else None
        was = known.get(line.number)
        try:
            done = entered(state, line, Past(entries, asides))
        except RefusedError as refused:
            shifts.append(Shift(line.number, was, None, meets, refused.problems))
            state = passed_over(state, was)
            continue
        shifts.append(Shift(line.number, was, done, meets))
        state = done.after
        if isinstance(done, Entry):
            entries.append(done)
        else:
            asides.append(done)
    gone = {line.number for line in book.lines[same:]} - {line.number for line in resolved.lines}
    left = [Shift(line.number, known[line.number], None, None) for line in book.lines if line.number in gone]
    return Ripple(book.state, state, tuple(shift for shift in [*left, *shifts] if shift.tells))


def changed(done: Entry | Aside | None) -> dict[Seat, int]:
    """Return what a line did to the balance of each seat (smallest units), the pot's part left out."""
    balances: dict[Seat, int] = {}
    for transfer in () if done is None else done.transfers:
        for party, amount in ((transfer.source, -transfer.amount), (transfer.target, transfer.amount)):
            balances[party] = balances.get(party, 0) + amount
    return {seat: amount for seat, amount in balances.items() if seat >= 0}


def _same(book: Book, lines: Sequence[Line]) -> int:
    """Return how many lines at the beginning stay as they are."""
    same = 0
    for old, new in zip(book.lines, lines, strict=False):
        if old != new:
            break
        same += 1
    return same


def _behind(known: Mapping[int, Entry | Aside], lines: Iterable[Line]) -> tuple[list[Entry], list[Aside]]:
    done = [known[line.number] for line in lines]
    entries = [one for one in done if isinstance(one, Entry)]
    return entries, [one for one in done if isinstance(one, Aside)]


def passed_over(state: State, was: Entry | Aside | None) -> State:
    """Return `state` behind a line that would be impossible: nothing moves, the deal goes on as it did."""
    dealer = state.next.dealer if was is None else was.after.next.dealer
    if dealer not in state.seats:
        return state
    return reseated(state, state.order, state.seats, dealer)
