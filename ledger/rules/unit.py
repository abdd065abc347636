"""Units of account: what an amount is counted in, how it is read and how it is written.

Amounts are `int`, in smallest units, everywhere. This is the only place that turns text into amounts.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

MINUS: Final = "−"
_FRACTIONS: Final = {(1, 2): "½", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}
_VULGAR: Final = {"¼": (1, 4), "½": (1, 2), "¾": (3, 4)}
_SPACES: Final = " \u00a0\u202f\u2009'’"
_SPACED: Final = re.compile(r"[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]+)?")
_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_MIXED: Final = re.compile(r"(?:([0-9]+) +)?([0-9]+)/([0-9]+)|([0-9]{1,3}(?: [0-9]{3})+|[0-9]+)? *([¼½¾])")
DECIMAL_DENOMINATORS: Final = {1: 0, 10: 1, 100: 2, 10_000: 4}


class UnreadableAmountError(ValueError):
    """The text is no amount of this unit.

    *Attributes*: `code` is `not-a-number`, `too-fine` (finer than the smallest unit), `ambiguous` (then
    `readings` holds every way to read it, as plain text) or `too-long`.
    """

    def __init__(self, code: str, readings: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.readings = readings


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What amounts are counted in.

    *Attributes*: `name` (chip, CHF, counter), `denominator` (smallest units in one unit), `coin` (smallest
    units in the smallest coin: what every payout is rounded to).
    """

    name: str
    denominator: int
    coin: int

    @property
    def is_money(self) -> bool:
        """Return whether this is money itself, so that a unit has no value in another one."""
        return self.denominator == 100

    def plain(self, amount: int) -> str:
        """Return `amount` (smallest units) as exact text, not localised: `-2.40`, `12`, `2¼`."""
        sign = "-" if amount < 0 else ""
        whole, part = divmod(abs(amount), self.denominator)
        return sign + whole_and_part(whole, part, self.denominator)

    def parse(self, text: str) -> int:
        """Return the amount (smallest units) that `text` names.

        Comma and point are both decimal marks; spaces and apostrophes group. Raises
        `UnreadableAmountError`, above all where the text could be read two ways ("1.500").
        """
        clean = unicodedata.normalize("NFC", text).strip()
        if len(clean) > 30:
            raise UnreadableAmountError("too-long")
        sign = clean[:1] if clean[:1] in ("+", "-", MINUS) else ""
        try:
            amount = self._magnitude(clean[len(sign) :].strip())
        except UnreadableAmountError as error:
            minus = "-" if sign in ("-", MINUS) else ""
            raise UnreadableAmountError(error.code, tuple(minus + text for text in error.readings)) from None
        return -amount if sign in ("-", MINUS) else amount

    def _magnitude(self, text: str) -> int:
        spaced = "".join(" " if letter in _SPACES else letter for letter in text)
        mixed = _MIXED.fullmatch(spaced)
        if mixed and mixed[5]:
            return self._exact(int((mixed[4] or "0").replace(" ", "")), *_VULGAR[mixed[5]])
        if mixed:
            return self._exact(int(mixed[1] or 0), int(mixed[2]), int(mixed[3]))
        if " " in spaced and not _SPACED.fullmatch(spaced):
            raise UnreadableAmountError("not-a-number")
        digits = spaced.replace(" ", "")
        if not _NUMBER.fullmatch(digits):
            raise UnreadableAmountError("not-a-number")
        readings = [_decimal(digits)] if " " in spaced else _readings(digits)
        if not readings:
            raise UnreadableAmountError("not-a-number")
        if len(readings) > 1:
            raise UnreadableAmountError("ambiguous", tuple(f"{a}.{b}" if b else a for a, b in readings))
        whole, decimals = readings[0]
        return self._exact(int(whole), int(decimals or 0), 10 ** len(decimals))

    def _exact(self, whole: int, part: int, parts: int) -> int:
        if parts == 0:
            raise UnreadableAmountError("not-a-number")
        smallest, rest = divmod(part * self.denominator, parts)
        if rest:
            raise UnreadableAmountError("too-fine")
        return whole * self.denominator + smallest


def whole_and_part(whole: int, part: int, denominator: int, mark: str = ".") -> str:
    """Return `whole` and `part`/`denominator` as text: decimals for powers of ten, else a vulgar fraction."""
    places = DECIMAL_DENOMINATORS.get(denominator)
    if places is not None:
        return f"{whole}{mark}{part:0{places}d}" if places else str(whole)
    if part == 0:
        return str(whole)
    fraction = _FRACTIONS.get((part, denominator), f" {part}/{denominator}")
    return f"{whole or ''}{fraction}".strip()


def _decimal(digits: str) -> tuple[str, str]:
    """Return the one reading of digits whose thousands were grouped by spaces: any mark is decimal."""
    whole, _mark, decimals = digits.replace(",", ".").partition(".")
    return whole, decimals


def _readings(digits: str) -> list[tuple[str, str]]:
    """Return every way to read `digits` as (whole, decimals)."""
    groups = re.split(r"[.,]", digits)
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return [(digits, "")]
    if len(groups[0]) > 3 and len(marks) > 1:
        return []
    grouped = all(len(group) == 3 for group in groups[1:-1])
    whole_grouped = ("".join(groups), "")
    decimal = ("".join(groups[:-1]), groups[-1])
    if len(marks) == 1:
        could_group = len(groups[1]) == 3 and 1 <= len(groups[0]) <= 3 and groups[0] != "0"
        return [decimal, whole_grouped] if could_group else [decimal]
    if not grouped or len(set(marks[:-1])) > 1:
        return []
    if marks[-1] != marks[0]:
        return [decimal]
    return [whole_grouped] if len(groups[-1]) == 3 else []
