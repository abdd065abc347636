"""Amounts as people read them: true minus, exact digits, the decimal mark of currency and language."""

from typing import Final

from ledger.rules.unit import DECIMAL_DENOMINATORS, MINUS, Unit, whole_and_part
from ledger.wording.language import Language

_GROUP: Final = "\u202f"
NBSP: Final = "\u00a0"


def amount(unit: Unit, value: int, language: Language) -> str:
    """Return `value` (smallest units) without its unit: `2.40`, `−12`, `2¼`."""
    whole, part = divmod(abs(value), unit.denominator)
    digits = whole_and_part(whole, part, unit.denominator, _mark(unit, language))
    if whole >= 10_000:
        # Grouped by hand: the mark of one language's thousands is the decimal mark of another's.
        digits = f"{whole:,}".replace(",", _GROUP) + digits[len(str(whole)) :]
    return MINUS + digits if value < 0 else digits


def signed(unit: Unit, value: int, language: Language) -> str:
    """Return a gain or loss (smallest units), its sign always shown: `+4`, `−20`, `0`."""
    return "+" + amount(unit, value, language) if value > 0 else amount(unit, value, language)


def with_unit(unit: Unit, value: int, language: Language) -> str:
    """Return `value` (smallest units) with its unit: `CHF 2.40`, `12 chips`, `2¼ counters`."""
    text = amount(unit, value, language)
    if unit.denominator in DECIMAL_DENOMINATORS and unit.denominator > 1:
        return f"{unit.name}{NBSP}{text}"
    return f"{text}{NBSP}{unit_word(unit, language, plural=value != unit.denominator)}"


def unit_word(unit: Unit, language: Language, *, plural: bool = True) -> str:
    """Return what a column of amounts is headed with."""
    words = {
        "chip": (language.gettext("chip"), language.gettext("chips")),
        "counter": (language.gettext("counter"), language.gettext("counters")),
    }
    return words[unit.name][plural] if unit.name in words else unit.name


def _mark(unit: Unit, language: Language) -> str:
    # Swiss francs are written with a point in every language of the country.
    return "," if language.code == "de" and unit.name != "CHF" else "."


def sign(value: int) -> str:
    """Return the word for a gain, a loss or neither."""
    return "gain" if value > 0 else "loss" if value < 0 else "even"
