"""Putting a copy back in place of a SQLite database: whole or not at all, whatever comes in between."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store.backup import UnusableCopyError, backup_to, database_file, restore_from
from ledger.store.migrate import current, newest, upgrade
from tests.store.copies import DAMAGES, names, read
from tests.store.scribe import LOST, MADE, Contents, Scribe, contents


class Killed(NamedTuple):
    """What a killed server left: its database, an older copy, and the rows of that copy and of its own."""

    file: Path
    copy: Path
    copied: Contents
    written: Contents


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Return the URL of a SQLite database, the only kind that is copied here."""
    return sqlite_url


@pytest.fixture
def scribe(session: Session) -> Scribe:
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST)
    return scribe


def test_copy_restores_every_committed_row(
    database_url: str, session: Session, engine: Engine, scribe: Scribe, tmp_path: Path
) -> None:
    copy = backup_to(database_url, tmp_path / "copies" / "copy.sqlite")
    committed = contents(session)
    scribe.write_all(LOST, MADE)
    session.close()
    engine.dispose()
    assert restore_from(copy, database_url) == database_file(database_url)
    assert read(database_file(database_url)) == committed
    assert names(copy.parent) == {"copy.sqlite"}


@pytest.fixture
def killed(database_url: str, session: Session, engine: Engine, scribe: Scribe, tmp_path: Path) -> Killed:
    """A database whose server was killed: its log still lies there, with deals that the copy has not."""
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    copied = contents(session)
    file = database_file(database_url)
    scribe.write_all(*[LOST, MADE] * 20)
    with closing(sqlite3.connect(file)) as other:
        # Most of it went into the file, so that the log alone makes no whole database.
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    scribe.write(LOST)
    written = contents(session)
    left = {part: part.read_bytes() for part in (file, *(Path(f"{file}{name}") for name in ("-wal", "-shm")))}
    session.close()
    engine.dispose()
    for part, data in left.items():
        part.write_bytes(data)
    return Killed(file, copy, copied, written)


def test_log_of_the_old_database_is_not_played_into_the_new_one(killed: Killed, database_url: str) -> None:
    restore_from(killed.copy, database_url)
    assert read(killed.file) == killed.copied


@pytest.mark.parametrize("step", ["replace", "unlink"])
def test_restoring_can_be_cut_off_at_any_step(
    killed: Killed, database_url: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever the power cut leaves must be the old database or the new one."""
    original: Callable[..., object] = getattr(Path, step)

    def cut_off(path: Path, *rest: object, **options: object) -> object:
        original(path, *rest, **options)
        if "ledger.sqlite" in {path.name, *(Path(str(other)).name for other in rest)} or "-wal" in path.name:
            raise InterruptedError
        return path

    with monkeypatch.context() as patched:
        patched.setattr(Path, step, cut_off)
        with suppress(InterruptedError):
            restore_from(killed.copy, database_url)
    assert read(killed.file) in (killed.copied, killed.written)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_copy_is_refused_and_nothing_changes(
    database_url: str, session: Session, scribe: Scribe, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    scribe.write(LOST)
    before = contents(session)
    damage(copy)
    files = names(tmp_path)
    with pytest.raises(UnusableCopyError):
        restore_from(copy, database_url)
    assert contents(session) == before
    assert scribe.write(MADE).revision == 4
    assert names(tmp_path) == files


def test_copy_of_an_older_revision_is_restored_and_migrated(
    database_url: str,
    session: Session,
    engine: Engine,
    scribe: Scribe,
    tmp_path: Path,
    add_revision: Callable[[str], str],
) -> None:
    committed = contents(session)
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    before, later = newest(), add_revision("op.execute(\"UPDATE evenings SET place = 'The Stag'\")")
    session.close()
    engine.dispose()
    assert upgrade(database_url, tmp_path / "backups")
    assert current(engine) == later
    engine.dispose()
    restore_from(copy, database_url)
    assert current(engine) == before
    engine.dispose()
    assert upgrade(database_url, tmp_path / "backups")
    found = read(database_file(database_url))
    assert [row[3] for row in found["evenings"]] == ["The Stag"]
    assert found["events"] == committed["events"]
    assert scribe.write(MADE).revision == 3
