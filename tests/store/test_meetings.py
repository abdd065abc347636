"""Two who meet on one evening: a reader sees one moment of it, a writer waits, and nobody is left in between."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from ledger.store import queries
from ledger.store.connection import WRITING, prepare
from ledger.store.erasure import erase
from ledger.store.journal import NoSuchEveningError, Receipt
from ledger.store.links import Role, find, make_both, renew
from ledger.store.verify import differences
from tests.store.scribe import LOST, MADE, NOW, Scribe, contents

A_MOMENT = 0.3
"""Seconds within which a second thread gets to where it has to wait."""


@contextmanager
def _after_first_question(reader: Session, about: str, act: Callable[[], object]) -> Iterator[None]:
    """Act once, as soon as `reader` has its answer to a question that mentions `about`."""
    engine = reader.get_bind()
    acted: list[object] = []

    def answered(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if about in statement and not acted:
            acted.append(None)
            act()

    sa.event.listen(engine, "after_cursor_execute", answered)
    try:
        yield
    finally:
        sa.event.remove(engine, "after_cursor_execute", answered)
    assert acted, f"nobody asked about {about}"


@pytest.fixture
def reader(database_url: str) -> Iterator[Session]:
    """Yield a session of another process, as it were: on an engine of its own."""
    engine = prepare(sa.create_engine(database_url))
    with Session(engine) as session:
        yield session
    engine.dispose()


@pytest.fixture
def scribe(session: Session) -> Scribe:
    scribe = Scribe.opens(session)
    scribe.write(MADE)
    return scribe


def test_story_read_while_somebody_writes_is_whole(reader: Session, scribe: Scribe) -> None:
    with _after_first_question(reader, "FROM events", lambda: scribe.write(LOST)):
        story = queries.story(reader, scribe.evening_id)
    assert len(story.written) == len(story.book.entries)


def test_evening_read_while_somebody_writes_is_whole(reader: Session, scribe: Scribe) -> None:
    with _after_first_question(reader, "FROM heads", lambda: scribe.write(LOST)):
        evening = queries.evening(reader, scribe.evening_id)
    assert evening is not None
    assert evening.head.revision == 1


def test_evening_read_while_somebody_erases_it_is_whole_or_not_there(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    with _after_first_question(reader, "FROM heads", lambda: erase(session, scribe.evening_id, NOW)):
        evening = queries.evening(reader, scribe.evening_id)
    assert evening is None or len(evening.names) == 4


def test_verifying_while_somebody_writes_finds_nothing_wrong(reader: Session, scribe: Scribe) -> None:
    with _after_first_question(reader, "FROM events", lambda: scribe.write(LOST)):
        assert list(differences(reader)) == []


@contextmanager
def _before_commit(session: Session) -> Iterator[tuple[Event, Event]]:
    """Yield two events: the first says that `session` is about to commit, the second lets it."""
    arrived, go_on = Event(), Event()

    def wait(_session: Session) -> None:
        arrived.set()
        assert go_on.wait(10)

    sa.event.listen(session, "before_commit", wait)
    try:
        yield arrived, go_on
    finally:
        go_on.set()
        sa.event.remove(session, "before_commit", wait)


def _met(
    first: Session, one: Callable[[], object], other: Callable[[], object]
) -> tuple[Future[object], Future[object]]:
    """Run `one` on the session `first` up to its commit, begin `other`, then let both end."""
    with ThreadPoolExecutor(2) as threads, _before_commit(first) as (arrived, go_on):
        running = threads.submit(one)
        assert arrived.wait(10)
        waiting = threads.submit(other)
        with pytest.raises(TimeoutError):
            waiting.result(A_MOMENT)
        go_on.set()
    return running, waiting


def test_erasing_waits_for_who_is_writing(reader: Session, scribe: Scribe, session: Session) -> None:
    writing, erasing = _met(
        session,
        lambda: scribe.write(LOST, revision=1),
        lambda: erase(reader, scribe.evening_id, NOW),
    )
    assert writing.result() == Receipt(number=2, revision=2)
    erasing.result()
    found = contents(session)
    assert found.pop("erasures")
    assert not any(found.values())


def test_writing_waits_for_who_is_erasing(reader: Session, scribe: Scribe, session: Session) -> None:
    erasing, writing = _met(
        session,
        lambda: erase(session, scribe.evening_id, NOW),
        lambda: Scribe(reader, scribe.evening_id).write(LOST, revision=1),
    )
    erasing.result()
    with pytest.raises(NoSuchEveningError):
        writing.result()


def test_same_action_sent_twice_at_once_is_written_once(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    first, second = _met(
        session,
        lambda: scribe.write(LOST, token="tap", revision=1),
        lambda: Scribe(reader, scribe.evening_id).write(LOST, token="tap", revision=1),
    )
    assert first.result() == Receipt(number=2, revision=2)
    assert second.result() == Receipt(number=2, revision=2, repeated=True)


def test_links_made_twice_at_once_are_the_same(reader: Session, scribe: Scribe, session: Session) -> None:
    first, second = _met(
        session,
        lambda: make_both(session, scribe.evening_id, NOW),
        lambda: make_both(reader, scribe.evening_id, NOW),
    )
    assert first.result() == second.result()


def test_link_renewed_twice_at_once_leaves_one_in_force(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    """A link that nobody is shown and that still opens the evening would be one that nobody can revoke."""
    make_both(session, scribe.evening_id, NOW)
    renewed = _met(
        session,
        lambda: renew(session, scribe.evening_id, Role.WRITE, NOW),
        lambda: renew(reader, scribe.evening_id, Role.WRITE, NOW),
    )
    ids = [getattr(link.result(), "id", "") for link in renewed]
    assert [find(session, link_id) is not None for link_id in ids] == [False, True]


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_writer_who_waited_in_vain_can_try_again(engine: Engine, scribe: Scribe, session: Session) -> None:
    """The lock can be held for longer than a writer waits: that must cost neither session nor connection."""
    with session.bind.connect() as first:  # type: ignore[union-attr]
        first.exec_driver_sql("PRAGMA busy_timeout=50")
    with engine.connect().execution_options(**{WRITING: True}) as holding, holding.begin():
        for _attempt in range(20):
            # More often than the pool has connections.
            with pytest.raises(OperationalError, match="locked"):
                scribe.write(LOST, token="tap", revision=1)
    assert scribe.write(LOST, token="tap", revision=1) == Receipt(number=2, revision=2)
