"""The order of dealing: moved up and down on the form, and written once it is right."""

from flask import Blueprint, redirect, render_template, request, url_for

from ledger.evening.events import Reordered
from ledger.evening.state import State
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import Answer, writing
from ledger.web.acting import FINE, Refusal, act, closed, reread
from ledger.web.errors import shows_again
from ledger.web.forms import ActionForm

blueprint = Blueprint("seating", __name__)
Order = tuple[Seat, ...]


@blueprint.get("/e/<evening_id>/people/order")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Show the order of dealing, with buttons that move people."""
    return _page(evening, evening.head.state.order)


@blueprint.post("/e/<evening_id>/people/order")
@shows_again
@writing
def change(evening: queries.Evening, link: Link) -> Answer:
    """Move somebody on the form, or write the order that is on it; the same order writes nothing."""
    order, action = _read(evening.head.state), request.form.get("do", "write")
    if action != "write":
        return _page(evening, _moved(order, action))
    form = ActionForm()
    if order != evening.head.state.order or not form.validate():
        refusal = act(evening, link, form, [Reordered(order)])
        if refusal is not None:
            fresh = reread(evening)
            return _page(fresh, _read(fresh.head.state), refusal), refusal.status
    return redirect(url_for("people.show", evening_id=evening.id), code=303)


def _read(state: State) -> Order:
    """Return the order a form sent; the book's own where other people sit there by now."""
    sent = request.form.getlist("seat")
    order = tuple(seat for text in sent for seat in state.order if str(seat) == text)
    return order if sorted(order) == sorted(state.order) else state.order


def _moved(order: Order, action: str) -> Order:
    """Return `order` after one of its buttons: `up:PLACE` or `down:PLACE`."""
    verb, _colon, text = action.partition(":")
    if text not in map(str, range(len(order))):
        return order
    place = int(text)
    other = place + {"up": -1, "down": 1}.get(verb, 0)
    if not 0 <= other < len(order):
        return order
    seats = list(order)
    seats[place], seats[other] = seats[other], seats[place]
    return tuple(seats)


def _page(evening: queries.Evening, order: Order, refusal: Refusal = FINE) -> str:
    state = evening.head.state
    return render_template(
        "people/order.html",
        evening=evening,
        rows=[(seat, evening.names[seat], seat == state.next.dealer) for seat in order],
        changed=order != state.order,
        refusal=refusal,
        closed=closed(evening),
    )
