"""People: who is at the table, who sits out, who left, and what each of them may do between deals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask_babel import gettext as _
from wtforms import StringField

from ledger.evening.events import DealerSet, Event, Left, Renamed, Returned, SatOut
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.links import Link
from ledger.store.people import Words
from ledger.web import roster
from ledger.web.access import Answer, writing
from ledger.web.acting import FINE, Refusal, act, closed, last, reread
from ledger.web.crowd import brings, crowd
from ledger.web.errors import shows_again
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.wording.amounts import sign, signed

blueprint = Blueprint("people", __name__)
_EVENTS: Final[Mapping[str, Callable[[Seat], Event]]] = {
    "deal": DealerSet,
    "sit-out": SatOut,
    "return": Returned,
    "leave": Left,
}


class RenameForm(ActionForm):
    """Another name for somebody, as typed."""

    name = StringField()


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who ever had a seat: `here` plays, `left` went home; who is neither sits out."""

    seat: Seat
    name: str
    balance: str
    sign: str
    deals: bool
    here: bool
    left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What somebody may do now: `act` names it, `brings` says what else it would change."""

    act: str
    brings: str


@blueprint.get("/e/<evening_id>/people")
@writing
def show(evening: queries.Evening, _link: Link) -> str:
    """Show everybody, in the order of dealing."""
    return _list(evening)


@blueprint.get("/e/<evening_id>/people/<int:seat>")
@writing
def one(evening: queries.Evening, _link: Link, seat: int) -> str:
    """Show what one of them may do."""
    return _person(evening, Seat(seat))


@blueprint.post("/e/<evening_id>/people/<int:seat>/<any('deal', 'sit-out', 'return', 'leave'):act>")
@shows_again
@writing
def change(evening: queries.Evening, link: Link, seat: int, act: str) -> Answer:
    """Have somebody deal next, sit out, play again or leave."""
    return _written(evening, link, _EVENTS[act](Seat(seat)))


def _written(evening: queries.Evening, link: Link, event: Event) -> Answer:
    refusal = act(evening, link, ActionForm(), [event])
    if refusal is not None:
        return _list(reread(evening), refusal), refusal.status
    return redirect(url_for("people.show", evening_id=evening.id), code=303)


@blueprint.post("/e/<evening_id>/people/<int:seat>/name")
@shows_again
@writing
def rename(evening: queries.Evening, link: Link, seat: int) -> Answer:
    """Give somebody another name; none that looks like another player's."""
    form = RenameForm()
    name = roster.clean(form.name.data or "")
    flaw = roster.flaw(name)
    refusal: Refusal | None = Refusal(flaws={"name": flaw}) if flaw else None
    if refusal is None and name != evening.names.get(Seat(seat)):
        words = Words(texts=(name,))
        refusal = act(evening, link, form, [Renamed(Seat(seat), 0)], words=words, fields={"to": "name"})
    if refusal is not None:
        return _person(reread(evening), Seat(seat), refusal, form.name.data), refusal.status
    return redirect(url_for("people.show", evening_id=evening.id), code=303)


def everybody(evening: queries.Evening) -> Sequence[Person]:
    """Return all who ever had a seat: who is seated in the order of dealing, then who left."""
    state = evening.head.state
    gone = [seat for seat in state.balances if seat not in state.order]
    return [
        Person(
            seat=seat,
            name=evening.names[seat],
            balance=signed(state.ruleset.unit, state.shown(seat), current()),
            sign=sign(state.shown(seat)),
            deals=seat == state.next.dealer,
            here=seat in state.seats,
            left=seat in gone,
        )
        for seat in (*state.order, *gone)
    ]


def _list(evening: queries.Evening, refusal: Refusal = FINE) -> str:
    people = everybody(evening)
    return render_template(
        "people/show.html",
        evening=evening,
        view=last(evening),
        seated=[person for person in people if not person.left],
        gone=[person for person in people if person.left],
        crowd=crowd(evening.head.state, current()),
        refusal=refusal,
        closed=closed(evening),
    )


def _person(evening: queries.Evening, seat: Seat, refusal: Refusal = FINE, typed: str | None = None) -> str:
    person = next((person for person in everybody(evening) if person.seat == seat), None)
    if person is None:
        abort(404)
    return render_template(
        "people/one.html",
        evening=evening,
        person=person,
        choices=_choices(evening, person),
        alone=_("Nobody else is at the table: close the evening instead.") if _alone(evening, seat) else "",
        typed=person.name if typed is None else typed,
        refusal=refusal,
        closed=closed(evening),
    )


def _alone(evening: queries.Evening, seat: Seat) -> bool:
    return evening.head.state.seats == (seat,)


def _choices(evening: queries.Evening, person: Person) -> list[Choice]:
    """Return what `person` may do now."""
    possible = {
        name: brings(evening.head.state, event(person.seat), evening.names, current())
        for name, event in _EVENTS.items()
        if not (name == "deal" and person.deals)
    }
    return [Choice(act=name, brings=text) for name, text in possible.items() if text is not None]
