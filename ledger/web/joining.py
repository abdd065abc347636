"""Joining: somebody new sits down, or somebody who left comes back, at a place that was chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from wtforms import StringField

from ledger.evening.bowl import layers
from ledger.evening.events import Joined
from ledger.evening.state import State
from ledger.extensions import db
from ledger.rules.plain import name_key
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.links import Link
from ledger.store.people import SILENCE, Words
from ledger.web import roster
from ledger.web.access import Answer, kept_links, writing
from ledger.web.acting import FINE, Refusal, act, closed, reread, typed_amount
from ledger.web.crowd import crowd
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.wording.amounts import with_unit
from ledger.wording.names import isolated, shortened

blueprint = Blueprint("joining", __name__)
_FIELDS: Final[Mapping[str, str]] = {"player": "name", "before_seat": "place", "pays": "amount"}
ANTE, SHARE, OTHER = "ante", "share", "other"
_ROOM: Final = 10
"""Letters of a name that there is room for where two are named on a line."""


class JoinForm(ActionForm):
    """Who sits down, where and for what, as typed; `seat` is the number a new player gets."""

    seat = StringField()
    name = StringField()
    place = StringField()
    pays = StringField()
    share = StringField()
    amount = StringField()


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is on the form."""

    name: str = ""
    place: str = ""
    pays: str = ANTE
    amount: str = ""


@blueprint.get("/e/<evening_id>/people/join")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Ask who joins."""
    return _page(evening, Typed(name=roster.clean(request.args.get("name", ""))))


@blueprint.post("/e/<evening_id>/people/join")
@shows_again
@writing
def join(evening: queries.Evening, link: Link) -> Answer:
    """Seat somebody."""
    form = JoinForm()
    typed = _typed(form)
    pays, flaws = _read(form, typed, evening.head.state)
    refusal: Refusal | None = Refusal(flaws=flaws)
    if not flaws:
        new = Seat(_number(form.seat.data))
        seat = _known(evening, typed.name, new)
        place = Seat(_number(typed.place)) if typed.place else None
        words = Words(names={seat: typed.name}) if seat == new else SILENCE
        if seat == new != _next(evening) and form.revision.data == evening.head.revision:
            refusal = Refusal(notice=too_old())
        else:
            refusal = act(evening, link, form, [Joined(seat, place, pays)], words=words, fields=_FIELDS)
    if refusal is not None:
        return _page(reread(evening), typed, refusal), refusal.status
    return redirect(url_for("people.show", evening_id=evening.id), code=303)


def _typed(form: JoinForm) -> Typed:
    return Typed(
        name=roster.clean(form.name.data or ""),
        place=form.place.data or "",
        pays=form.pays.data or ANTE,
        amount=form.amount.data or "",
    )


def _read(form: JoinForm, typed: Typed, state: State) -> tuple[int, dict[str, str]]:
    """Return what is paid in (smallest units), and what is wrong with the form by itself."""
    flaws, pays, unit = {}, 0, state.ruleset.unit
    if name_flaw := roster.flaw(typed.name):
        flaws["name"] = name_flaw
    if typed.pays == SHARE:
        pays, amount_flaw = typed_amount(form.share.data, unit)
    elif typed.pays == OTHER:
        pays, amount_flaw = typed_amount(typed.amount, unit)
    else:
        amount_flaw = _("Choose “another sum” to have it paid, or clear it.") if typed.amount.strip() else ""
    if amount_flaw:
        flaws["amount"] = amount_flaw
    return pays, flaws


def _known(evening: queries.Evening, name: str, new: Seat) -> Seat:
    """Return the seat of whom `name` is, `new` for somebody who never was here."""
    balances = evening.head.state.balances
    return next((seat for seat in balances if name_key(evening.names[seat]) == name_key(name)), new)


def _next(evening: queries.Evening) -> Seat:
    """Return the number that a new player gets: no seat is ever given to somebody else."""
    return Seat(max(evening.names) + 1)


def _number(text: str | None) -> int:
    """Return the number of a seat, one that nobody has where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else -2


def _page(evening: queries.Evening, typed: Typed, refusal: Refusal = FINE) -> str:
    state = evening.head.state
    unit = state.ruleset.unit
    share = _share(evening)
    one_more = state._replace(seats=(*state.seats, _next(evening)))
    return render_template(
        "people/join.html",
        evening=evening,
        typed=typed if share or typed.pays != SHARE else replace(typed, pays=OTHER),
        seat=_next(evening),
        places=_places(evening, typed.place),
        share=unit.plain(share) if share else "",
        share_words=with_unit(unit, share, current()),
        known=_offered(evening),
        crowd=crowd(one_more, current()),
        refusal=refusal,
        closed=closed(evening),
    )


def _places(evening: queries.Evening, chosen: str) -> list[tuple[str, str, bool]]:
    """Return where there is room: who would deal before, and who behind; the shipped one first."""
    order, names = evening.head.state.order, evening.names
    short = {seat: isolated(shortened(names[seat], names.values(), _ROOM)) for seat in order}
    gaps = [("", order[-1], order[0]), *((str(b), a, b) for a, b in pairwise(order))]
    return [
        (
            value,
            _("Between %(one)s and %(other)s", one=short[one], other=short[other]),
            value == chosen,
        )
        for value, one, other in gaps
    ]


def _share(evening: queries.Evening) -> int:
    """Return what everybody at the table has in the pot now (smallest units), in whole coins."""
    state = evening.head.state
    if not state.carried:
        return 0
    inside = dict.fromkeys(state.seats, 0)
    for layer in layers(queries.story(db.session(), evening.id).book.past):
        if layer.seat in inside:
            inside[layer.seat] += layer.amount
    return min(inside.values()) // state.ruleset.unit.coin * state.ruleset.unit.coin


def _offered(evening: queries.Evening) -> Sequence[str]:
    """Return who might join: who left first, then whom this phone knows from other evenings."""
    state, names = evening.head.state, evening.names
    gone = [names[seat] for seat in state.balances if seat not in state.order]
    taken = {name_key(names[seat]) for seat in state.balances}
    known = queries.known_names(db.session(), kept_links())
    return [*gone, *(name for name in known if name_key(name) not in taken)]
