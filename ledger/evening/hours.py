"""The times in an evening file: when each event was written, and until when the table plays."""

import datetime
import re
from typing import Final

from ledger.rules.plain import Reader

# Times that a page, a sheet of paper and a table of numbers can still show in every time zone.
_FIRST: Final = datetime.datetime(1990, 1, 1)
_LAST: Final = datetime.datetime(2101, 1, 1)
# The one form that files are written in. What else Python takes for a time changes from version to version.
_FORM: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
)


def read_times(value: object, count: int, reader: Reader) -> tuple[datetime.datetime, ...]:
    """Return when each of `count` events was written (UTC, naive), nothing where it is not said of all.

    Notes a time in which nobody can have written anything.
    """
    told = [_moment(text) for text in value] if isinstance(value, list) and len(value) == count else []
    times = [time for time in told if time is not None]
    if len(times) < len(told):
        return ()
    for number, time in enumerate(times):
        if not _FIRST <= time < _LAST:
            reader.wrong(f"written_at.{number}")
    return tuple(times)


def read_end(value: object, reader: Reader) -> datetime.datetime | None:
    """Return until when the table plays (UTC, naive), None where that is not said, noting what cannot be."""
    time = _moment(value)
    if time is not None and not _FIRST <= time < _LAST:
        reader.wrong("plays_until")
    return time


def _moment(text: object) -> datetime.datetime | None:
    """Return a time as files have it, None where there is none."""
    if not isinstance(text, str) or not _FORM.fullmatch(text):
        return None
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        # There is no such day.
        return None
