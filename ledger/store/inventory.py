"""What a database holds: every evening in a line, for whoever hosts it."""

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.models import EVENINGS, HEADS
from ledger.store.people import names_of_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """One evening: its id (what follows `/e/` in its addresses), title, date, and where it stands.

    *Attributes*: `names` of everybody who was there, as they are now; `deals` in force; whether it is
    `closed`. Where the head is missing these are empty, 0 and None.
    """

    id: str
    title: str
    date: datetime.date
    names: Sequence[str]
    deals: int
    closed: bool | None


def evenings(session: Session) -> list[Stored]:
    """Return every evening, the latest first."""
    rows = session.execute(
        sa.select(EVENINGS.c.id, EVENINGS.c.title, EVENINGS.c.date, HEADS.c.closed, HEADS.c.state)
        .outerjoin(HEADS, HEADS.c.evening_id == EVENINGS.c.id)
        .order_by(EVENINGS.c.date.desc(), EVENINGS.c.created_at.desc(), EVENINGS.c.id)
    ).all()
    names = names_of_all(session, {row.id: row.state for row in rows if row.state is not None})
    return [
        Stored(
            id=row.id,
            title=row.title,
            date=row.date,
            names=names.get(row.id, ()),
            deals=0 if row.state is None else json.loads(row.state)["deals"],
            closed=row.closed,
        )
        for row in rows
    ]
