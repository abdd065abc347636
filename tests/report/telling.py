"""A random evening as the store would tell it: names, times and the book, without a database."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

from ledger.evening.book import replay
from ledger.evening.events import Opened
from ledger.evening.line import Line
from ledger.evening.snapshot import Head
from ledger.report.csv import Sheet
from ledger.rules.seat import Seat
from ledger.store.queries import Evening, Story, Written
from tests.unit.wild import NAMES

BEGAN: Final = datetime.datetime(2026, 1, 9, 22, 50)


def sheet(opened: Opened, events: Sequence[Line], names: Mapping[Seat, str] | None = None) -> Sheet:
    """Return an evening as it would be read: an event a minute, the first at ten to midnight in Zurich."""
    book = replay(opened, events)
    written = [
        Written(
            number=line.number,
            event=line.event,
            revision=line.number,
            at=BEGAN + datetime.timedelta(minutes=line.number),
            device="",
        )
        for line in events
    ]
    evening = Evening(
        id="friday",
        title="Stammtisch",
        place="Bären",
        date=BEGAN.date(),
        plays_until=None,
        names=names or dict(zip(opened.seats, NAMES, strict=False)),
        head=Head.of(book, number=len(written), revision=len(written)),
    )
    return Sheet(
        evening=evening, story=Story(opened=opened, book=book, written=written), zone="Europe/Zurich"
    )
