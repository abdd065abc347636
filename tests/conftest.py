"""How long the random tests run, their databases (a fresh one of each kind for every test), their browser."""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa
from hypothesis import settings
from playwright.sync_api import Browser
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.store import migrate
from ledger.store.connection import prepare
from tests.browser.phone import find_light_chromium, running

# `make soak` looks ten times longer. A failure prints what it takes to see the same one again.
LONGER = 10 if os.environ.get("SOAK") == "1" else 1
settings.register_profile("ci", max_examples=50 * LONGER, deadline=None, derandomize=False, print_blob=True)
settings.load_profile("ci")

DATABASES: Final = ("sqlite", "postgresql")
SERVER: Final = "LEDGER_TEST_POSTGRESQL"

Maker = Callable[[], str]
"""Makes an empty database, without tables, and returns its URL."""


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL server to make databases on; `run` starts the names of all that this test run makes."""

    url: sa.URL
    run: str

    def make(self, name: str, template: str = "template0") -> str:
        """Make the database `name` of this run, as a copy of another one, and return its URL."""
        # Copying a migrated one takes a tenth of the time that migrating does.
        self._do(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url.set(database=name).render_as_string(hide_password=False)

    def drop(self, name: str) -> None:
        """Drop the database `name`, whoever is still connected to it."""
        self._do(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _do(self, statement: str) -> None:
        engine = sa.create_engine(self.url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)


@pytest.fixture(scope="session")
def server() -> Server:
    """Return the PostgreSQL server of the tests. CI must have one; elsewhere its tests are left out."""
    url = os.environ.get(SERVER)
    if url:
        return Server(sa.make_url(url), f"ledger_test_{uuid.uuid4().hex[:12]}")
    reason = f"PostgreSQL is left out: {SERVER} names no server to make databases on"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgresql_template(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the name of a migrated PostgreSQL database that nobody is connected to."""
    name = f"{server.run}_template"
    migrate.upgrade(server.make(name), tmp_path_factory.mktemp("backups"))
    yield name
    server.drop(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated SQLite file that nobody has open."""
    folder = tmp_path_factory.mktemp("template")
    migrate.upgrade(f"sqlite:///{folder / 'ledger.sqlite'}", folder / "backups")
    return folder / "ledger.sqlite"


@pytest.fixture(scope="session")
def numbers() -> Iterator[int]:
    """Return what numbers the PostgreSQL databases of this run."""
    return count(1)


@pytest.fixture(params=DATABASES)
def database_kind(request: pytest.FixtureRequest) -> str:
    """Return which kind of database the test runs on."""
    kind: str = request.param
    return kind


@contextmanager
def _postgresql(request: pytest.FixtureRequest, *templates: str) -> Iterator[Maker]:
    """Yield what makes databases, copies of the first of `templates`, that are dropped in the end."""
    server: Server = request.getfixturevalue("server")
    numbers: Iterator[int] = request.getfixturevalue("numbers")
    made: list[str] = []

    def make() -> str:
        made.append(f"{server.run}_{next(numbers)}")
        return server.make(made[-1], *templates)

    yield make
    for name in made:
        server.drop(name)


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a migrated database without any rows, of each kind in turn."""
    if database_kind == "sqlite":
        file = shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "ledger.sqlite")
        yield f"sqlite:///{file}"
        return
    with _postgresql(request, request.getfixturevalue("postgresql_template")) as make:
        yield make()


@pytest.fixture
def empty_database(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Maker]:
    """Yield what makes databases without any tables, of each kind in turn."""
    if database_kind == "sqlite":
        files = count(1)
        yield lambda: f"sqlite:///{tmp_path / f'empty-{next(files)}.sqlite'}"
        return
    with _postgresql(request) as make:
        yield make


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """Yield an engine on the database, set up as the program does."""
    engine = prepare(sa.create_engine(database_url))
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """Yield a session on the database."""
    with Session(engine) as session:
        yield session


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """Return the URL of a migrated SQLite database without any rows, for what only SQLite has."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'ledger.sqlite')}"


@pytest.fixture
def add_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Return what adds a revision to the program, as the next release would; its upgrade does `body`."""
    folder = tmp_path / "migrations"
    # A cached module of another revision under the same name would be run in its place.
    shutil.copytree(migrate.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    numbers = count(9001)

    def add(body: str) -> str:
        revision, before = str(next(numbers)), migrate.newest()
        lines = [f'revision = "{revision}"', f'down_revision = "{before}"', "", "", "def upgrade() -> None:"]
        lines += [f"    {line}" for line in body.splitlines()]
        text = "\n".join(
            ['"""A later revision."""', "", "import sqlalchemy as sa", "from alembic import op", *lines]
        )
        (folder / "versions" / f"{revision}_later.py").write_text(text, encoding="utf-8")
        return revision

    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    return add


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the system's Chromium: one for all. CI must have it; elsewhere its tests are left out."""
    program = find_light_chromium()
    if program is None:
        reason = "the browser tests are left out: there is no Chromium on this machine"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    with running(program) as browser:
        yield browser
