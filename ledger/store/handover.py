"""Whose the book is: any phone with the link to write may write, until one of them takes the book over.

A hand-over is no event: it moves no money, and the revision counts what changes the book, nothing else.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store import links
from ledger.store.connection import writing
from ledger.store.models import DEVICES, EVENTS, HANDOVERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A phone that has the book.

    *Attributes*: `device_id`; its `label`, empty where it has none; `at`, since when (UTC, naive); `taken`,
    whether it took the book over: else it merely wrote last, and every other phone may write too.
    """

    device_id: str
    label: str
    at: datetime.datetime
    taken: bool


class TakenOverError(Exception):
    """Another phone, `holder`, took the book over. Nothing was written, nothing is lost."""

    def __init__(self, holder: Holder) -> None:
        super().__init__("another phone took the book over")
        self.holder = holder


_TAKEN = (
    sa.select(HANDOVERS.c.number, HANDOVERS.c.device_id, HANDOVERS.c.taken_at, DEVICES.c.label)
    .outerjoin(DEVICES, DEVICES.c.id == HANDOVERS.c.device_id)
    .where(HANDOVERS.c.evening_id == sa.bindparam("evening"))
    .order_by(HANDOVERS.c.number.desc())
)
_LATEST = _TAKEN.limit(1)
_WROTE = (
    sa.select(EVENTS.c.device_id, EVENTS.c.written_at, DEVICES.c.label)
    .outerjoin(DEVICES, DEVICES.c.id == EVENTS.c.device_id)
    .where(EVENTS.c.evening_id == sa.bindparam("evening"), EVENTS.c.device_id.is_not(None))
    .order_by(EVENTS.c.number.desc())
    .limit(1)
)


def taken_by(session: Session, evening_id: str) -> Holder | None:
    """Return the phone that took the book over last, None while none ever did."""
    row = session.execute(_LATEST, {"evening": evening_id}).one_or_none()
    return None if row is None else _holder(row)


def holder(session: Session, evening_id: str) -> Holder | None:
    """Return the phone that has the book: who took it over last, else who wrote last."""
    taken = taken_by(session, evening_id)
    if taken is not None:
        return taken
    row = session.execute(_WROTE, {"evening": evening_id}).one_or_none()
    if row is None:
        return None
    return Holder(device_id=row.device_id, label=row.label or "", at=row.written_at, taken=False)


def history(session: Session, evening_id: str) -> Sequence[Holder]:
    """Return every phone that took the book over, earliest first."""
    rows = session.execute(_TAKEN, {"evening": evening_id}).all()
    return [_holder(row) for row in reversed(rows)]


def check(session: Session, evening_id: str, device_id: str | None) -> None:
    """Look, inside the commit that writes, whether a phone may. Raises `TakenOverError`.

    Who writes without a phone, on the machine itself, may.
    """
    if device_id is None:
        return
    taken = taken_by(session, evening_id)
    if taken is not None and taken.device_id != device_id:
        raise TakenOverError(taken)


def take(
    session: Session, evening_id: str, device_id: str, now: datetime.datetime, *, by: str | None = None
) -> None:
    """Give the book to a phone, and commit; nothing is noted down where it has taken it already.

    `by` is the link the phone came by. Raises `RevokedLinkError` where it was revoked meanwhile.
    """
    with writing(session):
        links.lock(session, evening_id)
        if by is not None:
            links.check(session, by)
        row = session.execute(_LATEST, {"evening": evening_id}).one_or_none()
        if row is not None and row.device_id == device_id:
            return
        session.execute(
            sa.insert(HANDOVERS),
            {
                "evening_id": evening_id,
                "number": 1 if row is None else row.number + 1,
                "device_id": device_id,
                "taken_at": now,
            },
        )


def _holder(row: Any) -> Holder:
    return Holder(device_id=row.device_id, label=row.label or "", at=row.taken_at, taken=True)
