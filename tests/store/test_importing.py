"""Importing: a new evening with all that was written elsewhere, in one commit or not at all."""

import datetime
from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.dues import plan_of
from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    DealerSet,
    Event,
    Joined,
    PaymentMarked,
    Renamed,
    Undone,
)
from ledger.evening.line import Line, RefusedEventError
from ledger.rules.seat import POT, Seat
from ledger.store import queries
from ledger.store.importing import Past, import_evening
from ledger.store.journal import Writer
from ledger.store.models import EventRow
from ledger.store.verify import differences
from tests.store.scribe import ALONE, ANNA, BEN, LOST, MADE, NOW, Scribe, contents, plan

EVA = Seat(4)
PAST: tuple[Event, ...] = (
    MADE,
    Joined(EVA),
    Renamed(BEN, 3),
    LOST,
    Undone(),
    LOST,
    Adjusted(ANNA, POT, 2, 7),
    DealerSet(EVA),
    ALONE,
    Closed(),
)


def past(*events: Event, minutes: int = 1) -> Past:
    """Return these events, so many minutes apart, with the words they name."""
    return Past(
        lines=[Line(number, event) for number, event in enumerate(events, start=1)],
        newcomers={EVA: "Eva"},
        texts={3: "Benno", 7: "Revoke"},
        times=[NOW + datetime.timedelta(minutes=minutes * number) for number in range(len(events))],
    )


def test_imported_evening_is_as_if_it_had_been_written_here(session: Session) -> None:
    evening = import_evening(session, plan(), past(*PAST), Writer(now=NOW))
    assert list(differences(session)) == []
    session.rollback()
    found = queries.evening(session, evening)
    assert found is not None
    assert dict(found.names) == {0: "Anna", 1: "Benno", 2: "Carla", 3: "Dan", 4: "Eva"}
    assert (found.head.number, found.head.revision) == (len(PAST), len(PAST))
    story = queries.story(session, evening)
    assert [written.event for written in story.written] == list(PAST)
    assert story.written[-1].at == NOW + datetime.timedelta(minutes=len(PAST) - 1)
    assert story.book.state == found.head.state


def test_payments_leave_the_revision_alone(session: Session) -> None:
    first = import_evening(session, plan(), past(MADE, Closed()), Writer(now=NOW))
    found = queries.evening(session, first)
    assert found is not None
    payment = plan_of(found.head.state).payments[0]
    session.rollback()
    mark = PaymentMarked(payment.source, payment.target, 1)
    second = import_evening(session, plan("saturday"), past(MADE, Closed(), mark), Writer(now=NOW))
    found = queries.evening(session, second)
    assert found is not None
    assert (found.head.number, found.head.revision) == (3, 2)
    assert found.head.paid == {(payment.source, payment.target): 1}
    assert list(differences(session)) == []


def test_imported_evening_goes_on(session: Session) -> None:
    scribe = Scribe(session, import_evening(session, plan(), past(*PAST[:-1]), Writer(now=NOW)))
    scribe.write(Undone())
    scribe.write(LOST)
    assert list(differences(session)) == []


def test_corrections_of_one_moment_are_taken_back_together(session: Session) -> None:
    """Two deals are put right at once, and one of them again later."""
    lost = past(MADE, MADE, Corrected(1, LOST.deal), DealerSet(ANNA, 2), Corrected(2, ALONE.deal))
    times = [*lost.times[:3], lost.times[2], lost.times[4]]
    scribe = Scribe(session, import_evening(session, plan(), replace(lost, times=times), Writer(now=NOW)))
    found = queries.evening(session, scribe.evening_id)
    assert found is not None
    assert (found.head.undoes, found.head.revision) == (1, 4)
    session.rollback()
    scribe.write(Undone())
    found = queries.evening(session, scribe.evening_id)
    assert found is not None
    assert found.head.undoes == 2
    assert list(differences(session)) == []


def test_file_sent_again_is_the_same_evening(session: Session) -> None:
    first = import_evening(session, plan(), past(*PAST), Writer(now=NOW))
    before = contents(session)
    again = plan("saturday", token="open-friday")
    assert import_evening(session, again, past(*PAST), Writer(now=NOW)) == first
    session.rollback()
    assert contents(session) == before


@pytest.mark.parametrize("wrong", [Undone(), PaymentMarked(ANNA, BEN, 1), Joined(ANNA)])
def test_what_cannot_have_been_written_writes_nothing(session: Session, wrong: Event) -> None:
    before = contents(session)
    with pytest.raises(RefusedEventError):
        import_evening(session, plan(), past(wrong), Writer(now=NOW))
    assert contents(session) == before


def test_evening_before_its_first_event_is_imported_too(session: Session) -> None:
    evening = import_evening(session, plan(), Past(lines=[], newcomers={}, texts={}), Writer(now=NOW))
    count = sa.select(sa.func.count()).where(EventRow.evening_id == evening)
    assert session.execute(count).scalar_one() == 1
    assert list(differences(session)) == []
