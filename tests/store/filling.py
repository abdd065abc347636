"""Databases as earlier releases left them: every row of every table, frozen in a file for each revision."""

import datetime
import json
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.types import Date, DateTime

from ledger.store.migrate import current

FILLED: Final = Path(__file__).parent / "filled"

Rows = dict[str, list[dict[str, object]]]
"""The rows of each table, by the names of their columns; dates and times as text."""


def rows_of(revision: str) -> Rows:
    """Return what a database at `revision` was filled with.

    A migration never changes these files. The next one comes with a file of its own.
    """
    rows: Rows = json.loads((FILLED / f"{revision}.json").read_text(encoding="utf-8"))
    return rows


def fill(engine: Engine) -> Rows:
    """Fill a database, at whatever revision it is, with the rows of that revision, and return them."""
    rows = rows_of(str(current(engine)))
    metadata = sa.MetaData()
    # The tables as they are in this database: the models only know the newest.
    metadata.reflect(engine)
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            if rows.get(table.name):
                values = [_typed(table, row) for row in rows[table.name]]
                connection.execute(sa.insert(table), values)
    return rows


def _typed(table: sa.Table, row: dict[str, object]) -> dict[str, object]:
    return {name: _value(table.columns[name].type, value) for name, value in row.items()}


def _value(kind: object, value: object) -> object:
    if isinstance(kind, DateTime) and value is not None:
        return datetime.datetime.fromisoformat(str(value))
    if isinstance(kind, Date) and value is not None:
        return datetime.date.fromisoformat(str(value))
    return value
