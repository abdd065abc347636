"""The evenings the server is measured with: filled through the journal, before the server starts."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger import config
from ledger.evening.events import DealWritten, Opened
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.store import links, migrate
from ledger.store.connection import prepare
from ledger.store.journal import Plan, Writer, append, open_evening
from tests.bench.rules import SEATS, played_deals

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
_NOW: Final = datetime.datetime(2026, 1, 9, 20, 15)


@dataclass(slots=True)
class Evening:
    """An evening as its scribe's phone knows it.

    *Attributes*: `id`; `door`, the address that lets a phone write, and `window`, the one that lets it watch;
    `revision` of its book; `coming`, the deals to write next.
    """

    id: str
    door: str
    window: str
    revision: int
    coming: Iterator[Deal]

    @property
    def path(self) -> str:
        """Return the address of its table."""
        return f"/e/{self.id}/"


def fill(instance: Path, sizes: Sequence[int]) -> list[Evening]:
    """Make an instance with a secret and a database, and in it one evening of each size (deals)."""
    environment = {"LEDGER_INSTANCE": str(instance)}
    config.ensure_secret(instance)
    url = config.database_url(environment)
    migrate.upgrade(url, instance / "backups")
    engine = prepare(sa.create_engine(url))
    sa.event.listen(engine, "connect", _hurry)
    deals = played_deals()
    try:
        with Session(engine) as session:
            return [
                _filled(session, config.secret_key(environment), f"evening-{number}", size, deals)
                for number, size in enumerate(sizes)
            ]
    finally:
        engine.dispose()


def _hurry(connection: Any, _record: object) -> None:
    # Nobody is told here that a deal is safe; the server sets up its own connections.
    connection.execute("PRAGMA synchronous=OFF")


def _filled(session: Session, secret: str, evening_id: str, size: int, deals: Sequence[Deal]) -> Evening:
    # A cap on what is in play keeps the amounts of a chance evening of 5,000 deals as long as those of 150.
    opened = Opened(ruleset=find("chratze", {"pot_cap": 100}), seats=SEATS, first_dealer=Seat(0))
    plan = Plan(
        evening_id=evening_id,
        token=f"open-{evening_id}",
        opened=opened,
        names=NAMES,
        date=_NOW.date(),
        title="Friday",
        place="The Bear",
    )
    writer = Writer(now=_NOW)
    open_evening(session, plan, writer)
    coming = cycle(deals)
    for revision, deal in enumerate(islice(coming, size)):
        append(
            session,
            evening_id,
            [DealWritten(deal)],
            token=f"{evening_id}-deal-{revision}",
            revision=revision,
            writer=writer,
        )
    made = links.make_both(session, evening_id, _NOW)
    door, window = (
        f"/l/{links.signed(secret, made[role].id)}" for role in (links.Role.WRITE, links.Role.WATCH)
    )
    return Evening(evening_id, door, window, size, coming)
