"""Links into an evening: signed ids, one to write and one to watch, each revocable.

A token is signed from the link's id and never stored: a stolen database opens nothing.
"""

import datetime
import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import sqlalchemy as sa
from itsdangerous import BadSignature, Signer
from sqlalchemy.orm import Session

from ledger.store.connection import writing
from ledger.store.models import DEVICES, HEADS, LINKS, SPOKEN, DeviceRow, ErasureRow, LinkRow

_SALT: Final = "evening-link"


class RevokedLinkError(LookupError):
    """The link was revoked after it had opened the page that is being sent."""


class Role(StrEnum):
    """What a link lets its holder do."""

    WRITE = "write"
    WATCH = "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A way into one evening that has not been revoked."""

    id: str
    evening_id: str
    role: Role

    @property
    def writes(self) -> bool:
        """Return whether its holder may write."""
        return self.role is Role.WRITE


def new_id() -> str:
    """Return an id nobody can guess (96 bits)."""
    return secrets.token_urlsafe(12)


def signed(secret: str, link_id: str) -> str:
    """Return the token of a link: what its address ends with."""
    return _signer(secret).sign(link_id).decode()


def unsigned(secret: str, token: str) -> str | None:
    """Return the link id in `token`, None when we did not sign it."""
    try:
        return _signer(secret).unsign(token).decode()
    except (BadSignature, UnicodeDecodeError):
        return None


def _signer(secret: str) -> Signer:
    return Signer(secret, salt=_SALT, sep=".", digest_method=hashlib.sha256)


_FIND = sa.select(LINKS.c.evening_id, LINKS.c.role).where(
    LINKS.c.id == sa.bindparam("link"), LINKS.c.revoked_at.is_(None)
)
_IN_FORCE = (
    sa.select(
        LINKS.c.id,
        LINKS.c.role,
        sa.select(DEVICES.c.label).where(DEVICES.c.id == sa.bindparam("device")).scalar_subquery(),
    )
    # One that goes with a spoken code is another way in, and not the one to show.
    .where(LINKS.c.id.not_in(sa.select(SPOKEN.c.link_id).where(SPOKEN.c.evening_id == LINKS.c.evening_id)))
    .where(LINKS.c.evening_id == sa.bindparam("evening"), LINKS.c.revoked_at.is_(None))
    .order_by(LINKS.c.created_at)
)


def find(session: Session, link_id: str) -> Link | None:
    """Return the link `link_id`, None when there is none or it was revoked."""
    row = session.execute(_FIND, {"link": link_id}).one_or_none()
    return None if row is None else Link(id=link_id, evening_id=row.evening_id, role=Role(row.role))


def ended(session: Session, link_id: str, evening_id: str) -> bool:
    """Return whether the link opened an evening once and never will again: revoked, or the evening erased."""
    erased = sa.select(ErasureRow.evening_id).where(ErasureRow.evening_id == evening_id)
    revoked = (
        sa.select(LinkRow.id)
        .where(LinkRow.id == link_id, LinkRow.evening_id == evening_id)
        .where(LinkRow.revoked_at.is_not(None))
    )
    return bool(session.scalar(sa.select(sa.or_(erased.exists(), revoked.exists()))))


def check(session: Session, link_id: str) -> None:
    """Look at a link again inside the commit that it lets somebody write, the evening's head being locked.

    Raises `RevokedLinkError`.
    """
    if find(session, link_id) is None:
        raise RevokedLinkError(link_id)


def of_evening(session: Session, evening_id: str) -> dict[Role, Link]:
    """Return the link of each role that is in force for an evening."""
    return of_evening_and_label(session, evening_id, "")[0]


def of_evening_and_label(session: Session, evening_id: str, device_id: str) -> tuple[dict[Role, Link], str]:
    """Return the link of each role that is in force, and the device's label, empty when it has none."""
    rows = session.execute(_IN_FORCE, {"evening": evening_id, "device": device_id}).all()
    links = {Role(role): Link(id=link, evening_id=evening_id, role=Role(role)) for link, role, _ in rows}
    return links, (rows[0][2] or "") if rows else ""


def first_made(session: Session, evening_id: str, role: Role) -> Link | None:
    """Return the link of `role` an evening was opened with, None once it was revoked."""
    row = session.execute(
        sa.select(LinkRow.id, LinkRow.revoked_at)
        .where(LinkRow.evening_id == evening_id, LinkRow.role == role.value)
        # The first is revoked before another is made, which a clock set back may date earlier.
        .order_by(LinkRow.revoked_at.is_(None), LinkRow.created_at, LinkRow.id)
        .limit(1)
    ).one_or_none()
    if row is None or row.revoked_at is not None:
        return None
    return Link(id=row.id, evening_id=evening_id, role=role)


def make_both(session: Session, evening_id: str, now: datetime.datetime) -> dict[Role, Link]:
    """Make the links that are missing for an evening, commit, and return both."""
    with writing(session):
        lock(session, evening_id)
        links = of_evening(session, evening_id)
        for role in Role:
            if role not in links:
                links[role] = insert(session, evening_id, role, now)
    return links


def renew(
    session: Session,
    evening_id: str,
    role: Role,
    now: datetime.datetime,
    *,
    by: str | None = None,
    made: str = "",
) -> Link:
    """Revoke the link of `role`, so that it stops at once, make a new one, commit, and return it.

    `by` is the link of whoever wants that, `made` the id of the new one where it was promised. Raises
    `RevokedLinkError` where it was revoked meanwhile.
    """
    with writing(session):
        lock(session, evening_id)
        if by is not None:
            check(session, by)
        session.execute(
            sa.update(LinkRow)
            .where(LinkRow.evening_id == evening_id, LinkRow.role == role.value)
            .where(LinkRow.revoked_at.is_(None))
            .values(revoked_at=now)
        )
        link = insert(session, evening_id, role, now, link_id=made)
    return link


def lock(session: Session, evening_id: str) -> None:
    """Keep waiting who changes this evening's links or writes by them (SQLite's writers wait anyway)."""
    session.execute(sa.select(HEADS.c.number).where(HEADS.c.evening_id == evening_id).with_for_update())


def insert(
    session: Session, evening_id: str, role: Role, now: datetime.datetime, *, link_id: str = ""
) -> Link:
    """Insert a new link into the running commit, and return it."""
    link = Link(id=link_id or new_id(), evening_id=evening_id, role=role)
    session.execute(
        sa.insert(LinkRow),
        {"id": link.id, "evening_id": evening_id, "role": role.value, "created_at": now},
    )
    return link


def label_device(session: Session, device_id: str, label: str) -> None:
    """Give a device the label its owner wants, and commit; an empty one takes the label away."""
    with writing(session):
        if not label:
            session.execute(sa.delete(DeviceRow).where(DeviceRow.id == device_id))
            return
        kept = sa.update(DeviceRow).where(DeviceRow.id == device_id).values(label=label)
        if session.execute(kept).rowcount == 0:  # type: ignore[attr-defined]
            session.execute(sa.insert(DeviceRow), {"id": device_id, "label": label})
