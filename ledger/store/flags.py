"""Flags: somebody who watches says that the last deal is not right, and a scribe answers.

A flag changes nothing in the book: it is kept beside it, with its answer.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store import handover, links
from ledger.store.connection import writing
from ledger.store.models import DEVICES, FLAGS

LARGEST: Final = 2**31 - 1
"""The largest number a flag can have, as the database counts."""
MOST_OPEN: Final = 8
"""How many flags of an evening can wait for an answer: more would tell the scribe nothing new."""


class Verdict(StrEnum):
    """What a scribe answers to a flag."""

    RIGHT = "right"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A deal that somebody says is not right; times are UTC, naive.

    *Attributes*: `number` among the evening's flags; `event` that had been written last, and its `deal`, as
    it was numbered then; `device_id` of who raised it, and when (`at`); the `answer`, None while it is open,
    when it was given, the id of the phone that gave it (`answered_on`) and that phone's label.
    """

    number: int
    event: int
    deal: int
    device_id: str
    at: datetime.datetime
    answer: Verdict | None
    answered_at: datetime.datetime | None
    answered_on: str | None
    answered_by: str


_FLAGS = (
    sa.select(FLAGS, DEVICES.c.label)
    .outerjoin(DEVICES, DEVICES.c.id == FLAGS.c.answered_by)
    .where(FLAGS.c.evening_id == sa.bindparam("evening"))
    .order_by(FLAGS.c.number)
)
_COUNTS = sa.select(sa.func.max(FLAGS.c.number), sa.func.count(FLAGS.c.answer), sa.func.count()).where(
    FLAGS.c.evening_id == sa.bindparam("evening")
)
_OPEN = _FLAGS.where(FLAGS.c.answer.is_(None))
_OF_DEVICE = _FLAGS.where(FLAGS.c.device_id == sa.bindparam("device"))


def history(session: Session, evening_id: str) -> Sequence[Flag]:
    """Return every flag of an evening, earliest first."""
    return _read(session, _FLAGS, {"evening": evening_id})


def open_ones(session: Session, evening_id: str) -> Sequence[Flag]:
    """Return the flags that nobody has answered, earliest first."""
    return _read(session, _OPEN, {"evening": evening_id})


def latest_of(session: Session, evening_id: str, device_id: str) -> Flag | None:
    """Return the flag a phone raised last, None where it raised none."""
    raised = _read(session, _OF_DEVICE, {"evening": evening_id, "device": device_id})
    return raised[-1] if raised else None


def put_up(
    session: Session,
    evening_id: str,
    device_id: str,
    now: datetime.datetime,
    *,
    event: int,
    deal: int,
    by: str | None = None,
) -> bool:
    """Note that the deal written last, by `event`, is not right, and commit; return whether that is new.

    A phone has one open flag at a time, and raises none twice for one event; all phones together have
    `MOST_OPEN`. `by` is the link it came by.
    Raises `RevokedLinkError` where that was revoked meanwhile.
    """
    with writing(session):
        links.lock(session, evening_id)
        if by is not None:
            links.check(session, by)
        raised = session.execute(
            sa.select(FLAGS.c.event, FLAGS.c.answer).where(
                FLAGS.c.evening_id == evening_id, FLAGS.c.device_id == device_id
            )
        ).all()
        if any(row.answer is None or row.event == event for row in raised):
            return False
        latest, answered, count = session.execute(_COUNTS, {"evening": evening_id}).one()
        if count - answered >= MOST_OPEN:
            return False
        session.execute(
            sa.insert(FLAGS),
            {
                "evening_id": evening_id,
                "number": (latest or 0) + 1,
                "event": event,
                "deal": deal,
                "device_id": device_id,
                "raised_at": now,
            },
        )
    return True


def answer(
    session: Session,
    evening_id: str,
    number: int,
    verdict: Verdict,
    device_id: str,
    now: datetime.datetime,
    *,
    by: str | None = None,
) -> None:
    """Answer a flag, and commit; the first answer stays.

    Raises `RevokedLinkError` as `put_up` does, and `TakenOverError`: who has the book answers.
    """
    with writing(session):
        links.lock(session, evening_id)
        if by is not None:
            links.check(session, by)
        handover.check(session, evening_id, device_id)
        session.execute(
            sa.update(FLAGS)
            .where(FLAGS.c.evening_id == evening_id, FLAGS.c.number == number, FLAGS.c.answer.is_(None))
            .values(answer=verdict.value, answered_at=now, answered_by=device_id)
        )


def _read(session: Session, question: sa.Select[tuple[object, ...]], params: dict[str, str]) -> list[Flag]:
    return [
        Flag(
            number=row.number,
            event=row.event,
            deal=row.deal,
            device_id=row.device_id,
            at=row.raised_at,
            answer=None if row.answer is None else Verdict(row.answer),
            answered_at=row.answered_at,
            answered_on=row.answered_by,
            answered_by=row.label or "",
        )
        for row in session.execute(question, params)
    ]
