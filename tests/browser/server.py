"""The real server, on a database of its own, as `make run` starts it."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

COMMAND: Final = Path(sys.executable).with_name("tavern-ledger")
STARTS_WITHIN_SECONDS: Final = 60.0
STOPS_WITHIN_SECONDS: Final = 15.0
LAST_LINE: Final = "Stop with Ctrl-C."


class ServerFailedError(Exception):
    """The server ended, or did not say in time that it listens; the message holds what it said."""


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[str]:
    """Yield the address of a server with its instance in `folder` and `settings`; it is stopped in the end.

    It believes what a proxy on this machine says about who calls, so that every phone of the tests can have
    an address of its own: limits by address then count as they do at a table.
    """
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LEDGER_")}
    environment |= {
        "LEDGER_INSTANCE": str(folder),
        "LEDGER_TIMEZONE": "Europe/Zurich",
        "LEDGER_PROXY": "127.0.0.1",
        **settings,
    }
    with (folder / "server.log").open("w+") as log:
        process = subprocess.Popen(
            [COMMAND, "serve", "--host", "127.0.0.1", "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
            start_new_session=True,
        )
        try:
            if process.stdout is None or not _listens(process.stdout):
                log.seek(0)
                raise ServerFailedError(log.read())
            yield f"http://127.0.0.1:{port}"
        finally:
            _stop(process)


def _listens(said: IO[str]) -> bool:
    """Return whether the server says, in time, that it listens: the last line of its announcement."""
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    text = ""
    while LAST_LINE not in text:
        readable, _, _ = select.select([said], [], [], max(deadline - time.monotonic(), 0))
        more = os.read(said.fileno(), 65536).decode() if readable else ""
        if not more:
            return False
        text += more
    return True


def _stop(process: "subprocess.Popen[str]") -> None:
    """Stop the server and its workers: the group it leads, and nobody else."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, sign)
        try:
            process.wait(STOPS_WITHIN_SECONDS)
            break
        except subprocess.TimeoutExpired:
            continue
    if process.stdout is not None:
        process.stdout.close()
