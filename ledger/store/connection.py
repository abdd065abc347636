"""How a connection begins: SQLite's settings, and which commits take the write lock at once."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session

WRITING: Final = "ledger_writing"


class SessionInUseError(RuntimeError):
    """A writer was handed a session that already reads: on SQLite its lock upgrade would fail at once."""


def prepare(engine: Engine) -> Engine:
    """Make `engine` safe to write with, and return it. PostgreSQL needs nothing."""
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _settings)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _settings(connection: Any, _record: object) -> None:
    # The driver's own transactions begin too late to protect a read that decides a write.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        "recursive_triggers=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def begin_writing(session: Session) -> Connection:
    """Begin a commit that holds the write lock from its first read on. Raises `SessionInUseError`."""
    if session.in_transaction():
        raise SessionInUseError
    return session.connection(execution_options={WRITING: True})
