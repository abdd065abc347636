"""The opening of the next deal: who deals it, who antes what, and whether everybody must play."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ledger.rules.ruleset import AnteWhen, Ruleset, Trigger
from ledger.rules.seat import Seat


class AnteCall(StrEnum):
    """Why antes are, or are not, paid before the next deal."""

    USUAL = "usual"
    AGAIN = "again"
    """Nobody played: antes are due even where they are paid into an empty pot only."""
    NONE = "none"
    """A redeal without a new ante."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the next deal will be, unless a seven turns up.

    *Attributes*: `dealer`; `antes`, what each seat present pays (smallest units, zeros included); `pot`, what
    is carried plus the antes; `redeals` already used by this dealer; `forced`; `call`, why these antes.
    """

    dealer: Seat
    antes: Mapping[Seat, int]
    pot: int
    redeals: int
    forced: Trigger | None
    call: AnteCall


def opening(
    ruleset: Ruleset,
    *,
    seats: tuple[Seat, ...],
    dealer: Seat,
    carried: int,
    redeals: int = 0,
    call: AnteCall = AnteCall.USUAL,
) -> Opening:
    """Return the opening of a deal by `dealer` when `carried` (smallest units) lies in the pot.

    Implements the ante rows of RULES.md, "Options": `ante.*`, `passed_out.*`, `forced.triggers`.
    """
    ante = ruleset.ante
    due = call is AnteCall.AGAIN or (
        call is AnteCall.USUAL and (carried == 0 or ante.when is AnteWhen.EVERY_DEAL)
    )
    if due:
        pair = ante.on_empty_pot if carried == 0 and ante.on_empty_pot is not None else ante.usual
        antes = dict.fromkeys(seats, pair.each)
        antes[dealer] = pair.dealer
        pot = carried + pair.each * (len(seats) - 1) + pair.dealer
    else:
        antes = dict.fromkeys(seats, 0)
        pot = carried
    forced = Trigger.POT_EMPTY if carried == 0 and Trigger.POT_EMPTY in ruleset.forced.triggers else None
    return Opening(dealer=dealer, antes=antes, pot=pot, redeals=redeals, forced=forced, call=call)
