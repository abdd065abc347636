"""The command that serves the pages: prepares the instance, says where it is reached, runs the server."""

import errno
import gc
import io
import logging
import logging.config
import os
import re
import socket
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import segno
from alembic.util import CommandError
from flask import Flask
from gunicorn.app.base import BaseApplication
from sqlalchemy.exc import SQLAlchemyError

from ledger import config, create_app
from ledger.cli.database import lock_file
from ledger.extensions import db
from ledger.store import migrate
from ledger.store.backup import UnusableCopyError
from ledger.store.running import AlreadyRunning, hold

ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 (the phones at the table are the point of it)
MEMORY = Path("/dev/shm")  # noqa: S108 (gunicorn makes its own unguessable file there)

# The worker processes of a server that was killed notice it within a second and let go of port and lock.
PATIENCE_SECONDS = 3.0

# A phone at the table asks for news every few seconds. To keep its connection meanwhile costs no thread.
KEEPALIVE_SECONDS = 20

SECRETS = (
    (re.compile(r"(/l/)[^\s/?#\"'<>\]]+"), r"\1…"),
    (re.compile(r"(/[^\s?\"']*)\?[^\s\"'<>\]]+"), r"\1?…"),
)


class Redacted(logging.Formatter):
    """Writes log lines without the tokens of links and without query strings.

    It looks at the finished text, tracebacks included: whoever logs a path need not think of it.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with every secret replaced by an ellipsis."""
        text = super().format(record)
        for pattern, replacement in SECRETS:
            text = pattern.sub(replacement, text)
        return text


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"redacted": {"()": Redacted}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "redacted"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    # What these say of a normal start and stop would bury the addresses and the QR code.
    "loggers": {
        "gunicorn.error": {"level": "WARNING", "propagate": True},
        "alembic": {"level": "WARNING"},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Where the server is reached.

    Attributes:
        local: from this machine.
        lan: from other machines in the same network; empty where none can reach it.
    """

    local: str
    lan: tuple[str, ...]

    @classmethod
    def of(cls, host: str, port: int) -> "Addresses":
        """The addresses of a server that listens on this host and port."""
        if host in ANY_ADDRESS:
            lan = tuple(_url(address, port) for address in lan_addresses())
            return cls(local=_url("localhost", port), lan=lan)
        own = _url(host, port)
        return cls(local=own, lan=() if host == "localhost" or host.startswith(("127.", "::1")) else (own,))

    def announcement(self, *, proxied: bool = False) -> str:
        """What the terminal shows: the addresses, and a QR code for the phones.

        Where it is `proxied`, only the proxy knows the address that phones open.
        """
        lines = ["", f"On this machine:  {self.local}"]
        lines += [f"In this network:  {url}" for url in self.lan]
        if proxied:
            lines.append("It is behind a proxy (LEDGER_PROXY): phones open it at the proxy's address.")
            return "\n".join([*lines, "", "Stop with Ctrl-C."])
        if not self.lan:
            lines.append("No other machine can reach it.")
        picture = io.StringIO()
        segno.make(self.lan[0] if self.lan else self.local, micro=False).terminal(picture, compact=True)
        return "\n".join([*lines, "", picture.getvalue(), "Stop with Ctrl-C."])


def announce(addresses: Addresses, *, proxied: bool) -> None:
    """Write the addresses to the terminal; without the picture where it cannot show one."""
    text = addresses.announcement(proxied=proxied)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = text.encode("ascii", "ignore").decode()
        text = "\n".join(line for line in text.splitlines() if line.strip())
    click.echo(text)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in its network, the one of the default route first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: the system only chooses the address it would
            # send from. The other end is an address reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = _addresses_of_hostname()
    return [address for address in found if not address.startswith(("127.", "0."))]


def _addresses_of_hostname() -> list[str]:
    """The IPv4 addresses that this machine's own name stands for."""
    try:
        return sorted(set(socket.gethostbyname_ex(socket.gethostname())[2]))
    except OSError:
        return []


def _url(host: str, port: int) -> str:
    """The address of a page server; an IPv6 address goes in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _refusal(host: str, port: int) -> str | None:
    """Why the server cannot listen there, as a sentence, or None where it can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is taken by another program: choose another with --port or LEDGER_PORT."
        if error.errno == errno.EACCES:
            return (
                f"This user may not listen on port {port}: choose one above 1023 with --port or LEDGER_PORT."
            )
        return f"Cannot listen on {host}, port {port}: {error.strerror}."
    return None


class Server(BaseApplication):
    """Gunicorn, set up in code: one master, worker processes with threads, no access log."""

    def __init__(self, app: Flask, *, host: str, port: int, workers: int, threads: int) -> None:
        self.app = app
        self.options: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": threads,
            "keepalive": KEEPALIVE_SECONDS,
            "graceful_timeout": 10,
            # Loaded before the fork, so that the workers share its memory and start at once.
            "preload_app": True,
            # A worker shows that it is alive by touching a file: on a slow disk that can take too long.
            "worker_tmp_dir": str(MEMORY) if os.access(MEMORY, os.W_OK) else None,
            # Headers about the client are believed from the proxy that was named, and from nobody else.
            "forwarded_allow_ips": os.environ.get("LEDGER_PROXY", ""),
            "control_socket_disable": True,
            "accesslog": None,
            "logconfig_dict": LOGGING,
            "when_ready": lambda _server: announce(
                Addresses.of(host, port), proxied=bool(app.config["PROXY"])
            ),
            "post_fork": lambda _server, _worker: self.forget_connections(),
        }
        super().__init__()

    def load_config(self) -> None:
        """Hand the options to gunicorn."""
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, with what it has loaded put out of the garbage collector's sight."""
        # A collection would touch every object, and so copy the memory that master and workers share.
        gc.collect()
        gc.freeze()
        return self.app

    def forget_connections(self) -> None:
        """In a new worker: open its own database connections. The master's are not its to use or to close."""
        with self.app.app_context():
            for engine in db.engines.values():
                engine.dispose(close=False)


def _prepare(instance: Path) -> Flask:
    """The application, with its secret made and its database migrated."""
    try:
        config.ensure_secret(instance)
        settings = config.settings()
    except config.UnsafeSettingError as unsafe:
        raise click.ClickException(str(unsafe)) from None
    except OSError as error:
        raise _unusable(error) from None
    try:
        if migrate.upgrade(settings["SQLALCHEMY_DATABASE_URI"], instance / "backups"):
            click.echo("The database is up to date now.")
    except CommandError:
        raise click.ClickException(
            "The database was written by a newer version of the program: update it."
        ) from None
    except (SQLAlchemyError, UnusableCopyError, migrate.BrokenReferencesError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        raise click.ClickException(f"The database cannot be used: {reason}") from None
    return create_app()


def _unusable(error: OSError) -> click.ClickException:
    """What is said where the instance folder cannot be made, read or written."""
    reason = f"{error.filename}: {error.strerror}"
    return click.ClickException(f"The instance folder cannot be used: {reason}. LEDGER_INSTANCE names it.")


def _hold_when_free(stack: ExitStack, path: Path, host: str, port: int) -> None:
    """Take the lock and find the port free, or say why not. Waits a little for a server just killed."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    taken = False
    while True:
        try:
            if not taken:
                stack.enter_context(hold(path))
                taken = True
            refusal = _refusal(host, port)
        except AlreadyRunning as held:
            refusal = f"The server already runs here, as process {held.pid}."
        except OSError as error:
            raise _unusable(error) from None
        if refusal is None:
            return
        if time.monotonic() > deadline:
            raise click.ClickException(refusal)
        time.sleep(0.1)


@click.command()
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104
    envvar="LEDGER_HOST",
    show_default=True,
    show_envvar=True,
    help="The address to listen on.",
)
@click.option(
    "--port",
    default=8000,
    envvar="LEDGER_PORT",
    show_default=True,
    show_envvar=True,
    type=click.IntRange(1, 65535),
    help="The port to listen on.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Server processes.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1), help="Threads in each.")
def serve(host: str, port: int, workers: int, threads: int) -> None:
    """Serve the pages to this machine and its network.

    Makes the secret and migrates the database first. Prints the addresses and a QR code.
    """
    logging.config.dictConfig(LOGGING)
    instance = config.instance_folder()
    with ExitStack() as stack:
        _hold_when_free(stack, lock_file(), host, port)
        app = _prepare(instance)
        app.config["WORKERS"] = workers
        app.config["NETWORK"] = lambda: Addresses.of(host, port).lan
        Server(app, host=host, port=port, workers=workers, threads=threads).run()
