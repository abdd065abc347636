"""An instance folder for the commands: a database of two evenings, and what the environment says of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.store.connection import prepare
from tests.cli.tool import Instance
from tests.store.scribe import LOST, MADE, Scribe, plan


@pytest.fixture
def instance(database_url: str, database_kind: str, tmp_path: Path) -> Iterator[Instance]:
    """Yield an instance on each kind of database."""
    engine = prepare(sa.create_engine(database_url))
    with Session(engine) as session:
        Scribe.opens(session).write_all(MADE, LOST)
        Scribe.opens(session, plan("saturday", title="Saturday")).write_all(LOST)
    env = {"LEDGER_INSTANCE": str(tmp_path)}
    if database_kind != "sqlite":
        env["LEDGER_DATABASE"] = database_url
    yield Instance(tmp_path, engine, env)
    engine.dispose()
