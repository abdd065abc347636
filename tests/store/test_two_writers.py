"""Two processes with four threads each write 100 deals a thread to one evening, and lose none."""

import multiprocessing
import random
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store.connection import prepare
from ledger.store.journal import Receipt, StaleError, Writer, append
from ledger.store.models import EventRow, HeadRow
from ledger.store.verify import differences
from tests.store.scribe import ALONE, LOST, MADE, NOBODY_PLAYS, NOW, Scribe

PROCESSES, THREADS, DEALS = 2, 4, 100
# PostgreSQL lets writers in one by one: eight who never rest find seven stale revisions for every deal they
# write, and only take longer. On SQLite whoever comes first is in, and there they get no rest.
REST_SECONDS = {"postgresql": 0.1, "sqlite": 0.0}
# A lost deal triples the pot, so each is followed by one that takes all of it.
DEALT = (MADE, LOST, ALONE, NOBODY_PLAYS, ALONE)


class Written(NamedTuple):
    """What one deal was told: its token, its receipt, those of its repeats, how often it was stale."""

    token: str
    receipt: Receipt
    repeats: tuple[Receipt, ...]
    stale: int


def _write(session: Session, number: int, token: str, chance: random.Random) -> Written:
    """Write deal `number`, on whatever revision it takes, and send it again now and then."""
    event = DEALT[number % len(DEALT)]
    revision = stale = 0
    while True:
        try:
            receipt = append(
                session, "friday", [event], token=token, revision=revision, writer=Writer(now=NOW)
            )
            break
        except StaleError as error:
            stale += 1
            revision = error.revision
    repeats = tuple(
        append(session, "friday", [event], token=token, revision=sent, writer=Writer(now=NOW))
        for sent in chance.sample((0, revision, receipt.revision), chance.choice((0, 0, 0, 1, 3)))
    )
    return Written(token, receipt, repeats, stale)


def _thread(engine: Engine, name: str) -> list[Written]:
    chance = random.Random(name)
    written = []
    for number in range(DEALS):
        time.sleep(chance.random() * REST_SECONDS[engine.dialect.name])
        # A session a deal, as every request has its own.
        with Session(engine) as session:
            written.append(_write(session, number, f"{name}-{number}", chance))
    return written


def write_from_a_process(url: str, name: str) -> list[Written]:
    """Write from four threads of this process; all exceptions reach the test."""
    engine = prepare(sa.create_engine(url))
    with ThreadPoolExecutor(THREADS) as threads:
        futures = [threads.submit(_thread, engine, f"{name}-{number}") for number in range(THREADS)]
    engine.dispose()
    return [written for future in futures for written in future.result()]


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_no_deal_is_lost_and_none_is_written_twice(database_url: str, session: Session) -> None:
    Scribe.opens(session)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as processes:
        futures = [processes.submit(write_from_a_process, database_url, name) for name in ("one", "other")]
        written = [one for future in futures for one in future.result()]

    total = PROCESSES * THREADS * DEALS
    assert len(written) == total
    assert sorted(one.receipt.revision for one in written) == list(range(1, total + 1))
    assert sorted(one.receipt.number for one in written) == list(range(1, total + 1))
    for one in written:
        again = Receipt(number=one.receipt.number, revision=one.receipt.revision, repeated=True)
        assert set(one.repeats) <= {again}
    # Otherwise nobody met anybody, and nothing was tried.
    assert any(one.repeats for one in written)
    assert any(one.stale for one in written)

    stored = session.execute(
        sa.select(EventRow.token, EventRow.number, EventRow.revision).where(EventRow.number > 0)
    )
    assert {tuple(row) for row in stored} == {
        (one.token, one.receipt.number, one.receipt.revision) for one in written
    }
    assert session.execute(sa.select(HeadRow.revision)).scalar_one() == total
    assert list(differences(session)) == []
