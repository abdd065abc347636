"""Events are appended and never changed: both databases refuse it, whoever asks and however."""

import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from ledger.evening.events import Closed
from ledger.store.erasure import erase, title_of
from ledger.store.journal import NoSuchEveningError
from ledger.store.links import label_device, make_both
from ledger.store.models import IBANS, PRINTS, TEXTS
from ledger.store.verify import differences
from tests.store.scribe import LOST, MADE, NOW, Scribe, contents, plan

COLUMNS = "evening_id, number, kind, version, body, revision, token, fingerprint, written_at"
COPY = f"SELECT {COLUMNS} FROM events WHERE evening_id = 'friday' AND number = 1"
# The same deal under a new number and token: nothing is wrong with appending this one.
NEW = (
    "SELECT 'friday', 2, kind, version, body, 2, 'new', fingerprint, written_at"
    " FROM events WHERE evening_id = 'friday' AND number = 1"
)

CHANGES = {
    "update": "UPDATE events SET body = '{}'",
    "update of one": "UPDATE events SET written_at = written_at WHERE number = 1",
    "update of the key": "UPDATE events SET number = 9 WHERE number = 1",
    "delete": "DELETE FROM events",
    "delete of the last": "DELETE FROM events WHERE number = 1",
    "upsert by number": (
        f"INSERT INTO events ({COLUMNS}) {COPY} ON CONFLICT (evening_id, number) DO UPDATE SET body = '{{}}'"
    ),
    "upsert by token": (
        f"INSERT INTO events ({COLUMNS}) {NEW.replace('new', 'tap')}"
        " ON CONFLICT (evening_id, token) DO UPDATE SET body = '{}'"
    ),
    "delete of the evening": "DELETE FROM evenings",
}
ON_SQLITE = {
    "insert or replace": f"INSERT OR REPLACE INTO events ({COLUMNS}) {COPY}",
    "replace by token": f"REPLACE INTO events ({COLUMNS}) {NEW.replace('new', 'tap')}",
    "replace by row id": (
        f"INSERT OR REPLACE INTO events (rowid, {COLUMNS}) SELECT"
        f" (SELECT rowid FROM events WHERE number = 1), new.* FROM ({NEW}) AS new"
    ),
    "update or replace": "UPDATE OR REPLACE events SET number = 0 WHERE number = 1",
    "update of the row id": "UPDATE OR REPLACE events SET rowid = rowid - 1 WHERE number = 1",
}
ON_POSTGRESQL = {
    "truncate": "TRUNCATE events",
    "truncate of the evenings": "TRUNCATE evenings CASCADE",
}


@pytest.fixture
def scribe(session: Session) -> Scribe:
    scribe = Scribe.opens(session)
    scribe.write(MADE, token="tap")
    return scribe


def _refused(engine: Engine, session: Session, statement: str) -> None:
    """Check that `statement` is refused, and changes nothing."""
    before = contents(session)
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.exec_driver_sql(statement.replace("%", "%%"))
    assert contents(session) == before
    assert list(differences(session)) == []


@pytest.mark.usefixtures("scribe")
@pytest.mark.parametrize("how", CHANGES)
def test_change_is_refused(engine: Engine, session: Session, how: str) -> None:
    _refused(engine, session, CHANGES[how])


@pytest.mark.usefixtures("scribe")
@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("how", ON_SQLITE)
def test_change_in_the_words_of_sqlite_is_refused(engine: Engine, session: Session, how: str) -> None:
    _refused(engine, session, ON_SQLITE[how])


@pytest.mark.usefixtures("scribe")
@pytest.mark.parametrize("database_kind", ["postgresql"])
@pytest.mark.parametrize("how", ON_POSTGRESQL)
def test_change_in_the_words_of_postgresql_is_refused(engine: Engine, session: Session, how: str) -> None:
    _refused(engine, session, ON_POSTGRESQL[how])


@pytest.mark.usefixtures("scribe")
@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("how", [how for how in {**CHANGES, **ON_SQLITE} if how != "delete of the evening"])
def test_change_is_refused_to_a_stranger_too(engine: Engine, session: Session, how: str) -> None:
    """A stranger's connection knows none of our settings: neither foreign keys nor recursive triggers."""
    before = contents(session)
    with closing(sqlite3.connect(str(engine.url.database))) as stranger:
        with pytest.raises(sqlite3.IntegrityError, match="events are never"):
            stranger.execute((CHANGES | ON_SQLITE)[how])
        stranger.commit()
    assert contents(session) == before


@pytest.mark.usefixtures("scribe")
def test_appending_is_not_refused(engine: Engine, session: Session) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(f"INSERT INTO events ({COLUMNS}) {NEW}")
    assert len(contents(session)["events"]) == 3


def test_erasing_takes_one_evening_and_leaves_the_others(session: Session, scribe: Scribe) -> None:
    scribe.write(LOST, Closed())
    make_both(session, "friday", NOW)
    label_device(session, "phone", "Anna's phone")
    before = contents(session)
    other = Scribe.opens(session, plan("saturday"))
    other.write_all(LOST, MADE)
    make_both(session, "saturday", NOW)
    of_saturday: list[tuple[sa.Table, dict[str, object]]] = [
        (TEXTS, {"number": 1, "text": "Fritz"}),
        (IBANS, {"seat": 0, "iban": "CH9300762011623852957", "name": "Anna"}),
        (PRINTS, {"number": 1, "revision": 2, "checksum": "5f3a", "language": "de", "made_at": NOW}),
    ]
    for table, row in of_saturday:
        session.execute(sa.insert(table), {"evening_id": "saturday", **row})
    session.commit()
    assert title_of(session, "friday") == "Friday"
    session.rollback()

    erase(session, "saturday", NOW)

    assert contents(session) == before | {"erasures": [("saturday", NOW)]}
    assert title_of(session, "saturday") is None
    session.rollback()
    with pytest.raises(NoSuchEveningError):
        other.write(MADE, revision=2)
    assert list(differences(session)) == []


@pytest.mark.usefixtures("scribe")
def test_guard_of_another_evening_opens_nothing(engine: Engine, session: Session) -> None:
    Scribe.opens(session, plan("saturday"))
    erase(session, "saturday", NOW)
    for how in CHANGES:
        _refused(engine, session, CHANGES[how])


@pytest.mark.usefixtures("scribe")
def test_guard_lets_events_go_but_never_change(engine: Engine, session: Session) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO erasures VALUES ('friday', '2026-01-09 20:15:00')")
    _refused(engine, session, CHANGES["update"])


@pytest.mark.usefixtures("scribe")
def test_erasing_that_fails_leaves_everything(engine: Engine, session: Session) -> None:
    before = contents(session)

    def fail(_session: Session) -> None:
        raise InterruptedError

    sa.event.listen(session, "before_commit", fail)
    with pytest.raises(InterruptedError):
        erase(session, "friday", NOW)
    sa.event.remove(session, "before_commit", fail)
    assert contents(session) == before
    _refused(engine, session, CHANGES["delete"])
