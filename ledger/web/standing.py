"""The standing: balances, ranks, the pot, and the curve of the evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from ledger.evening.dues import way_of
from ledger.evening.state import State
from ledger.extensions import db
from ledger.report.chart import SCREEN, balances, label_room, line_chart, with_room
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import watching
from ledger.web.language import current
from ledger.web.paper import held
from ledger.web.worth import worth
from ledger.wording.amounts import amount, sign, signed, unit_word
from ledger.wording.names import drawn, shortened
from ledger.wording.terms import terms

blueprint = Blueprint("standing", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the standing; equal balances share the rank.

    `worth` is the balance in money, empty where no unit has a value; `let_go` the table's own word for who
    let a pot go, empty for all others.
    """

    rank: int
    seat: Seat
    name: str
    balance: str
    sign: str
    worth: str
    let_go: str


def places(evening: queries.Evening) -> Sequence[Place]:
    """Return the standing, best first."""
    state = evening.head.state
    shown = {seat: state.shown(seat) for seat in state.balances}
    words = terms(state.ruleset.terms, current())
    places = {seat: place for place, seat in enumerate(state.order)}
    # Who left stands behind those with the same balance.
    order = sorted(shown, key=lambda seat: (-shown[seat], places.get(seat, len(places) + seat)))
    return [
        Place(
            rank=1 + sum(1 for other in shown.values() if other > shown[seat]),
            seat=seat,
            name=evening.names[seat],
            balance=signed(state.ruleset.unit, shown[seat], current()),
            sign=sign(shown[seat]),
            worth=worth(state.ruleset.unit, shown[seat], way_of(state)),
            let_go=words.let_go if seat in state.let_go else "",
        )
        for seat in order
    ]


def short_names(evening: queries.Evening, most: int) -> dict[Seat, str]:
    """Return everybody's name as wide as `most` letters at the most, so that no two look the same."""
    names = evening.names
    return {seat: shortened(name, names.values(), most, drawn) for seat, name in names.items()}


def with_antes(state: State) -> str:
    """Return what will lie in the pot with the antes of the next deal; empty where none are to come."""
    if state.closed or state.next.pot == state.carried:
        return ""
    return amount(state.ruleset.unit, state.next.pot, current())


@blueprint.get("/e/<evening_id>/standing")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show where everybody stands."""
    state = evening.head.state
    story = queries.story(db.session(), evening.id)
    unit = state.ruleset.unit
    lines = balances(story.book, short_names(evening, label_room(SCREEN)))
    size = with_room(SCREEN, (amount(unit, value, current()) for line in lines.values() for value in line))
    return render_template(
        "standing/show.html",
        evening=evening,
        link=link,
        places=places(evening),
        pot=amount(unit, state.carried, current()),
        with_antes=with_antes(state),
        unit=unit,
        unit_word=unit_word(unit, current()),
        chart=line_chart(lines, size, unit.denominator),
        notice=held(evening),
    )
