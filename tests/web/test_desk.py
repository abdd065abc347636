"""The desk where corrections are put together: what it costs to come back to a deal among many."""

import datetime
from collections.abc import Iterator
from typing import Final

from ledger.evening.book import replay
from ledger.evening.events import Corrected, DealWritten, Opened
from ledger.evening.line import Line
from ledger.evening.snapshot import Head
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.store.queries import Evening
from ledger.web.desk import Desk

SEATS = ANNA, BEN, CARLA = (Seat(0), Seat(1), Seat(2))
OPENED: Final = Opened(ruleset=find("kratzen"), seats=SEATS, first_dealer=ANNA)
DEALS: Final = 40


class Read(list[Line]):
    """Everything written, and how often it was gone through."""

    times = 0

    def __iter__(self) -> Iterator[Line]:
        self.times += 1
        return super().__iter__()


def striker(number: int) -> Line:
    """Return a deal whose striker makes all tricks against the next one; the first is a Muss."""
    dealer, left, right = (SEATS[(number + place) % 3] for place in range(3))
    joined = (left, right) if number == 0 else (left,)
    return Line(number + 1, DealWritten(Deal(declarer=dealer, joined=joined, tricks={dealer: 4})))


def test_deals_made_impossible_do_not_each_cost_a_replay() -> None:
    """Nobody joins deal 2: the pot is empty, and all that follows would be a Muss with somebody out."""
    events = Read(striker(number) for number in range(DEALS))
    evening = Evening(
        id="friday",
        title="",
        place="",
        date=datetime.date(2026, 1, 9),
        plays_until=None,
        names={},
        head=Head.of(replay(OPENED, events), number=DEALS, revision=DEALS),
    )
    desk, changes = Desk(evening, OPENED, events), (Corrected(2, Deal(declarer=BEN)),)
    assert len(list(desk.look(changes, keep=True).ripple.impossible)) == DEALS - 2
    events.times = 0
    place = desk.place(changes, DEALS)
    assert place.state.carried == 0
    assert events.times == 2
