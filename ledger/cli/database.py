"""Commands on the database: verify, evenings, links, backup, restore, erase."""

import datetime
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click
import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ledger.config import UnsafeSettingError, database_url, instance_folder, secret_key
from ledger.store.backup import (
    NotSqliteError,
    OccupiedError,
    UnusableCopyError,
    backup_to,
    database_file,
    restore_from,
    set_aside,
    stamped,
)
from ledger.store.connection import prepare
from ledger.store.erasure import erase as erase_evening
from ledger.store.erasure import title_of
from ledger.store.inventory import Stored
from ledger.store.inventory import evenings as stored_evenings
from ledger.store.links import make_both, signed
from ledger.store.migrate import BrokenReferencesError, upgrade
from ledger.store.rebuild import rebuild
from ledger.store.running import AlreadyRunning, hold
from ledger.store.verify import Difference, differences


def lock_file() -> Path:
    """Return the file a running server holds."""
    return instance_folder() / "serve.pid"


@contextmanager
def _session(url: str) -> Iterator[Session]:
    """Yield a session on the database at `url`; ends with one sentence where there is none."""
    try:
        engine = prepare(sa.create_engine(url))
    except (SQLAlchemyError, ImportError):
        _refuse("LEDGER_DATABASE names no SQLite or PostgreSQL database.")
    try:
        if engine.dialect.name == "sqlite" and not database_file(url).exists():
            _refuse("There is no database yet: `make run` makes one.")
        with Session(engine) as session:
            yield session
    except SQLAlchemyError as error:
        _refuse(f"The database cannot be read: {getattr(error, 'orig', None) or error}")
    finally:
        engine.dispose()


def _refuse(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(1)


@click.command()
@click.option("--rebuild", "mend", is_flag=True, help="First rebuild heads and postings from the events.")
def verify(mend: bool) -> None:
    """Replay every stored evening and compare. Names what differs and ends with 1 if anything does."""
    with _session(database_url()) as session:
        for mended in rebuild(session) if mend else ():
            click.echo(f"{_named(mended)}: rebuilt")
        found = list(differences(session))
    for difference in found:
        click.echo(_named(difference))
    if found:
        sys.exit(1)
    click.echo("Every evening agrees with its events.")


def _named(difference: Difference) -> str:
    return f"{difference.evening_id} {difference.title!r}: {difference.what}"


@click.command()
def evenings() -> None:
    """List the stored evenings, the latest first: id, date, open or closed, deals, title, players."""
    with _session(database_url()) as session:
        found = stored_evenings(session)
    for evening in found:
        click.echo(_listed(evening))
    if not found:
        click.echo("There is no evening yet.")


def _listed(evening: Stored) -> str:
    words = {None: "its head is missing: `verify --rebuild` makes it", False: "open", True: "closed"}
    deals = "1 deal" if evening.deals == 1 else f"{evening.deals} deals"
    parts = [evening.id, evening.date.isoformat(), words[evening.closed]]
    if evening.closed is not None:
        parts.append(deals)
    return "  ".join([*parts, evening.title or "(no title)", ", ".join(evening.names)]).rstrip()


# An id may begin with a dash: it is never an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("evening", type=click.UNPROCESSED)
def links(evening: str) -> None:
    """Show the links of EVENING (its id), to write and to watch, for whoever lost theirs."""
    try:
        secret = secret_key()
    except UnsafeSettingError as error:
        _refuse(str(error))
    with _session(database_url()) as session:
        _title(session, evening)
        found = make_both(session, evening, _now())
    click.echo("Each follows the address of the server. Whoever has one may do what it says.")
    for role, link in found.items():
        click.echo(f"{role.value}  /l/{signed(secret, link.id)}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Replace FILE also where it is no earlier copy.")
def backup(file: Path | None, force: bool) -> None:
    """Copy the SQLite database to FILE, also while the server runs. Without FILE: instance/backups/.

    An earlier copy in FILE is replaced.
    """
    target = file or stamped(instance_folder() / "backups", "ledger")
    replaced = ", in place of the file that was there" if target.exists() else ""
    try:
        click.echo(f"Copied to {backup_to(database_url(), target, force=force)}{replaced}")
    except NotSqliteError:
        _refuse("This is no SQLite database: copy it with pg_dump.")
    except OccupiedError:
        _refuse(
            f"Nothing was copied: {target} is no earlier copy. Name another file; --force replaces a file."
        )
    except (UnusableCopyError, OSError) as error:
        _refuse(f"Nothing was copied: {error}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore(file: Path) -> None:
    """Put the copy FILE in place of the SQLite database. Refuses while the server runs.

    The database that was there is kept in instance/backups/.
    """
    try:
        with hold(lock_file()):
            _refuse_unverified(file)
            kept = set_aside(database_url(), stamped(instance_folder() / "backups", "before-restore"))
            target = restore_from(file, database_url())
    except AlreadyRunning:
        _refuse("The server is running: stop it first, then restore.")
    except NotSqliteError:
        _refuse("This is no SQLite database: restore it with pg_restore.")
    except (UnusableCopyError, OSError) as error:
        _refuse(f"{file} is no whole copy of a database, nothing was changed: {error}")
    click.echo(f"Restored to {target}; every evening in it agrees with its events.")
    if kept:
        click.echo(f"The database that was there is kept as {kept}")


def _refuse_unverified(file: Path) -> None:
    """End with one sentence unless every evening in the copy `file` agrees with its events.

    The check runs on a second copy, which is migrated first if it is older than this program.
    """
    with tempfile.TemporaryDirectory() as folder:
        trial = restore_from(file, f"sqlite:///{Path(folder) / 'trial.sqlite'}")
        try:
            upgrade(f"sqlite:///{trial}", Path(folder))
        except CommandError:
            _refuse(f"{file} comes from a newer version of the program: update it first, then restore.")
        except (SQLAlchemyError, BrokenReferencesError) as error:
            _refuse(f"{file} is no whole copy of a database, nothing was changed: {error}")
        with _session(f"sqlite:///{trial}") as session:
            found = list(differences(session))
    if found:
        _refuse(f"{file} is damaged, nothing was restored: {found[0].what} in {found[0].title!r}.")


# An id may begin with a dash: it is never an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("evening", type=click.UNPROCESSED)
def erase(evening: str) -> None:
    """Erase EVENING (its id) for good, after asking for its title."""
    with _session(database_url()) as session:
        expected = _title(session, evening).strip() or evening
        typed = click.prompt(f"Type {expected!r} to erase it for good", default="", show_default=False)
        if typed.strip() != expected:
            _refuse("That is not its title; nothing was erased.")
        erase_evening(session, evening, _now())
    click.echo("Erased.")


def _title(session: Session, evening: str) -> str:
    title = title_of(session, evening)
    session.rollback()
    if title is None:
        _refuse(f"There is no evening {evening!r}: `tavern-ledger evenings` lists them.")
    return title


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
