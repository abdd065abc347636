"""The journal writes corrections, people, adjustments, closings and payments, each as one action."""

from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Left,
    PaymentMarked,
    Redone,
    Renamed,
    Reopened,
    Restored,
    Sharing,
    Struck,
    Undone,
    Voided,
)
from ledger.evening.line import RefusedEventError
from ledger.evening.snapshot import Head
from ledger.rules.deal import Blind
from ledger.rules.problems import Code, RefusedError
from ledger.rules.seat import POT, Seat
from ledger.store import queries
from ledger.store.journal import Receipt, StaleError, TokenReusedError
from ledger.store.links import Role, make_both
from ledger.store.models import EventRow, PostingRow
from ledger.store.people import UnnamedSeatError, Words, texts_of
from ledger.store.verify import differences
from tests.store.scribe import ALONE, ANNA, BEN, CARLA, DAN, LOST, MADE, NOW, Scribe, codes, contents, plan

FRITZ = Seat(4)
JOINS = Joined(FRITZ, BEN)
CALLED_FRITZ = Words(names={FRITZ: "Fritz"})


@pytest.fixture
def scribe(session: Session) -> Scribe:
    """Two deals: MADE for 4 empties the pot, LOST for 4 leaves 12 in it, 8 by Dan and 4 by Ben."""
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST)
    return scribe


def head_of(session: Session, scribe: Scribe) -> Head:
    """Return where the evening stands, and see to it that everything stored follows from its events."""
    assert list(differences(session)) == []
    evening = queries.evening(session, scribe.evening_id)
    session.rollback()
    assert evening is not None
    return evening.head


def names(session: Session, scribe: Scribe) -> list[str]:
    """Return what everybody is called, by seat."""
    evening = queries.evening(session, scribe.evening_id)
    session.rollback()
    assert evening is not None
    return [name for _seat, name in sorted(evening.names.items())]


def postings(session: Session, number: int) -> list[tuple[object, ...]]:
    """Return the postings of event `number`."""
    query = sa.select(PostingRow.seat, PostingRow.amount, PostingRow.reason)
    found = session.execute(query.where(PostingRow.event == number).order_by(PostingRow.line)).all()
    session.rollback()
    return [tuple(row) for row in found]


def test_correction_replaces_the_postings_from_its_deal_on(scribe: Scribe, session: Session) -> None:
    before = contents(session)["postings"]
    assert scribe.write(Corrected(1, LOST.deal)) == Receipt(number=3, revision=3)
    # LOST for 4: 12 carried; so the second is for 16, and Dan pays 32.
    assert (DAN, -32, "penalty") in postings(session, 2)
    head = head_of(session, scribe)
    assert (head.last is not None and head.last.kind, head.last and head.last.deal) == ("correct", 1)
    scribe.write(Corrected(1, MADE.deal))
    assert contents(session)["postings"] == before
    scribe.write(Struck(2))
    assert postings(session, 2) == []
    scribe.write(Restored(2))
    assert contents(session)["postings"] == before


def test_action_of_several_events_is_checked_as_a_whole(scribe: Scribe, session: Session) -> None:
    """Without its dealer's place the insert alone would do too; together they are one revision."""
    assert scribe.write(Struck(1), DealerSet(BEN, 2)) == Receipt(number=3, revision=3)
    head = head_of(session, scribe)
    assert (head.undoes, head.redoes) == (2, 0)
    scribe.write(*[Undone()] * head.undoes)
    head = head_of(session, scribe)
    assert (head.undoes, head.redoes, head.redoable) == (1, 2, 2)
    scribe.write(*[Redone()] * head.redoes)
    assert head_of(session, scribe).undoes == 2


def test_impossible_deal_behind_a_correction_refuses_it_unless_it_is_mended_at_once(
    scribe: Scribe, session: Session
) -> None:
    """Carla deals the third deal and declares blind; without the first, Ben would deal it."""
    scribe.write(DealWritten(replace(ALONE.deal, blind=Blind.SINGLE)))
    before = contents(session)
    with pytest.raises(RefusedEventError) as refused:
        scribe.write(Struck(1), token="tap")
    assert (refused.value.number, codes(refused.value)) == (3, [Code.BLIND_NOT_DEALER])
    assert contents(session) == before
    assert scribe.write(Struck(1), DealerSet(CARLA, 3), token="tap").revision == 4
    assert head_of(session, scribe).state.next.dealer == DAN


def test_target_that_is_none_writes_nothing(scribe: Scribe, session: Session) -> None:
    before = contents(session)
    actions: list[tuple[Event, ...]] = [
        (Struck(9),),
        (Corrected(3, MADE.deal),),
        (Struck(1), Struck(1)),
        (Restored(1),),
        (Inserted(9, MADE.deal),),
        (Reopened(),),
    ]
    for events in actions:
        with pytest.raises(RefusedError) as refused:
            scribe.write(*events, token="tap")
        assert codes(refused.value) == [Code.BAD_TARGET]
    assert contents(session) == before
    assert scribe.write(Voided(), token="tap").revision == 3


def test_who_joins_has_a_name_and_comes_back_under_it(scribe: Scribe, session: Session) -> None:
    scribe.write(JOINS, words=CALLED_FRITZ)
    assert names(session, scribe) == ["Anna", "Ben", "Carla", "Dan", "Fritz"]
    scribe.write(Left(FRITZ))
    scribe.write(Joined(FRITZ, None, 2))
    assert postings(session, 5) == [(FRITZ, -2, "adjustment"), (None, 2, "adjustment")]
    assert head_of(session, scribe).state.order == (ANNA, BEN, CARLA, DAN, FRITZ)
    # Taken back, the name stays, for whoever reads what was written; somebody else gets another seat.
    scribe.write(Undone(), Undone(), Undone())
    with pytest.raises(UnnamedSeatError):
        scribe.write(Joined(FRITZ), words=Words(names={FRITZ: "Gina"}))
    scribe.write(Joined(Seat(5)), words=Words(names={Seat(5): "Gina"}))
    assert names(session, scribe)[4:] == ["Fritz", "Gina"]
    assert head_of(session, scribe).state.balances.keys() == {ANNA, BEN, CARLA, DAN, Seat(5)}


def test_joining_without_a_name_is_a_bug_of_the_caller(scribe: Scribe, session: Session) -> None:
    before = contents(session)
    with pytest.raises(UnnamedSeatError):
        scribe.write(JOINS)
    assert contents(session) == before


def test_seat_without_a_name_is_named_by_verify(scribe: Scribe, session: Session) -> None:
    scribe.write(JOINS, words=CALLED_FRITZ)
    session.execute(sa.text("DELETE FROM seats WHERE seat = 4"))
    session.commit()
    assert [difference.what for difference in differences(session)] == ["seat 4 has no name"]


def test_head_tells_the_name_from_before_as_a_replay_does(scribe: Scribe, session: Session) -> None:
    for name in ("Benno", "Benedikt"):
        scribe.write(Renamed(BEN, 0), words=Words(texts=[name]))
    last = head_of(session, scribe).last
    assert last is not None
    assert last.was == 1
    assert not list(differences(session))


def test_name_is_text_that_can_be_mended_and_follows_undo(scribe: Scribe, session: Session) -> None:
    scribe.write(Renamed(BEN, 0), words=Words(texts=["Benno"]))
    assert names(session, scribe)[BEN] == "Benno"
    scribe.write(Renamed(BEN, 1), Renamed(ANNA, 0), words=Words(texts=["Änne", "Ben M."]))
    assert names(session, scribe) == ["Änne", "Ben M.", "Carla", "Dan"]
    assert head_of(session, scribe).state.renamed == {BEN: 3, ANNA: 2}
    scribe.write(Undone(), Undone())
    assert names(session, scribe) == ["Anna", "Benno", "Carla", "Dan"]
    before = session.execute(sa.select(EventRow.body)).scalars().all()
    session.execute(sa.text("UPDATE texts SET text = 'Benedikt' WHERE number = 1"))
    session.commit()
    assert names(session, scribe)[BEN] == "Benedikt"
    session.execute(sa.text("UPDATE texts SET text = '' WHERE number = 1"))
    session.commit()
    # Erased: only what he was called on sitting down is left, and events still say what they said.
    assert names(session, scribe)[BEN] == "Ben"
    assert session.execute(sa.select(EventRow.body)).scalars().all() == before
    session.rollback()
    assert not any("Benno" in body for body in before)


def test_list_of_evenings_has_the_names_of_now(scribe: Scribe, session: Session) -> None:
    link = make_both(session, scribe.evening_id, NOW)[Role.WRITE]
    Scribe.opens(session, plan("saturday"))
    saturday = make_both(session, "saturday", NOW)[Role.WATCH]
    scribe.write(Renamed(BEN, 0), words=Words(texts=["Benno"]))
    scribe.write(JOINS, words=CALLED_FRITZ)
    scribe.write(Left(ANNA))
    links = {scribe.evening_id: link.id, "saturday": saturday.id}

    def named() -> dict[str, list[str]]:
        found = {listed.id: list(listed.names) for listed in queries.listed(session, links)}
        session.rollback()
        return found

    four = ["Anna", "Ben", "Carla", "Dan"]
    assert named() == {"friday": ["Anna", "Benno", "Carla", "Dan", "Fritz"], "saturday": four}
    scribe.write(Undone(), Undone())
    assert named() == {"friday": ["Anna", "Benno", "Carla", "Dan"], "saturday": four}
    scribe.write(Undone())
    assert named() == {"friday": four, "saturday": four}


@pytest.mark.parametrize("name", ["ANNA ", "pot", "Anna"])
def test_name_of_somebody_else_is_refused_and_nothing_is_kept(
    scribe: Scribe, session: Session, name: str
) -> None:
    before = contents(session)
    actions: list[tuple[Event, Words]] = [
        (Renamed(BEN, 0), Words(texts=[name])),
        (JOINS, Words(names={FRITZ: name})),
    ]
    for event, words in actions:
        with pytest.raises(RefusedError) as refused:
            scribe.write(event, words=words, token="tap")
        assert codes(refused.value) == [Code.DUPLICATE_PLAYER]
    assert contents(session) == before
    with pytest.raises(RefusedError):
        scribe.write(Renamed(BEN, 0), words=Words(texts=["\u200b"]))


def test_reasons_are_texts_by_number_and_a_repeat_keeps_none_twice(scribe: Scribe, session: Session) -> None:
    words = Words(texts=["misdeal"])
    told = scribe.write(Adjusted(ANNA, POT, 2, 0), words=words, token="tap")
    again = scribe.write(Adjusted(ANNA, POT, 2, 0), words=words, token="tap", revision=2)
    assert (again.number, again.repeated) == (told.number, True)
    scribe.write(Corrected(1, LOST.deal, 0), words=Words(texts=["we had the wrong trick count"]))
    assert texts_of(session, scribe.evening_id) == {1: "misdeal", 2: "we had the wrong trick count"}
    session.rollback()
    for other in (Words(texts=["revoke"]), Words()):
        with pytest.raises(TokenReusedError):
            scribe.write(Adjusted(ANNA, POT, 2, 0), words=other, token="tap")
    story = queries.story(session, scribe.evening_id)
    session.rollback()
    assert [written.event for written in story.written[2:]] == [
        Adjusted(ANNA, POT, 2, 1),
        Corrected(1, LOST.deal, 2),
    ]


@pytest.mark.parametrize("pot", [Sharing.SPLIT, Sharing.WINNERS, Sharing.REFUND])
def test_closing_books_the_pot_and_reopening_unbooks_it(
    scribe: Scribe, session: Session, pot: Sharing
) -> None:
    before = head_of(session, scribe).state
    scribe.write(Closed(pot))
    head = head_of(session, scribe)
    assert (head.state.closed, head.state.carried) == (True, 0)
    shared = {reason for _seat, _amount, reason in postings(session, 3)}
    assert shared == {"refund" if pot is Sharing.REFUND else "split"}
    scribe.write(Reopened())
    assert postings(session, 3) == []
    assert head_of(session, scribe).state == before
    scribe.write(Undone())
    assert head_of(session, scribe).state.closed
    assert postings(session, 3)


def test_payment_leaves_the_revision_alone_and_is_no_step_to_undo(scribe: Scribe, session: Session) -> None:
    scribe.write(Closed())
    source, target, amount = DAN, POT, 8
    for event in (PaymentMarked(ANNA, BEN, 1), PaymentMarked(source, target, 10**6)):
        with pytest.raises(RefusedError):
            scribe.write(event)
    assert scribe.write(PaymentMarked(source, target, amount), token="paid") == Receipt(number=4, revision=3)
    assert scribe.write(PaymentMarked(source, target, amount), token="paid", revision=3).repeated
    head = head_of(session, scribe)
    assert (head.number, head.revision, head.undoes) == (4, 3, 1)
    assert head.paid == {(source, target): amount}
    assert head.last is not None
    assert head.last.kind == "close"
    with pytest.raises(StaleError):
        scribe.write(PaymentMarked(source, target, 0), revision=4)
    scribe.write(PaymentMarked(source, target, 0))
    assert head_of(session, scribe).paid == {}
    scribe.write(PaymentMarked(source, target, 3))
    scribe.write(Undone())
    assert head_of(session, scribe).paid == {}
    scribe.write(Redone())
    assert head_of(session, scribe).paid == {(source, target): 3}
    scribe.write(Reopened(), ALONE)
    scribe.write(Closed())
    assert head_of(session, scribe).paid == {}


def test_payment_while_open_is_a_bad_target(scribe: Scribe) -> None:
    with pytest.raises(RefusedError) as refused:
        scribe.write(PaymentMarked(DAN, POT, 1))
    assert codes(refused.value) == [Code.BAD_TARGET]


def test_closed_evening_cannot_be_corrected(scribe: Scribe, session: Session) -> None:
    scribe.write(Closed(Sharing.SPLIT))
    before = contents(session)
    late = (Struck(1), Corrected(1, LOST.deal), Joined(FRITZ), Adjusted(ANNA, BEN, 1), DealerSet(BEN, 1))
    for event in late:
        with pytest.raises(RefusedError) as refused:
            scribe.write(event, words=CALLED_FRITZ)
        assert codes(refused.value) == [Code.EVENING_CLOSED]
    assert contents(session) == before
