"""The child process that lays out pages: the only place that knows WeasyPrint.

    python -m ledger.report.child

Reads pages from standard input and answers each on standard output, until the input ends or nothing came
for a while. A request is the length of a page (4 bytes, big-endian) and the page as UTF-8. An answer is the
length of a head and the head (JSON: `pango`, whether the layout library is there; `log`, what WeasyPrint
complained about), then the length of the PDF and the PDF.
"""

import hashlib
import json
import logging
import os
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from ledger.report.strange import drawable

ASSETS: Final = Path(__file__).parent / "fonts"
SHEET: Final = Path(__file__).parent / "print.css"
PREFIX: Final = "tavern-ledger-"
"""How the folder begins that a child has to itself, for what it unpacks."""
SCHEME: Final = "asset:"
_IDLE_SECONDS: Final = 300
_NICER: Final = 10
_STRANGE: Final = re.compile(r"^\.notdef glyph .*\(U\+([0-9A-F]+)\)$")

Layout = Callable[[str], tuple[bytes, list[str]]]


class _Lines(logging.Handler):
    """Keeps every line that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def layout() -> Layout:
    """Return what turns a page into a PDF and the lines logged meanwhile. Raises `OSError` without Pango."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Packaged(URLFetcher):
        """Serves the packaged fonts, and nothing else in the world."""

        def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
            name = url.removeprefix(SCHEME)
            if name == url or name not in known:
                raise ValueError(f"not a packaged asset: {url}")
            return URLFetcherResponse(url, (ASSETS / name).read_bytes(), {"Content-Type": "font/ttf"})

    known = {file.name for file in ASSETS.glob("*.ttf")}
    kept = _Lines()
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).handlers = [kept]
    fetcher = Packaged()
    # Shared by all pages: a configuration of fonts that is made anew leaves a quarter of a megabyte behind.
    fonts = FontConfiguration()
    sheet = CSS(string=SHEET.read_text(encoding="utf-8"), url_fetcher=fetcher, font_config=fonts)

    def pdf(page: str) -> tuple[bytes, list[str]]:
        content, log = once(page)
        strange = {chr(int(letter, 16)) for line in log for letter in _STRANGE.findall(line)}
        if strange:
            # No font here can draw them, neither ours nor the system's.
            content, log = once(drawable(page, strange))
        return content, log

    def once(page: str) -> tuple[bytes, list[str]]:
        kept.lines = []
        document = HTML(string=page, base_url=None, url_fetcher=fetcher)
        content = document.write_pdf(
            stylesheets=[sheet],
            font_config=fonts,
            pdf_variant="pdf/ua-1",
            pdf_identifier=hashlib.sha256(page.encode()).hexdigest()[:32].encode(),
        )
        return content, kept.lines

    return pdf


def main() -> None:
    """Answer until the input ends, and clear up."""
    folder = Path(tempfile.gettempdir())
    try:
        serve()
    finally:
        # Where the parent was killed, nobody else can.
        if folder.name.startswith(PREFIX):
            shutil.rmtree(folder, ignore_errors=True)


def serve() -> None:
    """Answer until the input ends."""
    os.nice(_NICER)
    # Ctrl-C at the server's terminal reaches this process too; it ends when its parent has.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints must not end up among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = os.fdopen(0, "rb", buffering=0)
    lay_out: Layout | None = None
    while select.select([requests], [], [], _IDLE_SECONDS)[0]:
        page = read_block(requests)
        if page is None:
            return
        try:
            lay_out = lay_out or layout()
        except OSError as error:
            print(error, file=sys.stderr)
            _answer(answers, b"", pango=False, log=[])
            continue
        content, log = lay_out(page.decode())
        _answer(answers, content, pango=True, log=log)


def _answer(answers: BinaryIO, content: bytes, *, pango: bool, log: list[str]) -> None:
    answers.write(block(json.dumps({"pango": pango, "log": log}).encode()))
    answers.write(block(content))
    answers.flush()


def block(content: bytes) -> bytes:
    """Return `content` with its length before it."""
    return struct.pack(">I", len(content)) + content


def read_block(source: BinaryIO) -> bytes | None:
    """Return the next block of `source`, None where it ends."""
    head = _read(source, 4)
    if head is None:
        return None
    return _read(source, struct.unpack(">I", head)[0])


def _read(source: BinaryIO, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = source.read(size - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)


if __name__ == "__main__":
    main()
