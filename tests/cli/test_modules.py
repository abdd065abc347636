"""Modules on the way to a phone: all of their code, line by line, and nothing that only readers need."""

import gzip
from pathlib import Path
from urllib.request import Request, urlopen

from ledger.config import ROOT
from tests.cli.serving import serving


def test_modules_are_sent_without_what_they_say_to_readers(tmp_path: Path) -> None:
    folder = ROOT / "static" / "js"
    with serving(tmp_path / "instance") as served:
        for path in sorted(folder.rglob("*.js")):
            address = f"http://127.0.0.1:{served.port}/static/js-0/{path.relative_to(folder).as_posix()}"
            with urlopen(Request(address, headers={"Accept-Encoding": "gzip"}), timeout=10) as answer:
                sent = gzip.decompress(answer.read()).decode().split("\n")
            lines = path.read_text(encoding="utf-8").split("\n")
            # Errors name lines: each is still where it was.
            assert len(sent) == len(lines), path
            left_out = [line.strip() for line, still in zip(lines, sent, strict=True) if line != still]
            assert left_out, path
            assert all(line.startswith(("//", "/**", "*")) for line in left_out), path
            assert not [line for line in sent if line.strip().startswith(("//", "/**"))], path
