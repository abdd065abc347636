"""What an action changes: the postings it writes or replaces, and the head it leaves."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy.orm import Session

from ledger.evening.book import entered, replay
from ledger.evening.dues import marked
from ledger.evening.events import (
    Closed,
    Corrected,
    DealerSet,
    Event,
    Inserted,
    PaymentMarked,
    Redone,
    Renamed,
    Reopened,
    Restored,
    Sharing,
    Struck,
    Undone,
)
from ledger.evening.line import Line
from ledger.evening.snapshot import Head, summarise
from ledger.store.postings import insert_postings, replace_postings
from ledger.store.reading import read_events, read_revisions

_TAKES_BACK: Final = (Undone, Redone)
_REWRITES: Final = (*_TAKES_BACK, Corrected, Struck, Restored, Inserted, Reopened)


def change(session: Session, evening_id: str, head: Head, lines: Sequence[Line]) -> Head:
    """Write the postings that `lines` lead to, behind `head`, and return the head they leave.

    Raises `RefusedError` where any of them is impossible at its place.
    """
    if any(_rewrites(line.event) for line in lines):
        return _rewrite(session, evening_id, head, lines)
    return _extend(session, evening_id, head, lines)


def _rewrites(event: Event) -> bool:
    """Return whether `event` changes what was written before, or has to know more of it than a head."""
    if isinstance(event, DealerSet):
        return event.before is not None
    if isinstance(event, Closed):
        return event.pot is not Sharing.KEEP
    return isinstance(event, _REWRITES)


def _extend(session: Session, evening_id: str, head: Head, lines: Sequence[Line]) -> Head:
    """Write the postings of `lines` behind everything in force, and return the new head: O(seats)."""
    after, written = replace(head, number=lines[-1].number), 0
    for line in lines:
        if isinstance(line.event, PaymentMarked):
            after = replace(after, paid=marked(after.state, after.paid, line.event))
            continue
        done, written = entered(after.state, line), written + 1
        insert_postings(session, evening_id, line.number, done.transfers)
        last = summarise(line, done)
        if isinstance(line.event, Renamed):
            last = replace(last, was=after.state.renamed.get(line.event.seat, 0))
        after = replace(after, state=done.after, last=last)
    if not written:
        return after
    return replace(after, revision=_revision(head, lines), redoable=0, undoes=written, redoes=0)


def _rewrite(session: Session, evening_id: str, head: Head, lines: Sequence[Line]) -> Head:
    """Replay everything with `lines`, replace postings from the first changed line on, return the head."""
    opened, written = read_events(session, evening_id)
    before = replay(opened, written)
    for count, line in enumerate(lines):
        new = count and not isinstance(lines[count - 1].event, _TAKES_BACK)
        if new and isinstance(line.event, _TAKES_BACK):
            # What it takes back is out of force in the end, and would escape the replay of the whole. An
            # action of several corrections is taken back as a whole: half of it need not be possible.
            replay(opened, [*written, *lines[:count]])
    book = replay(opened, [*written, *lines])
    replace_postings(session, evening_id, before.past, book.past)
    revision = _revision(head, lines)
    revisions = read_revisions(session, evening_id) | {line.number: revision for line in lines}
    return Head.of(book, number=lines[-1].number, revision=revision, revisions=revisions)


def _revision(head: Head, lines: Sequence[Line]) -> int:
    """Return the revision after `lines`: paying what was planned is no change of the book."""
    return head.revision + any(not isinstance(line.event, PaymentMarked) for line in lines)
