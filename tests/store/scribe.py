"""A scribe: opens an evening in a test's database and writes to it, each action with a token of its own."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Self

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import DealWritten, Event, Opened
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.problems import Code, RefusedError
from ledger.rules.seat import Seat
from ledger.store.journal import Plan, Receipt, Writer, append, open_evening
from ledger.store.models import Base, HeadRow
from ledger.store.people import SILENCE, Words

NOW: Final = datetime.datetime(2026, 1, 9, 20, 15)
ANNA, BEN, CARLA, DAN = (Seat(number) for number in range(4))
NAMES: Final = ("Anna", "Ben", "Carla", "Dan")

# Chratze lets anybody declare, so all of these are possible whoever deals.
MADE: Final = DealWritten(Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 3, CARLA: 1}))
LOST: Final = DealWritten(Deal(declarer=DAN, joined=(ANNA, BEN), tricks={DAN: 1, ANNA: 3}))
ALONE: Final = DealWritten(Deal(declarer=CARLA))
NOBODY_PLAYS: Final = DealWritten(Deal())
IMPOSSIBLE: Final = DealWritten(Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 3, CARLA: 2}))

Contents = dict[str, list[tuple[object, ...]]]
"""Every row of every table."""


def plan(evening_id: str = "friday", *, token: str = "", title: str = "Friday", dealer: Seat = ANNA) -> Plan:
    """Return an evening of Chratze with four players."""
    opened = Opened(ruleset=find("chratze"), seats=(ANNA, BEN, CARLA, DAN), first_dealer=dealer)
    return Plan(
        evening_id=evening_id,
        token=token or f"open-{evening_id}",
        opened=opened,
        names=NAMES,
        date=NOW.date(),
        title=title,
        place="The Bear",
    )


@dataclass(slots=True)
class Scribe:
    """Writes to one evening; ends every transaction it begins."""

    session: Session
    evening_id: str
    tokens: Iterator[int] = field(default_factory=count)

    @classmethod
    def opens(cls, session: Session, evening: Plan | None = None) -> Self:
        """Open an evening, Friday's where nothing is said."""
        return cls(session, open_evening(session, evening or plan(), Writer(now=NOW)))

    def write(
        self,
        *events: Event,
        token: str = "",
        revision: int | None = None,
        link_id: str | None = None,
        words: Words = SILENCE,
    ) -> Receipt:
        """Write one action; on the newest revision and with a new token, unless others are given."""
        return append(
            self.session,
            self.evening_id,
            events,
            token=token or f"{self.evening_id}-{next(self.tokens)}",
            revision=self.revision() if revision is None else revision,
            writer=Writer(now=NOW, link_id=link_id),
            words=words,
        )

    def write_all(self, *events: Event) -> None:
        """Write several actions of one event each."""
        for event in events:
            self.write(event)

    def revision(self) -> int:
        """Return the revision of the evening's book."""
        query = sa.select(HeadRow.revision).where(HeadRow.evening_id == self.evening_id)
        revision: int = self.session.execute(query).scalar_one()
        self.session.rollback()
        return revision


def contents(session: Session) -> Contents:
    """Return every row of every table, to see whether anything was written at all."""
    found: Contents = {}
    for table in Base.metadata.sorted_tables:
        rows = session.execute(sa.select(table).order_by(*table.primary_key.columns))
        found[table.name] = [tuple(row) for row in rows]
    session.rollback()
    return found


def codes(refused: RefusedError) -> Sequence[Code]:
    """Return the codes of what makes something impossible."""
    return [problem.code for problem in refused.problems]
