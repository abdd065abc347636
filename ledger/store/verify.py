"""Checking a database: every evening replayed, its postings and head compared with what is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.book import replay
from ledger.evening.line import RefusedEventError
from ledger.evening.snapshot import Head
from ledger.evening.stored import UnreadableEventError
from ledger.rules.problems import RefusedError
from ledger.store.journal import head_values
from ledger.store.models import EveningRow, EventRow, HeadRow, PostingRow, SeatRow
from ledger.store.postings import posting_rows
from ledger.store.reading import read_events

Postings = dict[int, list[dict[str, object]]]
"""The rows of each line's postings, by the number of its event."""

# What reading a stored event that somebody tampered with can end in.
UNREADABLE: Final = (UnreadableEventError, RefusedError, LookupError, TypeError, ValueError, AttributeError)


class BrokenEventsError(Exception):
    """An evening's events make no book; the message says which of them and why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that does not follow from its evening's events."""

    evening_id: str
    title: str
    what: str


def differences(session: Session) -> Iterator[Difference]:
    """Yield everything in the database that disagrees with a replay of its events."""
    titles = {row.id: row.title for row in session.execute(sa.select(EveningRow.id, EveningRow.title))}
    known = set(titles)
    for table in (EventRow, HeadRow, PostingRow):
        known |= set(session.execute(sa.select(table.evening_id).distinct()).scalars())
    for evening_id in sorted(known):
        if evening_id not in titles:
            yield Difference(evening_id, "", "what is stored of it belongs to no evening")
            continue
        try:
            for what in _of_evening(session, evening_id):
                yield Difference(evening_id, titles[evening_id], what)
        except UNREADABLE as error:
            yield Difference(evening_id, titles[evening_id], f"cannot be read: {error}")


def _of_evening(session: Session, evening_id: str) -> Iterator[str]:
    try:
        head, postings = derived(session, evening_id)
    except BrokenEventsError as broken:
        yield str(broken)
        return
    named = set(session.execute(sa.select(SeatRow.seat).where(SeatRow.evening_id == evening_id)).scalars())
    for seat in sorted(head.state.balances.keys() - named):
        yield f"seat {seat} has no name"
    yield from head_differences(session, evening_id, head)
    yield from posting_differences(session, evening_id, postings)


def derived(session: Session, evening_id: str) -> tuple[Head, Postings]:
    """Return the head and the postings that follow from an evening's events. Raises `BrokenEventsError`."""
    numbers = session.execute(
        sa.select(EventRow.number, EventRow.revision)
        .where(EventRow.evening_id == evening_id)
        .order_by(EventRow.number)
    ).all()
    if [row.number for row in numbers] != list(range(len(numbers))) or not numbers:
        raise BrokenEventsError("its events are not numbered without a gap")
    opened, lines = read_events(session, evening_id)
    try:
        book = replay(opened, lines)
    except RefusedEventError as refused:
        raise BrokenEventsError(f"event {refused.number} is impossible: {refused}") from refused
    head = Head.of(
        book,
        number=numbers[-1].number,
        revision=numbers[-1].revision,
        revisions={row.number: row.revision for row in numbers},
    )
    rows = {done.number: posting_rows(done.transfers) for done in book.past.in_order()}
    return head, {number: postings for number, postings in rows.items() if postings}


def head_differences(session: Session, evening_id: str, head: Head) -> Iterator[str]:
    """Yield in what the stored head of an evening differs from `head`."""
    columns = (HeadRow.number, HeadRow.revision, HeadRow.engine, HeadRow.closed, HeadRow.state)
    stored = session.execute(sa.select(*columns).where(HeadRow.evening_id == evening_id)).one_or_none()
    if stored is None:
        yield "its head is missing"
        return
    for name, value in head_values(head).items():
        if getattr(stored, name) != value:
            yield f"head, {name}: stored {getattr(stored, name)}, replayed {value}"


def posting_differences(session: Session, evening_id: str, expected: Postings) -> Iterator[str]:
    """Yield the events whose stored postings differ from the `expected`."""
    found: Postings = {}
    rows = session.execute(
        sa.select(PostingRow.event, PostingRow.line, PostingRow.seat, PostingRow.amount, PostingRow.reason)
        .where(PostingRow.evening_id == evening_id)
        .order_by(PostingRow.event, PostingRow.line)
    )
    for row in rows:
        line = {"line": row.line, "seat": row.seat, "amount": row.amount, "reason": row.reason}
        found.setdefault(row.event, []).append(line)
    for number in sorted(found.keys() | expected.keys()):
        if found.get(number, []) != expected.get(number, []):
            yield f"postings of event {number} differ from its replay"
