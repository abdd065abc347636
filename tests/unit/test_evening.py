"""Evenings: one is the list of what was written down, and everything else follows from it."""

from collections import Counter
from itertools import accumulate

import pytest
from hypothesis import given

from ledger.evening.book import replay, step
from ledger.evening.events import Closed, DealWritten, Event, Opened, Redone, Reopened, Undone
from ledger.evening.line import Line, RefusedEventError
from ledger.evening.resolve import resolve
from ledger.evening.state import State, start
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.problems import Code, RefusedError
from ledger.rules.seat import LIMIT, POT, Seat
from tests.unit.strategies import Evening, evenings

A, B, C = SEATS = (Seat(0), Seat(1), Seat(2))
CHRATZE = Opened(ruleset=find("chratze"), seats=SEATS, first_dealer=A)
KRATZEN = Opened(ruleset=find("kratzen"), seats=SEATS, first_dealer=B)
ZWICKEN = Opened(ruleset=find("zwicken"), seats=SEATS, first_dealer=A)
PASSED_OUT = DealWritten(Deal())
UNOPPOSED = DealWritten(Deal(declarer=A))
MADE = DealWritten(Deal(declarer=A, joined=(B,), tricks={A: 2, B: 2}))
FAILED = DealWritten(Deal(declarer=A, joined=(B,), tricks={A: 4}))


def lines(*events: Event) -> tuple[Line, ...]:
    """Return `events` numbered from 1."""
    return tuple(Line(number, event) for number, event in enumerate(events, start=1))


def state_of(opened: Opened, *events: Event) -> State:
    """Return where an evening stands after `events`."""
    return replay(opened, lines(*events)).state


def refusal(opened: Opened, *events: Event) -> tuple[int, list[Code]]:
    """Return the number of the event that cannot be, and why."""
    with pytest.raises(RefusedEventError) as refused:
        replay(opened, lines(*events))
    return refused.value.number, [problem.code for problem in refused.value.problems]


@given(evenings())
def test_balances_and_pot_add_up_to_nothing_after_every_event(evening: Evening) -> None:
    opened = evening.opened
    for count in range(len(evening.events) + 1):
        state = replay(opened, evening.events[:count]).state
        assert sum(state.balances.values()) + state.carried == 0
        # As people see it: balances of all players + pot = the starting stacks.
        assert sum(map(state.shown, state.seats)) + state.carried == sum(opened.stacks.values())
        assert state.carried >= 0
        assert state.next.carried == state.carried


@given(evenings())
def test_replay_is_what_was_seen_step_by_step(evening: Evening) -> None:
    assert replay(evening.opened, evening.events).state == evening.state


@given(evenings())
def test_undo_is_as_if_the_event_had_never_been_written(evening: Evening) -> None:
    """Balances, pot, dealer, antes, redeals, who has dealt, who let a pot go: all of it."""
    book = replay(evening.opened, evening.events)
    without = replay(evening.opened, resolve(evening.events).lines)
    assert book.state == without.state
    assert book.entries == without.entries
    if book.effective:
        undone = replay(evening.opened, (*evening.events, Line(99, Undone())))
        assert undone.state == replay(evening.opened, book.effective[:-1]).state


@given(evenings())
def test_redo_brings_back_what_an_undo_took(evening: Evening) -> None:
    book = replay(evening.opened, evening.events)
    if book.effective:
        again = replay(evening.opened, (*evening.events, Line(98, Undone()), Line(99, Redone())))
        assert (again.state, again.entries, again.undone) == (book.state, book.entries, book.undone)


@given(evenings())
def test_changes_and_transfers_add_up_to_the_balances(evening: Evening) -> None:
    book = replay(evening.opened, evening.events)
    changes: Counter[Seat] = Counter()
    postings: Counter[Seat] = Counter()
    for entry in book.entries:
        for seat in book.state.seats:
            changes[seat] += entry.change(seat)
        for transfer in entry.transfers:
            postings[transfer.source] -= transfer.amount
            postings[transfer.target] += transfer.amount
        assert all(entry.after.balances[seat] == changes[seat] for seat in book.state.seats)
    assert all(book.state.balances[seat] == postings[seat] for seat in book.state.seats)
    assert postings[POT] == book.state.carried


@given(evenings())
def test_each_deal_meets_what_the_one_before_left(evening: Evening) -> None:
    entries = replay(evening.opened, evening.events).entries
    openings = [start(evening.opened).next, *(entry.settlement.next for entry in entries)]
    assert [entry.opening for entry in entries] == openings[: len(entries)]


def test_antes_are_booked_in_the_deals_own_event() -> None:
    """Before the first deal nobody has paid, so closing then gives every ante back by doing nothing."""
    state = start(CHRATZE)
    assert (set(state.balances.values()), state.carried, state.next.pot) == ({0}, 0, 3)
    state = state_of(CHRATZE, PASSED_OUT, Closed())
    assert (state.balances, state.carried, state.next.pot) == ({A: -1, B: -1, C: -1}, 3, 6)


def test_undo_takes_back_the_latest_event_of_any_kind() -> None:
    assert state_of(CHRATZE, MADE, Closed(), Undone()) == state_of(CHRATZE, MADE)
    assert state_of(CHRATZE, MADE, Closed(), Reopened(), Undone()).closed
    assert state_of(CHRATZE, MADE, FAILED, Undone(), Undone()) == start(CHRATZE)


def test_redo_takes_back_the_latest_undo_first() -> None:
    assert state_of(CHRATZE, MADE, FAILED, Undone(), Undone(), Redone()) == state_of(CHRATZE, MADE)
    twice = (Undone(), Undone(), Redone(), Redone())
    assert state_of(CHRATZE, MADE, FAILED, *twice) == state_of(CHRATZE, MADE, FAILED)
    assert refusal(CHRATZE, MADE, Undone(), Redone(), Redone()) == (4, [Code.BAD_TARGET])


def test_new_event_ends_what_could_be_redone() -> None:
    assert refusal(CHRATZE, MADE, Undone(), FAILED, Redone()) == (4, [Code.BAD_TARGET])
    assert replay(CHRATZE, lines(MADE, FAILED, Undone())).undone == (Line(2, FAILED),)
    assert replay(CHRATZE, lines(MADE, FAILED, Undone(), Closed())).undone == ()


def test_nothing_to_undo_is_a_bad_target() -> None:
    assert refusal(CHRATZE, Undone()) == (1, [Code.BAD_TARGET])
    assert refusal(CHRATZE, MADE, Undone(), Undone()) == (3, [Code.BAD_TARGET])


def test_closed_evening_takes_no_deal_and_no_second_closing() -> None:
    assert refusal(CHRATZE, MADE, Closed(), MADE) == (3, [Code.EVENING_CLOSED])
    assert refusal(CHRATZE, Closed(), Closed()) == (2, [Code.EVENING_CLOSED])


def test_closing_and_reopening_move_no_money() -> None:
    closed = state_of(CHRATZE, MADE, Closed())
    assert closed == state_of(CHRATZE, MADE)._replace(closed=True)
    assert state_of(CHRATZE, MADE, Closed(), Reopened()) == state_of(CHRATZE, MADE)
    assert state_of(CHRATZE, MADE, Closed(), Reopened(), FAILED) == state_of(CHRATZE, MADE, FAILED)
    assert refusal(CHRATZE, MADE, Reopened()) == (2, [Code.BAD_TARGET])


def test_balance_past_the_limit_is_refused_though_no_amount_of_the_deal_is() -> None:
    """A won all there is but for the ante of this deal; the pot is small, his balance is at the edge."""
    state = start(CHRATZE)
    edge = state._replace(balances={A: LIMIT - 2, B: 1 - LIMIT, C: 1})
    assert step(edge, UNOPPOSED)[0].balances[A] == LIMIT
    for balances, seat in (({A: LIMIT - 1, B: -LIMIT + 1, C: 0}, A), ({A: LIMIT - 2, B: -LIMIT, C: 2}, B)):
        with pytest.raises(RefusedError) as refused:
            step(state._replace(balances=balances), UNOPPOSED)
        assert [(problem.code, problem.seat) for problem in refused.value.problems] == [
            (Code.AMOUNT_TOO_LARGE, seat)
        ]


def test_loss_past_the_limit_is_seen_however_many_share_the_gain() -> None:
    """Twenty people who went home have a twentieth each of what A lost: none of them is near the limit."""
    state = start(CHRATZE)
    gone = {Seat(number): LIMIT // 20 for number in range(3, 23)}
    edge = state._replace(balances={A: -LIMIT, B: 0, C: 0, **gone})
    with pytest.raises(RefusedError) as refused:
        step(edge, DealWritten(Deal(declarer=B)))
    assert [(problem.code, problem.seat) for problem in refused.value.problems] == [
        (Code.AMOUNT_TOO_LARGE, A)
    ]


def test_pot_that_explodes_is_refused_and_the_evening_goes_on_without_it() -> None:
    """Seven players, all but one failing: seven times the pot a deal, until 10^15."""
    seats = tuple(map(Seat, range(7)))
    opened = Opened(ruleset=find("chratze"), seats=seats, first_dealer=Seat(0))
    worst = DealWritten(Deal(declarer=Seat(0), joined=seats[1:], tricks={Seat(1): 4}))
    pots = list(accumulate(range(30), lambda pot, _deal: 7 * pot + 7, initial=7))
    last = next(number for number, pot in enumerate(pots, start=1) if 7 * pot + 7 > LIMIT)
    assert refusal(opened, *[worst] * 30) == (last, [Code.AMOUNT_TOO_LARGE])
    state = state_of(opened, *[worst] * (last - 1), Closed())
    assert sum(state.balances.values()) + state.carried == 0


def test_end_no_failure_is_the_last_deals_business() -> None:
    ends = [
        state_of(CHRATZE, *events).may_end for events in ((), (MADE,), (MADE, FAILED), (FAILED, UNOPPOSED))
    ]
    assert ends == [False, True, False, True]
    assert not state_of(CHRATZE, MADE, PASSED_OUT).may_end
    assert state_of(CHRATZE, MADE, FAILED, Undone()).may_end


def test_end_rotation_when_every_seat_has_dealt() -> None:
    """Kratzen, B deals first: after B, C and A it may end, whoever failed; undoing takes that back."""
    muss = DealWritten(Deal(declarer=B, joined=(C, A), tricks={B: 2, C: 1, A: 1}))
    second = DealWritten(Deal(declarer=C, joined=(A,), tricks={C: 1, A: 3}))
    third = DealWritten(Deal(declarer=A, joined=(B,), tricks={A: 4}))
    ends = [state_of(KRATZEN, *(muss, second, third)[:count]).may_end for count in range(4)]
    assert ends == [False, False, False, True]
    assert not state_of(KRATZEN, muss, second, third, Undone()).may_end


def test_end_free_is_always() -> None:
    assert start(ZWICKEN).may_end
    failed = DealWritten(Deal(joined=(A, B), tricks={A: 3}))
    assert state_of(ZWICKEN, failed).may_end


def test_who_let_a_pot_go_is_remembered_for_the_evening_once() -> None:
    """A declares: C before him was asked last. B declares: A was."""
    other = DealWritten(Deal(declarer=B))
    assert state_of(CHRATZE, UNOPPOSED, UNOPPOSED, other).let_go == (C, A)
    assert state_of(CHRATZE, UNOPPOSED, other, Undone()).let_go == (C,)
