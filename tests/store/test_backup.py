"""Copying a SQLite database: whole even while it is written to, and whole or not at all."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store.backup import NotSqliteError, UnusableCopyError, backup_to, database_file, restore_from
from ledger.store.migrate import upgrade
from tests.store.copies import DAMAGES, folder, names, read
from tests.store.scribe import LOST, MADE, Scribe, contents


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Return the URL of a SQLite database, the only kind that is copied here."""
    return sqlite_url


@pytest.fixture
def scribe(session: Session) -> Scribe:
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST)
    return scribe


def test_copy_holds_what_still_lies_in_the_log(
    database_url: str, session: Session, scribe: Scribe, tmp_path: Path
) -> None:
    file = database_file(database_url)
    log = file.with_name(file.name + "-wal")
    assert log.stat().st_size > 0, "nothing to lose: the test would pass with a plain copy"
    committed = contents(session)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM postings")
        copy = backup_to(database_url, tmp_path / "copies" / "copy.sqlite")
        other.execute("ROLLBACK")
    assert read(copy) == committed
    assert scribe.write(MADE).revision == 3
    assert names(copy.parent) == {"copy.sqlite"}


def test_copy_taken_while_somebody_writes_is_whole(
    database_url: str, engine: Engine, scribe: Scribe, tmp_path: Path
) -> None:
    enough = Event()

    def write() -> int:
        with Session(engine) as session:
            writing = Scribe(session, scribe.evening_id, iter(range(1000, 9999)))
            while not enough.is_set():
                writing.write_all(LOST, MADE)
            return writing.revision()

    with ThreadPoolExecutor(1) as threads:
        written = threads.submit(write)
        try:
            copies = [backup_to(database_url, tmp_path / f"{number}.sqlite") for number in range(10)]
        finally:
            enough.set()
    events = [len(read(copy)["events"]) for copy in copies]
    assert events == sorted(events)
    assert events[-1] > events[0]
    assert written.result() >= events[-1] - 1


@pytest.mark.parametrize("damage", [damage for damage in DAMAGES if damage is not folder])
def test_damaged_database_makes_no_copy_and_leaves_the_last_one(
    database_url: str, engine: Engine, session: Session, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    Scribe.opens(session)
    copy = backup_to(database_url, tmp_path / "copies" / "copy.sqlite")
    before = copy.read_bytes()
    session.close()
    engine.dispose()
    damage(database_file(database_url))
    with pytest.raises(UnusableCopyError):
        backup_to(database_url, copy)
    assert copy.read_bytes() == before
    assert names(copy.parent) == {"copy.sqlite"}


@pytest.mark.parametrize("name", ["a?b", "a#b", "100%", "%41", "ä b"])
def test_folder_may_have_any_name(sqlite_url: str, tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    place.mkdir()
    upgrade(sqlite_url, tmp_path / "backups")
    copy = backup_to(sqlite_url, place / "copy.sqlite")
    if not {"?", "%"} & set(name):
        # The reader of this test names the copy by a URL, where these mean something else.
        assert read(copy) == read(database_file(sqlite_url))
    restored = tmp_path / "restored.sqlite"
    assert restore_from(copy, f"sqlite:///{restored}") == restored
    if "?" not in name:
        # In a URL of SQLAlchemy a question mark ends the name of the file.
        other = f"sqlite:///{restore_from(copy, f'sqlite:///{place}/ledger.sqlite')}"
        assert backup_to(other, place / "again.sqlite").exists()


def test_database_is_not_copied_over_itself(
    database_url: str, session: Session, engine: Engine, scribe: Scribe
) -> None:
    """It would take the file from under a running server, whose next deals would go nowhere."""
    with pytest.raises((UnusableCopyError, OSError)):
        backup_to(database_url, database_file(database_url))
    scribe.write(MADE)
    committed = contents(session)
    session.close()
    engine.dispose()
    assert read(database_file(database_url)) == committed


def test_other_databases_are_left_to_their_own_tools(tmp_path: Path) -> None:
    for url in ("postgresql+psycopg://somebody@nowhere/ledger", "sqlite://"):
        with pytest.raises(NotSqliteError):
            backup_to(url, tmp_path / "copy")
        with pytest.raises(NotSqliteError):
            restore_from(tmp_path / "copy", url)
    assert not names(tmp_path)
