"""What the pages ask: plain values, never rows."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.evening.book import Book, replay
from ledger.evening.events import Event, Opened
from ledger.evening.filing import Filed
from ledger.evening.line import Line
from ledger.evening.snapshot import Head
from ledger.rules.seat import Seat
from ledger.store.links import Link, Role
from ledger.store.models import (
    EVENINGS,
    HEADS,
    LINKS,
    DeviceRow,
    EveningRow,
    EventRow,
    HeadRow,
    LinkRow,
)
from ledger.store.people import first_names_of, names_of, names_of_all, texts_of, told_last
from ledger.store.reading import HEAD, head_of, opened_from, read_events


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening as its pages show it. Times are UTC, naive.

    *Attributes*: the text about it, `names` of now and where it stands; what the event written last names:
    its `texts`, and who was `called` otherwise before it.
    """

    id: str
    title: str
    place: str
    date: datetime.date
    plays_until: datetime.datetime | None
    names: Mapping[Seat, str]
    head: Head
    texts: Mapping[int, str] = field(default_factory=dict)
    called: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One line of this phone's evenings; `ruleset` is the short name of the game's."""

    id: str
    title: str
    place: str
    date: datetime.date
    names: Sequence[str]
    ruleset: str
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
    """An evening with everything that was written, and the book it makes.

    *Attributes*: free `texts` by number, and the `first_names` of all who ever had a seat.
    """

    opened: Opened
    book: Book
    written: Sequence[Written]
    texts: Mapping[int, str] = field(default_factory=dict)
    first_names: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a poll needs to know: the latest event's number, what its link may do, when the time is up (UTC).

    The number and not the revision: a payment that was marked leaves the book as it is, and is seen.
    """

    number: int
    role: Role
    plays_until: datetime.datetime | None


_SUGGESTED: Final = 12
_EVENING = HEAD.add_columns(EVENINGS.c.title, EVENINGS.c.place, EVENINGS.c.date, EVENINGS.c.plays_until).join(
    EVENINGS, EVENINGS.c.id == HEADS.c.evening_id
)
_VISIT = (
    _EVENING.add_columns(LINKS.c.role)
    .join(LINKS, LINKS.c.evening_id == HEADS.c.evening_id)
    .where(LINKS.c.id == sa.bindparam("link"), LINKS.c.revoked_at.is_(None))
)
_PULSE = (
    sa.select(HEADS.c.number, LINKS.c.role, EVENINGS.c.plays_until)
    .join(LINKS, LINKS.c.evening_id == HEADS.c.evening_id)
    .join(EVENINGS, EVENINGS.c.id == HEADS.c.evening_id)
    .where(
        LINKS.c.id == sa.bindparam("link"),
        LINKS.c.revoked_at.is_(None),
        HEADS.c.evening_id == sa.bindparam("evening"),
    )
)


def evening(session: Session, evening_id: str) -> Evening | None:
    """Return an evening and where it stands, reading its head only; None when there is none."""
    row = session.execute(_EVENING, {"evening": evening_id}).one_or_none()
    return None if row is None else _evening(session, evening_id, row)


def visit(session: Session, evening_id: str, link_id: str) -> tuple[Link, Evening] | None:
    """Return an evening for a link that is in force there, and the link; None when it opens nothing."""
    row = session.execute(_VISIT, {"evening": evening_id, "link": link_id}).one_or_none()
    if row is None:
        return None
    link = Link(id=link_id, evening_id=evening_id, role=Role(row.role))
    return link, _evening(session, evening_id, row)


def _evening(session: Session, evening_id: str, row: sa.Row[Any]) -> Evening:
    head = head_of(row)
    texts, called = told_last(session, evening_id, head.last)
    return Evening(
        id=evening_id,
        title=row.title,
        place=row.place,
        date=row.date,
        plays_until=row.plays_until,
        names=names_of(session, evening_id, head.state),
        head=head,
        texts=texts,
        called=called,
    )


def pulse(engine: Engine, evening_id: str, link_id: str) -> Pulse | None:
    """Return the revision of an evening for a link that is in force there, in one question; else None.

    A bare connection: asked by every phone every few seconds, a session would cost as much as the answer.
    """
    with engine.connect() as connection:
        row = connection.execute(_PULSE, {"evening": evening_id, "link": link_id}).one_or_none()
    return None if row is None else Pulse(row.number, Role(row.role), row.plays_until)


def lines(session: Session, evening_id: str) -> list[Line]:
    """Return everything written in an evening, in order, event 0 left out."""
    return read_events(session, evening_id)[1]


def texts(session: Session, evening_id: str) -> dict[int, str]:
    """Return the free text of an evening, by the numbers that its events name."""
    return texts_of(session, evening_id)


def filed(session: Session, evening: Evening, told: Story) -> Filed:
    """Return what the evening file of `evening` is made of; `told` is its story."""
    return Filed(
        title=evening.title,
        place=evening.place,
        date=evening.date,
        opened=told.opened,
        first_names=first_names_of(session, evening.id),
        notes=texts_of(session, evening.id),
        lines=[Line(written.number, written.event) for written in told.written],
        times=[written.at for written in told.written],
        plays_until=evening.plays_until,
    )


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
        # Both questions see one moment of the book (`connection.prepare`).
        for line, row in zip(lines, rows, strict=True)
    ]
    return Story(
        opened=opened,
        book=replay(opened, lines),
        written=written,
        texts=texts_of(session, evening_id),
        first_names=first_names_of(session, evening_id),
    )


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
            HeadRow.state,
            LinkRow.role,
            EventRow.version,
            EventRow.body,
        )
        .join(HeadRow, HeadRow.evening_id == EveningRow.id)
        .join(LinkRow, LinkRow.evening_id == EveningRow.id)
        .join(EventRow, sa.and_(EventRow.evening_id == EveningRow.id, EventRow.number == 0))
        .where(LinkRow.id.in_(list(links.values())), LinkRow.revoked_at.is_(None))
        .order_by(HeadRow.closed, EveningRow.date.desc(), EveningRow.created_at.desc())
    ).all()
    names = names_of_all(session, {row.id: row.state for row in rows})
    return [
        Listed(
            id=row.id,
            title=row.title,
            place=row.place,
            date=row.date,
            names=names.get(row.id, []),
            ruleset=opened_from(row.version, row.body).ruleset.slug,
            closed=row.closed,
            writes=row.role == Role.WRITE.value,
        )
        for row in rows
    ]


def known_names(session: Session, links: Mapping[str, str]) -> list[str]:
    """Return what those are called now who sat at the evenings that `links` open, the most frequent first."""
    if not links:
        return []
    rows = session.execute(
        sa.select(HeadRow.evening_id, HeadRow.state)
        .join(LinkRow, LinkRow.evening_id == HeadRow.evening_id)
        .where(LinkRow.id.in_(list(links.values())), LinkRow.revoked_at.is_(None))
    )
    evenings = names_of_all(session, {row.evening_id: row.state for row in rows})
    sat = Counter(name for names in evenings.values() for name in names)
    return sorted(sat, key=lambda name: (-sat[name], name))[:_SUGGESTED]
