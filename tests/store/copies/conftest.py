"""The database that is copied and restored: SQLite's, with an evening of two deals."""

import pytest
from sqlalchemy.orm import Session

from tests.store.scribe import LOST, MADE, Scribe


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Return the URL of a SQLite database, the only kind that is copied here."""
    return sqlite_url


@pytest.fixture
def scribe(session: Session) -> Scribe:
    """Open an evening and write two deals."""
    scribe = Scribe.opens(session)
    scribe.write_all(MADE, LOST)
    return scribe
