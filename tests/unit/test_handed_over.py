"""What changed hands stays so: payments of closings that were taken back count for the next plan."""

from dataclasses import replace

import pytest

from ledger.evening.book import Book, replay
from ledger.evening.dues import handed_over, last_way, plan_of, taken_into_account
from ledger.evening.events import (
    Closed,
    DealWritten,
    Event,
    Opened,
    PaymentMarked,
    Redone,
    Reopened,
    Struck,
    Undone,
)
from ledger.evening.line import Line, RefusedEventError
from ledger.evening.resolve import MOST_TAKEN_BACK
from ledger.evening.settle_up import Payment
from ledger.evening.stored import plain_way, stored_way
from ledger.evening.way import Mode, Way
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.problems import Code
from ledger.rules.seat import POT, Seat

A, B, C = SEATS = (Seat(0), Seat(1), Seat(2))
CHRATZE = Opened(ruleset=find("chratze"), seats=SEATS, first_dealer=A)
B_WINS = DealWritten(Deal(declarer=B))
FRANCS, EUROS = Way(chip=100, currency="CHF"), Way(chip=100, currency="EUR")
A_PAYS_HALF, A_PAYS_ALL = PaymentMarked(A, B, 50), PaymentMarked(A, B, 100)


def lines(*events: Event) -> list[Line]:
    """Return `events` numbered from 1."""
    return [Line(number, event) for number, event in enumerate(events, start=1)]


def book(*events: Event) -> Book:
    """Return the book of an evening of three."""
    return replay(CHRATZE, lines(*events))


def test_marks_of_the_closing_in_force_are_not_handed_over_before_it() -> None:
    events = (B_WINS, Closed(settle=FRANCS), A_PAYS_HALF)
    assert handed_over(lines(*events)) == []
    assert book(*events).paid == {(A, B): 50}


@pytest.mark.parametrize("back", [Reopened(), Undone()])
def test_marks_of_a_closing_taken_back_are_handed_over_with_their_way(back: Event) -> None:
    events = (B_WINS, Closed(settle=FRANCS), A_PAYS_ALL, A_PAYS_HALF, back)
    assert handed_over(lines(*events)) == [(FRANCS, Payment(A, B, 50))]
    assert book(*events).paid == {}


def test_not_paid_after_all_hands_over_nothing() -> None:
    events = (B_WINS, Closed(settle=FRANCS), A_PAYS_HALF, PaymentMarked(A, B, 0), Reopened())
    assert handed_over(lines(*events)) == []


@pytest.mark.parametrize(
    ("mark", "code", "field"),
    [
        (PaymentMarked(A, B, 101), Code.AMOUNT_TOO_LARGE, "paid"),
        (PaymentMarked(A, B, 10**15), Code.AMOUNT_TOO_LARGE, "paid"),
        (PaymentMarked(A, B, -5), Code.BAD_SHAPE, "paid"),
        (PaymentMarked(POT, C, 70), Code.BAD_TARGET, "to"),
        (PaymentMarked(B, B, 9), Code.BAD_TARGET, "to"),
    ],
)
@pytest.mark.parametrize("back", [Reopened(), Undone()])
def test_payments_are_checked_against_the_plan_of_their_own_closing(
    mark: PaymentMarked, code: Code, field: str, back: Event
) -> None:
    for events in ((B_WINS, Closed(settle=FRANCS), mark), (B_WINS, Closed(settle=FRANCS), mark, back)):
        with pytest.raises(RefusedEventError) as refused:
            book(*events)
        (problem,) = refused.value.problems
        assert (refused.value.number, problem.code, problem.field) == (3, code, field)


def test_payments_stay_possible_under_the_closing_they_were_marked_under() -> None:
    """The deal behind the first closing changes the plan; what was marked before stays as it was."""
    first = (B_WINS, Closed(settle=FRANCS), A_PAYS_ALL, Reopened())
    later = (
        Struck(1),
        DealWritten(Deal(declarer=A)),
        Closed(settle=FRANCS),
        PaymentMarked(B, A, 50),
        Undone(),
    )
    assert book(*first, *later).paid == {}
    wrong = (*first, *later[:3], A_PAYS_ALL, Reopened())
    with pytest.raises(RefusedEventError) as refused:
        book(*wrong)
    assert refused.value.number == 8


def test_an_evening_is_opened_again_so_many_times_after_payments() -> None:
    again = (Closed(settle=FRANCS), A_PAYS_HALF, Reopened())
    assert book(B_WINS, *again * MOST_TAKEN_BACK, Closed()).state.closed
    # Without payments nothing has to be kept, and nothing is counted.
    assert not book(B_WINS, *(Closed(), Reopened()) * 2 * MOST_TAKEN_BACK).state.closed
    with pytest.raises(RefusedEventError) as refused:
        book(B_WINS, *again * (MOST_TAKEN_BACK + 1))
    assert [problem.code for problem in refused.value.problems] == [Code.TOO_MANY]


def test_closing_that_is_redone_has_its_marks_again() -> None:
    events = (B_WINS, Closed(settle=FRANCS), A_PAYS_HALF, Undone(), Redone())
    assert handed_over(lines(*events)) == []
    assert book(*events).paid == {(A, B): 50}


def test_plan_takes_into_account_what_the_way_says_was_paid() -> None:
    first = (B_WINS, Closed(settle=FRANCS), A_PAYS_HALF, Reopened())
    way = taken_into_account(FRANCS, handed_over(lines(*first)))
    second = (*first, Closed(settle=way), PaymentMarked(A, B, 20), Reopened())
    assert plan_of(book(*second[:5]).state).payments == (Payment(A, B, 50), Payment(C, B, 100))
    # Both together count at the third closing, each once.
    third = taken_into_account(FRANCS, handed_over(lines(*second)))
    assert third.paid == ((A, B, 70),)
    assert plan_of(book(*second, Closed(settle=third)).state).payments == (
        Payment(A, B, 30),
        Payment(C, B, 100),
    )


def test_only_what_was_paid_in_the_same_unit_counts() -> None:
    handed = [(FRANCS, Payment(A, B, 50)), (EUROS, Payment(A, B, 7)), (Way(), Payment(C, B, 1))]
    assert taken_into_account(FRANCS, handed).paid == ((A, B, 50),)
    assert taken_into_account(Way(chip=5, currency="EUR"), handed).paid == ((A, B, 7),)
    assert taken_into_account(Way(mode=Mode.THROUGH, through=POT), handed).paid == ((C, B, 1),)


@pytest.mark.parametrize(
    "paid", [(A, Seat(7), 1), (A, B, 0), (A, B, -1), (A, B, 10**16), (A, A, 1), (POT, POT, 1)]
)
def test_way_that_says_what_cannot_have_been_paid_is_refused(paid: tuple[Seat, Seat, int]) -> None:
    with pytest.raises(RefusedEventError) as refused:
        book(B_WINS, Closed(settle=Way(paid=(paid,))))
    (problem,) = refused.value.problems
    assert problem.field == "settle.paid"
    assert problem.code in (Code.BAD_SHAPE, Code.AMOUNT_TOO_LARGE, Code.NOT_SEATED, Code.UNKNOWN_PLAYER)


def test_way_is_stored_with_what_was_paid() -> None:
    way = Way(mode=Mode.COINS, coin=5, chip=25, currency="EUR", paid=((A, B, 50), (C, POT, 5)))
    assert stored_way(plain_way(way)) == way


def test_worth_agreed_at_the_start_holds_until_a_closing_says_otherwise() -> None:
    opened = replace(CHRATZE, chip=100, currency="CHF")
    ahead = replay(opened, lines(B_WINS)).state
    assert plan_of(ahead) == plan_of(replay(CHRATZE, lines(B_WINS, Closed(settle=FRANCS))).state)
    assert last_way(opened, lines(B_WINS)) == FRANCS
    assert last_way(opened, lines(B_WINS, Closed(settle=Way()), Reopened())) == Way()
    # A closing that says nothing has always settled in the ruleset's own unit.
    for closed in (Closed(), Closed(settle=Way())):
        assert plan_of(replay(opened, lines(B_WINS, closed)).state).unit == CHRATZE.ruleset.unit


def test_way_of_the_latest_closing_is_the_tables_habit() -> None:
    assert last_way(CHRATZE, lines(B_WINS)) == Way()
    assert (
        last_way(CHRATZE, lines(B_WINS, Closed(settle=EUROS), Reopened(), Closed(settle=FRANCS), Undone()))
        == FRANCS
    )
