"""Copying a SQLite database: whole even while it is written to, and whole or not at all."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event

import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store.backup import (
    NotSqliteError,
    OccupiedError,
    UnusableCopyError,
    backup_to,
    database_file,
    restore_from,
)
from ledger.store.migrate import upgrade
from tests.store.copies import DAMAGES, folder, foreign, names, nothing, read, rights, synced, text
from tests.store.scribe import LOST, MADE, Scribe, contents


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


def test_copies_made_at_once_in_the_same_place_are_whole(
    database_url: str, session: Session, scribe: Scribe, tmp_path: Path
) -> None:
    scribe.write_all(*[MADE, LOST] * 10)
    target, together = tmp_path / "copies" / "copy.sqlite", Barrier(6)

    def copy(_number: int) -> Path:
        together.wait()
        return backup_to(database_url, target)

    for _attempt in range(5):
        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(copy, range(6))) == [target] * 6
    assert read(target) == contents(session)
    assert names(target.parent) == {"copy.sqlite"}


def test_copy_is_for_its_owner_alone(database_url: str, scribe: Scribe, tmp_path: Path) -> None:
    """Also in the place of an earlier one that everybody could read."""
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    assert rights(copy) == "-rw-------"
    copy.chmod(0o644)
    scribe.write(MADE)
    assert rights(backup_to(database_url, copy)) == "-rw-------"


def test_copy_is_on_the_disk_before_it_is_in_place(
    database_url: str, scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = synced(monkeypatch)
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    assert told == ["file", "in place", "folder"]
    assert len(read(copy)["events"]) == 3


def test_nothing_but_an_earlier_copy_is_replaced(
    database_url: str, session: Session, scribe: Scribe, sqlite_template: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    other = shutil.copy(sqlite_template, tmp_path / "other.sqlite")
    for spoil in (text, foreign, lambda file: shutil.copy(other, file)):
        target.touch()
        spoil(target)
        before = target.read_bytes()
        # The last of them is the database of another instance, which may be in use.
        with pytest.raises(OccupiedError):
            backup_to(database_url, target)
        assert target.read_bytes() == before
        backup_to(database_url, target, force=True)
        scribe.write(MADE)
        assert read(backup_to(database_url, target)) == contents(session)
    nothing(target)
    assert read(backup_to(database_url, target)) == contents(session)


@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_file_is_never_replaced(
    database_url: str, scribe: Scribe, tmp_path: Path, force: bool
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        with pytest.raises(OccupiedError):
            backup_to(database_url, target, force=force)
    assert pipe.is_fifo()


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
