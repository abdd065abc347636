"""Short checksums: what was printed, and what it was printed with."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from ledger.config import ROOT
from ledger.evening.stored import kind_of, to_plain
from ledger.report.child import ASSETS, SHEET
from ledger.report.source import Source

TEMPLATES: Final = ROOT / "templates"


def checksum(source: Source) -> str:
    """Return eight hexadecimal digits that change when anything does that was written of the evening."""
    told = {
        "title": source.title,
        "place": source.place,
        "date": None if source.date is None else source.date.isoformat(),
        "names": list(source.names.items()),
        "texts": list(source.texts.items()),
        "opened": to_plain(source.book.state.opened),
        "events": [[line.number, kind_of(line.event), to_plain(line.event)] for line in source.written],
    }
    text = digest(told)
    return f"{text[:4]}-{text[4:8]}"


def digest(value: object) -> str:
    """Return a hash of plain data, the same wherever and whenever it is made."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def template() -> str:
    """Return a hash of everything that decides how a print looks, apart from what it says."""
    files = [*sorted((TEMPLATES / "report").glob("*")), TEMPLATES / "macros" / "chart.html", SHEET]
    code = sorted(Path(__file__).parent.glob("*.py"))
    parts = [file.read_bytes() for file in (*files, *code, *sorted(ASSETS.glob("*.ttf")))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
