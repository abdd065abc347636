"""How a table settles up: a frozen value, kept with the closing that chose it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from ledger.rules.seat import Party

CURRENCIES: Final = ("CHF", "EUR")
"""What money a unit that is none can be worth."""
MOST_FOR_A_CHIP: Final = 100_000_000
"""The most that one unit is worth, in smallest units of money."""


class Mode(StrEnum):
    """How the payments are found."""

    FEWEST = "fewest"
    THROUGH = "through"
    COINS = "coins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a table wants to settle.

    *Attributes*: `mode`; `through`, the party that everything goes through (a seat, or `POT`: the till), in
    that mode alone; `coin`, the smallest coin people pay with (smallest units of what is paid in); `chip`,
    what one unit of the ruleset is worth (smallest units of money), None where balances settle in their own
    unit; `currency` of `chip`; `paid`, what was handed over before in the same unit: who paid whom how much
    (smallest units of what is paid in).
    """

    mode: Mode = Mode.FEWEST
    through: Party | None = None
    coin: int = 1
    chip: int | None = None
    currency: str = ""
    paid: tuple[tuple[Party, Party, int], ...] = ()

    def same_unit(self, other: Self) -> bool:
        """Return whether both pay in the same unit, so that what was paid by one counts for the other."""
        return (self.chip is None, self.currency) == (other.chip is None, other.currency)
