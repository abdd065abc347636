"""The table's own reasons: what was written beside money that is no deal, to be offered again."""

import json
from collections import Counter
from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import Adjusted
from ledger.evening.stored import from_plain
from ledger.store.models import EventRow, LinkRow
from ledger.store.people import texts_of


def known_reasons(session: Session, links: Mapping[str, str]) -> list[str]:
    """Return the reasons written at the evenings that `links` (evening → link id) open, most used first."""
    if not links:
        return []
    rows = session.execute(
        sa.select(EventRow.evening_id, EventRow.version, EventRow.body)
        .join(LinkRow, LinkRow.evening_id == EventRow.evening_id)
        .where(
            EventRow.kind == "adjust",
            LinkRow.id.in_(list(links.values())),
            LinkRow.revoked_at.is_(None),
        )
    ).all()
    texts = {evening_id: texts_of(session, evening_id) for evening_id in {row.evening_id for row in rows}}
    used: Counter[str] = Counter()
    for evening_id, version, body in rows:
        event = from_plain("adjust", version, json.loads(body))
        if isinstance(event, Adjusted) and event.reason in texts[evening_id]:
            used[texts[evening_id][event.reason]] += 1
    return [reason for reason, _count in sorted(used.items(), key=lambda item: (-item[1], item[0]))]
