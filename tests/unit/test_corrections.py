"""Corrections: replayed, they are what would have been written if everything had been right at once."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledger.evening.book import Book, replay
from ledger.evening.bowl import layers
from ledger.evening.entry import Aside, Entry
from ledger.evening.events import (
    Corrected,
    DealerSet,
    Joined,
    Left,
    PaymentMarked,
    Renamed,
    Reordered,
    Restored,
    Returned,
    SatOut,
    Struck,
)
from ledger.evening.line import Line
from ledger.rules.problems import RefusedError
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Transfer
from tests.conftest import LONGER
from tests.unit.corrected import corrected
from tests.unit.kinds import Written, written
from tests.unit.strategies import deals

EVENINGS, FEWER = 500 * LONGER, 100 * LONGER
_ROSTER = (Joined, Left, SatOut, Returned, Renamed, Reordered, DealerSet)


def moves(book: Book) -> list[tuple[Transfer, ...]]:
    """Return what every line of the book moved."""
    return [done.transfers for done in book.past.in_order()]


def facts(book: Book) -> list[object]:
    """Return all of a book that has nothing to do with the numbers its events were written under."""
    deals_ = [(entry.deal, entry.opening, entry.settlement, entry.after) for entry in book.entries]
    return [book.state, deals_, moves(book)]


@settings(max_examples=EVENINGS)
@given(written())
def test_replay_with_corrections_is_replay_of_the_corrected_list(evening: Written) -> None:
    right = corrected(evening.book.effective)
    again = replay(evening.opened, [Line(number, line.event) for number, line in enumerate(right, start=1)])
    assert facts(again) == facts(evening.book)
    assert [line.number for line in evening.book.lines] == [line.number for line in right]


@settings(max_examples=EVENINGS)
@given(written(), st.data())
def test_correcting_and_correcting_back_changes_nothing_but_the_trail(
    evening: Written, data: st.DataObject
) -> None:
    assume(evening.book.entries and not evening.book.state.closed)
    entry = data.draw(st.sampled_from(evening.book.entries))
    other = data.draw(deals(entry.opening.table))
    number = len(evening.events) + 1
    there = (*evening.events, Line(number, Corrected(entry.number, other)))
    try:
        replay(evening.opened, there)
    except RefusedError:
        # What would leave an impossible deal behind is never written.
        return
    back = replay(evening.opened, (*there, Line(number + 1, Corrected(entry.number, entry.deal))))
    assert facts(back) == facts(evening.book)
    assert len(back.effective) == len(evening.book.effective) + 2


@settings(max_examples=FEWER)
@given(written(), st.data())
def test_striking_and_restoring_changes_nothing_but_the_trail(evening: Written, data: st.DataObject) -> None:
    assume(evening.book.entries and not evening.book.state.closed)
    target = data.draw(st.sampled_from(evening.book.entries)).number
    number = len(evening.events) + 1
    lines = (Line(number, Struck(target)), Line(number + 1, Restored(target)))
    assert facts(replay(evening.opened, (*evening.events, *lines))) == facts(evening.book)


@settings(max_examples=FEWER)
@given(written())
def test_sums_hold_after_every_line_and_no_roster_change_moves_money(evening: Written) -> None:
    state = replay(evening.opened, ()).state
    for done in evening.book.past.in_order():
        before, state = state, done.after
        assert sum(state.balances.values()) + state.carried == 0
        assert sum(map(state.shown, state.balances)) + state.carried == sum(state.stacks.values())
        assert state.carried >= 0
        assert state.next.carried == state.carried
        assert state.next.dealer in state.seats
        assert set(state.seats) <= set(state.order) <= set(state.balances)
        changes = Counter({seat: before.balances.get(seat, 0) for seat in state.balances})
        for transfer in done.transfers:
            changes[transfer.source] -= transfer.amount
            changes[transfer.target] += transfer.amount
        assert all(changes[seat] == balance for seat, balance in state.balances.items())
        assert before.carried + changes[POT] == state.carried
        if isinstance(done, Aside) and isinstance(done.event, _ROSTER):
            paid = done.event.pays if isinstance(done.event, Joined) else 0
            assert sum(transfer.amount for transfer in done.transfers) == paid
    assert state == evening.book.state


@settings(max_examples=FEWER)
@given(written())
def test_layers_add_up_to_what_is_carried_and_are_of_who_paid(evening: Written) -> None:
    bowl = layers(evening.book.past)
    assert sum(layer.amount for layer in bowl) == evening.book.state.carried
    assert all(layer.amount > 0 and layer.seat in evening.book.state.balances for layer in bowl)
    places = {done.number: place for place, done in enumerate(evening.book.past.in_order())}
    order = [places[layer.number] for layer in bowl]
    assert order == sorted(order)


@settings(max_examples=FEWER)
@given(written())
def test_everything_the_book_did_stands_in_its_order(evening: Written) -> None:
    told = [done.number for done in evening.book.past.in_order()]
    assert told == [line.number for line in evening.book.lines]
    positions = [done.after.deals for done in evening.book.past.in_order() if isinstance(done, Entry)]
    assert positions == list(range(1, len(positions) + 1))


@settings(max_examples=FEWER)
@given(written())
def test_payment_of_an_open_evening_has_no_plan(evening: Written) -> None:
    assume(not evening.book.state.closed)
    mark = Line(len(evening.events) + 1, PaymentMarked(Seat(0), POT, 1))
    with pytest.raises(RefusedError):
        replay(evening.opened, (*evening.events, mark))
