"""Where an evening stands: a small value, O(seats), that each line of the book turns into the next one."""

from collections.abc import Mapping
from typing import NamedTuple

from ledger.evening.events import Opened
from ledger.rules.opening import Opening
from ledger.rules.ruleset import End, Ruleset
from ledger.rules.seat import Seat


class State(NamedTuple):
    """Where an evening stands: small, O(seats), all that `step` needs.

    *Attributes*: `opened`, the frozen start; `seats` present in deal order; `balances` (smallest units,
    without starting stacks: they and `carried` add up to 0); `carried`; `next`, the coming deal; `deals`
    written so far; `dealt`, who has dealt; `may_finish` of the last deal; `let_go`, who let a pot go this
    evening; `closed`.
    """

    opened: Opened
    seats: tuple[Seat, ...]
    balances: Mapping[Seat, int]
    carried: int
    next: Opening
    deals: int
    dealt: tuple[Seat, ...]
    may_finish: bool
    let_go: tuple[Seat, ...]
    closed: bool

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset the evening froze."""
        return self.opened.ruleset

    @property
    def may_end(self) -> bool:
        """Return whether the ruleset's own end is reached (the playing time is the page's business)."""
        if self.ruleset.end is End.NO_FAILURE:
            return self.may_finish
        if self.ruleset.end is End.ROTATION:
            return set(self.seats) <= set(self.dealt)
        return True

    def shown(self, seat: Seat) -> int:
        """Return the balance of `seat` as people see it: starting stack included (smallest units)."""
        return self.balances[seat] + self.opened.stacks.get(seat, 0)
