"""Account numbers: whether an IBAN can be one (ISO 13616), and how people read it."""

import re
from typing import Final

_SHAPE: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_SPACES: Final = re.compile(r"[\s\u00a0.-]+")
# What the countries around the table say an IBAN's length is; for others any that is allowed will do.
_LENGTHS: Final = {
    "AT": 20,
    "BE": 16,
    "CH": 21,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "HU": 28,
    "IT": 27,
    "LI": 21,
    "LU": 20,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "SE": 24,
    "SI": 19,
    "SK": 24,
}


class UnreadableIbanError(ValueError):
    """The text is no IBAN.

    *Attributes*: `code` is `shape` (no country, check digits and account), `length` (another one than the
    country's) or `digits` (the check digits don't fit: something is mistyped).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_iban(text: str) -> str:
    """Return the IBAN in `text`, capital and without spaces. Raises `UnreadableIbanError`."""
    iban = _SPACES.sub("", text[:80]).upper()
    if not iban.isascii() or not _SHAPE.fullmatch(iban):
        raise UnreadableIbanError("shape")
    if len(iban) != _LENGTHS.get(iban[:2], len(iban)):
        raise UnreadableIbanError("length")
    # The country and the check digits go last; letters count from 10; the whole leaves 1.
    digits = "".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])
    if int(digits) % 97 != 1:
        raise UnreadableIbanError("digits")
    return iban


def grouped(iban: str) -> str:
    """Return `iban` in groups of four, as it is printed."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))
