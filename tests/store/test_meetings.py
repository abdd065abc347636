"""Two who meet on one evening: a reader sees one moment of it, a writer waits for the other."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from threading import Event

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from ledger.evening.events import DealWritten
from ledger.store import queries
from ledger.store.connection import begin_writing, prepare
from ledger.store.erasure import erase
from ledger.store.journal import NoSuchEveningError, Receipt, TokenReusedError
from ledger.store.links import RevokedLinkError, Role, find, make_both, renew
from ledger.store.models import HeadRow, PostingRow
from ledger.store.rebuild import rebuild
from ledger.store.verify import Difference, differences
from tests.store.scribe import LOST, MADE, NOW, Scribe, contents, plan

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
    assert [line.number for line in story.written] == [entry.number for entry in story.book.entries] == [1]
    reader.rollback()
    assert len(queries.story(reader, scribe.evening_id).written) == 2


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


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_reader_sees_one_moment_and_hands_its_connection_on_without_it(
    database_url: str, scribe: Scribe
) -> None:
    """A writer has to see what was written while it waited for its lock."""
    engine = prepare(sa.create_engine(database_url, pool_size=1, max_overflow=0))
    ask = sa.text("SELECT current_setting('transaction_isolation'), count(*) FROM events")

    def told(session: Session, event: DealWritten) -> list[tuple[object, ...]]:
        """Return the answers to a question before and after somebody writes."""
        answers = [tuple(session.execute(ask).one())]
        scribe.write(event)
        answers.append(tuple(session.execute(ask).one()))
        session.rollback()
        return answers

    with Session(engine) as session:
        assert told(session, LOST) == [("repeatable read", 2), ("repeatable read", 2)]
        begin_writing(session)
        assert told(session, MADE) == [("read committed", 3), ("read committed", 4)]
        assert told(session, MADE) == [("repeatable read", 4), ("repeatable read", 4)]
    engine.dispose()


def _met(
    first: Session, one: Callable[[], object], other: Callable[[], object]
) -> tuple[Future[object], Future[object]]:
    """Run `one` on the session `first` up to its commit, begin `other`, then let both end."""
    arrived, go_on = Event(), Event()

    def pause(_session: Session) -> None:
        arrived.set()
        assert go_on.wait(10)

    sa.event.listen(first, "before_commit", pause)
    with ThreadPoolExecutor(2) as threads:
        running = threads.submit(one)
        assert arrived.wait(10)
        waiting = threads.submit(other)
        wait([waiting], A_MOMENT)
        waited = not waiting.done()
        go_on.set()
    # Not before the threads have ended: a listener must not be removed while it listens.
    sa.event.remove(first, "before_commit", pause)
    assert waited, "the second did not wait for the first"
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


def test_rebuilding_waits_for_who_is_writing_and_keeps_what_was_written(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    session.execute(sa.delete(PostingRow))
    session.commit()
    writing, rebuilding = _met(
        session,
        lambda: scribe.write(LOST, revision=1),
        lambda: list(rebuild(reader)),
    )
    assert writing.result() == Receipt(number=2, revision=2)
    assert rebuilding.result() == [
        Difference("friday", "Friday", "postings of event 1 differ from its replay")
    ]
    assert list(differences(session)) == []


def test_head_rebuilt_twice_at_once_is_rebuilt_once(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    session.execute(sa.delete(HeadRow))
    session.commit()
    first, second = _met(session, lambda: list(rebuild(session)), lambda: list(rebuild(reader)))
    assert first.result() == [Difference("friday", "Friday", "its head is missing")]
    assert second.result() == []
    assert scribe.write(LOST).revision == 2


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


def test_other_evening_opened_with_the_same_token_at_once_is_a_conflict(
    reader: Session, session: Session
) -> None:
    first, second = _met(
        session,
        lambda: Scribe.opens(session, plan(token="tap")),
        lambda: Scribe.opens(reader, plan("other", token="tap", title="Other")),
    )
    first.result()
    with pytest.raises(TokenReusedError):
        second.result()
    assert not reader.in_transaction()
    assert len(contents(session)["evenings"]) == 1


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


def test_whoever_waited_while_the_link_was_revoked_writes_nothing(
    reader: Session, scribe: Scribe, session: Session
) -> None:
    old = make_both(session, scribe.evening_id, NOW)[Role.WRITE].id
    other = Scribe(reader, scribe.evening_id)
    _renewed, wrote = _met(
        session,
        lambda: renew(session, scribe.evening_id, Role.WRITE, NOW),
        lambda: other.write(LOST, revision=1, link_id=old),
    )
    assert isinstance(wrote.exception(), RevokedLinkError)
    assert scribe.revision() == 1


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_writer_who_waited_in_vain_can_try_again(engine: Engine, scribe: Scribe) -> None:
    """The lock can be held for longer than a writer waits: that must cost neither session nor connection."""
    engine.dispose()
    sa.event.listen(engine, "connect", lambda raw, _record: raw.execute("PRAGMA busy_timeout=20"))
    with closing(sqlite3.connect(str(engine.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # More often than the pool has connections.
        for _attempt in range(20):
            with pytest.raises(OperationalError, match="locked"):
                scribe.write(LOST, token="tap", revision=1)
    assert scribe.write(LOST, token="tap", revision=1) == Receipt(number=2, revision=2)
