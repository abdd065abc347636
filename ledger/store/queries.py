"""What the pages ask: plain values, never rows."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.book import Book, replay
from ledger.evening.events import Event, Opened
from ledger.evening.snapshot import Head
from ledger.rules.seat import Seat
from ledger.store.links import Role
from ledger.store.models import DeviceRow, EveningRow, EventRow, HeadRow, LinkRow, SeatRow
from ledger.store.reading import read_events, read_head


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening as its pages show it: free text, names, and where it stands. Times are UTC, naive."""

    id: str
    title: str
    place: str
    date: datetime.date
    plays_until: datetime.datetime | None
    names: Mapping[Seat, str]
    head: Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One line of this phone's evenings."""

    id: str
    title: str
    place: str
    date: datetime.date
    names: Sequence[str]
    closed: bool
    writes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One event as it was written down: when (UTC, naive), on which device, at which revision."""

    number: int
    event: Event
    revision: int
    at: datetime.datetime
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """An evening with everything that was written, and the book it makes."""

    opened: Opened
    book: Book
    written: Sequence[Written]


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a poll needs to know: the book's revision, what its link may do, when the time is up (UTC)."""

    revision: int
    role: Role
    plays_until: datetime.datetime | None


def evening(session: Session, evening_id: str) -> Evening | None:
    """Return an evening and where it stands, reading its head only; None when there is none."""
    head = read_head(session, evening_id)
    if head is None:
        return None
    row = session.execute(
        sa.select(EveningRow.title, EveningRow.place, EveningRow.date, EveningRow.plays_until).where(
            EveningRow.id == evening_id
        )
    ).one()
    return Evening(
        id=evening_id,
        title=row.title,
        place=row.place,
        date=row.date,
        plays_until=row.plays_until,
        names=_names(session, evening_id),
        head=head,
    )


def _names(session: Session, evening_id: str) -> dict[Seat, str]:
    rows = session.execute(
        sa.select(SeatRow.seat, SeatRow.name).where(SeatRow.evening_id == evening_id).order_by(SeatRow.seat)
    )
    return {Seat(row.seat): row.name for row in rows}


def pulse(session: Session, evening_id: str, link_id: str) -> Pulse | None:
    """Return the revision of an evening for a link that is in force there, in one question; else None."""
    row = session.execute(
        sa.select(HeadRow.revision, LinkRow.role, EveningRow.plays_until)
        .join(LinkRow, LinkRow.evening_id == HeadRow.evening_id)
        .join(EveningRow, EveningRow.id == HeadRow.evening_id)
        .where(LinkRow.id == link_id, LinkRow.revoked_at.is_(None), HeadRow.evening_id == evening_id)
    ).one_or_none()
    return None if row is None else Pulse(row.revision, Role(row.role), row.plays_until)


def story(session: Session, evening_id: str) -> Story:
    """Return everything written in an evening, replayed in full."""
    opened, lines = read_events(session, evening_id)
    rows = session.execute(
        sa.select(EventRow.number, EventRow.revision, EventRow.written_at, DeviceRow.label)
        .outerjoin(DeviceRow, DeviceRow.id == EventRow.device_id)
        .where(EventRow.evening_id == evening_id, EventRow.number > 0)
        .order_by(EventRow.number)
    )
    written = [
        Written(
            number=line.number,
            event=line.event,
            revision=row.revision,
            at=row.written_at,
            device=row.label or "",
        )
        for line, row in zip(lines, rows, strict=True)
    ]
    return Story(opened=opened, book=replay(opened, lines), written=written)


def listed(session: Session, links: Mapping[str, str]) -> list[Listed]:
    """Return the evenings that `links` (evening id → link id) open: open ones first, then by date.

    Links that were revoked are left out.
    """
    if not links:
        return []
    rows = session.execute(
        sa.select(
            EveningRow.id,
            EveningRow.title,
            EveningRow.place,
            EveningRow.date,
            HeadRow.closed,
            LinkRow.role,
        )
        .join(HeadRow, HeadRow.evening_id == EveningRow.id)
        .join(LinkRow, LinkRow.evening_id == EveningRow.id)
        .where(LinkRow.id.in_(list(links.values())), LinkRow.revoked_at.is_(None))
        .order_by(HeadRow.closed, EveningRow.date.desc(), EveningRow.created_at.desc())
    ).all()
    names: dict[str, list[str]] = {}
    seats = sa.select(SeatRow.evening_id, SeatRow.name).where(SeatRow.evening_id.in_([r.id for r in rows]))
    for seat in session.execute(seats.order_by(SeatRow.evening_id, SeatRow.seat)):
        names.setdefault(seat.evening_id, []).append(seat.name)
    return [
        Listed(
            id=row.id,
            title=row.title,
            place=row.place,
            date=row.date,
            names=names.get(row.id, []),
            closed=row.closed,
            writes=row.role == Role.WRITE.value,
        )
        for row in rows
    ]


def known_names(session: Session, links: Mapping[str, str]) -> list[str]:
    """Return the names of who sat at the evenings that `links` open, who played most often first."""
    if not links:
        return []
    count = sa.func.count()
    rows = session.execute(
        sa.select(SeatRow.name)
        .join(LinkRow, LinkRow.evening_id == SeatRow.evening_id)
        .where(LinkRow.id.in_(list(links.values())), LinkRow.revoked_at.is_(None))
        .group_by(SeatRow.name)
        .order_by(count.desc(), SeatRow.name)
        .limit(12)
    )
    return [row.name for row in rows]
