"""The journal: one action is one commit, asked in this order: the token, the revision, the rules."""

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import Closed, Event, Redone, Reopened, Undone
from ledger.rules.problems import Code, RefusedError
from ledger.store.connection import SessionInUseError
from ledger.store.journal import (
    EmptyActionError,
    NoSuchEveningError,
    Receipt,
    StaleError,
    TokenReusedError,
    Writer,
    append,
)
from ledger.store.links import Role, make_both
from ledger.store.models import EventRow, HeadRow, PostingRow
from ledger.store.reading import read_events
from ledger.store.verify import differences
from tests.store.scribe import (
    ALONE,
    IMPOSSIBLE,
    LOST,
    MADE,
    NOBODY_PLAYS,
    NOW,
    Scribe,
    codes,
    contents,
    plan,
)


@pytest.fixture
def scribe(session: Session) -> Scribe:
    return Scribe.opens(session)


def test_action_is_told_its_number_and_revision(scribe: Scribe) -> None:
    assert scribe.write(MADE) == Receipt(number=1, revision=1)
    assert scribe.write(LOST, Closed()) == Receipt(number=2, revision=2)
    assert scribe.write(Undone()) == Receipt(number=4, revision=3)


def test_event_says_when_and_by_which_link_on_which_device(scribe: Scribe, session: Session) -> None:
    link = make_both(session, scribe.evening_id, NOW)[Role.WRITE]
    writer = Writer(now=NOW, link_id=link.id, device_id="phone")
    append(session, scribe.evening_id, [MADE, Closed()], token="t", revision=0, writer=writer)
    columns = sa.select(EventRow.written_at, EventRow.link_id, EventRow.device_id)
    rows = session.execute(columns.where(EventRow.number > 0)).all()
    assert [tuple(row) for row in rows] == [(NOW, link.id, "phone")] * 2


def test_known_token_gets_its_first_result_whatever_came_since(scribe: Scribe, session: Session) -> None:
    first = scribe.write(MADE, token="tap", revision=0)
    again = Receipt(number=first.number, revision=first.revision, repeated=True)
    for event in (Undone(), LOST, Closed()):
        # Repeated as it was sent: an old revision, a deal that was undone, an evening closed by now.
        assert scribe.write(MADE, token="tap", revision=0) == again
        scribe.write(event)
    before = contents(session)
    assert scribe.write(MADE, token="tap", revision=0) == again
    assert scribe.write(MADE, token="tap", revision=77) == again
    assert contents(session) == before


def test_known_token_for_something_else_is_a_conflict(scribe: Scribe, session: Session) -> None:
    scribe.write(MADE, token="tap")
    scribe.write(LOST)
    before = contents(session)
    for other in ((LOST,), (MADE, Closed()), (Undone(),), (IMPOSSIBLE,)):
        # An old revision makes no difference: the token is asked first.
        for revision in (0, 2):
            with pytest.raises(TokenReusedError) as reused:
                scribe.write(*other, token="tap", revision=revision)
            assert reused.value.revision == 1
    assert contents(session) == before


def test_token_that_opened_the_evening_writes_nothing_else(scribe: Scribe) -> None:
    with pytest.raises(TokenReusedError):
        scribe.write(MADE, token=plan().token)


def test_token_belongs_to_one_evening(scribe: Scribe, session: Session) -> None:
    other = Scribe.opens(session, plan("saturday"))
    scribe.write(MADE, token="tap")
    assert other.write(LOST, token="tap") == Receipt(number=1, revision=1)


@pytest.mark.parametrize("revision", [-1, 0, 2, 10**6])
def test_other_revision_is_stale_before_the_rules_are_asked(
    scribe: Scribe, session: Session, revision: int
) -> None:
    scribe.write(MADE)
    before = contents(session)
    for event in (LOST, IMPOSSIBLE, Undone(), Reopened()):
        with pytest.raises(StaleError) as stale:
            scribe.write(event, revision=revision)
        assert stale.value.revision == 1
    assert contents(session) == before


def test_stale_write_is_good_with_the_same_token_on_the_new_revision(scribe: Scribe) -> None:
    scribe.write(MADE)
    with pytest.raises(StaleError) as stale:
        scribe.write(LOST, token="tap", revision=0)
    assert scribe.write(LOST, token="tap", revision=stale.value.revision) == Receipt(number=2, revision=2)


def test_refusal_writes_nothing_and_uses_up_no_token(scribe: Scribe, session: Session) -> None:
    before = contents(session)
    with pytest.raises(RefusedError) as refused:
        scribe.write(IMPOSSIBLE, token="tap")
    assert Code.TRICKS_SUM in codes(refused.value)
    assert contents(session) == before
    assert scribe.write(MADE, token="tap") == Receipt(number=1, revision=1)


@pytest.mark.parametrize(
    "events",
    [
        (MADE, IMPOSSIBLE),
        (MADE, Closed(), LOST),
        (Undone(), IMPOSSIBLE),
        (Undone(), Undone()),
        (MADE, Redone()),
        (Closed(), Closed()),
        # Taken back in the same action, and still impossible where it stood.
        (IMPOSSIBLE, Undone()),
        (MADE, IMPOSSIBLE, Undone()),
        (Closed(), LOST, Undone(), Undone()),
        (Reopened(), Undone()),
        (plan().opened, Undone()),
        (Undone(), IMPOSSIBLE, Undone(), MADE),
    ],
)
def test_action_with_anything_impossible_is_refused_whole(
    scribe: Scribe, session: Session, events: tuple[Event, ...]
) -> None:
    scribe.write(LOST)
    before = contents(session)
    with pytest.raises(RefusedError):
        scribe.write(*events, token="tap")
    assert contents(session) == before
    assert scribe.write(NOBODY_PLAYS, token="tap").revision == 2


def test_action_of_nothing_is_refused_before_anything_is_locked(scribe: Scribe, session: Session) -> None:
    with pytest.raises(EmptyActionError):
        scribe.write(revision=0)
    # The refusal comes first, so that a session which reads can still be told.
    session.execute(sa.select(EventRow.number))
    with pytest.raises(EmptyActionError):
        scribe.write(token="tap", revision=0)
    session.rollback()
    assert scribe.write(MADE, token="tap") == Receipt(number=1, revision=1)


def test_closed_evening_refuses_who_writes_only_to_an_open_one(scribe: Scribe, session: Session) -> None:
    """An undo could open it again, which is not what a late tap on the button means."""
    scribe.write(MADE, Closed())
    before = contents(session)

    def late(event: Event, *, token: str = "late", revision: int = 1) -> Receipt:
        return append(
            session,
            scribe.evening_id,
            [event],
            token=token,
            revision=revision,
            writer=Writer(now=NOW),
            only_open=True,
        )

    for event in (Undone(), LOST, Closed(), Reopened()):
        with pytest.raises(RefusedError) as refused:
            late(event)
        assert codes(refused.value) == [Code.EVENING_CLOSED]
        with pytest.raises(StaleError):
            late(event, revision=0)
    assert contents(session) == before
    scribe.write(Reopened(), token="reopen")
    assert late(Undone(), revision=2).revision == 3
    # Closed by that undo; what was written by then is still told as it was.
    assert late(Undone(), revision=2).repeated


def test_revision_counts_actions_and_nothing_else(scribe: Scribe, session: Session) -> None:
    scribe.write_all(MADE, LOST, Undone(), Redone())
    scribe.write(MADE, ALONE, Closed(), token="three")
    scribe.write(MADE, ALONE, Closed(), token="three", revision=4)
    with pytest.raises(RefusedError):
        scribe.write(MADE)
    with pytest.raises(StaleError):
        scribe.write(Reopened(), revision=4)
    assert scribe.revision() == 5
    query = sa.select(EventRow.number, EventRow.revision, EventRow.token != sa.null())
    rows = [tuple(row) for row in session.execute(query.order_by(EventRow.number))]
    assert rows[4:] == [(4, 4, True), (5, 5, True), (6, 5, False), (7, 5, False)]


ACTIONS: tuple[tuple[Event, ...], ...] = (
    (MADE,),
    (LOST,),
    (Undone(),),
    (Redone(),),
    (NOBODY_PLAYS,),
    (Undone(), Undone(), ALONE),
    (LOST, LOST, MADE),
    (Closed(),),
    (Reopened(), MADE),
    (Undone(),),
    (Undone(),),
    (Redone(), Redone()),
    (MADE, Closed()),
    (Undone(), Undone(), Undone(), Undone()),
    (Redone(), LOST),
)


def test_postings_and_head_equal_a_replay_after_every_kind_of_action(
    scribe: Scribe, session: Session
) -> None:
    for action in ACTIONS:
        scribe.write(*action)
        assert list(differences(session)) == []
        _opened, lines = read_events(session, scribe.evening_id)
        head = session.execute(sa.select(HeadRow.number, HeadRow.revision)).one()
        total = session.execute(sa.select(sa.func.coalesce(sa.func.sum(PostingRow.amount), 0))).scalar_one()
        session.rollback()
        assert (head.number, head.revision) == (len(lines), scribe.revision())
        assert total == 0


def test_session_that_already_reads_is_refused(scribe: Scribe, session: Session) -> None:
    session.execute(sa.select(EventRow.number))
    with pytest.raises(SessionInUseError):
        scribe.write(MADE, revision=0)
    with pytest.raises(SessionInUseError):
        Scribe.opens(session, plan("saturday"))
    session.rollback()
    assert scribe.write(MADE).revision == 1


def test_evening_that_is_not_there_is_named(session: Session) -> None:
    with pytest.raises(NoSuchEveningError):
        Scribe(session, "nowhere").write(MADE, revision=0)
    assert not session.in_transaction()
