"""The ripple: what is shown before a correction is written is what happens when it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.evening.book import replay
from ledger.evening.entry import Entry
from ledger.evening.events import Corrected, DealerSet, DealWritten, Inserted, Opened, Struck
from ledger.evening.line import Line, RefusedEventError
from ledger.evening.ripple import changed, ripple
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Seat
from tests.unit.kinds import AMENDING, Written, anything, written

ANNA, BEN, CARLA = SEATS = (Seat(0), Seat(1), Seat(2))
CHRATZE = Opened(ruleset=find("chratze"), seats=SEATS, first_dealer=ANNA)
KRATZEN = Opened(ruleset=find("kratzen"), seats=SEATS, first_dealer=ANNA)
MADE = Deal(declarer=ANNA, joined=(BEN,), tricks={ANNA: 2, BEN: 2})
LOST = Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 1, CARLA: 3})
BLIND = Deal(declarer=ANNA, joined=(BEN,), tricks={ANNA: 2, BEN: 2}, trump_card=2)


def evening(*deals: Deal) -> list[Line]:
    """Return an evening of `deals`."""
    return [Line(number, DealWritten(deal)) for number, deal in enumerate(deals, start=1)]


def test_correction_tells_pots_and_changes_of_the_deals_behind_it() -> None:
    """MADE, LOST: 0 carried, so P 3. LOST, LOST: 6 carried, so P 9, of which Carla gets all, Ben pays 18."""
    told = ripple(CHRATZE, evening(MADE, LOST), [Corrected(1, LOST)])
    first, second = told.shifts
    assert (first.number, first.pots(), first.dealers()) == (1, (3, 3), (ANNA, ANNA))
    assert first.changes() == {ANNA: (1, -1), BEN: (0, -7), CARLA: (-1, 2)}
    assert (second.number, second.pots(), second.dealers()) == (2, (3, 9), (BEN, BEN))
    assert second.changes() == {BEN: (-7, -19), CARLA: (2, 8)}
    assert (told.before.carried, told.after.carried) == (6, 18)
    assert told.after.balances == {ANNA: -2, BEN: -26, CARLA: 10}
    assert told.impossible == ()
    assert told.keeps_dealers() is None


def test_correction_of_something_else_than_money_is_told_where_it_is_and_nowhere_else() -> None:
    told = ripple(CHRATZE, evening(MADE, LOST), [Corrected(1, BLIND)])
    assert [(shift.number, shift.changes()) for shift in told.shifts] == [(1, {})]
    assert ripple(CHRATZE, evening(MADE, LOST), [Corrected(1, MADE)]).shifts == ()


def test_struck_deal_goes_and_later_dealers_move_unless_they_are_kept() -> None:
    told = ripple(CHRATZE, evening(MADE, LOST, LOST), [Struck(1)])
    assert [(shift.number, shift.dealers(), shift.pots()) for shift in told.shifts] == [
        (1, (ANNA, None), (3, None)),
        (2, (BEN, ANNA), (3, 3)),
        (3, (CARLA, BEN), (9, 9)),
    ]
    assert told.keeps_dealers() == DealerSet(BEN, 2)
    kept = ripple(CHRATZE, evening(MADE, LOST, LOST), [Struck(1), DealerSet(BEN, 2)])
    assert [shift.dealers() for shift in kept.shifts if isinstance(shift.was, Entry)] == [(ANNA, None)]
    assert kept.keeps_dealers() is None


def test_last_deal_struck_moves_who_deals_next() -> None:
    told = ripple(CHRATZE, evening(MADE, LOST), [Struck(2)])
    assert (told.before.next.dealer, told.after.next.dealer) == (CARLA, BEN)
    assert told.keeps_dealers() == DealerSet(CARLA)


def test_inserted_deal_is_told_with_those_it_moves() -> None:
    told = ripple(CHRATZE, evening(MADE, MADE), [Inserted(2, LOST)])
    assert [(shift.number, shift.pots(), shift.dealers()) for shift in told.shifts] == [
        (3, (None, 3), (None, BEN)),
        (2, (3, 9), (BEN, CARLA)),
    ]
    assert told.keeps_dealers() == DealerSet(BEN, 2)


def test_deals_made_impossible_are_named_with_their_problems_and_can_be_mended_at_once() -> None:
    """Kratzen: without deal 1 no striker dealt; with the dealers kept, 2 and 3 are Muss, and not all play."""
    muss = Deal(declarer=ANNA, joined=(BEN, CARLA), tricks={ANNA: 2, BEN: 2})
    second = Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 1, CARLA: 3})
    third = Deal(declarer=CARLA, joined=(ANNA,), tricks={CARLA: 2, ANNA: 2})
    lines = evening(muss, second, third)
    told = ripple(KRATZEN, lines, [Struck(1)])
    codes = {shift.number: [problem.code for problem in shift.problems] for shift in told.impossible}
    assert codes.keys() == {2, 3}
    assert Code.DECLARER_MUST_BE_DEALER in codes[2]
    assert told.keeps_dealers() == DealerSet(BEN, 2)
    kept = ripple(KRATZEN, lines, [Struck(1), DealerSet(BEN, 2)])
    found = {shift.number: [problem.code for problem in shift.problems] for shift in kept.impossible}
    assert found == {2: [Code.ALL_MUST_PLAY], 3: [Code.ALL_MUST_PLAY]}
    everybody = Deal(declarer=BEN, joined=(CARLA, ANNA), tricks={BEN: 2, CARLA: 2})
    mended = ripple(KRATZEN, lines, [Struck(1), DealerSet(BEN, 2), Corrected(2, everybody)])
    assert mended.impossible == ()


def test_action_without_a_place_is_refused() -> None:
    with pytest.raises(RefusedEventError):
        ripple(CHRATZE, evening(MADE), [Struck(7)])


@settings(max_examples=300)
@given(written(), st.data())
def test_what_is_shown_is_what_happens(case: Written, data: st.DataObject) -> None:
    number = len(case.events) + 1
    event = data.draw(anything(case.book, number, AMENDING))
    problems: tuple[Problem, ...] = ()
    try:
        after = replay(case.opened, (*case.events, Line(number, event)))
    except RefusedError as refused:
        problems = refused.problems
    try:
        told = ripple(case.opened, case.events, [event])
    except RefusedEventError as refused:
        shown = refused.problems
    else:
        shown = told.impossible[0].problems if told.impossible else ()
    assert shown == problems
    if problems:
        return
    assert (told.before, told.after, told.impossible) == (case.book.state, after.state, ())
    was = {done.number: done for done in case.book.past.in_order()}
    becomes = {done.number: done for done in after.past.in_order()}
    shifts = {shift.number: shift for shift in told.shifts}
    for known in was.keys() | becomes.keys():
        old, new = was.get(known), becomes.get(known)
        if known in shifts:
            assert (shifts[known].was, shifts[known].becomes) == (old, new)
        else:
            # Nothing to say: the same deal, for the same pot, by the same dealer, with the same changes.
            assert changed(old) == changed(new)
            if isinstance(old, Entry) and isinstance(new, Entry):
                assert (old.deal, old.opening.dealer) == (new.deal, new.opening.dealer)
                assert old.opening.pot == new.opening.pot
