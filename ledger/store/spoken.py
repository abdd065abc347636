"""Spoken codes: eight letters that let a phone watch which cannot scan.

A code is made from the id of a link of its own, as that link's token is, and never stored: what is stored is
a keyed digest to find it by. A stolen database opens nothing.
"""

import datetime
import hashlib
import hmac
import unicodedata
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store import links
from ledger.store.connection import writing
from ledger.store.links import Link, Role
from ledger.store.models import EVENTS, HEADS, LINKS, SPOKEN

ALPHABET: Final = "ABCDEFGHKMNPRSTWXYZ"
"""Letters that look like no other, nor like a digit: no I, J, L, no O, Q, no U, V."""

LETTERS: Final = 8
LASTS: Final = datetime.timedelta(hours=24)
"""How long a code is good for where the evening is never closed."""

AFTER_CLOSING: Final = datetime.timedelta(hours=6)

_IN_FORCE = (
    sa.select(
        LINKS.c.id,
        LINKS.c.evening_id,
        LINKS.c.created_at,
        HEADS.c.closed,
        sa.select(sa.func.max(EVENTS.c.written_at))
        .where(EVENTS.c.evening_id == LINKS.c.evening_id, EVENTS.c.kind == "close")
        .scalar_subquery()
        .label("closed_at"),
    )
    .join(SPOKEN, SPOKEN.c.link_id == LINKS.c.id)
    .join(HEADS, HEADS.c.evening_id == LINKS.c.evening_id)
    .where(LINKS.c.revoked_at.is_(None))
)
_BY_DIGEST = _IN_FORCE.where(SPOKEN.c.digest == sa.bindparam("digest"))
_OF_EVENING = _IN_FORCE.where(SPOKEN.c.evening_id == sa.bindparam("evening"))


def spelt(secret: str, link_id: str) -> str:
    """Return the code of a link."""
    number = int.from_bytes(_keyed(secret, "code", link_id), "big")
    letters = []
    for _position in range(LETTERS):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def read(text: str) -> str | None:
    """Return the code that somebody typed, however it is spaced or joined; None where it is none."""
    spelt_out = unicodedata.normalize("NFKC", text).upper()
    letters = "".join(letter for letter in spelt_out if letter.isalnum())
    return letters if len(letters) == LETTERS and set(letters) <= set(ALPHABET) else None


def make(
    session: Session, secret: str, evening_id: str, now: datetime.datetime, *, by: str | None = None
) -> Link:
    """Revoke the evening's code, make a new one, commit, and return the link to watch that goes with it.

    `by` is the link of whoever wants that. Raises `RevokedLinkError` where it was revoked meanwhile.
    """
    with writing(session):
        _revoke(session, evening_id, now, by)
        link = links.insert(session, evening_id, Role.WATCH, now)
        digest = _keyed(secret, "digest", spelt(secret, link.id)).hex()
        session.execute(sa.insert(SPOKEN), {"link_id": link.id, "evening_id": evening_id, "digest": digest})
    return link


def revoke(session: Session, evening_id: str, now: datetime.datetime, *, by: str | None = None) -> None:
    """Revoke the evening's code, which stops at once, also for who came by it, and commit.

    Raises `RevokedLinkError` as `make` does.
    """
    with writing(session):
        _revoke(session, evening_id, now, by)


def find(session: Session, secret: str, code: str, now: datetime.datetime) -> Link | None:
    """Return the link that goes with a code, None where it is none, was revoked, or its evening is over."""
    return _good(session, _BY_DIGEST, {"digest": _keyed(secret, "digest", code).hex()}, now)


def of_evening(session: Session, evening_id: str, now: datetime.datetime) -> Link | None:
    """Return the link that goes with the evening's code, None where there is none that is good now."""
    return _good(session, _OF_EVENING, {"evening": evening_id}, now)


def _good(
    session: Session,
    question: sa.Select[tuple[str, str, datetime.datetime, bool, datetime.datetime]],
    params: dict[str, str],
    now: datetime.datetime,
) -> Link | None:
    row = session.execute(question, params).one_or_none()
    if row is None or now >= row.created_at + LASTS:
        return None
    if row.closed and row.closed_at is not None and now >= row.closed_at + AFTER_CLOSING:
        return None
    return Link(id=row.id, evening_id=row.evening_id, role=Role.WATCH)


def _revoke(session: Session, evening_id: str, now: datetime.datetime, by: str | None) -> None:
    links.lock(session, evening_id)
    if by is not None:
        links.check(session, by)
    of_code = sa.select(SPOKEN.c.link_id).where(SPOKEN.c.evening_id == evening_id)
    session.execute(
        sa.update(LINKS).where(LINKS.c.id.in_(of_code), LINKS.c.revoked_at.is_(None)).values(revoked_at=now)
    )
    # Its letters are free again.
    session.execute(sa.delete(SPOKEN).where(SPOKEN.c.evening_id == evening_id))


def _keyed(secret: str, purpose: str, text: str) -> bytes:
    return hmac.digest(secret.encode(), f"spoken-{purpose}:{text}".encode(), hashlib.sha256)
