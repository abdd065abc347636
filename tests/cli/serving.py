"""A server in a test: the installed program in a process group of its own, on a free port of this machine."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import mkstemp
from typing import Final, NamedTuple

from tests.cli.tool import PROGRAM

PATIENCE: Final = 60.0
"""Seconds to start or to end: the machine may be busy with other tests."""


class Served(NamedTuple):
    """A server that answers: its instance folder, port and process, and the file with all that it says."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes]
    output: Path

    @property
    def said(self) -> str:
        """Return what it has said so far, to whichever stream."""
        return self.output.read_text(encoding="utf-8", errors="replace")

    @property
    def env(self) -> dict[str, str]:
        """Return what tells the other commands about its instance."""
        return {"LEDGER_INSTANCE": str(self.folder)}

    def status(self, path: str = "/") -> int:
        """Return the status that it answers a GET with, 0 where it does not answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def group(self) -> list[int]:
        """Return the processes of its group that still run, from /proc."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                _before, _name, rest = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")
            except OSError:
                continue
            state, _parent, group = rest.split()[:3]
            if int(group) == self.process.pid and state != "Z":
                found.append(int(stat.parent.name))
        return found


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    folder: Path, *options: str, port: int | None = None, env: Mapping[str, str] | None = None
) -> Iterator[Served]:
    """Yield a server that answers, and stop it and all of its processes in the end."""
    port = port or free_port()
    folder.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LEDGER_")}
    handle, output = mkstemp(".log", "serve-", folder.parent)
    with os.fdopen(handle, "wb") as file:
        process = subprocess.Popen(
            [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", str(port), *options],
            env=kept | {"LEDGER_INSTANCE": str(folder)} | dict(env or {}),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    served = Served(folder, port, process, Path(output))
    try:
        wait_for_answer(served)
        yield served
    finally:
        _stop(served)


def wait_for_answer(served: Served) -> None:
    """Wait until the server has said all that it says at its start, and answers."""
    deadline = time.monotonic() + PATIENCE
    while "Stop with Ctrl-C." not in served.said or not served.status():
        assert served.process.poll() is None, served.said
        assert time.monotonic() < deadline, served.said
        time.sleep(0.1)


def wait_for_workers(served: Served, count: int) -> None:
    """Wait until the server has as many workers: one can answer before the other has started."""
    deadline = time.monotonic() + PATIENCE
    while len(served.group()) != count + 1:
        assert time.monotonic() < deadline, served.group()
        time.sleep(0.05)


def wait_for_end(served: Served) -> None:
    """Wait until no process of the server is left."""
    deadline = time.monotonic() + PATIENCE
    while served.process.poll() is None or served.group():
        assert time.monotonic() < deadline, f"{served.group()} still run"
        time.sleep(0.05)


def _stop(served: Served) -> None:
    for sign in (signal.SIGTERM, signal.SIGKILL):
        # The group is the server's own: nobody else is in it, and it is gone when all of it has ended.
        if served.process.poll() is None or served.group():
            try:
                os.killpg(served.process.pid, sign)
                served.process.wait(PATIENCE / 3)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue
