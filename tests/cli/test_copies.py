"""Backup and restore from the command line: a whole copy, or one sentence and nothing changed."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from ledger.store.migrate import current
from ledger.store.running import hold
from tests.cli.tool import Instance, call, one_sentence
from tests.store.locks import is_held
from tests.store.scribe import MADE, Scribe


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_backup_and_restore_bring_everything_back(instance: Instance) -> None:
    before = instance.contents()
    file = instance.folder / "far" / "copy.sqlite"
    copied = instance.call("backup", str(file))
    assert (copied.exit_code, copied.stdout) == (0, f"Copied to {file}\n")
    with Session(instance.engine) as session:
        Scribe(session, "friday").write(MADE, token="later")
    instance.engine.dispose()
    restored = instance.call("restore", str(file))
    assert restored.exit_code == 0
    assert str(instance.folder / "ledger.sqlite") in restored.stdout
    assert instance.contents() == before
    assert instance.call("verify").exit_code == 0
    assert not list(instance.folder.rglob("*.partial"))


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_backup_without_a_name_goes_to_the_backups(instance: Instance) -> None:
    assert instance.call("backup").exit_code == 0
    (copy,) = (instance.folder / "backups").iterdir()
    assert copy.name.startswith("ledger-")
    assert instance.call("restore", str(copy)).exit_code == 0


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_backup_replaces_an_earlier_one_and_nothing_else(instance: Instance) -> None:
    file = instance.folder / "copy.sqlite"
    _make_letter(file)
    assert "--force" in one_sentence(instance.call("backup", str(file)))
    assert file.read_text(encoding="utf-8") == "Dear Anna"
    for arguments in (("--force",), ()):
        replaced = instance.call("backup", str(file), *arguments)
        assert (replaced.exit_code, replaced.stderr) == (0, "")
        assert replaced.stdout == f"Copied to {file}, in place of the file that was there\n"


@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("damaged", [False, True])
def test_restore_keeps_the_database_that_was_there(instance: Instance, damaged: bool) -> None:
    copy, file = instance.folder / "copy.sqlite", instance.folder / "ledger.sqlite"
    instance.call("backup", str(copy))
    with Session(instance.engine) as session:
        Scribe(session, "friday").write(MADE, token="later")
    before = instance.contents()
    instance.engine.dispose()
    if damaged:
        _make_letter(file)
    restored = instance.call("restore", str(copy))
    assert restored.exit_code == 0
    (kept,) = (instance.folder / "backups").iterdir()
    assert restored.stdout.splitlines()[1] == f"The database that was there is kept as {kept}"
    if damaged:
        assert kept.read_text(encoding="utf-8") == "Dear Anna"
        return
    assert instance.contents() != before
    instance.engine.dispose()
    assert instance.call("restore", str(kept)).exit_code == 0
    assert instance.contents() == before


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_backup_that_cannot_be_written_says_so(instance: Instance) -> None:
    (instance.folder / "file").touch()
    assert "Nothing was copied" in one_sentence(instance.call("backup", str(instance.folder / "file" / "x")))


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_postgresql_is_left_to_its_own_tools(instance: Instance, sqlite_url: str) -> None:
    assert "pg_dump" in one_sentence(instance.call("backup", str(instance.folder / "copy.sqlite")))
    file = sqlite_url.removeprefix("sqlite:///")
    assert "pg_restore" in one_sentence(instance.call("restore", file))


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_restore_is_refused_while_the_server_runs(instance: Instance) -> None:
    instance.call("backup", str(instance.folder / "copy.sqlite"))
    with Session(instance.engine) as session:
        Scribe(session, "friday").write(MADE, token="later")
    before = instance.contents()
    lock = instance.folder / "serve.pid"
    with hold(lock):
        refused = instance.call("restore", str(instance.folder / "copy.sqlite"))
        assert "server is running" in one_sentence(refused)
        assert instance.contents() == before
        assert lock.read_text().strip() == str(os.getpid())
    assert not is_held(lock)
    instance.engine.dispose()
    assert instance.call("restore", str(instance.folder / "copy.sqlite")).exit_code == 0


def _make_letter(file: Path) -> None:
    file.write_text("Dear Anna", encoding="utf-8")


def _make_foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("DROP TABLE events; DROP TABLE heads; VACUUM")


def _make_lookalike(file: Path) -> None:
    """Another program may have tables of these names."""
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("CREATE TABLE events (day TEXT); CREATE TABLE heads (hair TEXT)")


def _make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def _make_wrong(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE postings SET amount = amount + 1 WHERE evening_id = 'saturday'")
        connection.commit()


def _make_unreadable(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO events (evening_id, number, kind, version, body, revision, written_at)"
            " SELECT evening_id, 3, 'riddle', 1, body, 3, written_at FROM events"
            " WHERE evening_id = 'friday' AND number = 1"
        )
        connection.commit()


@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize(
    "spoil", [_make_letter, _make_foreign, _make_lookalike, _make_newer, _make_wrong, _make_unreadable]
)
def test_restore_refuses_a_copy_that_is_not_whole(instance: Instance, spoil: Callable[[Path], None]) -> None:
    copy = instance.folder / "copy.sqlite"
    instance.call("backup", str(copy))
    before = instance.contents()
    spoil(copy)
    assert str(copy) in one_sentence(instance.call("restore", str(copy)))
    assert instance.contents() == before


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_restore_checks_an_older_copy_as_it_will_be(
    instance: Instance, add_revision: Callable[[str], str]
) -> None:
    copy = instance.folder / "copy.sqlite"
    instance.call("backup", str(copy))
    before, revision = instance.contents(), current(instance.engine)
    instance.engine.dispose()
    add_revision("op.execute(\"UPDATE evenings SET place = 'The Stag'\")")
    assert instance.call("restore", str(copy)).exit_code == 0
    assert (instance.contents(), current(instance.engine)) == (before, revision)

    instance.engine.dispose()
    add_revision("op.execute('UPDATE postings SET amount = 3 WHERE event = 1')")
    assert "postings of event 1" in one_sentence(instance.call("restore", str(copy)))
    assert instance.contents() == before


def test_restore_needs_a_file(tmp_path: Path) -> None:
    result = call("restore", str(tmp_path / "nothing"), env={"LEDGER_INSTANCE": str(tmp_path)})
    assert result.exit_code == 2
