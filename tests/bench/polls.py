"""What phones that poll cost: the server's processor, and whoever records a deal meanwhile."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Final, Self

from tests.bench.bare import HOST, SPENT, UNCHANGED
from tests.bench.blocks import Blocks, Timed
from tests.bench.crowd import Crowd, crowd
from tests.bench.evenings import Evening, fill
from tests.bench.http import DISK, FEW, record, server
from tests.bench.result import Result
from tests.bench.visitor import Visitor

EVENINGS: Final = 200
THOUSAND: Final = 1_000
MOST_PROCESSOR: Final = 2.0
MOST_BESIDE: Final = 3.0

_DEALS: Final = 10
_ASKED: Final = 100
_TOGETHER: Final = 5

# So many questions at once as the server has threads get the most answers out of it.
_CROWD: Final = 40
_AT_ONCE: Final = 8
_TRIED_SECONDS: Final = 0.3
_ENOUGH: Final = 0.9
_TRIES: Final = 10


@dataclass(frozen=True, slots=True)
class Watcher:
    """A phone that has seen the latest event of its evening: what it polls, with which tag."""

    visitor: Visitor
    path: str
    tag: str

    @classmethod
    def of(cls, connection: HTTPConnection, evening: Evening) -> Self:
        """Return a new phone, which came by the link to watch `evening`."""
        visitor = Visitor(connection)
        visitor.get(evening.window, expect=303)
        path = f"{evening.path}live"
        return cls(visitor, path, visitor.get(path).headers["etag"])

    def ask(self, path: str) -> None:
        """Get `path`, where nothing changed."""
        self.visitor.get(path, expect=304, **{"If-None-Match": self.tag})

    @property
    def request(self) -> bytes:
        """Return what it sends to poll, word by word."""
        headers = {
            "Host": HOST,
            **self.visitor.headers,
            "Cookie": self.visitor.cookie,
            "If-None-Match": self.tag,
        }
        lines = [
            f"GET {self.path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in headers.items()),
            "",
            "",
        ]
        return "\r\n".join(lines).encode()


def measure() -> list[Result]:
    """Return what idle polls cost with 200 open evenings, each with a phone of its own."""
    with tempfile.TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        written, *watched = fill(Path(folder), (FEW, *[_DEALS] * EVENINGS))
        with server(Path(folder)) as port, Visitor(HTTPConnection(HOST, port, timeout=60)) as scribe:
            watchers = [Watcher.of(scribe.connection, evening) for evening in watched]
            scribe.get(written.door, expect=303)
            scribe.learn(written.path)
            return [
                processor(_processor(scribe, watchers)),
                beside(*_beside_a_scribe(scribe, written, watchers, port)),
            ]


def processor(made: Blocks) -> Result:
    """Return what polls take of the server's processor, against bare 304s."""
    polled, bare = (made.milliseconds(name) * THOUSAND / _ASKED for name in ("polls", "bare"))
    what = f"processor for {THOUSAND:,} idle polls, {EVENINGS} evenings / for as many bare 304s"
    return made.ratio("polls", "bare", f"{what}: {polled:.0f} / {bare:.0f} ms", MOST_PROCESSOR)


def beside(records: Blocks, rate: float) -> Result:
    """Return what recording a deal takes under `rate` polls a second, against none."""
    took = f"{records.milliseconds('polled'):.2f} / {records.milliseconds('idle'):.2f} ms"
    what = f"record under {rate:.0f} polls a second, half of the possible / record"
    return records.ratio("polled", "idle", f"{what}: {took}", MOST_BESIDE)


def _processor(reader: Visitor, watchers: Sequence[Watcher]) -> Blocks:
    """Return the processor time of polls and of bare 304s, asked for by the same phones in turn."""

    def spent() -> float:
        return float(reader.get(SPENT).body)

    def asking(path_of: Callable[[Watcher], str]) -> Timed:
        turns = cycle(watchers)

        def timed() -> float:
            before = spent()
            for watcher in islice(turns, _ASKED):
                watcher.ask(path_of(watcher))
            return spent() - before

        return timed

    things = {"polls": asking(lambda watcher: watcher.path), "bare": asking(lambda _watcher: UNCHANGED)}
    return Blocks.of(things, blocks=20, each=2)


def _beside_a_scribe(
    scribe: Visitor, evening: Evening, watchers: Sequence[Watcher], port: int
) -> tuple[Blocks, float]:
    """Return what a record takes without polls and with them, and how many a second those were."""
    rates: list[float] = []

    def idle() -> float:
        return median(record(scribe, evening) for _deal in range(_TOGETHER))

    def polled(phones: Crowd) -> float:
        for _try in range(_TRIES):
            rate = phones.possible(_AT_ONCE, _TRIED_SECONDS) / 2
            with phones.polling(rate) as answered:
                time.sleep(0.1)
                taken = idle()
            # Where others took the machine meanwhile, the polls that were to disturb did not come.
            if answered[0] >= _ENOUGH * rate:
                rates.append(rate)
                return taken
        raise RuntimeError(f"{answered[0]:.0f} polls a second were answered instead of {rate:.0f}")

    with crowd(port, [watcher.request for watcher in watchers[:_CROWD]]) as phones:
        records = Blocks.of({"idle": idle, "polled": lambda: polled(phones)}, blocks=20, each=1)
    return records, median(rates)
