"""Verifying: whatever is stored and does not follow from the events is named, with its evening."""

import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.evening.events import Closed, Undone
from ledger.store.verify import Difference, differences
from tests.store.scribe import LOST, MADE, Scribe, plan

COLUMNS = "evening_id, number, kind, version, body, revision, written_at"


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    """Two evenings, so that the right one has to be named."""
    Scribe.opens(session, plan("saturday", title="Saturday")).write_all(LOST, MADE)
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST, MADE, Undone())
    return scribe


def _tampered(engine: Engine, session: Session, *statements: str) -> list[str]:
    """Return what is named after `statements`, all of it about Friday."""
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    found = list(differences(session))
    session.rollback()
    assert {(difference.evening_id, difference.title) for difference in found} <= {("friday", "Friday")}
    return [difference.what for difference in found]


def test_clean_database_differs_nowhere(session: Session, scribe: Scribe) -> None:
    assert list(differences(session)) == []
    session.rollback()
    scribe.write(Closed())
    assert list(differences(session)) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE postings SET amount = amount + 1 WHERE evening_id = 'friday' AND event = 2 AND line = 0",
        "UPDATE postings SET amount = 0 WHERE evening_id = 'friday' AND event = 2",
        "UPDATE postings SET seat = 3 WHERE evening_id = 'friday' AND event = 2 AND line = 2",
        "UPDATE postings SET seat = NULL WHERE evening_id = 'friday' AND event = 2 AND line = 2",
        "UPDATE postings SET reason = 'payout' WHERE evening_id = 'friday' AND event = 2 AND line = 1",
        "UPDATE postings SET line = 99 WHERE evening_id = 'friday' AND event = 2 AND line = 1",
        "DELETE FROM postings WHERE evening_id = 'friday' AND event = 2 AND line = 3",
        "DELETE FROM postings WHERE evening_id = 'friday' AND event = 2",
        "INSERT INTO postings VALUES ('friday', 2, 98, 1, 0, 'ante')",
    ],
)
def test_posting_that_does_not_follow_is_named(engine: Engine, session: Session, change: str) -> None:
    assert _tampered(engine, session, change) == ["postings of event 2 differ from its replay"]


@pytest.mark.parametrize("event", [0, 3, 4, 77])
def test_posting_of_no_deal_in_force_is_named(engine: Engine, session: Session, event: int) -> None:
    change = f"INSERT INTO postings VALUES ('friday', {event}, 0, 1, 5, 'ante')"
    assert _tampered(engine, session, change) == [f"postings of event {event} differ from its replay"]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("number", "3"),
        ("revision", "5"),
        ("engine", "2"),
        ("closed", "true"),
        ("state", "replace(state, '\"carried\":', '\"carried\":1')"),
        ("state", "replace(state, '\"redoable\":1', '\"redoable\":0')"),
        ("state", "'not even JSON'"),
    ],
)
def test_head_that_does_not_follow_is_named(
    engine: Engine, session: Session, column: str, value: str
) -> None:
    change = f"UPDATE heads SET {column} = {value} WHERE evening_id = 'friday'"
    found = _tampered(engine, session, change)
    assert [what.split(":")[0] for what in found] == [f"head, {column}"]


def test_missing_head_is_named(engine: Engine, session: Session) -> None:
    assert _tampered(engine, session, "DELETE FROM heads WHERE evening_id = 'friday'") == [
        "its head is missing"
    ]


def test_everything_is_named_at_once(engine: Engine, session: Session) -> None:
    found = _tampered(
        engine,
        session,
        "UPDATE heads SET revision = 9 WHERE evening_id = 'friday'",
        "DELETE FROM postings WHERE evening_id = 'friday'",
    )
    assert len(found) == 3


def test_gap_in_the_numbers_is_named(engine: Engine, session: Session) -> None:
    change = f"INSERT INTO events ({COLUMNS}) SELECT evening_id, 6, kind, version, body, 5, written_at"
    change += " FROM events WHERE evening_id = 'friday' AND number = 1"
    assert _tampered(engine, session, change) == ["its events are not numbered without a gap"]


def _trigger_off(engine: Engine, what: str) -> str:
    """Return the statement that lets somebody `update` or `delete` events."""
    if engine.dialect.name == "postgresql":
        return "DROP TRIGGER events_refuse_change ON events"
    return f"DROP TRIGGER events_refuse_{what}"


@pytest.mark.parametrize("number", [0, 2, 4])
def test_event_that_went_missing_is_named(engine: Engine, session: Session, number: int) -> None:
    off = _trigger_off(engine, "delete")
    gone = f"DELETE FROM events WHERE evening_id = 'friday' AND number = {number}"
    assert _tampered(engine, session, off, gone)


@pytest.mark.parametrize(
    ("kind", "version", "body"),
    [
        ("reopen", 1, "{}"),
        ("redo", 2, "{}"),
        ("open", 1, "{}"),
        ("dael", 1, "{}"),
        ("deal", 1, "{}"),
        ("deal", 1, "[]"),
        ("deal", 1, '{"joined":[],"tricks":{"7":4}}'),
        ("deal", 1, '{"declarer":"Anna","joined":[],"tricks":{}}'),
        ("deal", 1, '{"joined":'),
    ],
)
def test_event_that_cannot_be_is_named(
    engine: Engine, session: Session, kind: str, version: int, body: str
) -> None:
    """One damaged event must not hide what else is wrong, and must not end in a traceback."""
    change = f"INSERT INTO events ({COLUMNS}) SELECT evening_id, 5, '{kind}', {version}, '{body}', 5, "
    change += "written_at FROM events WHERE evening_id = 'friday' AND number = 1"
    found = _tampered(engine, session, change.replace("%", "%%"))
    assert found
    assert "5" in found[0]


@pytest.mark.parametrize("body", ['{"ruleset":', "{}"])
def test_start_that_cannot_be_is_named(engine: Engine, session: Session, body: str) -> None:
    off = _trigger_off(engine, "update")
    change = f"UPDATE events SET body = '{body}' WHERE evening_id = 'friday' AND number = 0"
    assert _tampered(engine, session, off, change)


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_events_whose_evening_went_missing_are_named(engine: Engine, session: Session) -> None:
    """A connection without foreign keys can delete the evening and leave its events behind."""
    with closing(sqlite3.connect(str(engine.url.database))) as stranger:
        stranger.execute("DELETE FROM evenings WHERE id = 'friday'")
        stranger.commit()
    assert [difference.evening_id for difference in differences(session)] == ["friday"]


def test_difference_says_where(engine: Engine, session: Session) -> None:
    with engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM heads"))
    assert list(differences(session)) == [
        Difference("friday", "Friday", "its head is missing"),
        Difference("saturday", "Saturday", "its head is missing"),
    ]
