"""What must not be told: tokens by an error, an erased evening by the file it was in."""

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from ledger.store.backup import database_file
from ledger.store.erasure import erase
from ledger.store.journal import Plan
from tests.store.scribe import LOST, MADE, NOW, Scribe, plan


def test_error_does_not_quote_what_was_written(engine: Engine) -> None:
    """Errors end in a log, and tokens must not."""
    statement = sa.text("INSERT INTO nothing_of_ours (token) VALUES (:token)")
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(statement, {"token": "a-secret-token"})
    assert "nothing_of_ours" in str(failed.value)
    assert "a-secret-token" not in str(failed.value)


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_erased_evening_is_gone_from_the_file_and_its_log(database_url: str, session: Session) -> None:
    kept, gone = _with_place("friday", "The Kept Bear"), _with_place("saturday", "The Erased Stag")
    scribes = [Scribe.opens(session, evening) for evening in (kept, gone)]
    for scribe in scribes:
        # More than one page of the file, and rows of both evenings in some of them.
        scribe.write_all(*[MADE, LOST] * 20)
    assert b"The Erased Stag" in _bytes(database_url)
    erase(session, "saturday", NOW)
    found = _bytes(database_url)
    assert b"The Kept Bear" in found
    for trace in (b"The Erased Stag", gone.token.encode(), b"saturday-7"):
        assert trace not in found


def _with_place(evening_id: str, place: str) -> Plan:
    """Return the plan of an evening at a place that is easy to find again."""
    return replace(plan(evening_id, title=evening_id), place=place)


def _bytes(url: str) -> bytes:
    """Return everything in the folder of a SQLite database: the file, its log, the log's index."""
    folder: Path = database_file(url).parent
    return b"".join(file.read_bytes() for file in sorted(folder.glob("ledger.sqlite*")))
