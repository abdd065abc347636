"""Copying a SQLite database that may be in use, and putting a copy back. PostgreSQL has pg_dump for that."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

_PATIENCE: Final = 2.0
"""Seconds that emptying a log waits for who reads."""


class NotSqliteError(Exception):
    """The database is no SQLite file; its own tools copy it."""


class UnusableCopyError(Exception):
    """The file is no whole database of this program; nothing was changed."""


def database_file(url: str | sa.URL) -> Path:
    """Return the file of the SQLite database at `url`. Raises `NotSqliteError`."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise NotSqliteError(parsed.get_backend_name())
    return Path(parsed.database)


def backup_to(url: str, target: Path) -> Path:
    """Copy the database at `url` to `target`, whole or not at all, while it may be in use; return `target`.

    Copying the file would lose what still lies in its write-ahead log. Raises `NotSqliteError`,
    `UnusableCopyError`.
    """
    source = database_file(url)
    if target.exists() and source.exists() and target.samefile(source):
        raise UnusableCopyError("that is the database itself")
    return _copy(source, target)


def restore_from(source: Path, url: str) -> Path:
    """Put the copy `source` in place of the database at `url`, after checking it; return the database file.

    The caller sees to it that no server runs. Raises `NotSqliteError`, `UnusableCopyError`.
    """
    target = database_file(url)
    if not source.is_file():
        raise UnusableCopyError(f"{source} is not there")
    _refuse_damaged(source)
    # Nothing of the old database may ever be played into the new one.
    empty_log(target)
    _copy(source, target)
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    return target


def empty_log(file: Path) -> None:
    """Play the write-ahead log of a database into it, and leave nothing in the log.

    Who reads for longer than a moment meanwhile keeps the log as it is.
    """
    if file.is_file():
        try:
            with closing(sqlite3.connect(file, timeout=_PATIENCE)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.DatabaseError:
            return  # What is damaged has nothing to play back.


def _readonly(path: Path) -> str:
    return path.absolute().as_uri() + "?mode=ro"


def _copy(source: Path, target: Path) -> Path:
    if not source.is_file():
        raise UnusableCopyError(f"{source} is not there")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(_readonly(source), uri=True)) as reading,
            closing(sqlite3.connect(partial)) as writing,
        ):
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode=DELETE")
        _refuse_damaged(partial)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.replace(target)
    except sqlite3.DatabaseError as error:
        raise UnusableCopyError(str(error)) from error
    finally:
        partial.unlink(missing_ok=True)
    return target


def _refuse_damaged(path: Path) -> None:
    try:
        with closing(sqlite3.connect(_readonly(path), uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT 1 FROM events, heads, evenings LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        raise UnusableCopyError(str(error)) from error
    if verdict != "ok":
        raise UnusableCopyError(str(verdict))
