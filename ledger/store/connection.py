"""How a connection begins: SQLite's settings, and which commits take the write lock at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session

WRITING: Final = "ledger_writing"


class SessionInUseError(RuntimeError):
    """A writer was handed a session that already reads: on SQLite its lock upgrade would fail at once."""


def prepare(engine: Engine) -> Engine:
    """Make `engine` safe to read and write with, and return it."""
    # An error quotes the values of its statement, among them tokens, and errors end in a log.
    engine.hide_parameters = True
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _settings)
        sa.event.listen(engine, "begin", _begin)
    else:
        sa.event.listen(engine, "begin", _see_one_moment)
    return engine


def _see_one_moment(connection: Connection) -> None:
    # A page asks several questions: all of them are to be answered by the same moment of the book. A writer
    # waits for its lock and must then see what was written meanwhile.
    if not connection.get_execution_options().get(WRITING, False):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _settings(connection: Any, _record: object) -> None:
    # The driver's own transactions begin too late to protect a read that decides a write.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        # SQLite does not queue writers fairly: under load one can wait for many others.
        "busy_timeout=30000",
        "recursive_triggers=ON",
        # What is deleted is overwritten, so that an erased evening is gone from the file too.
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def begin_writing(session: Session) -> Connection:
    """Begin a commit that holds the write lock from its first read on. Raises `SessionInUseError`."""
    if session.in_transaction():
        raise SessionInUseError
    try:
        return session.connection(execution_options={WRITING: True})
    except BaseException:
        session.rollback()
        raise


@contextmanager
def writing(session: Session) -> Iterator[None]:
    """Begin a commit for the block, commit behind it, and take everything back where it fails."""
    begin_writing(session)
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise
