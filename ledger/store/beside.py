"""What happens beside the book, as one question for the phones that ask often."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from ledger.store.links import Role
from ledger.store.models import FLAGS, HANDOVERS, HEADS, LINKS


@dataclass(frozen=True, slots=True)
class Beside:
    """What happens beside the book, as counts; `role` is what the asking link may do."""

    role: Role
    revision: int
    handovers: int
    flags: int
    unanswered: int


def _count(table: sa.Table, *only: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    counted = sa.select(sa.func.count()).select_from(table)
    return counted.where(table.c.evening_id == HEADS.c.evening_id, *only).scalar_subquery()


_BESIDE = (
    sa.select(
        LINKS.c.role,
        HEADS.c.revision,
        _count(HANDOVERS).label("handovers"),
        _count(FLAGS).label("flags"),
        _count(FLAGS, FLAGS.c.answer.is_(None)).label("unanswered"),
    )
    .select_from(HEADS)
    .join(LINKS, LINKS.c.evening_id == HEADS.c.evening_id)
    .where(
        HEADS.c.evening_id == sa.bindparam("evening"),
        LINKS.c.id == sa.bindparam("link"),
        LINKS.c.revoked_at.is_(None),
    )
)


def beside(engine: Engine, evening_id: str, link_id: str) -> Beside | None:
    """Return what happens beside an evening's book, for a link that is in force there; else None."""
    with engine.connect() as connection:
        row = connection.execute(_BESIDE, {"evening": evening_id, "link": link_id}).one_or_none()
    if row is None:
        return None
    return Beside(Role(row.role), row.revision, row.handovers, row.flags, row.unanswered)
