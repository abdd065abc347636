"""The times in an evening file: when each event was written, and until when the table plays."""

import datetime
from typing import Final

from ledger.rules.plain import Reader

# Times that a page, a sheet of paper and a table of numbers can still show in every time zone.
_FIRST: Final = datetime.datetime(1990, 1, 1)
_LAST: Final = datetime.datetime(2101, 1, 1)


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
    try:
        time = datetime.datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is None else None
