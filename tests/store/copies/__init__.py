"""Copies of a SQLite database in a test: what is in them, and what can happen to one on a shelf."""

import os
import sqlite3
import stat
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.connection import prepare
from ledger.store.verify import differences
from tests.store.scribe import Contents, contents


def read(file: Path) -> Contents:
    """Return every row of a database that verifies."""
    engine = prepare(sa.create_engine(f"sqlite:///{file}"))
    with Session(engine) as session:
        assert list(differences(session)) == []
        session.rollback()
        found = contents(session)
    engine.dispose()
    return found


def names(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {file.name for file in folder.iterdir()}


def rights(file: Path) -> str:
    """Return who may do what with a file, as `ls` shows it."""
    return stat.filemode(file.stat().st_mode)


def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that tells from now on, in order, what is forced to the disk and what put in place."""
    told: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def tell_sync(descriptor: int) -> None:
        told.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def tell_replace(path: Path, target: Path) -> Path:
        told.append("in place")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", tell_sync)
    monkeypatch.setattr(Path, "replace", tell_replace)
    return told


def text(file: Path) -> None:
    """Write prose over it."""
    file.write_text("a letter", encoding="utf-8")


def nothing(file: Path) -> None:
    """Leave nothing of it."""
    file.write_bytes(b"")


def half(file: Path) -> None:
    """Cut it off in the middle."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 // 4096 * 4096])


def scratched(file: Path) -> None:
    """Spoil some of its pages."""
    data = bytearray(file.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\xa5" * 4096 * 3
    file.write_bytes(data)


def foreign(file: Path) -> None:
    """Put the database of another program in its place."""
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def folder(file: Path) -> None:
    """Put a folder in its place."""
    file.unlink()
    file.mkdir()


DAMAGES: Final[Sequence[Callable[[Path], None]]] = (
    text,
    nothing,
    half,
    scratched,
    foreign,
    folder,
    Path.unlink,
)
