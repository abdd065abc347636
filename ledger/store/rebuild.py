"""Rebuilding: heads and postings that do not follow from their evening's events, written anew."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.connection import writing
from ledger.store.journal import head_values
from ledger.store.models import EveningRow, HeadRow, PostingRow
from ledger.store.postings import insert_rows
from ledger.store.verify import (
    UNREADABLE,
    BrokenEventsError,
    Difference,
    derived,
    differences,
    head_differences,
    posting_differences,
)


def rebuild(session: Session) -> Iterator[Difference]:
    """Rebuild what does not follow from the events, one commit an evening, and yield what was mended.

    Evenings whose events make no book are left as they are: `differences` names them. Others may go on
    writing meanwhile.
    """
    broken = {difference.evening_id: difference.title for difference in differences(session)}
    session.rollback()
    for evening_id, title in broken.items():
        with writing(session):
            mended = _mend(session, evening_id)
        for what in mended:
            yield Difference(evening_id, title, what)


def _mend(session: Session, evening_id: str) -> list[str]:
    """Write the head and the postings of an evening anew where they differ; return in what they did."""
    of_evening = sa.select(HeadRow.number).where(HeadRow.evening_id == evening_id)
    if session.execute(of_evening.with_for_update()).one_or_none() is None:
        # Nobody can write to an evening without a head; only another rebuilding is kept waiting.
        session.execute(sa.select(EveningRow.id).where(EveningRow.id == evening_id).with_for_update())
    try:
        head, postings = derived(session, evening_id)
    except (BrokenEventsError, *UNREADABLE):
        return []
    of_head = list(head_differences(session, evening_id, head))
    if of_head:
        session.execute(sa.delete(HeadRow).where(HeadRow.evening_id == evening_id))
        session.execute(sa.insert(HeadRow), {"evening_id": evening_id, **head_values(head)})
    of_postings = list(posting_differences(session, evening_id, postings))
    if of_postings:
        session.execute(sa.delete(PostingRow).where(PostingRow.evening_id == evening_id))
        for number, rows in postings.items():
            insert_rows(session, evening_id, number, rows)
    return [*of_head, *of_postings]
