"""The last prints of an evening: so that whoever holds an old one can be told of a newer."""

import datetime
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.connection import writing
from ledger.store.models import EVENINGS, PrintRow

KEPT: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A print that was made: of which `revision` of the book, with which `checksum`. Times are UTC, naive."""

    number: int
    revision: int
    checksum: str
    language: str
    at: datetime.datetime


def newest(session: Session, evening_id: str) -> Made | None:
    """Return the print made last, None when there is none."""
    row = session.execute(
        sa.select(PrintRow.number, PrintRow.revision, PrintRow.checksum, PrintRow.language, PrintRow.made_at)
        .where(PrintRow.evening_id == evening_id)
        .order_by(PrintRow.number.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    number, revision, checksum, language, at = row
    return Made(number=number, revision=revision, checksum=checksum, language=language, at=at)


def note(
    session: Session,
    evening_id: str,
    *,
    revision: int,
    checksum: str,
    language: str,
    now: datetime.datetime,
) -> None:
    """Write down that a print was made, forget those that are older than the last `KEPT`, and commit."""
    with writing(session):
        # Two who print at once take their numbers one after the other (SQLite's writers wait anyway).
        session.execute(sa.select(EVENINGS.c.id).where(EVENINGS.c.id == evening_id).with_for_update())
        latest = session.execute(
            sa.select(sa.func.max(PrintRow.number)).where(PrintRow.evening_id == evening_id)
        ).scalar()
        number = (latest or 0) + 1
        session.execute(
            sa.insert(PrintRow),
            {
                "evening_id": evening_id,
                "number": number,
                "revision": revision,
                "checksum": checksum,
                "language": language,
                "made_at": now,
            },
        )
        session.execute(
            sa.delete(PrintRow).where(PrintRow.evening_id == evening_id, PrintRow.number <= number - KEPT)
        )
