"""What becomes of an open pot: each way side by side, with what it would give everybody."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.evening.closing import shares
from ledger.evening.events import Sharing
from ledger.extensions import db
from ledger.rules.problems import RefusedError
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Transfer
from ledger.store import queries
from ledger.web.language import current
from ledger.web.people import Person, everybody
from ledger.wording.amounts import amount, signed
from ledger.wording.language import Language

_NARROW: Final = 2
"""Digits of a pot that are shown large in four columns on a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One way: `value` as it is sent, what it is called and means; `open` where it can be chosen."""

    value: str
    name: str
    says: str
    chosen: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """The ways, and a row of what each gives: for everybody, and what it leaves in the pot.

    `wide`: some amounts are too long to stand side by side in large digits.
    """

    ways: Sequence[Share]
    rows: Sequence[tuple[Person, Sequence[tuple[str, bool]]]]
    left: Sequence[str]
    wide: bool


def shared(evening: queries.Evening, chosen: str) -> Shares | None:
    """Return what each way of closing would give; None where nothing is carried or it is closed."""
    state, language = evening.head.state, current()
    if state.closed or not state.carried:
        return None
    past = queries.story(db.session(), evening.id).book.past
    given: dict[Sharing, Mapping[Seat, int] | None] = {}
    for way in Sharing:
        try:
            given[way] = _received(shares(state, way, past))
        except RefusedError:
            given[way] = None
    unit = state.ruleset.unit
    left = [
        amount(unit, left, language)
        if gives is not None and (left := state.carried - sum(gives.values()))
        else "–"
        for gives in given.values()
    ]
    return Shares(
        ways=[
            Share(
                value=way.value,
                name=_name(way, language),
                says=_says(way, language),
                chosen=way.value == chosen,
                open=given[way] is not None,
            )
            for way in Sharing
        ],
        rows=[
            (person, [_cell(gives, person.seat, evening, language) for gives in given.values()])
            for person in everybody(evening)
        ],
        left=left,
        wide=max(map(len, left)) > _NARROW,
    )


def _received(transfers: Sequence[Transfer]) -> Mapping[Seat, int]:
    received: Counter[Seat] = Counter()
    for transfer in transfers:
        if transfer.source == POT:
            received[transfer.target] += transfer.amount
    return received


def _cell(
    gives: Mapping[Seat, int] | None, seat: Seat, evening: queries.Evening, language: Language
) -> tuple[str, bool]:
    """Return what somebody gets by one way, and whether that is anything."""
    got = gives.get(seat, 0) if gives is not None else 0
    return signed(evening.head.state.ruleset.unit, got, language) if got else "–", got > 0


def _name(way: Sharing, language: Language) -> str:
    _ = language.gettext
    return {
        Sharing.KEEP: _("Stays"),
        Sharing.SPLIT: _("Split"),
        Sharing.WINNERS: _("Winners"),
        Sharing.REFUND: _("Refund"),
    }[way]


def _says(way: Sharing, language: Language) -> str:
    _ = language.gettext
    return {
        Sharing.KEEP: _("It stays in the pot, and is recorded."),
        Sharing.SPLIT: _("Equally among all who sit here; odd coins from behind the last dealer on."),
        Sharing.WINNERS: _(
            "To whoever was paid in the last deal that paid anything; odd coins in seat order."
        ),
        Sharing.REFUND: _("Back to those whose money it is."),
    }[way]
