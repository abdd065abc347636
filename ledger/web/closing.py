"""Closing an evening, and opening it again."""

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _

from ledger.evening.events import Closed, Event, Reopened
from ledger.extensions import db
from ledger.rules.problems import RefusedError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.web.access import Answer, writer, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.web.standing import places
from ledger.web.tableview import closing_words
from ledger.wording.amounts import unit_word

blueprint = Blueprint("closing", __name__)


@blueprint.get("/e/<evening_id>/close")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Show what closing does: who stands where, and what stays in the pot."""
    return _page(evening)


@blueprint.post("/e/<evening_id>/close")
@shows_again
@writing
def close(evening: queries.Evening, link: Link) -> Answer:
    """Close the evening."""
    return _append(evening, link, Closed())


@blueprint.post("/e/<evening_id>/reopen")
@shows_again
@writing
def reopen(evening: queries.Evening, link: Link) -> Answer:
    """Open a closed evening again: one logged action."""
    return _append(evening, link, Reopened())


def _append(evening: queries.Evening, link: Link, event: Event) -> Answer:
    form = ActionForm()
    if not form.validate():
        return _page(evening, too_old()), 422
    try:
        journal.append(
            db.session(),
            evening.id,
            [event],
            token=form.sent.token,
            revision=form.sent.revision,
            writer=writer(link),
        )
    except (RefusedError, journal.StaleError, journal.TokenReusedError):
        fresh = queries.evening(db.session(), evening.id) or evening
        return _page(fresh, _("The book has moved on meanwhile. Look again, then decide.")), 409
    return redirect(url_for("standing.show", evening_id=evening.id), code=303)


def _page(evening: queries.Evening, notice: str = "") -> str:
    state = evening.head.state
    return render_template(
        "closing/ask.html",
        evening=evening,
        places=places(evening),
        stays=closing_words(state.carried, state.ruleset.unit, current()),
        unit_word=unit_word(state.ruleset.unit, current()),
        notice=notice,
    )
