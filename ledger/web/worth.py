"""What a unit that is no money is worth in money, as forms read it and pages tell it."""

from typing import Final

from flask_babel import gettext as _

from ledger.evening.way import CURRENCIES, MOST_FOR_A_CHIP, Way
from ledger.rules.unit import Unit, UnreadableAmountError
from ledger.web.language import current
from ledger.wording.amounts import with_unit
from ledger.wording.problems import unreadable_amount

CENTS: Final = 100


def money_of(currency: str) -> Unit:
    """Return the unit that values in `currency` are counted in."""
    return Unit(name=currency, denominator=CENTS, coin=1)


def chosen_currency(currency: str | None) -> str:
    """Return the currency that was chosen, the first where none was."""
    return currency if currency in CURRENCIES else CURRENCIES[0]


def read_chip(text: str, currency: str) -> tuple[int | None, str]:
    """Return what a unit is worth (smallest units of money), None where nothing is said, and the flaw."""
    if not text.strip():
        return None, ""
    try:
        chip = money_of(currency).parse(text)
    except UnreadableAmountError as error:
        return None, unreadable_amount(error, current())
    if not 0 < chip <= MOST_FOR_A_CHIP:
        return None, _("That is no value of a chip.")
    return chip, ""


def worth(unit: Unit, amount: int, way: Way) -> str:
    """Return what `amount` (smallest units of `unit`) is in money by `way`, empty where that is not said."""
    if way.chip is None:
        return ""
    whole, rest = divmod(amount * way.chip, unit.denominator)
    if not rest:
        return with_unit(money_of(way.currency), whole, current())
    # Nothing is rounded here: parts of a cent are shown, and what becomes of them is for settling up.
    fine = Unit(name=way.currency, denominator=CENTS * CENTS, coin=1)
    return with_unit(fine, amount * way.chip * CENTS // unit.denominator, current())
