"""A payment as a picture: the code that banking apps in the euro area read (EPC069-12)."""

from typing import Any, Final

import segno
from segno.helpers import make_epc_qr

from ledger.evening.settle_up import Plan
from ledger.rules.unit import Unit

CURRENCY: Final = "EUR"
MOST: Final = 99_999_999_999
"""The most such a code can ask for, in cents."""
_LONGEST_NAME: Final = 70
_LONGEST_TEXT: Final = 140


def can_be_coded(plan: Plan) -> bool:
    """Return whether payments of `plan` can be asked for by a code: they are in euros and cents."""
    return (plan.unit.name, plan.unit.denominator) == (CURRENCY, 100)


def payment_code(name: str, iban: str, amount: int, text: str) -> segno.QRCode:
    """Return the code that asks for `amount` (cents, 1 to `MOST`) to be sent to `name`'s `iban`.

    Name and text are cut where the code has no more room for them.
    """
    # The library takes text as well as numbers, and text is exact.
    euros: Any = Unit(name=CURRENCY, denominator=100, coin=1).plain(amount)
    return make_epc_qr(_fitting(name, _LONGEST_NAME), iban, euros, text=_fitting(text, _LONGEST_TEXT))


def _fitting(text: str, most: int) -> str:
    """Return `text` on one line, in at most `most` bytes: the code's whole content is limited in bytes."""
    line = " ".join(text.split())
    return line.encode()[:most].decode(errors="ignore").strip()
