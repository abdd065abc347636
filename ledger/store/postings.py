"""Postings: each transfer as two rows that add up to 0, written in the commit of its event."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.book import Book
from ledger.evening.line import Line
from ledger.rules.seat import POT, Party
from ledger.rules.settlement import Transfer
from ledger.store.models import POSTINGS, PostingRow

_BATCH = 500
_INSERT = sa.insert(POSTINGS)


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


def replace_postings(session: Session, evening_id: str, before: Sequence[Line], after: Book) -> None:
    """Replace the postings of the lines in force `before` by those of `after`, from the first change on."""
    same = 0
    for old, new in zip(before, after.lines, strict=False):
        if old != new:
            break
        same += 1
    gone = [line.number for line in before[same:]]
    for first in range(0, len(gone), _BATCH):
        session.execute(
            sa.delete(PostingRow).where(
                PostingRow.evening_id == evening_id, PostingRow.event.in_(gone[first : first + _BATCH])
            )
        )
    fresh = {line.number for line in after.lines[same:]}
    rows = [
        {"evening_id": evening_id, "event": done.number, **row}
        for done in after.past.in_order()
        if done.number in fresh
        for row in posting_rows(done.transfers)
    ]
    if rows:
        session.execute(_INSERT, rows)
