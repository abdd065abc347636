"""What pages and records cost over HTTP, against bare routes of the same server, at 150 and 5,000 deals."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from typing import Final

from ledger.config import ROOT
from tests.bench.bare import HOST, PAGE, ROW, UNCHANGED
from tests.bench.blocks import Blocks, Timed
from tests.bench.evenings import Evening, fill
from tests.bench.result import Result
from tests.bench.visitor import Visitor

FEW: Final = 150
MANY: Final = 5_000

# Every record makes an evening longer. Taking turns between several keeps the short ones short.
_SIZES: Final = (*([FEW] * 4), MANY)
_START_SECONDS: Final = 30

# A folder that is on a disk wherever there is one: where /tmp is memory, a commit would cost nothing.
DISK: Final = Path("/var/tmp")


def measure() -> list[Result]:
    """Return every ratio of the server."""
    with tempfile.TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        instance = Path(folder)
        *few, many = fill(instance, _SIZES)
        with server(instance) as port, Visitor(HTTPConnection(HOST, port, timeout=60)) as visitor:
            for evening in (*few, many):
                visitor.get(evening.door, expect=303)
            visitor.learn(many.path)
            # Reading before writing: the pages are measured at the sizes that they are said to have.
            return [
                *_pages(visitor, few[0], many),
                *_polls(visitor, few[0], many),
                *_records(visitor, few, many),
            ]


def _pages(visitor: Visitor, few: Evening, many: Evening) -> list[Result]:
    table = Blocks.of(
        {
            "bare": lambda: visitor.get(PAGE).seconds,
            "few": lambda: visitor.get(few.path).seconds,
            "many": lambda: visitor.get(many.path).seconds,
        },
        blocks=40,
        each=10,
    )
    book = Blocks.of(
        {
            "bare": lambda: visitor.get(PAGE).seconds,
            "few": lambda: visitor.get(f"{few.path}book").seconds,
            "many": lambda: visitor.get(f"{many.path}book").seconds,
        },
        blocks=8,
        each=2,
    )
    return [
        table.ratio("few", "bare", _named("table page / bare page", FEW, table, "few", "bare"), 8.0),
        table.ratio("many", "bare", _named("table page / bare page", MANY, table, "many", "bare"), 8.0),
        book.ratio("few", "bare", _named("first book page / bare page", FEW, book, "few", "bare")),
        book.ratio("many", "bare", _named("first book page / bare page", MANY, book, "many", "bare")),
    ]


def _polls(visitor: Visitor, few: Evening, many: Evening) -> list[Result]:
    def poll(evening: Evening) -> Timed:
        path = f"{evening.path}live"
        tag = visitor.get(path).headers["etag"]
        return lambda: visitor.get(path, expect=304, **{"If-None-Match": tag}).seconds

    tag = '"1-en"'
    polls = Blocks.of(
        {
            "bare": lambda: visitor.get(UNCHANGED, expect=304, **{"If-None-Match": tag}).seconds,
            "few": poll(few),
            "many": poll(many),
        },
        blocks=60,
        each=25,
    )
    return [
        polls.rate("few", "bare", _named("polls / bare 304s", FEW, polls, "few", "bare"), 0.5),
        polls.rate("many", "bare", _named("polls / bare 304s", MANY, polls, "many", "bare"), 0.5),
    ]


def _records(visitor: Visitor, few: Sequence[Evening], many: Evening) -> list[Result]:
    turns = cycle(few)
    records = Blocks.of(
        {
            "bare": lambda: visitor.post(ROW, expect=204).seconds,
            "few": lambda: record(visitor, next(turns)),
            "many": lambda: record(visitor, many),
        },
        blocks=40,
        each=8,
    )
    return [
        records.ratio("few", "bare", _named("record / bare insert", FEW, records, "few", "bare"), 4.0),
        records.ratio("many", "bare", _named("record / bare insert", MANY, records, "many", "bare"), 4.0),
        records.ratio("many", "few", f"record at {MANY:,} deals / record at {FEW}", 1.3),
    ]


def record(visitor: Visitor, evening: Evening) -> float:
    """Write the evening's next deal, as the form of the table page sends it."""
    deal = next(evening.coming)
    form = visitor.form(
        ("token", f"bench-{evening.id}-{evening.revision}"),
        ("revision", evening.revision),
        ("declarer", deal.declarer),
        *(("joined", seat) for seat in deal.joined),
        *((f"tricks_{seat}", won) for seat, won in deal.tricks.items()),
        ("blind", ""),
        ("trump_card", 1),
    )
    answer = visitor.post(f"{evening.path}deals", form)
    evening.revision += 1
    return answer.seconds


def _named(what: str, deals: int, blocks: Blocks, one: str, other: str) -> str:
    took = f"{blocks.milliseconds(one):.2f} / {blocks.milliseconds(other):.2f} ms"
    return f"{what}, {deals:,} deals: {took}"


@contextmanager
def server(instance: Path) -> Iterator[int]:
    """Run the server on `instance` in a process group of its own, and yield the port it answers on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LEDGER_")}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bare", str(port)],
        cwd=ROOT,
        env={**environment, "LEDGER_INSTANCE": str(instance)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            _wait(process, port)
            yield port
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return when the server answers on `port`."""
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server of the bench did not start")
