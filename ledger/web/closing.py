"""Closing an evening, and opening it again."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ledger.evening.dues import handed_over, last_way, taken_into_account
from ledger.evening.events import Closed, Event, Reopened, Sharing
from ledger.evening.settle_up import Payment
from ledger.evening.way import CURRENCIES, Way
from ledger.extensions import db
from ledger.report.settling import settling
from ledger.rules.problems import RefusedError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.web import wayform
from ledger.web.access import Answer, writer, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ActionForm, Sent
from ledger.web.language import current
from ledger.web.sharing import shared
from ledger.web.standing import places
from ledger.web.tableview import closing_words
from ledger.web.wayform import WayForm
from ledger.wording.amounts import unit_word, with_unit

blueprint = Blueprint("closing", __name__)


@blueprint.get("/e/<evening_id>/close")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Show what closing does: who stands where, what may become of the pot, and how to settle."""
    return _page(evening)


@blueprint.post("/e/<evening_id>/close")
@shows_again
@writing
def close(evening: queries.Evening, link: Link) -> Answer:
    """Close the evening, with what becomes of the pot and the way to settle that were chosen."""
    state, chosen = evening.head.state, request.form.get("pot", Sharing.KEEP.value)
    way, form = wayform.read(request.form, state, evening.names)
    if chosen not in set(Sharing):
        form = replace(form, flaws={**form.flaws, "pot": _("Choose one of these.")})
    action = ActionForm()
    if not action.validate():
        return _page(evening, too_old(), form, chosen), 422
    if form.flaws:
        return _page(evening, "", form, chosen), 422
    handed = _handed(evening)
    if any(not before.same_unit(way) for before, _payment in handed):
        form = replace(form, flaws={"chip": _other_unit(handed[0][0], evening)})
        return _page(evening, "", form, chosen), 422
    closed = Closed(pot=Sharing(chosen), settle=taken_into_account(way, handed))
    if not _append(evening, link, closed, action.sent):
        return _page(_fresh(evening), _moved_on(), form, chosen), 409
    return redirect(url_for("settling.show", evening_id=evening.id), code=303)


@blueprint.get("/e/<evening_id>/reopen")
@writing
def before_reopening(evening: queries.Evening, _link: Link) -> str:
    """Show what reopening would change in the plan."""
    return _before(evening)


@blueprint.post("/e/<evening_id>/reopen")
@shows_again
@writing
def reopen(evening: queries.Evening, link: Link) -> Answer:
    """Open a closed evening again: one logged action."""
    action = ActionForm()
    if not action.validate():
        return _before(evening, too_old()), 422
    if not _append(evening, link, Reopened(), action.sent):
        return _before(_fresh(evening), _moved_on()), 409
    return redirect(url_for("table.show", evening_id=evening.id), code=303)


def _handed(evening: queries.Evening) -> list[tuple[Way, Payment]]:
    """Return what changed hands before, and end what was read: the journal begins anew."""
    handed = handed_over(queries.lines(db.session(), evening.id))
    db.session.rollback()
    return handed


def _other_unit(before: Way, evening: queries.Evening) -> str:
    unit = before.currency or unit_word(evening.head.state.ruleset.unit, current())
    return str(_("Payments were made in %(unit)s before it was reopened: settle in that again.", unit=unit))


def _append(evening: queries.Evening, link: Link, event: Event, sent: Sent) -> bool:
    """Write one event; return whether it was taken: nothing is where the book has moved on meanwhile."""
    try:
        journal.append(
            db.session(),
            evening.id,
            [event],
            token=sent.token,
            revision=sent.revision,
            writer=writer(link),
        )
    except (RefusedError, journal.StaleError, journal.TokenReusedError):
        return False
    return True


def _fresh(evening: queries.Evening) -> queries.Evening:
    return queries.evening(db.session(), evening.id) or evening


def _moved_on() -> str:
    return str(_("The book has moved on meanwhile. Look again, then decide."))


def _page(
    evening: queries.Evening,
    notice: str = "",
    form: WayForm | None = None,
    chosen: str = Sharing.KEEP.value,
) -> str:
    state, unit = evening.head.state, evening.head.state.ruleset.unit
    if form is None:
        way = last_way(state.opened, queries.lines(db.session(), evening.id))
        form = wayform.shown(state, evening.names, way)
    return render_template(
        "closing/ask.html",
        evening=evening,
        places=places(evening),
        stays=closing_words(state.carried, unit, current()),
        lies=with_unit(unit, state.carried, current()),
        antes=""
        if state.closed or not state.next.antes
        else with_unit(unit, state.next.pot - state.carried, current()),
        unit_word=unit_word(unit, current()),
        shares=shared(evening, chosen),
        form=form,
        currencies=CURRENCIES,
        notice=notice,
    )


def _before(evening: queries.Evening, notice: str = "") -> str:
    head = evening.head
    return render_template(
        "closing/reopen.html",
        evening=evening,
        settling=settling(head.state, head.paid, evening.names, current()),
        notice=notice,
    )
