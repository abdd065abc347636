"""Erasing a whole evening: the one guarded deletion there is."""

import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.backup import database_file, empty_log
from ledger.store.connection import writing
from ledger.store.models import (
    ErasureRow,
    EveningRow,
    EventRow,
    FlagRow,
    HandoverRow,
    HeadRow,
    IbanRow,
    LinkRow,
    PostingRow,
    PrintRow,
    SeatRow,
    SpokenRow,
    TextRow,
)

# In the order that references allow.
_OF_AN_EVENING: Final = (
    *(PostingRow, HeadRow, EventRow, SpokenRow, LinkRow),
    *(SeatRow, TextRow, IbanRow, PrintRow, HandoverRow, FlagRow),
)


def title_of(session: Session, evening_id: str) -> str | None:
    """Return an evening's title, None when there is no such evening."""
    return session.execute(sa.select(EveningRow.title).where(EveningRow.id == evening_id)).scalar()


def erase(session: Session, evening_id: str, now: datetime.datetime) -> None:
    """Erase an evening with everything that belongs to it, in one commit; its id stays in the guard.

    SQLite overwrites the rows in its file and empties its log. PostgreSQL does so when it next vacuums.
    """
    with writing(session):
        # Whoever is writing this evening is let finish first.
        session.execute(sa.select(HeadRow.number).where(HeadRow.evening_id == evening_id).with_for_update())
        session.execute(sa.insert(ErasureRow), {"evening_id": evening_id, "erased_at": now})
        for table in _OF_AN_EVENING:
            session.execute(sa.delete(table).where(table.evening_id == evening_id))
        session.execute(sa.delete(EveningRow).where(EveningRow.id == evening_id))
    engine = session.get_bind().engine
    if engine.dialect.name == "sqlite":
        empty_log(database_file(engine.url))
