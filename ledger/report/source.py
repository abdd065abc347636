"""What a report is made of: plain values, from an evening file or from what the journal keeps."""

import datetime
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from zoneinfo import ZoneInfo

from ledger.evening.book import Book, replay
from ledger.evening.events import (
    Closed,
    Corrected,
    Inserted,
    PaymentMarked,
    Redone,
    Reopened,
    Restored,
    Struck,
    Undone,
)
from ledger.evening.interchange import EveningFile
from ledger.evening.line import Line
from ledger.rules.seat import Seat
from ledger.store.queries import Evening, Story
from ledger.wording.names import shortened

_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 160
_AFTERWARDS: Final = (Closed, Corrected, Inserted, PaymentMarked, Redone, Reopened, Restored, Struck, Undone)
_UNPRINTABLE: Final = ("Cc", "Cs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One evening, ready to be told on paper.

    *Attributes*: `title`, `place`, `date` (None: not known); `hours`, the local times of the first and the
    last thing that happened at the table, None where nobody wrote them down; `names` by seat; `written`,
    every event from 1 on, those taken back too; `book`, what they make; free `texts` that events name by
    number; `revision` of that book; `link`, the address that watches it.
    """

    title: str
    place: str
    date: datetime.date | None
    hours: tuple[datetime.datetime, datetime.datetime] | None
    names: Mapping[Seat, str]
    written: Sequence[Line]
    book: Book
    texts: Mapping[int, str] = field(default_factory=dict)
    revision: int
    link: str = ""


def from_file(file: EveningFile, zone: datetime.tzinfo | None = None) -> Source:
    """Return the evening in an evening file, its times in `zone` (None: that of this machine).

    Raises `RefusedEventError` where it cannot be played through.
    """
    date = file.texts.get("date")
    return Source(
        title=_printable(file.texts.get("title", ""), _LONGEST_TEXT),
        place=_printable(file.texts.get("place", ""), _LONGEST_TEXT),
        date=datetime.date.fromisoformat(date) if date else None,
        hours=_hours(file.events, file.times, zone),
        names={Seat(number): _printable(name, _LONGEST_NAME) for number, name in enumerate(file.names)},
        written=file.events,
        book=replay(file.opened, file.events),
        texts=_all_printable(file.notes),
        # What was paid is no change of the book.
        revision=sum(not isinstance(line.event, PaymentMarked) for line in file.events),
    )


def from_store(evening: Evening, story: Story, *, zone: str, link: str) -> Source:
    """Return a stored evening with its `story`; `zone` is the club's time zone, `link` the one to watch."""
    lines = [Line(written.number, written.event) for written in story.written]
    return Source(
        title=_printable(evening.title, _LONGEST_TEXT),
        place=_printable(evening.place, _LONGEST_TEXT),
        date=evening.date,
        hours=_hours(lines, [written.at for written in story.written], ZoneInfo(zone)),
        names={seat: _printable(name, _LONGEST_NAME) for seat, name in evening.names.items()},
        written=lines,
        book=story.book,
        texts=_all_printable(story.texts),
        revision=evening.head.revision,
        link=link,
    )


def _hours(
    lines: Sequence[Line], times: Sequence[datetime.datetime], zone: datetime.tzinfo | None
) -> tuple[datetime.datetime, datetime.datetime] | None:
    """Return from when to when there was play: what is closed, mended or paid days later is no part of it."""
    played = [
        time.replace(tzinfo=datetime.UTC).astimezone(zone)
        for line, time in zip(lines, times, strict=False)
        if not isinstance(line.event, _AFTERWARDS)
    ]
    return (played[0], played[-1]) if played else None


def _all_printable(texts: Mapping[int, str]) -> dict[int, str]:
    return {number: _printable(text, _LONGEST_TEXT) for number, text in texts.items()}


def _printable(text: str, longest: int) -> str:
    """Return `text` as one line of letters, cut where paper has no room for it.

    An evening file may hold anything: a control character or half a letter would stop the printing.
    """
    letters = "".join(" " if unicodedata.category(letter) in _UNPRINTABLE else letter for letter in text)
    # A letter may carry marks, but not without end.
    return shortened(" ".join(letters.split())[: longest * 8], longest=longest)
