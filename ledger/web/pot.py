"""The pot's biography: which ante, which failure, which deal what lies there now comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, render_template

from ledger.evening.bowl import Layer, layers
from ledger.evening.events import Adjusted
from ledger.extensions import db
from ledger.rules.seat import Seat
from ledger.rules.settlement import Reason, Why
from ledger.store import queries
from ledger.store.links import Link
from ledger.store.queries import Story
from ledger.web.access import watching
from ledger.web.bookview import page_of
from ledger.web.language import current
from ledger.wording.amounts import amount, unit_word
from ledger.wording.language import Language
from ledger.wording.reasons import heading

blueprint = Blueprint("pot", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What is left of what one line of the book put into the pot, for one reason.

    *Attributes*: `deal`, its place in the book, 0 for what was no deal, and the `page` of the book it is on;
    `why` it was paid; `amount` in all; `payers`, each with what is left of theirs.
    """

    deal: int
    page: int
    why: str
    amount: str
    payers: Sequence[tuple[str, str]]


@blueprint.get("/e/<evening_id>/pot")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show where what lies in the pot comes from, oldest first, and whose it is."""
    state, language = evening.head.state, current()
    unit = state.ruleset.unit
    story = queries.story(db.session(), evening.id)
    inside = layers(story.book.past)
    coming = sum(state.next.antes.values()) if not state.closed else 0
    return render_template(
        "pot/show.html",
        evening=evening,
        link=link,
        parts=_parts(evening, story, inside, language),
        whose=[(evening.names[seat], amount(unit, total, language)) for seat, total in whose(inside).items()],
        total=amount(unit, state.carried, language),
        antes=amount(unit, coming, language) if coming else "",
        pot=amount(unit, state.next.pot, language) if coming else "",
        unit_word=unit_word(unit, language),
    )


def whose(inside: Sequence[Layer]) -> dict[Seat, int]:
    """Return how much of what lies in the pot is whose (smallest units): what a refund pays back."""
    owned: dict[Seat, int] = {}
    for layer in inside:
        owned[layer.seat] = owned.get(layer.seat, 0) + layer.amount
    return owned


def _parts(
    evening: queries.Evening, story: Story, inside: Sequence[Layer], language: Language
) -> Sequence[Part]:
    deals = {entry.number: place for place, entry in enumerate(story.book.entries, start=1)}
    unit = evening.head.state.ruleset.unit
    parts = []
    for (number, _reason), group in groupby(inside, key=lambda layer: (layer.number, layer.reason)):
        paid = list(group)
        deal = deals.get(number, 0)
        parts.append(
            Part(
                deal=deal,
                page=page_of(story, number) if deal else 0,
                why=_why(paid[0], story, language),
                amount=amount(unit, sum(layer.amount for layer in paid), language),
                payers=[(evening.names[layer.seat], amount(unit, layer.amount, language)) for layer in paid],
            )
        )
    return parts


def _why(layer: Layer, story: Story, language: Language) -> str:
    """Return why a layer was paid in: for a movement of money the table's own reason, if it gave one."""
    if layer.why is Why.JOINING:
        return language.gettext("Paid in on joining")
    if layer.reason is Reason.PENALTY:
        return language.gettext("Failed")
    for written in story.written:
        event = written.event
        if written.number == layer.number and isinstance(event, Adjusted) and event.reason is not None:
            return story.texts.get(event.reason) or heading(layer.reason, language)
    return heading(layer.reason, language)
