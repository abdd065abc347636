"""Putting a copy back in place of a SQLite database: whole or not at all, whatever comes in between."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store.backup import UnusableCopyError, backup_to, database_file, restore_from, set_aside
from ledger.store.migrate import current, newest, upgrade
from tests.store.copies import DAMAGES, names, nothing, read, rights, scratched, synced
from tests.store.scribe import LOST, MADE, Contents, Scribe, contents


class Killed(NamedTuple):
    """What a killed server left: its database, an older copy, and the rows of that copy and of its own."""

    file: Path
    copy: Path
    copied: Contents
    written: Contents


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


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_restored_database_is_for_those_who_had_the_old_one(
    database_url: str, engine: Engine, session: Session, scribe: Scribe, tmp_path: Path, mode: int
) -> None:
    copy = backup_to(database_url, tmp_path / "copy.sqlite")
    session.close()
    engine.dispose()
    file = database_file(database_url)
    file.chmod(mode)
    restore_from(copy, database_url)
    assert file.stat().st_mode & 0o777 == mode
    file.unlink()
    restore_from(copy, database_url)
    assert rights(file) == "-rw-------"


def test_restored_database_is_on_the_disk_before_it_is_in_place(
    killed: Killed, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = synced(monkeypatch)
    restore_from(killed.copy, database_url)
    assert told == ["file", "in place", "folder"]


def test_database_behind_a_link_is_restored_where_it_lies(killed: Killed, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(killed.file)
    assert restore_from(killed.copy, f"sqlite:///{link}") == killed.file
    assert link.is_symlink()
    assert read(killed.file) == killed.copied


def test_database_that_is_replaced_is_set_aside_with_what_lay_in_its_log(
    killed: Killed, database_url: str, tmp_path: Path
) -> None:
    aside = set_aside(database_url, tmp_path / "aside" / "old.sqlite")
    assert aside == tmp_path / "aside" / "old.sqlite"
    assert rights(aside) == "-rw-------"
    assert read(aside) == killed.written
    assert names(aside.parent) == {"old.sqlite"}


def test_damaged_database_is_set_aside_as_it_is(killed: Killed, database_url: str, tmp_path: Path) -> None:
    scratched(killed.file)
    log = Path(f"{killed.file}-wal")
    before = killed.file.read_bytes(), log.read_bytes()
    aside = set_aside(database_url, tmp_path / "aside" / "old.sqlite")
    assert aside is not None
    kept = Path(f"{aside}-wal")
    assert (aside.read_bytes(), kept.read_bytes()) == before
    assert (rights(aside), rights(kept)) == ("-rw-------", "-rw-------")


def test_where_no_database_is_none_is_set_aside(database_url: str, tmp_path: Path) -> None:
    file = database_file(database_url)
    for leave in (nothing, Path.unlink):
        leave(file)
        assert set_aside(database_url, tmp_path / "aside" / "old.sqlite") is None
    assert not (tmp_path / "aside").exists()


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
