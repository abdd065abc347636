"""Spoken codes: making one, taking it back, and entering one on a phone that cannot scan."""

from flask import Blueprint, current_app, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.extensions import db, limiter
from ledger.store import queries, spoken
from ledger.store.links import Link
from ledger.web.access import Answer, admit, current_link, now, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import CodeForm
from ledger.web.roster import clean
from ledger.web.security import a_minute

blueprint = Blueprint("spoken", __name__)


@blueprint.get("/code")
def form() -> str:
    """Show the form that a code is typed into."""
    return _page("", "")


@blueprint.post("/code")
@shows_again
@limiter.limit(a_minute(10), deduct_when=lambda response: response.status_code == 422)
def enter() -> Answer:
    """Let this phone watch the evening whose code was typed."""
    fields = CodeForm()
    typed = clean(fields.letters.data or "")[:60]
    if not fields.validate():
        return _page(typed, _wrong_length() if fields.letters.errors else too_old()), 422
    code = spoken.read(typed)
    if code is None:
        return _page(typed, _wrong_length()), 422
    link = spoken.find(db.session(), _secret(), code, now())
    if link is None:
        flaw = _("No evening has this code now. Ask whoever keeps the book to read it out again.")
        return _page(typed, flaw), 422
    # Whoever watches by a link already would lose it with the code.
    if current_link(link.evening_id) is None:
        admit(link)
    return redirect(url_for("table.show", evening_id=link.evening_id), code=303)


@blueprint.post("/e/<evening_id>/code")
@writing
def make(evening: queries.Evening, link: Link) -> Response:
    """Make a new code; the old one stops."""
    had = in_groups(evening)
    db.session.rollback()
    spoken.make(db.session(), _secret(), evening.id, now(), by=link.id)
    if had:
        flash(_("The old code was revoked, and a new one was made."), "code")
    return redirect(url_for("share.watch", evening_id=evening.id) + "#code", code=303)


@blueprint.post("/e/<evening_id>/code/revoke")
@writing
def revoke(evening: queries.Evening, link: Link) -> Response:
    """Take the code back."""
    spoken.revoke(db.session(), evening.id, now(), by=link.id)
    flash(_("The code was revoked."), "code")
    return redirect(url_for("share.watch", evening_id=evening.id) + "#code", code=303)


def in_groups(evening: queries.Evening) -> str:
    """Return the evening's code as it is read out, "ABCD EFGH"; empty where none is good now."""
    link = spoken.of_evening(db.session(), evening.id, now())
    code = spoken.spelt(_secret(), link.id) if link is not None else ""
    return f"{code[:4]} {code[4:]}".strip()


def _secret() -> str:
    return str(current_app.secret_key)


def _wrong_length() -> str:
    return str(_("A code has eight letters, none of them I, J, L, O, Q, U or V."))


def _page(typed: str, flaw: str) -> str:
    return render_template("home/code.html", typed=typed, flaw=flaw)
