"""Importing: an evening that was written elsewhere, as a new one, in one commit."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.book import replay
from ledger.evening.events import (
    Corrected,
    DealerSet,
    Event,
    Inserted,
    PaymentMarked,
    Restored,
    Struck,
)
from ledger.evening.line import Line
from ledger.evening.snapshot import Head
from ledger.rules.seat import Seat
from ledger.store.connection import writing
from ledger.store.journal import Plan, Writer, event_row, head_values, insert_evening
from ledger.store.models import EVENTS, HEADS, SEATS, TEXTS, EveningRow
from ledger.store.postings import insert_postings


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What was written elsewhere.

    *Attributes*: `lines`, every event from 1 on; `newcomers`, the names of who sat down later, by seat;
    `texts`, free text by the number that events name it by; `times`, when each event was written (UTC,
    naive), empty where nobody knows.
    """

    lines: Sequence[Line]
    newcomers: Mapping[Seat, str]
    texts: Mapping[int, str]
    times: Sequence[datetime.datetime] = ()


def import_evening(session: Session, plan: Plan, past: Past, writer: Writer) -> str:
    """Write an evening with all its events and return its id; a known token returns the one it made first.

    Raises `RefusedEventError` where an event cannot follow those before it, and then writes nothing.
    """
    book = replay(plan.opened, past.lines)
    with writing(session):
        known = session.execute(sa.select(EveningRow.id).where(EveningRow.token == plan.token)).scalar()
        if known is not None:
            return str(known)
        insert_evening(session, plan, writer)
        evening = plan.evening_id
        _insert(session, SEATS, evening, ({"seat": s, "name": name} for s, name in past.newcomers.items()))
        _insert(session, TEXTS, evening, ({"number": n, "text": text} for n, text in past.texts.items()))
        times = past.times or [writer.now] * len(past.lines)
        revisions = _revisions(past.lines, times)
        rows = [
            event_row(evening, line, revisions[line.number], writer) | {"written_at": at}
            for line, at in zip(past.lines, times, strict=True)
        ]
        if rows:
            session.execute(sa.insert(EVENTS), rows)
        for done in book.past.in_order():
            insert_postings(session, evening, done.number, done.transfers)
        head = Head.of(
            book,
            number=len(past.lines),
            revision=max(revisions.values(), default=0),
            revisions=revisions,
        )
        session.execute(sa.update(HEADS).where(HEADS.c.evening_id == evening).values(head_values(head)))
    return evening


def _insert(session: Session, table: sa.Table, evening_id: str, rows: Iterable[Mapping[str, object]]) -> None:
    filled = [{"evening_id": evening_id, **row} for row in rows]
    if filled:
        session.execute(sa.insert(table), filled)


def _revisions(lines: Sequence[Line], times: Sequence[datetime.datetime]) -> dict[int, int]:
    """Return the revision of the book after each event: each is an action, and payments leave it alone.

    Corrections that follow one another at the same moment are one action, as they are where a page writes
    what keeps later dealers, or mends two deals at once: half of it could not be taken back.
    """
    revisions, revision, before = dict[int, int](), 0, None
    for line, at in zip(lines, times, strict=True):
        moment = at if _amends(line.event) else None
        together = moment is not None and moment == before
        revision += not (together or isinstance(line.event, PaymentMarked))
        revisions[line.number], before = revision, moment
    return revisions


def _amends(event: Event) -> bool:
    if isinstance(event, DealerSet):
        return event.before is not None
    return isinstance(event, Corrected | Inserted | Restored | Struck)
