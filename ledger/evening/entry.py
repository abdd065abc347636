"""What a line of the book did: an entry for a deal, an aside for everything else."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ledger.evening.events import Event
from ledger.evening.state import State
from ledger.rules.deal import Deal
from ledger.rules.opening import Opening
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Reason, Settlement, Transfer, Why


class Entry(NamedTuple):
    """One deal of the book: what it met, what was written, what it did, and the state it left."""

    number: int
    deal: Deal
    opening: Opening
    settlement: Settlement
    after: State

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Return every movement of the deal, its antes first."""
        return ante_transfers(self.opening) + self.settlement.transfers

    def change(self, seat: Seat) -> int:
        """Return result − ante of `seat` (smallest units): what adds up to the balances."""
        return self.settlement.result(seat) - self.opening.antes.get(seat, 0)


class Aside(NamedTuple):
    """One line of the book that is no deal: the event, what it moved, and the state it left.

    It stands behind as many deals as `after.deals` says.
    """

    number: int
    event: Event
    transfers: tuple[Transfer, ...]
    after: State


class Past(NamedTuple):
    """What an evening's lines did so far: its deals, and all else, each in the order of the book."""

    entries: Sequence[Entry] = ()
    asides: Sequence[Aside] = ()

    def in_order(self) -> Iterator[Entry | Aside]:
        """Yield all of it in the order of the book."""
        asides = iter(self.asides)
        aside = next(asides, None)
        for deals in range(len(self.entries) + 1):
            if deals:
                yield self.entries[deals - 1]
            while aside is not None and aside.after.deals == deals:
                yield aside
                aside = next(asides, None)


NO_PAST: Final = Past()
"""What led to the start of an evening: nothing."""


def ante_transfers(coming: Opening) -> tuple[Transfer, ...]:
    """Return the antes of a deal as transfers; they are booked in the deal's own event."""
    return tuple(
        Transfer(seat, POT, ante, Reason.ANTE, Why.ANTE, {"call": coming.call.value})
        for seat, ante in coming.antes.items()
        if ante
    )
