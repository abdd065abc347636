"""Postings: each transfer as two rows that add up to 0, written in the commit of its event."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.entry import Past
from ledger.rules.seat import POT, Party
from ledger.rules.settlement import Transfer
from ledger.store.models import POSTINGS

_INSERT = sa.insert(POSTINGS)
_DELETE = sa.delete(POSTINGS).where(
    POSTINGS.c.evening_id == sa.bindparam("evening"),
    POSTINGS.c.event == sa.bindparam("number"),
    POSTINGS.c.line >= sa.bindparam("first"),
)


def posting_rows(transfers: Sequence[Transfer]) -> list[dict[str, object]]:
    """Return the two rows of each transfer: what the source holds less, then what the target holds more."""
    rows: list[dict[str, object]] = []
    for transfer in transfers:
        for party, amount in ((transfer.source, -transfer.amount), (transfer.target, transfer.amount)):
            rows.append(
                {
                    "line": len(rows),
                    "seat": _account(party),
                    "amount": amount,
                    "reason": transfer.reason.value,
                }
            )
    return rows


def _account(party: Party) -> int | None:
    return None if party == POT else party


def insert_postings(session: Session, evening_id: str, number: int, transfers: Sequence[Transfer]) -> None:
    """Write the postings of event `number`."""
    insert_rows(session, evening_id, number, posting_rows(transfers))


def insert_rows(session: Session, evening_id: str, number: int, rows: Sequence[Mapping[str, object]]) -> None:
    """Write `rows`, which `posting_rows` returned, as the postings of event `number`."""
    if rows:
        session.execute(_INSERT, [{"evening_id": evening_id, "event": number, **row} for row in rows])


def replace_postings(session: Session, evening_id: str, before: Past, after: Past) -> None:
    """Replace the postings that `before` led to by those of `after`; rows that stay as they are are left.

    A deal for another pot still has its antes, and they are the larger part of its rows.
    """
    old = {done.number: done.transfers for done in before.in_order()}
    new = {done.number: done.transfers for done in after.in_order()}
    gone: list[dict[str, object]] = []
    fresh: list[dict[str, object]] = []
    for number in old | new:
        was, becomes = old.get(number, ()), new.get(number, ())
        same = _same(was, becomes)
        if same < len(was):
            gone.append({"evening": evening_id, "number": number, "first": 2 * same})
        if same < len(becomes):
            rows = posting_rows(becomes)[2 * same :]
            fresh += [{"evening_id": evening_id, "event": number, **row} for row in rows]
    if gone:
        session.execute(_DELETE, gone)
    if fresh:
        session.execute(_INSERT, fresh)


def _same(was: Sequence[Transfer], becomes: Sequence[Transfer]) -> int:
    """Return how many transfers at the beginning make the same postings."""
    same = 0
    for old, new in zip(was, becomes, strict=False):
        if old[:4] != new[:4]:
            break
        same += 1
    return same
