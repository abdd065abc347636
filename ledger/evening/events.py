"""The kinds of event an evening is made of: frozen values.

Events name seats by id and free text by number, never by what they say, so that names and reasons can be
mended and erased without touching history. Other events they name by the number those were written under.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ledger.evening.way import Way
from ledger.rules.deal import Deal
from ledger.rules.ruleset import Ruleset
from ledger.rules.seat import Party, Seat

ENGINE: Final = 1
"""Number of the engine that settles new evenings; each evening keeps the one it was opened with."""


class Sharing(StrEnum):
    """What becomes of the pot when an evening closes."""

    KEEP = "keep"
    """It stays recorded."""
    SPLIT = "split"
    """Equally among all who are seated, odd coins in seat order after the last dealer."""
    WINNERS = "winners"
    """Equally among those paid in the last deal that paid anything, odd coins in seat order."""
    REFUND = "refund"
    """Back to those whose money it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Event 0: what the evening starts from, frozen.

    *Attributes*: `ruleset`; `seats` in the direction of dealing; `first_dealer`; `stacks`, starting stacks
    (smallest units; an offset on the screen, never a posting); `engine`; `chip`, what one unit is worth
    (smallest units of `currency`), None where nothing was said: shown, and proposed to who closes.
    """

    ruleset: Ruleset
    seats: tuple[Seat, ...]
    first_dealer: Seat
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    engine: int = ENGINE
    chip: int | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class DealWritten:
    """A deal was written down."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest effective event was taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The latest undo was taken back."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The deal (or the insert) `target` was put right: these are its facts now; its number stays."""

    target: int
    deal: Deal
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Struck:
    """The deal `target` was put out of force."""

    target: int
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """The struck deal `target` was put back in force, with the facts it had last."""

    target: int
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Inserted:
    """A forgotten deal was put in before the event `before`; its own number: at the end as of now."""

    before: int
    deal: Deal
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody sat down before `before_seat` (None: at the end) and paid `pays` (smallest units) in.

    A `seat` that was never seated is a new player; one that left comes back.
    """

    seat: Seat
    before_seat: Seat | None = None
    pays: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody went home, and keeps the balance."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SatOut:
    """Somebody keeps the place, but neither antes nor deals nor is asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who sat out plays again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """`seat` is called what the text `text` says. Moves nothing."""

    seat: Seat
    text: int


@dataclass(frozen=True, slots=True)
class Reordered:
    """All who are seated, those who sit out too, now sit in this order. Moves nothing."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealerSet:
    """`seat` deals next; with `before`, at the place before that event, as of an insert."""

    seat: Seat
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """`amount` (smallest units, > 0) went from one party to another for another reason than a deal."""

    source: Party
    target: Party
    amount: int
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Rebought:
    """The stack of `seat` grew by `amount` (smallest units, > 0): an offset on the screen, no posting."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The bowl was counted, and `amount` (smallest units) lay in it. Moves nothing."""

    amount: int


@dataclass(frozen=True, slots=True)
class Voided:
    """A misdeal: nothing moves, and the same dealer deals again under the same ante call."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The evening was closed: what becomes of the `pot`, and the way the table wants to `settle`, frozen."""

    pot: Sharing = Sharing.KEEP
    settle: Way | None = None


@dataclass(frozen=True, slots=True)
class Reopened:
    """The latest closing was taken back, with all it did."""


@dataclass(frozen=True, slots=True)
class PaymentMarked:
    """Of the planned payment from `source` to `target`, `paid` (smallest units of the plan) changed hands.

    0: not paid after all. Neither undone nor redone, and no change of the book.
    """

    source: Party
    target: Party
    paid: int


Event = (
    Opened
    | DealWritten
    | Undone
    | Redone
    | Corrected
    | Struck
    | Restored
    | Inserted
    | Joined
    | Left
    | SatOut
    | Returned
    | Renamed
    | Reordered
    | DealerSet
    | Adjusted
    | Rebought
    | Counted
    | Voided
    | Closed
    | Reopened
    | PaymentMarked
)
