"""A deal: the facts as the scribe writes them down, and the table they were written at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ledger.rules.ruleset import Ruleset, Trigger
from ledger.rules.seat import Seat


class Blind(StrEnum):
    """How blindly the dealer declared."""

    SINGLE = "single"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What somebody wrote down of one deal. The outcome is never in it: it follows.

    *Attributes*: `declarer`; `joined`, who came along (in Zwicken: who plays); `tricks` won (missing: 0);
    `blind`; `trump_card` 1 to 3; `seven` turned; `dealer_has_trump` (None: not asked); `dealer_turned_own`;
    `trick_order`, the winners in order where the leftover follows it.
    """

    declarer: Seat | None = None
    joined: tuple[Seat, ...] = ()
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    blind: Blind | None = None
    trump_card: int = 1
    seven: bool = False
    dealer_has_trump: bool | None = None
    dealer_turned_own: bool = False
    trick_order: tuple[Seat, ...] = ()

    def plays(self, seat: Seat) -> bool:
        """Return whether `seat` is in this deal."""
        return seat == self.declarer or seat in self.joined


class Table(NamedTuple):
    """What a deal meets: who sits there and what lies in the middle when play starts.

    *Attributes*: `seats` present, in the direction of dealing; `pot` (`P`, smallest units, this deal's antes
    included); `forced` is `POT_EMPTY` or None (a seven is a fact of the deal); `redeals` already used.
    """

    ruleset: Ruleset
    seats: tuple[Seat, ...]
    dealer: Seat
    pot: int
    forced: Trigger | None = None
    redeals: int = 0
