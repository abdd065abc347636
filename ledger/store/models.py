"""The tables. Events are the truth; heads and postings follow from them and can be rebuilt at any time."""

import datetime

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Names every constraint, so that migrations can name them too."""

    metadata = sa.MetaData(naming_convention=NAMING)


class EveningRow(Base):
    """An evening's free text and dates: what may be mended without touching history. Times are UTC."""

    __tablename__ = "evenings"

    id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    token: Mapped[str] = mapped_column(sa.String(64), unique=True)
    title: Mapped[str] = mapped_column(sa.String(120))
    place: Mapped[str] = mapped_column(sa.String(120))
    date: Mapped[datetime.date] = mapped_column(sa.Date)
    plays_until: Mapped[datetime.datetime | None] = mapped_column(sa.DateTime)
    created_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)


class SeatRow(Base):
    """Who sits where: the only place a player's name is kept."""

    __tablename__ = "seats"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(sa.SmallInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(sa.String(80))


class TextRow(Base):
    """Free text of an evening, a new name or a reason: events name it by number, so it can be mended."""

    __tablename__ = "texts"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(sa.String(200))


class IbanRow(Base):
    """The account that payments to a player go to, and the name of who holds it."""

    __tablename__ = "ibans"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(sa.SmallInteger, primary_key=True, autoincrement=False)
    iban: Mapped[str] = mapped_column(sa.String(34))
    name: Mapped[str] = mapped_column(sa.String(80))


class PrintRow(Base):
    """One of the last prints of an evening: of which revision, with which checksum. Times are UTC."""

    __tablename__ = "prints"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    revision: Mapped[int] = mapped_column(sa.Integer)
    checksum: Mapped[str] = mapped_column(sa.String(64))
    language: Mapped[str] = mapped_column(sa.String(8))
    made_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)


class LinkRow(Base):
    """A way into an evening, to write or to watch; its token is signed from the id and never stored."""

    __tablename__ = "links"

    id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), index=True)
    role: Mapped[str] = mapped_column(sa.String(8))
    created_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)
    revoked_at: Mapped[datetime.datetime | None] = mapped_column(sa.DateTime)


class SpokenRow(Base):
    """A link to watch that is entered by a spoken code: the code's keyed digest, never the code."""

    __tablename__ = "spoken"

    link_id: Mapped[str] = mapped_column(sa.ForeignKey("links.id"), primary_key=True)
    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), index=True)
    digest: Mapped[str] = mapped_column(sa.String(64), unique=True)


class HandoverRow(Base):
    """The book went to another phone. The latest of an evening says whose it is. Times are UTC."""

    __tablename__ = "handovers"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    device_id: Mapped[str] = mapped_column(sa.String(32))
    taken_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)


class FlagRow(Base):
    """Somebody who watches says that a deal is not right; and what a scribe answered. Times are UTC.

    `event` is what had been written last, `deal` how that deal was numbered then.
    """

    __tablename__ = "flags"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    event: Mapped[int] = mapped_column(sa.Integer)
    deal: Mapped[int] = mapped_column(sa.Integer)
    device_id: Mapped[str] = mapped_column(sa.String(32))
    raised_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)
    answer: Mapped[str | None] = mapped_column(sa.String(12))
    answered_at: Mapped[datetime.datetime | None] = mapped_column(sa.DateTime)
    answered_by: Mapped[str | None] = mapped_column(sa.String(32))


class DeviceRow(Base):
    """A phone, by the label its owner gave it."""

    __tablename__ = "devices"

    id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    label: Mapped[str] = mapped_column(sa.String(60))


class EventRow(Base):
    """One thing somebody wrote down. Never updated, never deleted: triggers see to it.

    The first event of an action carries its `token` and `fingerprint`; `revision` is the book's after it.
    """

    __tablename__ = "events"
    __table_args__ = (sa.UniqueConstraint("evening_id", "token"),)

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(sa.String(16))
    version: Mapped[int] = mapped_column(sa.SmallInteger)
    body: Mapped[str] = mapped_column(sa.Text)
    revision: Mapped[int] = mapped_column(sa.Integer)
    token: Mapped[str | None] = mapped_column(sa.String(64))
    fingerprint: Mapped[str | None] = mapped_column(sa.String(64))
    written_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)
    link_id: Mapped[str | None] = mapped_column(sa.String(32))
    device_id: Mapped[str | None] = mapped_column(sa.String(32))


class HeadRow(Base):
    """Where an evening stands, so that recording and showing read one row."""

    __tablename__ = "heads"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(sa.Integer)
    revision: Mapped[int] = mapped_column(sa.Integer)
    engine: Mapped[int] = mapped_column(sa.Integer)
    closed: Mapped[bool] = mapped_column(sa.Boolean(create_constraint=False))
    state: Mapped[str] = mapped_column(sa.Text)


class PostingRow(Base):
    """Half a transfer: the account (`seat`; null: the pot) now holds `amount` more, in smallest units."""

    __tablename__ = "postings"

    evening_id: Mapped[str] = mapped_column(sa.ForeignKey("evenings.id"), primary_key=True)
    event: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    line: Mapped[int] = mapped_column(sa.SmallInteger, primary_key=True, autoincrement=False)
    seat: Mapped[int | None] = mapped_column(sa.SmallInteger)
    amount: Mapped[int] = mapped_column(sa.BigInteger)
    reason: Mapped[str] = mapped_column(sa.String(16))


class ErasureRow(Base):
    """The guard of the one deletion there is: while a row names an evening, its events may go."""

    __tablename__ = "erasures"

    evening_id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    erased_at: Mapped[datetime.datetime] = mapped_column(sa.DateTime)


def table(row: type[Base]) -> sa.Table:
    """Return the bare table of `row`: a statement on it costs half of one on the class."""
    found = row.__table__
    if not isinstance(found, sa.Table):
        raise TypeError(row)
    return found


EVENINGS, SEATS, LINKS, DEVICES = (table(row) for row in (EveningRow, SeatRow, LinkRow, DeviceRow))
EVENTS, HEADS, POSTINGS = (table(row) for row in (EventRow, HeadRow, PostingRow))
TEXTS, IBANS, PRINTS = (table(row) for row in (TextRow, IbanRow, PrintRow))
SPOKEN, HANDOVERS, FLAGS = (table(row) for row in (SpokenRow, HandoverRow, FlagRow))
