"""Kill the server at any moment: every deal that was acknowledged is there, and none is half there."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Final

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import DealWritten
from ledger.evening.stored import to_plain
from ledger.store.connection import prepare
from ledger.store.models import EventRow
from ledger.store.verify import differences
from tests.store.killed import Phone, Scribe, Server, starts_evening

KILLS: Final = 20
WITH_A_WRITE_IN_FLIGHT: Final = 10

# Two phones on each evening, so that the kill also finds one that waits for the other's commit.
EVENINGS, PHONES = 2, 2

LONGEST_SECONDS: Final = 0.6
"""How long they write before the kill, at most; within it, it comes by chance."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server that runs."""
    server = Server(tmp_path)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def chance() -> random.Random:
    """Return what decides the deals and the moments; a failure shows its seed."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    return random.Random(seed)


@pytest.fixture
def scribes(server: Server, chance: random.Random) -> Iterator[list[Scribe]]:
    """Yield who writes, each evening started through its pages."""
    found = []
    for evening in range(EVENINGS):
        with closing(Phone(server.port)) as first:
            address, csrf = starts_evening(first)
        for number in range(PHONES):
            # The other phone has the first one's cookie: that is what the link to write would give it.
            phone = Phone(server.port, first.cookie)
            name = f"evening{evening}-phone{number}"
            found.append(Scribe(name, phone, address, csrf, random.Random(chance.random())))
    yield found
    for scribe in found:
        scribe.phone.close()


def _killed_while_writing(server: Server, scribes: Sequence[Scribe], seconds: float) -> int:
    """Let everybody write, kill the server after `seconds`, and return how many writes were in flight."""
    stop = Event()
    with ThreadPoolExecutor(len(scribes)) as threads:
        try:
            running = [threads.submit(scribe.write_until, stop) for scribe in scribes]
            time.sleep(seconds)
            killed = server.kill()
        finally:
            stop.set()
    for scribe in scribes:
        # Who had an answer just before does not know yet that nobody is at the other end.
        scribe.phone.close()
    return sum(thread.result() < killed for thread in running)


def _written(server: Server) -> Counter[tuple[str, str]]:
    """Return how often each deal is in the book, by token and facts; nothing else may be wrong with it."""
    engine = prepare(sa.create_engine(server.database))
    try:
        with Session(engine) as session:
            assert list(differences(session)) == []
            rows = session.execute(
                sa.select(
                    EventRow.evening_id, EventRow.number, EventRow.revision, EventRow.token, EventRow.body
                )
                .where(EventRow.kind == "deal")
                .order_by(EventRow.evening_id, EventRow.number)
            ).all()
    finally:
        engine.dispose()
    for evening_id in {row.evening_id for row in rows}:
        # Event 0 opened the evening, and every deal was an action of its own.
        own = [(row.number, row.revision) for row in rows if row.evening_id == evening_id]
        assert own == [(number, number) for number in range(1, len(own) + 1)]
    return Counter((row.token, row.body) for row in rows)


def _listed(scribes: Sequence[Scribe], which: str) -> Counter[tuple[str, str]]:
    """Return the deals on the phones' own lists in the same shape; every one of them is there once."""
    sheets = [sheet for scribe in scribes for sheet in getattr(scribe, which)]
    return Counter((sheet.token, _body(DealWritten(sheet.deal))) for sheet in sheets)


def _body(event: DealWritten) -> str:
    return json.dumps(to_plain(event), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_twenty_kills_lose_no_acknowledged_deal_and_leave_none_half_there(
    server: Server, scribes: Sequence[Scribe], chance: random.Random
) -> None:
    hits = 0
    for kill in range(1, KILLS + 1):
        seconds = chance.uniform(0, LONGEST_SECONDS)
        in_flight = _killed_while_writing(server, scribes, seconds)
        hits += in_flight > 0
        server.start()

        written = _written(server)
        acknowledged, doubtful = _listed(scribes, "acknowledged"), _listed(scribes, "doubtful")
        print(
            f"kill {kill} after {seconds:.3f} s: {in_flight} in flight; {doubtful.total()} unanswered, "
            f"{(written - acknowledged).total()} of them written; {acknowledged.total()} acknowledged"
        )
        assert acknowledged <= written, "acknowledged, and not there, or there as something else"
        assert written - acknowledged <= doubtful, "there twice, or never sent"

        for scribe in scribes:
            scribe.resend()
        assert _written(server) == acknowledged + doubtful, "sent again, and not there exactly once"
    assert hits >= WITH_A_WRITE_IN_FLIGHT
