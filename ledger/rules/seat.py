"""Places at the table, and the pot as the one party that is not a seat."""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""Stable id of a place at the table in one evening. Never a position: rosters change, ids do not."""

Party = Seat
"""One side of a transfer: a seat, or `POT`."""

POT: Final = Seat(-1)
"""The bowl in the middle, as a party of transfers."""

NOBODY: Final = Seat(-2)
"""Stands where a seat is needed and none could be read; never seated, never in a transfer."""

LIMIT: Final = 10**15
"""The most any amount may be, in smallest units: JavaScript still counts exactly here (RULES.md, Chratze)."""


def after(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Return `seats` in deal order, beginning behind `seat` and ending with it."""
    cut = seats.index(seat) + 1
    return seats[cut:] + seats[:cut]


def following(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the seat that comes behind `seat` in deal order."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def before(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the seat that precedes `seat` in deal order."""
    return seats[seats.index(seat) - 1]
