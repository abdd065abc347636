"""Gains and losses side by side, as a narrow phone has room for them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ledger.rules.seat import Seat
from ledger.rules.unit import Unit
from ledger.wording.amounts import sign, signed
from ledger.wording.language import Language
from ledger.wording.names import shortened

# Two amounts that are no longer stand side by side; names have two lines there.
_NARROW, _NAME, _LONGER_NAME = 4, 18, 24
_Listed = tuple[str, str, str]


class Gains(NamedTuple):
    """Name, amount and sign of each; `wide`, whether each needs a line of its own."""

    listed: Sequence[_Listed]
    wide: bool


def gains(changes: Mapping[Seat, int], names: Mapping[Seat, str], unit: Unit, language: Language) -> Gains:
    """Return `changes` (smallest units) as they are shown, the names shortened so that they differ."""
    texts = {seat: signed(unit, change, language) for seat, change in changes.items()}
    wide = any(len(text) > _NARROW for text in texts.values())
    table, room = names.values(), _LONGER_NAME if wide else _NAME
    return Gains(
        [(shortened(names[seat], table, room), text, sign(changes[seat])) for seat, text in texts.items()],
        wide,
    )
