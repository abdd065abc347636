"""Corrections on their way: what somebody has put together and not written yet, carried from page to page.

They go through the pages' hidden fields, signed, so that what comes back is what a page of this evening said.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import current_app
from flask_babel import lazy_gettext as _l
from itsdangerous import BadData, URLSafeSerializer
from wtforms import StringField
from wtforms.validators import Length, Optional

from ledger.evening.events import Corrected, DealWritten, Event, Inserted, Restored, Struck
from ledger.evening.stored import VERSION, UnreadableEventError, from_plain, kind_of, to_plain
from ledger.rules.deal import Deal
from ledger.web.forms import ActionForm
from ledger.web.roster import clean

LONGEST_REASON: Final = 200
_TASK: Final = re.compile(r"(correct|insert|strike|restore)-([0-9]{1,9})", re.ASCII)
_AMENDING: Final = (Corrected, Inserted, Struck, Restored)
Changes = tuple[Event, ...]


class UnreadablePlanError(Exception):
    """A page sent corrections that no page of this evening made, or one of another version did."""


class MendForm(ActionForm):
    """What every page of a correction carries on.

    *Attributes*: `changes`, signed; `lines`, signed: `changes` with what keeps the dealers; `do`, the next
    task; `dealers`, whether later ones `move`; `reason`.
    """

    changes = StringField(validators=[Optional(), Length(max=50_000)])
    lines = StringField(validators=[Optional(), Length(max=50_000)])
    do = StringField()
    dealers = StringField()
    reason = StringField(
        validators=[Optional(), Length(max=LONGEST_REASON, message=_l("At most %(max)d characters."))]
    )

    @property
    def keeps(self) -> bool:
        """Return whether later deals keep their dealers."""
        return self.dealers.data != "move"

    @property
    def why(self) -> str:
        """Return the reason in one line."""
        return clean(self.reason.data or "")[:LONGEST_REASON]

    @property
    def flaw(self) -> str:
        """Return what is wrong with what somebody typed, empty where it is fine."""
        return " ".join(map(str, self.reason.errors))


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done next: `verb` (correct, insert, strike, restore) and the number of an event."""

    verb: str
    number: int

    @property
    def text(self) -> str:
        """Return the task as a page sends it."""
        return f"{self.verb}-{self.number}"


def task(text: str | None) -> Task | None:
    """Return the task that `text` names, None where it names none."""
    found = _TASK.fullmatch(text or "")
    return Task(found[1], int(found[2])) if found else None


def packed(evening_id: str, events: Sequence[Event]) -> str:
    """Return `events` as a signed text for a hidden field."""
    told = [[kind_of(event), to_plain(event)] for event in events]
    return str(_signer(evening_id).dumps(told)) if told else ""


def unpacked(evening_id: str, text: str | None) -> Changes:
    """Return the events that `packed` made `text` of. Raises `UnreadablePlanError`."""
    if not text:
        return ()
    try:
        told = _signer(evening_id).loads(text)
        return tuple(from_plain(kind, VERSION, body) for kind, body in told)
    except (BadData, UnreadableEventError, LookupError, TypeError, ValueError) as error:
        raise UnreadablePlanError from error


def _signer(evening_id: str) -> URLSafeSerializer:
    return URLSafeSerializer(
        str(current_app.secret_key),
        salt=f"corrections-{evening_id}",
        serializer=json,
        signer_kwargs={"digest_method": hashlib.sha256},
    )


def corrected(changes: Changes, number: int, deal: Deal, first: int) -> Changes:
    """Return `changes`, numbered from `first`, with `deal` as the facts of event `number`."""
    for place, event in enumerate(changes):
        inserted = isinstance(event, Inserted) and place == number - first
        if isinstance(event, Inserted | Corrected) and (inserted or _target(event) == number):
            return (*changes[:place], replace(event, deal=deal), *changes[place + 1 :])
    return (*changes, Corrected(number, deal))


def struck(changes: Changes, number: int, first: int) -> Changes:
    """Return `changes`, numbered from `first`, without event `number` in force."""
    if number >= first and number - first < len(changes):
        return (*changes[: number - first], *changes[number - first + 1 :])
    others = tuple(event for event in changes if _target(event) != number)
    if any(event == Restored(number) for event in changes):
        return others
    return (*others, Struck(number))


def without(changes: Changes, number: int) -> Changes:
    """Return `changes` without what corrects event `number`."""
    return tuple(event for event in changes if not isinstance(event, Corrected) or event.target != number)


def about(event: Event, number: int) -> int:
    """Return the number of the deal that `event`, written under `number`, is about."""
    return _target(event) or number


def says(event: Event, deal: Deal) -> bool:
    """Return whether `event` is a deal with the same facts: tricks that are not mentioned are none."""
    return isinstance(event, DealWritten) and _facts(event.deal) == _facts(deal)


def reasoned(lines: Changes, why: str) -> Changes:
    """Return `lines`, each correction with the first text of its action as its reason, where there is one."""
    if not why:
        return lines
    return tuple(replace(event, reason=0) if isinstance(event, _AMENDING) else event for event in lines)


def _target(event: Event) -> int | None:
    return event.target if isinstance(event, Corrected | Struck | Restored) else None


def _facts(deal: Deal) -> tuple[object, ...]:
    return (
        deal.declarer,
        frozenset(deal.joined),
        {seat: won for seat, won in deal.tricks.items() if won},
        deal.blind,
        deal.trump_card,
        deal.seven,
        deal.dealer_has_trump,
        deal.dealer_turned_own,
        deal.trick_order,
    )
