"""Connections: SQLite is asked how the product's own are set, so that a crash loses nothing written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from ledger import create_app
from ledger.extensions import db
from ledger.store.connection import prepare

SET: Final = {
    "journal_mode": "wal",
    # FULL: what was committed is on the disk, also if the machine loses its power in the next moment.
    "synchronous": 2,
    "foreign_keys": 1,
    # Milliseconds that a writer waits for the others.
    "busy_timeout": 30_000,
    # A row that is replaced is one that is deleted: the triggers see it.
    "recursive_triggers": 1,
    "secure_delete": 1,
}


@pytest.fixture(params=["pages", "command line"])
def connecting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield what connects to a database, in the pages and on the command line."""
    url = f"sqlite:///{tmp_path / 'ledger.sqlite'}"
    if request.param == "command line":
        engine = prepare(sa.create_engine(url))
        yield engine
    else:
        secret = "a secret of this test alone, 0123456789 abcdef"
        settings = {"SECRET_KEY": secret, "TIMEZONE": "Europe/Zurich", "PROXY": ()}
        app = create_app({**settings, "SQLALCHEMY_DATABASE_URI": url})
        with app.app_context():
            engine = db.engine
            yield engine
    engine.dispose()


def test_sqlite_is_set_so_that_nothing_written_is_lost(connecting: Engine) -> None:
    with connecting.connect() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in SET}
    assert found == SET
