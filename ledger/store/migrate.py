"""Bringing a database to the current revision: once, before the server starts, after a backup.

Alembic is called directly rather than through a Flask extension: migrating is done before there is an app.
"""

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine

from ledger.store.backup import backup_to, stamped
from ledger.store.connection import prepare

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"


class BrokenReferencesError(Exception):
    """A migration left rows that refer to nothing; `tables` names where. The backup is untouched."""

    def __init__(self, tables: list[str]) -> None:
        super().__init__(", ".join(tables))
        self.tables = tables


def newest() -> str:
    """Return the revision that this program expects."""
    return str(ScriptDirectory(str(MIGRATIONS)).get_current_head())


def current(engine: Engine) -> str | None:
    """Return the revision a database is at, None for one without tables."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(url: str, backups: Path, *, to: str = "head") -> bool:
    """Migrate the database at `url`, and return whether there was anything to do.

    A SQLite database that holds something is copied into `backups` first. Raises `BrokenReferencesError`.
    """
    engine = prepare(sa.create_engine(url))
    try:
        _begin_private(engine)
        before = current(engine)
        target = newest() if to == "head" else to
        if before == target:
            return False
        if before is not None and engine.dialect.name == "sqlite":
            backup_to(url, stamped(backups, f"before-{target}"))
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                # Rebuilding a table with foreign keys on would delete the rows that refer to it. The setting
                # only takes outside a transaction, which is why it goes to the driver's connection.
                connection.connection.execute("PRAGMA foreign_keys=OFF")
            with connection.begin():
                _drop_triggers(connection)
                _run(connection, to)
                _apply_triggers(connection)
                _refuse_broken(connection)
        return True
    finally:
        engine.dispose()


def _begin_private(engine: Engine) -> None:
    """Make the file of a new SQLite database, which SQLite itself would let everybody on the machine read."""
    name = engine.url.database
    if engine.dialect.name == "sqlite" and name and name != ":memory:":
        file = Path(name)
        if file.parent.is_dir() and not file.exists():
            file.touch(mode=0o600)


def _run(connection: Connection, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _drop_triggers(connection: Connection) -> None:
    """Take SQLite's triggers away: one that names a table which is being rebuilt would stop the migration."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()
        for (name,) in found:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')


def _apply_triggers(connection: Connection) -> None:
    """Make the triggers anew: a rebuilt table has lost its own."""
    script = (MIGRATIONS / f"triggers_{connection.dialect.name}.sql").read_text(encoding="utf-8")
    for statement in script.split("\n--\n"):
        connection.exec_driver_sql(statement)


def _refuse_broken(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise BrokenReferencesError(sorted({str(row[0]) for row in broken}))
