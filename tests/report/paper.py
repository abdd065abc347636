"""A PDF as a reader has it: its words and where they stand, its fonts, what it says of itself."""

import re
import subprocess
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

_BOX: Final = ("xMin", "yMin", "xMax", "yMax")
_SPACE: Final = "{http://www.w3.org/1999/xhtml}"


@dataclass(frozen=True, slots=True)
class Word:
    """One word on a page, with its box in points from the top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: its size in points, and its words."""

    width: float
    height: float
    words: tuple[Word, ...]


class Paper:
    """A PDF that was written to `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def text(self) -> str:
        """Return all text, in the order it was written, spaces and line ends left out."""
        return re.sub(r"\s", "", _read("pdftotext", "-raw", str(self.path), "-"))

    @cached_property
    def sheets(self) -> list[Sheet]:
        """Return the pages with the boxes of their words."""
        root = ET.fromstring(_read("pdftotext", "-bbox", str(self.path), "-"))
        return [
            Sheet(
                float(page.attrib["width"]),
                float(page.attrib["height"]),
                tuple(
                    Word(word.text or "", *(float(word.attrib[side]) for side in _BOX))
                    for word in page.iter(f"{_SPACE}word")
                ),
            )
            for page in root.iter(f"{_SPACE}page")
        ]

    @cached_property
    def info(self) -> dict[str, str]:
        """Return what the PDF says of itself."""
        lines = _read("pdfinfo", str(self.path)).splitlines()
        return {key: value.strip() for key, _colon, value in (line.partition(":") for line in lines)}

    @cached_property
    def content(self) -> bytes:
        """Return the bytes of the file, and of everything that is packed in it."""
        raw = self.path.read_bytes()
        packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", raw, re.DOTALL)
        return b"\n".join([raw, *(_unpacked(part) for part in packed)])

    def fonts(self) -> Iterator[tuple[str, bool]]:
        """Yield every font: its name without the tag of the subset, and whether it is embedded."""
        for line in _read("pdffonts", str(self.path)).splitlines()[2:]:
            fields = line.split()
            yield fields[0].partition("+")[2] or fields[0], fields[-5] == "yes"

    def strays(self, margin: float = 14.0) -> list[Word]:
        """Return the words that are nearer than `margin` (points) to an edge of their page, or past it."""
        return [
            word
            for sheet in self.sheets
            for word in sheet.words
            if word.left < margin
            or word.top < margin
            or word.right > sheet.width - margin
            or word.bottom > sheet.height - margin
        ]


def _unpacked(part: bytes) -> bytes:
    try:
        return zlib.decompress(part)
    except zlib.error:
        return part


def _read(*command: str) -> str:
    return subprocess.run(command, capture_output=True, check=True, text=True, timeout=60).stdout
