"""What printing costs: against a plain table of as many cells, and whoever records a deal meanwhile."""

import random
import re
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Final

from weasyprint import HTML

from ledger.evening.settle_up import EXACT, fewest
from ledger.report.child import layout
from ledger.rules.seat import Seat
from tests.bench.bare import HOST
from tests.bench.blocks import Blocks, Timed
from tests.bench.evenings import Evening, fill
from tests.bench.http import DISK, record, server
from tests.bench.result import Result
from tests.bench.visitor import Visitor
from tests.report.evenings import long_evening, page

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz", "Gertrud")
DEALS: Final = 120
_COLUMNS: Final = 12
_PRINTED: Final = 150
_TOGETHER: Final = 5


def measure() -> list[Result]:
    """Return every ratio of printing."""
    return [*_of_a_report(), _beside_a_scribe()]


def _of_a_report() -> list[Result]:
    """Return what a report takes against a table of as many cells that nobody styled, and settling up."""
    report = page(long_evening(NAMES, DEALS))
    cells = len(re.findall(r"<t[dh][ >]", report))
    row = "<tr>" + "<td>12</td>" * _COLUMNS + "</tr>"
    plain = f"<!doctype html><html lang='en'><title>x</title><table>{row * (cells // _COLUMNS)}</table>"
    lay_out = layout()

    def styled() -> float:
        begun = time.process_time()
        lay_out(report)
        return time.process_time() - begun

    def bare() -> float:
        begun = time.process_time()
        HTML(string=plain).write_pdf()
        return time.process_time() - begun

    balances = _hard_to_settle()

    def settled() -> float:
        begun = time.process_time()
        fewest(balances)
        return time.process_time() - begun

    made = Blocks.of({"report": styled, "plain": bare, "settled": settled}, blocks=8, each=1)
    took = f"{made.milliseconds('report'):.0f} / {made.milliseconds('plain'):.0f} ms"
    name = f"report of {len(NAMES)} x {DEALS} / plain table of {cells:,} cells: {took}"
    search = f"fewest payments of {EXACT} / report: {made.milliseconds('settled'):.0f} ms"
    return [
        made.ratio("report", "plain", name, 2.0),
        made.ratio("settled", "report", search, 0.1),
    ]


def _hard_to_settle() -> dict[Seat, int]:
    """Return the balances of as many as are settled exactly, no two of them opposites."""
    chance = random.Random(1)
    won = [chance.randint(-500, 500) for _seat in range(EXACT - 1)]
    return {Seat(number): balance for number, balance in enumerate([*won, -sum(won)])}


def _beside_a_scribe() -> Result:
    """Return what recording a deal takes while an evening is printed, against an idle server."""
    with tempfile.TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        written, printed = fill(Path(folder), (_PRINTED, _PRINTED))
        with (
            server(Path(folder)) as port,
            Visitor(HTTPConnection(HOST, port, timeout=60)) as scribe,
            Visitor(HTTPConnection(HOST, port, timeout=60)) as reader,
        ):
            for visitor in (scribe, reader):
                for evening in (written, printed):
                    visitor.get(evening.door, expect=303)
                visitor.learn(printed.path)
            records = Blocks.of(
                {"idle": _records(scribe, written), "printing": _meanwhile(scribe, written, reader, printed)},
                blocks=10,
                each=1,
            )
    took = f"{records.milliseconds('printing'):.2f} / {records.milliseconds('idle'):.2f} ms"
    return records.ratio("printing", "idle", f"record while printing / record: {took}", 3.0)


def _records(scribe: Visitor, evening: Evening) -> Timed:
    return lambda: median(record(scribe, evening) for _deal in range(_TOGETHER))


def _meanwhile(scribe: Visitor, written: Evening, reader: Visitor, printed: Evening) -> Timed:
    """Return what records deals of one evening while the other one, which has just changed, is printed."""
    records = _records(scribe, written)

    def timed() -> float:
        record(reader, printed)
        printing = threading.Thread(target=lambda: reader.get(f"{printed.path}report.pdf"))
        printing.start()
        # By then the page was handed over, and the child is at work on it.
        time.sleep(0.2)
        taken = records()
        if not printing.is_alive():
            raise RuntimeError("the evening was printed before the deals were recorded")
        printing.join()
        return taken

    return timed
