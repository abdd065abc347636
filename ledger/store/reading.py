"""Reading what the journal keeps: an evening's events, and its head."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import Opened
from ledger.evening.line import Line
from ledger.evening.snapshot import Head, head_from_plain
from ledger.evening.stored import UnreadableEventError, from_plain
from ledger.rules.problems import RefusedError
from ledger.store.models import EVENTS, HEADS


@lru_cache(maxsize=512)
def opened_from(version: int, body: str) -> Opened:
    """Return event 0 from its stored text. It never changes, so reading it once is enough."""
    return cast(Opened, from_plain("open", version, json.loads(body)))


_EVENTS = (
    sa.select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.version, EVENTS.c.body)
    .where(EVENTS.c.evening_id == sa.bindparam("evening"))
    .order_by(EVENTS.c.number)
)
HEAD = (
    sa.select(HEADS.c.number, HEADS.c.revision, HEADS.c.state, EVENTS.c.version, EVENTS.c.body)
    .join(EVENTS, sa.and_(EVENTS.c.evening_id == HEADS.c.evening_id, EVENTS.c.number == 0))
    .where(HEADS.c.evening_id == sa.bindparam("evening"))
)
_LOCKED_HEAD = HEAD.with_for_update(of=HEADS)


def read_events(session: Session, evening_id: str) -> tuple[Opened, list[Line]]:
    """Return event 0 and all later events of an evening, in order."""
    rows = session.execute(_EVENTS, {"evening": evening_id}).all()
    first, *later = [_line(number, kind, version, body) for number, kind, version, body in rows]
    return cast(Opened, first.event), later


def read_revisions(session: Session, evening_id: str) -> dict[int, int]:
    """Return the revision that each event of an evening was written with, by number."""
    query = sa.select(EVENTS.c.number, EVENTS.c.revision).where(EVENTS.c.evening_id == evening_id)
    return {row.number: row.revision for row in session.execute(query)}


def _line(number: int, kind: str, version: int, body: str) -> Line:
    """Return one stored event. Raises `UnreadableEventError` that names it where it is none of ours."""
    try:
        if number == 0:
            return Line(number, opened_from(version, body))
        return Line(number, from_plain(kind, version, json.loads(body)))
    except (UnreadableEventError, RefusedError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableEventError(f"event {number}: {error}") from error


def read_head(session: Session, evening_id: str, *, lock: bool = False) -> Head | None:
    """Return where an evening stands, None when there is none; `lock` keeps other writers out."""
    row = session.execute(_LOCKED_HEAD if lock else HEAD, {"evening": evening_id}).one_or_none()
    return None if row is None else head_of(row)


def head_of(row: Sequence[Any]) -> Head:
    """Return the head in a row that begins with the columns of `HEAD`."""
    number, revision, state, version, body = row[:5]
    return head_from_plain(opened_from(version, body), json.loads(state), number=number, revision=revision)
