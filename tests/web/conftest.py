"""The app with a database that is new for every test, the phones that visit it, and an evening on one."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from ledger import create_app
from ledger.extensions import db, limiter
from tests.store.scribe import Contents, contents
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone

SECRET: Final = "the tests sign with this, nobody else does 0123456789"

AppMaker = Callable[..., Flask]
Reader = Callable[[], Contents]


@pytest.fixture(scope="session")
def make_app(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppMaker]:
    """Yield what makes apps, each on a database of its own; CSRF stays on. Settings by keyword."""
    # Compiling the templates anew for every app takes longer than the tests.
    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    folder = tmp_path_factory.mktemp("databases")
    numbers = count(1)
    made: list[Flask] = []

    def make(**settings: Any) -> Flask:
        file = shutil.copy(sqlite_template, folder / f"{next(numbers)}.sqlite")
        app = create_app(
            {
                "SECRET_KEY": SECRET,
                "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}",
                "TIMEZONE": "Europe/Zurich",
                "PROXY": (),
                "TESTING": True,
                # Every test comes from the same address; the limits have tests of their own.
                "RATELIMIT_ENABLED": False,
                **settings,
            }
        )
        app.jinja_env.bytecode_cache = compiled
        with app.app_context():
            if db.engine.dialect.name == "sqlite":
                sa.event.listen(db.engine, "connect", _in_a_hurry)
        made.append(app)
        return app

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


def _in_a_hurry(connection: Any, _record: object) -> None:
    """Let the disk be late: what a crash of the machine leaves has tests of its own."""
    connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture(scope="session")
def app_of_all_tests(make_app: AppMaker) -> Flask:
    """Return the one app that most tests use: making one takes longer than what they ask of it."""
    return make_app()


@pytest.fixture
def app(app_of_all_tests: Flask, sqlite_template: Path) -> Flask:
    """Return the app, its database empty."""
    shutil.copy(sqlite_template, _let_go_of_database(app_of_all_tests))
    # There is one limiter for all apps of a process: the one made last has switched it on or off.
    limiter.enabled = False
    return app_of_all_tests


def _let_go_of_database(app: Flask) -> Path:
    """Close the connections of `app`, so that its database is whole in one file, and return that file."""
    with app.app_context():
        db.engine.dispose()
        file = Path(str(db.engine.url.database))
    assert not Path(f"{file}-wal").exists(), "a test left a connection open"
    return file


@pytest.fixture
def as_served(make_app: AppMaker) -> Flask:
    """Return an app as a server runs it: what a view raises becomes a page, and guesses are counted."""
    return make_app(TESTING=False, RATELIMIT_ENABLED=True)


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Return the scribe's phone."""
    return Phone(app)


@pytest.fixture
def other_phone(app: Flask) -> Phone:
    """Return a phone that has never been here."""
    return Phone(app, address="192.0.2.77")


@dataclass(frozen=True, slots=True)
class Begun:
    """An evening that was started: the database with it, and the cookie of the phone that did."""

    database: Path
    cookie: str
    id: str


@pytest.fixture(scope="session")
def begun(app_of_all_tests: Flask, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """Start an evening through the pages, once for all tests: each gets a copy of what that led to."""
    shutil.copy(sqlite_template, _let_go_of_database(app_of_all_tests))
    phone = Phone(app_of_all_tests)
    evening = Evening.starts(phone)
    database = tmp_path_factory.mktemp("begun") / "ledger.sqlite"
    shutil.copy(_let_go_of_database(app_of_all_tests), database)
    return Begun(database, phone.cookie, evening.id)


@pytest.fixture
def evening(begun: Begun, app: Flask, phone: Phone) -> Evening:
    """Return an evening of Chratze: Anna, Ben, Carla, Dan and Eva, Anna deals first."""
    shutil.copy(begun.database, _let_go_of_database(app))
    phone.cookie = begun.cookie
    return Evening(phone=phone, id=begun.id, names=NAMES)


@pytest.fixture
def watcher(evening: Evening, other_phone: Phone) -> Evening:
    """Return that evening on a phone that came by the link to watch."""
    return evening.by_link("watch", other_phone)


@pytest.fixture
def stored(app: Flask) -> Reader:
    """Return what tells every row of every table, to see whether anything was written."""

    def read() -> Contents:
        with app.app_context():
            return contents(db.session())

    return read
