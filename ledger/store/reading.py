"""Reading what the journal keeps: an evening's events, and its head."""

import json
from functools import lru_cache
from typing import cast

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import Opened, from_plain
from ledger.evening.resolve import Line
from ledger.evening.snapshot import Head, head_from_plain
from ledger.store.models import EventRow, HeadRow


@lru_cache(maxsize=512)
def opened_from(version: int, body: str) -> Opened:
    """Return event 0 from its stored text. It never changes, so reading it once is enough."""
    return cast(Opened, from_plain("open", version, json.loads(body)))


def read_events(session: Session, evening_id: str) -> tuple[Opened, list[Line]]:
    """Return event 0 and all later events of an evening, in order."""
    rows = session.execute(
        sa.select(EventRow.number, EventRow.kind, EventRow.version, EventRow.body)
        .where(EventRow.evening_id == evening_id)
        .order_by(EventRow.number)
    ).all()
    opened = opened_from(rows[0].version, rows[0].body)
    return opened, [
        Line(row.number, from_plain(row.kind, row.version, json.loads(row.body))) for row in rows[1:]
    ]


def read_head(session: Session, evening_id: str, *, lock: bool = False) -> Head | None:
    """Return where an evening stands, None when there is none; `lock` keeps other writers out."""
    query = (
        sa.select(HeadRow.number, HeadRow.revision, HeadRow.state, EventRow.version, EventRow.body)
        .join(EventRow, sa.and_(EventRow.evening_id == HeadRow.evening_id, EventRow.number == 0))
        .where(HeadRow.evening_id == evening_id)
    )
    if lock:
        query = query.with_for_update(of=HeadRow)
    row = session.execute(query).one_or_none()
    if row is None:
        return None
    opened = opened_from(row.version, row.body)
    return head_from_plain(opened, json.loads(row.state), number=row.number, revision=row.revision)
