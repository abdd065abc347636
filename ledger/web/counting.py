"""Counting the bowl: whether what lies there is what the book says, and the line that makes it so."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask_babel import gettext as _
from wtforms import StringField

from ledger.evening.events import Counted
from ledger.extensions import db
from ledger.rules.seat import POT
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import Answer, writing
from ledger.web.acting import FINE, Refusal, act, closed, reread, typed_amount
from ledger.web.errors import shows_again
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.web.people import everybody
from ledger.web.tableview import local_time
from ledger.wording.acts import Teller
from ledger.wording.amounts import unit_word, with_unit

blueprint = Blueprint("counting", __name__)


class CountForm(ActionForm):
    """What lies in the bowl, as typed."""

    amount = StringField()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """A line that would make the book's pot what was counted.

    *Attributes*: `title`, what is off; `says`, what the line would do; `amount` as it is sent; `source` and
    `target`, the pot's number on one side, empty on the other, which the table chooses.
    """

    title: str
    says: str
    amount: str
    source: str
    target: str


@blueprint.get("/e/<evening_id>/money/count")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Ask what lies in the bowl; behind a count, say what it came to."""
    return _page(evening, "")


@blueprint.post("/e/<evening_id>/money/count")
@shows_again
@writing
def count(evening: queries.Evening, link: Link) -> Answer:
    """Note down what lies in the bowl. It moves nothing."""
    form = CountForm()
    found, flaw = typed_amount(form.amount.data, evening.head.state.ruleset.unit, least=0)
    refusal: Refusal | None = Refusal(flaws={"amount": flaw})
    if not flaw:
        refusal = act(evening, link, form, [Counted(found)], fields={"amount": "amount"})
    if refusal is not None:
        return _page(reread(evening), form.amount.data or "", refusal), refusal.status
    return redirect(url_for("counting.ask", evening_id=evening.id), code=303)


def _page(evening: queries.Evening, typed: str, refusal: Refusal = FINE) -> str:
    state, latest = evening.head.state, evening.head.last
    counted = latest.event if latest is not None and isinstance(latest.event, Counted) else None
    teller = Teller(names=evening.names, unit=state.ruleset.unit, language=current())
    return render_template(
        "money/count.html",
        evening=evening,
        typed=typed,
        unit_word=unit_word(state.ruleset.unit, current()),
        at=_time(evening) if counted is not None else "",
        told=teller.act(counted, state) if counted is not None else "",
        mends=_mends(evening, counted.amount, teller) if counted is not None else (),
        people=[(str(person.seat), person.name) for person in everybody(evening)],
        refusal=refusal,
        closed=closed(evening),
    )


def _time(evening: queries.Evening) -> str:
    """Return when the latest count was written."""
    number = evening.head.last.number if evening.head.last is not None else 0
    story = queries.story(db.session(), evening.id)
    at = next(written.at for written in story.written if written.number == number)
    return current().time(local_time(at, current_app.config["TIMEZONE"]))


def _mends(evening: queries.Evening, found: int, teller: Teller) -> Sequence[Mend]:
    """Return what could be booked where `found` is neither pot, the smaller difference first."""
    state = evening.head.state
    should = sorted({state.carried, state.next.pot}, key=lambda pot: abs(found - pot))
    if found in should:
        return ()
    mends = []
    for pot in should:
        if len(should) == 1:
            lies = _("In the bowl:")
        else:
            lies = _("With the antes in the bowl:") if pot == state.next.pot else _("Without the antes:")
        short = found < pot
        money = with_unit(state.ruleset.unit, abs(found - pot), current())
        mends.append(
            Mend(
                title=f"{lies} {teller.off(found, pot)}",
                says=_("%(amount)s out of the pot, to:", amount=money)
                if short
                else _("%(amount)s into the pot, from:", amount=money),
                amount=state.ruleset.unit.plain(abs(found - pot)),
                source=str(POT) if short else "",
                target="" if short else str(POT),
            )
        )
    return mends
