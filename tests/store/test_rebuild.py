"""Rebuilding: whatever follows from the events is written anew where it is missing or wrong."""

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.evening.events import Closed, Redone, Undone
from ledger.store.rebuild import rebuild
from ledger.store.verify import Difference, differences
from tests.store.scribe import LOST, MADE, Scribe, contents, plan


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    """Two evenings, so that the other one has to be left alone."""
    Scribe.opens(session, plan("saturday", title="Saturday")).write_all(LOST, MADE, Closed())
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST, MADE, Undone())
    return scribe


def _change(engine: Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


@pytest.mark.parametrize(
    "statements",
    [
        ("DELETE FROM heads",),
        ("DELETE FROM postings",),
        ("DELETE FROM heads", "DELETE FROM postings"),
        ("UPDATE heads SET number = 1, revision = 77, engine = 2, closed = false",),
        ("UPDATE heads SET state = 'not even JSON' WHERE evening_id = 'friday'",),
        ("UPDATE postings SET amount = amount + 1 WHERE evening_id = 'friday' AND event = 2 AND line = 0",),
        ("INSERT INTO postings VALUES ('friday', 3, 0, 1, 5, 'ante')",),
        ("INSERT INTO postings VALUES ('saturday', 77, 0, 1, 5, 'ante')",),
    ],
)
def test_what_is_missing_or_wrong_is_rebuilt_as_it_was(
    engine: Engine, session: Session, scribe: Scribe, statements: tuple[str, ...]
) -> None:
    before = contents(session)
    _change(engine, *statements)
    named = list(differences(session))
    session.rollback()
    assert named
    assert list(rebuild(session)) == named
    assert not session.in_transaction()
    assert contents(session) == before
    assert scribe.write(Redone()).revision == 5


def test_nothing_wrong_is_nothing_rebuilt(session: Session) -> None:
    before = contents(session)
    assert list(rebuild(session)) == []
    assert contents(session) == before


def test_evening_whose_events_make_no_book_is_left_and_the_others_are_rebuilt(
    engine: Engine, session: Session
) -> None:
    columns = "evening_id, number, kind, version, body, revision, written_at"
    impossible = f"INSERT INTO events ({columns}) SELECT evening_id, 5, 'reopen', 1, '{{}}', 5, written_at"
    _change(
        engine,
        f"{impossible} FROM events WHERE evening_id = 'friday' AND number = 1",
        "DELETE FROM heads",
    )
    assert list(rebuild(session)) == [Difference("saturday", "Saturday", "its head is missing")]
    (left,) = differences(session)
    assert (left.evening_id, left.what) == ("friday", "event 5 is impossible: bad-target")
    session.rollback()
    rest = session.execute(sa.text("SELECT evening_id FROM heads")).scalars().all()
    assert rest == ["saturday"]
