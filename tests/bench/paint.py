"""How long a phone on a bad line waits for the table, and whether what it sees then stays where it is.

The line is the slow 4G of Lighthouse and of the browser's developer tools: 1.6 Mbit/s down, 750 kbit/s up,
150 ms there and back. A browser can hold up whole requests only, not the packets they are made of; so each
waits 3.75 times as long and gets nine tenths of the width, as in both of those. The processor is four times
slower than the one the bench runs on.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Browser, Page

from ledger.cli.system import find_chromium
from tests.bench.bare import HOST, PAGE
from tests.bench.evenings import fill
from tests.bench.http import DISK, FEW, server
from tests.bench.result import Result
from tests.browser.phone import Phones, running

LOADS: Final = 5
MOST_SECONDS: Final = 2.5
MOST_SHIFT: Final = 0.0

LATENCY_MS: Final = 150 * 3.75
DOWN: Final = 1.6 * 1024 * 1024 / 8 * 0.9
UP: Final = 750 * 1024 / 8 * 0.9
SLOWER: Final = 4

_SEEN: Final = Path(__file__).with_name("paint.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Paint:
    """What was seen while a page came: the largest of it after so many seconds, and how far it shifted."""

    seconds: float
    shift: float


def measure() -> list[Result]:
    """Return what a phone with an empty cache sees of both table pages, and of a bare page."""
    program = find_chromium()
    if program is None:
        raise RuntimeError("What is painted is measured in Chromium, and there is none.")
    with tempfile.TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        (evening,) = fill(Path(folder), (FEW,))
        pages = {
            "bare": ("", PAGE),
            "record": (evening.door, evening.path),
            "watched": (evening.window, evening.path),
        }
        with server(Path(folder)) as port, running(program) as browser:
            # In turn: what neighbours do to one page they do to the others.
            rounds = [
                {name: first_load(browser, f"http://{HOST}:{port}", *page) for name, page in pages.items()}
                for _load in range(LOADS)
            ]
    return results({name: [loads[name] for loads in rounds] for name in pages})


def first_load(browser: Browser, site: str, door: str, path: str) -> Paint:
    """Load `path` on a new phone, which came by the link `door`."""
    phones = Phones(browser, site)
    # A phone of the tests starts no worker. The page asks for it behind its first paint, so that nothing
    # differs here, and the page's line would not hold for what the worker asks for.
    page = phones.take()
    if door:
        page.context.request.get(door)
    slow_down(page)
    page.goto(path, wait_until="networkidle")
    paint = seen(page)
    phones.take_back()
    return paint


def slow_down(page: Page) -> None:
    """Put `page` on slow 4G, on a slow phone."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": DOWN, "uploadThroughput": UP}
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def seen(page: Page) -> Paint:
    """Return what was painted on `page` so far."""
    found = page.evaluate(_SEEN)
    return Paint(found["paint"] / 1000, found["shift"])


def results(loads: Mapping[str, Sequence[Paint]]) -> list[Result]:
    """Return what the loads of each page come to: the median of its paints, the worst of its shifts."""
    bare = median(load.seconds for load in loads["bare"])
    found = []
    for name in ("record", "watched"):
        taken = [load.seconds for load in loads[name]]
        shift = max(load.shift for load in loads[name])
        low, _middle, high = quantiles(taken, n=4)
        on = f"{name} page, slow 4G, processor {SLOWER} x slower"
        found += [
            Result(f"seconds to the largest paint: {on}", median(taken), MOST_SECONDS, spread=(low, high)),
            Result(
                f"largest paint: {on} / bare page: {median(taken):.2f} / {bare:.2f} s", median(taken) / bare
            ),
            Result(f"layout shift, the worst of {LOADS}: {on}: {shift:.4f}", shift, MOST_SHIFT),
        ]
    return found
