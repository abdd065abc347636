"""Copying a SQLite database that may be in use, and putting a copy back. PostgreSQL has pg_dump for that."""

import datetime
import os
import shutil
import sqlite3
import stat
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa

_PATIENCE: Final = 2.0
"""Seconds that emptying a log waits for who reads."""

_PRIVATE: Final = 0o600
"""A copy holds what only the links of its evenings open."""


class NotSqliteError(Exception):
    """The database is no SQLite file; its own tools copy it."""


class OccupiedError(Exception):
    """There is something else in the place of the copy; nothing was changed."""


class UnusableCopyError(Exception):
    """The file is no whole database of this program; nothing was changed."""


def database_file(url: str | sa.URL) -> Path:
    """Return the file of the SQLite database at `url`. Raises `NotSqliteError`."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise NotSqliteError(parsed.get_backend_name())
    return Path(parsed.database)


def stamped(folder: Path, prefix: str) -> Path:
    """Return where in `folder` a copy made now belongs."""
    now = datetime.datetime.now(datetime.UTC)
    return folder / f"{prefix}-{now:%Y%m%d-%H%M%S-%f}.sqlite"


def backup_to(url: str, target: Path, *, force: bool = False) -> Path:
    """Copy the database at `url` to `target`, whole or not at all, while it may be in use; return `target`.

    Copying the file would lose what still lies in its write-ahead log. Only its owner can read the copy. An
    earlier copy is replaced, any other file only with `force`. Raises `NotSqliteError`, `OccupiedError`,
    `UnusableCopyError`.
    """
    source = database_file(url)
    if target.exists() and source.exists() and target.samefile(source):
        raise UnusableCopyError("that is the database itself")
    if target.exists() and not (target.is_file() and (force or _is_copy(target))):
        raise OccupiedError(target)
    _copy(source, target)
    return target


def set_aside(url: str, target: Path) -> Path | None:
    """Copy the database at `url` to `target` before it is replaced, and return `target`; None without one.

    What is not whole any more is copied byte by byte. Raises `NotSqliteError`.
    """
    source = database_file(url).resolve()
    if not source.is_file() or not source.stat().st_size:
        return None
    try:
        _copy(source, target)
    except UnusableCopyError:
        for suffix in ("", "-wal"):
            part = source.with_name(source.name + suffix)
            if part.is_file():
                shutil.copyfile(part, target.with_name(target.name + suffix))
                target.with_name(target.name + suffix).chmod(_PRIVATE)
    return target


def restore_from(source: Path, url: str) -> Path:
    """Put the copy `source` in place of the database at `url`, after checking it; return the database file.

    It can be read by whoever could read the old one. The caller sees to it that no server runs, and sets the
    old one aside. Raises `NotSqliteError`, `UnusableCopyError`.
    """
    target = database_file(url).resolve()
    if not source.is_file():
        raise UnusableCopyError(f"{source} is not there")
    _refuse_damaged(source)
    # Nothing of the old database may ever be played into the new one.
    empty_log(target)
    _copy(source, target, like=target.stat() if target.exists() else None)
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


def _copy(source: Path, target: Path, like: os.stat_result | None = None) -> None:
    """Write a copy beside `target` and put it in place; owner and rights are those of `like`, where given."""
    if not source.is_file():
        raise UnusableCopyError(f"{source} is not there")
    target.parent.mkdir(parents=True, exist_ok=True)
    # A name of its own, since somebody else may be making a copy in the same place. Its owner alone reads it.
    descriptor, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".partial", dir=target.parent)
    os.close(descriptor)
    partial = Path(name)
    try:
        with (
            closing(sqlite3.connect(_readonly(source), uri=True)) as reading,
            closing(sqlite3.connect(partial)) as writing,
        ):
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode=DELETE")
        _refuse_damaged(partial)
        if like is not None:
            with suppress(PermissionError):
                os.chown(partial, like.st_uid, like.st_gid)
            partial.chmod(stat.S_IMODE(like.st_mode))
        _sync(partial)
        partial.replace(target)
        _sync(target.parent)
    except sqlite3.DatabaseError as error:
        raise UnusableCopyError(str(error)) from error
    finally:
        partial.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_copy(path: Path) -> bool:
    """Return whether `path` is a copy made here, or empty: a database in use keeps a write-ahead log."""
    if not path.stat().st_size:
        return True
    try:
        _refuse_damaged(path)
        with closing(sqlite3.connect(_readonly(path), uri=True)) as connection:
            return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete")
    except (sqlite3.DatabaseError, UnusableCopyError):
        return False


def _refuse_damaged(path: Path) -> None:
    try:
        with closing(sqlite3.connect(_readonly(path), uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT 1 FROM events, heads, evenings LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        raise UnusableCopyError(str(error)) from error
    if verdict != "ok":
        raise UnusableCopyError(str(verdict))
