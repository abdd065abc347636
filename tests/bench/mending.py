"""What a correction early in an evening costs, shown and saved, against recording a deal in one as long."""

import re
import tempfile
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from typing import Final

from tests.bench.bare import HOST
from tests.bench.blocks import Blocks
from tests.bench.evenings import Evening, fill
from tests.bench.http import DISK, FEW, record, server
from tests.bench.result import Result
from tests.bench.visitor import Answer, UnexpectedAnswerError, Visitor

_LINES: Final = re.compile(r'name="lines" value="([^"]+)"')


def measure() -> list[Result]:
    """Return what showing and saving a correction of deal 3 of `FEW` takes of recording a deal."""
    with tempfile.TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        instance = Path(folder)
        mended, *others = fill(instance, (FEW,) * 4)
        with server(instance) as port, Visitor(HTTPConnection(HOST, port, timeout=60)) as visitor:
            for evening in (mended, *others):
                visitor.get(evening.door, expect=303)
            visitor.learn(mended.path)
            turns = cycle(others)
            # What was signed once says the same for every revision: it is corrected back and forth.
            saves = cycle([_lines(visitor, mended, won) for won in (2, 3)])
            made = Blocks.of(
                {
                    "record": lambda: record(visitor, next(turns)),
                    "show": lambda: _look(visitor, mended, 4).seconds,
                    "save": lambda: _save(visitor, mended, next(saves)),
                },
                blocks=20,
                each=4,
            )
    return [_ratio(made, "show", "shown", 4.0), _ratio(made, "save", "saved", 12.0)]


def _ratio(made: Blocks, what: str, done: str, limit: float) -> Result:
    took = f"{made.milliseconds(what):.1f} / {made.milliseconds('record'):.1f} ms"
    return made.ratio(what, "record", f"correction of deal 3 of {FEW} {done} / record: {took}", limit)


def _look(visitor: Visitor, evening: Evening, won: int) -> Answer:
    """Ask what it would change if seat 1 had `won` so many tricks in deal 3, and seat 0 the rest."""
    form = visitor.form(
        ("token", f"bench-{evening.id}-look"),
        ("revision", evening.revision),
        ("do", "correct-3"),
        ("declarer", 0),
        ("joined", 1),
        ("tricks_1", won),
        ("blind", ""),
        ("trump_card", 1),
    )
    return visitor.post(f"{evening.path}mend/look", form, expect=200)


def _lines(visitor: Visitor, evening: Evening, won: int) -> str:
    """Return what the page of that correction would send to be written."""
    found = _LINES.search(_look(visitor, evening, won).body.decode())
    if found is None:
        raise UnexpectedAnswerError("a correction that cannot be written")
    return found[1]


def _save(visitor: Visitor, evening: Evening, lines: str) -> float:
    form = visitor.form(
        ("token", f"bench-{evening.id}-{evening.revision}"), ("revision", evening.revision), ("lines", lines)
    )
    answer = visitor.post(f"{evening.path}mend/write", form)
    evening.revision += 1
    return answer.seconds
