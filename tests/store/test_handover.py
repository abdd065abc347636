"""Hand-overs: any phone may write until one takes the book over; then only that one, and no money moves."""

import datetime

import pytest
from sqlalchemy.orm import Session

from ledger.store import handover, links
from ledger.store.handover import TakenOverError
from ledger.store.journal import StaleError, Writer, append
from ledger.store.links import RevokedLinkError, Role
from tests.store.scribe import ALONE, LOST, MADE, NOW, Scribe, contents

LATER = NOW + datetime.timedelta(minutes=5)


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    return Scribe.opens(session)


def write(session: Session, device: str, *, revision: int, token: str = "") -> int:
    """Write a deal on a phone; return the revision it made."""
    writer = Writer(now=NOW, device_id=device)
    used = token or f"{device}-{revision}"
    return append(session, "friday", [ALONE], token=used, revision=revision, writer=writer).revision


def test_every_phone_writes_until_one_takes_the_book_over(session: Session) -> None:
    write(session, "anna", revision=0)
    write(session, "ben", revision=1)
    handover.take(session, "friday", "ben", LATER)
    with pytest.raises(TakenOverError) as taken:
        write(session, "anna", revision=2)
    assert taken.value.holder.device_id == "ben"
    assert taken.value.holder.at == LATER
    write(session, "ben", revision=2)


def test_book_is_taken_back(session: Session) -> None:
    handover.take(session, "friday", "ben", NOW)
    handover.take(session, "friday", "anna", LATER)
    assert write(session, "anna", revision=0) == 1
    with pytest.raises(TakenOverError):
        write(session, "ben", revision=1)
    assert [holder.device_id for holder in handover.history(session, "friday")] == ["ben", "anna"]


def test_handover_changes_nothing_in_the_book(session: Session, scribe: Scribe) -> None:
    scribe.write(MADE)
    before = contents(session)
    session.rollback()
    handover.take(session, "friday", "ben", NOW)
    after = contents(session)
    assert {name for name in after if after[name] != before[name]} == {"handovers"}


def test_taking_it_twice_is_noted_once(session: Session) -> None:
    for _time in range(3):
        handover.take(session, "friday", "ben", NOW)
    assert len(handover.history(session, "friday")) == 1


def test_action_sent_again_is_known_though_the_book_went_on(session: Session) -> None:
    assert write(session, "anna", revision=0, token="the-same") == 1
    handover.take(session, "friday", "ben", NOW)
    assert write(session, "anna", revision=0, token="the-same") == 1


def test_who_has_the_book_no_more_hears_that_first(session: Session) -> None:
    write(session, "anna", revision=0)
    handover.take(session, "friday", "ben", NOW)
    write(session, "ben", revision=1)
    with pytest.raises(TakenOverError):
        write(session, "anna", revision=1)
    handover.take(session, "friday", "anna", LATER)
    with pytest.raises(StaleError):
        write(session, "anna", revision=1)


def test_other_evening_has_a_book_of_its_own(session: Session, scribe: Scribe) -> None:
    handover.take(session, "friday", "ben", NOW)
    assert handover.taken_by(session, "saturday") is None


def test_without_a_handover_the_book_is_with_who_wrote_last(session: Session) -> None:
    assert handover.holder(session, "friday") is None
    session.rollback()
    write(session, "anna", revision=0)
    write(session, "ben", revision=1)
    holder = handover.holder(session, "friday")
    assert holder is not None
    assert (holder.device_id, holder.taken) == ("ben", False)
    assert handover.taken_by(session, "friday") is None


def test_who_writes_on_the_machine_itself_has_no_phone_to_hand_over(session: Session, scribe: Scribe) -> None:
    handover.take(session, "friday", "ben", NOW)
    scribe.write(LOST)


def test_revoked_link_takes_nothing_over(session: Session) -> None:
    made = links.make_both(session, "friday", NOW)[Role.WRITE]
    links.renew(session, "friday", Role.WRITE, LATER)
    with pytest.raises(RevokedLinkError):
        handover.take(session, "friday", "ben", LATER, by=made.id)
    assert handover.taken_by(session, "friday") is None
