"""Slips: the lines of a player add up to the balance, and the deals that mattered most stand apart."""

from hypothesis import given

from ledger.evening.book import replay
from ledger.evening.events import DealWritten, Opened
from ledger.evening.line import Line
from ledger.evening.statement import Swing, slip
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.rules.settlement import Reason
from tests.unit.strategies import Evening, evenings

ANNA, BEN, CARLA, DAN, EVA = SEATS = tuple(Seat(number) for number in range(5))
# The example of RULES.md, Chratze.
FIRST = Deal(declarer=DAN, joined=(CARLA, BEN), tricks={DAN: 2, CARLA: 2})
SECOND = Deal(declarer=CARLA, joined=(DAN, EVA), tricks={CARLA: 1, DAN: 3})


def test_slip_of_the_example_lists_every_line_with_the_balance_after_it() -> None:
    opened = Opened(ruleset=find("chratze"), seats=SEATS, first_dealer=ANNA, stacks={DAN: 50})
    events = (Line(1, DealWritten(FIRST)), Line(2, DealWritten(SECOND)))
    told = slip(replay(opened, events), DAN)
    assert [(line.deal, line.transfer.reason, line.amount, line.after) for line in told.lines] == [
        (1, Reason.ANTE, -1, 49),
        (1, Reason.PAYOUT, 4, 53),
        (2, Reason.ANTE, -1, 52),
        (2, Reason.PAYOUT, 10, 62),
    ]
    assert (told.stack, told.balance) == (50, 62)
    assert told.totals == {Reason.ANTE: -2, Reason.PAYOUT: 14}
    assert told.mattered == (Swing(2, 2, 9), Swing(1, 1, 3))


@given(evenings())
def test_lines_add_up_to_the_balance_on_screen(evening: Evening) -> None:
    book = replay(evening.opened, evening.events)
    for seat in book.state.balances:
        told = slip(book, seat)
        assert told.stack + sum(line.amount for line in told.lines) == book.state.shown(seat)
        assert told.balance == book.state.shown(seat)
        assert told.stack + sum(told.totals.values()) == told.balance
        assert all(line.amount for line in told.lines)
        assert [line.after for line in told.lines][-1:] in ([], [told.balance])


@given(evenings())
def test_deals_that_mattered_most_are_the_largest_swings(evening: Evening) -> None:
    book = replay(evening.opened, evening.events)
    for seat in book.state.seats:
        changes = [entry.change(seat) for entry in book.entries]
        mattered = slip(book, seat).mattered
        assert [abs(one.change) for one in mattered] == sorted(map(abs, filter(None, changes)))[::-1][:3]
        assert all(one.change == changes[one.deal - 1] for one in mattered)
