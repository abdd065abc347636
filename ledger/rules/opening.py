"""The opening of the next deal: who deals it, who antes what, and whether everybody must play."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ledger.rules.deal import Table
from ledger.rules.ruleset import AnteWhen, Ruleset, Trigger
from ledger.rules.seat import Seat


class AnteCall(StrEnum):
    """Why antes are, or are not, paid before the next deal."""

    USUAL = "usual"
    AGAIN = "again"
    """Nobody played: antes are due even where they are paid into an empty pot only."""
    NONE = "none"
    """A redeal without a new ante."""


_AGAIN, _USUAL, _EVERY_DEAL, _POT_EMPTY = (
    AnteCall.AGAIN,
    AnteCall.USUAL,
    AnteWhen.EVERY_DEAL,
    Trigger.POT_EMPTY,
)


class Opening(NamedTuple):
    """What the next deal will be, unless a seven turns up.

    *Attributes*: `table` it will meet (its pot is what is carried plus the antes); `antes`, what each seat
    present pays (smallest units, zeros included); `call`, why these antes.
    """

    table: Table
    antes: Mapping[Seat, int]
    call: AnteCall

    @property
    def dealer(self) -> Seat:
        """Return who deals."""
        return self.table.dealer

    @property
    def pot(self) -> int:
        """Return what will lie in the middle when play starts (smallest units)."""
        return self.table.pot

    @property
    def carried(self) -> int:
        """Return what lies in the middle before the antes (smallest units)."""
        return self.table.pot - sum(self.antes.values())


def opening(
    ruleset: Ruleset,
    *,
    seats: tuple[Seat, ...],
    dealer: Seat,
    carried: int,
    redeals: int = 0,
    call: AnteCall = _USUAL,
) -> Opening:
    """Return the opening of a deal by `dealer` when `carried` (smallest units) lies in the pot.

    Implements the ante rows of RULES.md, "Options": `ante.*`, `passed_out.*`, `forced.triggers`.
    """
    ante = ruleset.ante
    due = call is _AGAIN or (call is _USUAL and (carried == 0 or ante.when is _EVERY_DEAL))
    if due:
        pair = ante.on_empty_pot if carried == 0 and ante.on_empty_pot is not None else ante.usual
        antes = dict.fromkeys(seats, pair.each)
        antes[dealer] = pair.dealer
        pot = carried + pair.each * (len(seats) - 1) + pair.dealer
    else:
        antes = dict.fromkeys(seats, 0)
        pot = carried
    forced = _POT_EMPTY if carried == 0 and _POT_EMPTY in ruleset.forced.triggers else None
    return Opening(Table(ruleset, seats, dealer, pot, forced, redeals), antes, call)
