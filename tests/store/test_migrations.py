"""Migrations: a filled database of each earlier revision arrives whole, with its triggers, after a backup."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from ledger.store import migrate
from ledger.store.backup import database_file
from ledger.store.connection import prepare
from ledger.store.migrate import BrokenReferencesError, current, newest, upgrade
from ledger.store.models import Base
from ledger.store.verify import differences
from tests.conftest import Maker
from tests.store.copies import rights
from tests.store.filling import FILLED, Rows, fill
from tests.store.scribe import MADE, Scribe, contents

_SCRIPTS = ScriptDirectory(str(migrate.MIGRATIONS))
REVISIONS = [script.revision for script in reversed(list(_SCRIPTS.walk_revisions()))]

# On SQLite each of these makes the table anew and drops the old one, and its triggers with it.
REBUILD = """\
for table, column in (("evenings", "place"), ("events", "kind"), ("seats", "name")):
    with op.batch_alter_table(table) as batch:
        batch.alter_column(column, type_=sa.String(200), existing_nullable=False)
"""


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    engine = prepare(sa.create_engine(url))
    yield engine
    engine.dispose()


def _make(url: str, backups: Path, *, to: str) -> Rows:
    """Make a database at revision `to` and fill it."""
    upgrade(url, backups, to=to)
    with _opened(url) as engine:
        return fill(engine)


def _is_whole(engine: Engine, rows: Rows) -> None:
    """Check that all rows are there, that nothing refers to nothing, that events are guarded again."""
    with Session(engine) as session:
        stored = contents(session)
        assert {name: len(stored[name]) for name in rows} == {name: len(rows[name]) for name in rows}
        assert list(differences(session)) == []
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    for change in ("UPDATE events SET body = '{}'", "DELETE FROM events WHERE evening_id = 'friday'"):
        with pytest.raises(DBAPIError, match="events are never"), engine.begin() as connection:
            connection.exec_driver_sql(change)
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO seats VALUES ('nowhere', 0, 'Eva')")
    with Session(engine) as session:
        # Somebody comes back on the next Friday and goes on where the evening stood.
        friday = Scribe(session, "friday")
        friday.write(MADE)
        assert list(differences(session)) == []


def test_revisions_are_one_line_and_each_has_its_rows() -> None:
    assert len(_SCRIPTS.get_heads()) == 1
    assert REVISIONS[0] == "0001"
    assert sorted(file.stem for file in FILLED.glob("*.json")) == sorted(REVISIONS)


@pytest.mark.parametrize("revision", REVISIONS)
def test_filled_database_of_each_revision_arrives_whole(
    empty_database: Maker, tmp_path: Path, revision: str
) -> None:
    url = empty_database()
    rows = _make(url, tmp_path / "backups", to=revision)
    upgrade(url, tmp_path / "backups")
    with _opened(url) as engine:
        assert current(engine) == newest()
        _is_whole(engine, rows)


def test_models_and_migrations_agree(engine: Engine) -> None:
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []


def test_upgrading_twice_does_nothing(empty_database: Maker, tmp_path: Path) -> None:
    url, backups = empty_database(), tmp_path / "backups"
    assert upgrade(url, backups) is True
    with _opened(url) as engine:
        fill(engine)
        with Session(engine) as session:
            before = contents(session)
    assert upgrade(url, backups) is False
    with _opened(url) as engine, Session(engine) as session:
        assert contents(session) == before
    # Nothing was there to lose the first time, and nothing to do the second.
    assert not backups.exists()


def test_rebuilt_tables_keep_rows_references_and_triggers(
    empty_database: Maker, tmp_path: Path, add_revision: Callable[[str], str]
) -> None:
    url = empty_database()
    rows = _make(url, tmp_path / "backups", to=newest())
    later = add_revision(REBUILD)
    assert upgrade(url, tmp_path / "backups") is True
    with _opened(url) as engine:
        assert current(engine) == later
        _is_whole(engine, rows)


def test_table_that_a_trigger_asks_can_be_rebuilt(
    empty_database: Maker, tmp_path: Path, add_revision: Callable[[str], str]
) -> None:
    url = empty_database()
    rows = _make(url, tmp_path / "backups", to=newest())
    add_revision(
        "with op.batch_alter_table('erasures') as batch:\n"
        "    batch.alter_column('evening_id', type_=sa.String(64), existing_nullable=False)"
    )
    upgrade(url, tmp_path / "backups")
    with _opened(url) as engine:
        _is_whole(engine, rows)


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_new_database_is_for_its_owner_alone(empty_database: Maker, tmp_path: Path) -> None:
    """Whoever else the machine knows sees neither the file nor what still lies in its log."""
    url = empty_database()
    upgrade(url, tmp_path / "backups")
    with _opened(url) as engine, Session(engine) as session:
        Scribe.opens(session)
        files = sorted(database_file(url).parent.glob("*.sqlite*"))
        assert len(files) == 3
        assert {rights(file) for file in files} == {"-rw-------"}


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_database_that_others_may_read_keeps_its_rights(empty_database: Maker, tmp_path: Path) -> None:
    url = empty_database()
    upgrade(url, tmp_path / "backups")
    database_file(url).chmod(0o640)
    upgrade(url, tmp_path / "backups")
    assert rights(database_file(url)) == "-rw-r-----"


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_filled_database_is_copied_before_it_is_migrated(
    empty_database: Maker, tmp_path: Path, add_revision: Callable[[str], str]
) -> None:
    url, backups, before = empty_database(), tmp_path / "backups", newest()
    rows = _make(url, backups, to=before)
    later = add_revision(REBUILD)
    upgrade(url, backups)
    (copy,) = backups.iterdir()
    assert copy.name.startswith(f"before-{later}-")
    with _opened(f"sqlite:///{copy}") as engine:
        assert current(engine) == before
        _is_whole(engine, rows)


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_migration_that_leaves_references_to_nothing_is_refused(
    empty_database: Maker, tmp_path: Path, add_revision: Callable[[str], str]
) -> None:
    url, before = empty_database(), newest()
    rows = _make(url, tmp_path / "backups", to=before)
    add_revision(f"{REBUILD}\nop.execute(\"DELETE FROM evenings WHERE id = 'kratzen'\")")
    with pytest.raises(BrokenReferencesError) as broken:
        upgrade(url, tmp_path / "backups")
    assert broken.value.tables == ["events", "heads", "postings", "seats"]
    with _opened(url) as engine:
        assert current(engine) == before
        _is_whole(engine, rows)


def test_migration_that_fails_halfway_leaves_the_database_as_it_was(
    empty_database: Maker, tmp_path: Path, add_revision: Callable[[str], str]
) -> None:
    url, before = empty_database(), newest()
    rows = _make(url, tmp_path / "backups", to=before)
    add_revision(f'{REBUILD}\nop.execute("SELECT nothing FROM nowhere")')
    with pytest.raises(DBAPIError):
        upgrade(url, tmp_path / "backups")
    with _opened(url) as engine:
        assert current(engine) == before
        _is_whole(engine, rows)


def test_migrations_are_found_wherever_the_program_lies(
    empty_database: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "100% Jass, Gößweinstein"
    folder.symlink_to(migrate.MIGRATIONS)
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    assert upgrade(empty_database(), tmp_path / "backups")
