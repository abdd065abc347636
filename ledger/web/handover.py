"""Handing over the book: taking it over, and what a phone hears that no longer has it."""

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ledger.extensions import db
from ledger.store import handover, queries
from ledger.store.handover import Holder, TakenOverError
from ledger.store.links import Link
from ledger.web import replies
from ledger.web.access import Answer, device_id, now, writing
from ledger.web.draft import deal_of
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import TakeForm, deal_form
from ledger.web.language import current, local_path
from ledger.web.tableview import local_time
from ledger.wording.facts import deal_line
from ledger.wording.names import isolated
from ledger.wording.terms import terms

blueprint = Blueprint("handover", __name__)
_OURS = ("csrf_token", "then")


@blueprint.post("/e/<evening_id>/scribe")
@shows_again
@writing
def take(evening: queries.Evening, link: Link) -> Answer:
    """Give the book to this phone; then have it send once more what it was kept from, if anything."""
    form = TakeForm()
    then = _within(evening.id, form.then.data or "")
    if not form.validate():
        return _page(evening.id, then, too_old()), 422
    handover.take(db.session(), evening.id, device_id(), now(), by=link.id)
    _tell_the_taker(evening)
    if then:
        # 307: the browser sends the same form again, so that nothing typed is lost.
        return redirect(then, code=307)
    return redirect(url_for("table.show", evening_id=evening.id), code=303)


@blueprint.app_errorhandler(TakenOverError)
def taken(error: TakenOverError) -> Answer:
    """Say who has the book, with one button that takes it back and writes what was about to be written."""
    evening_id = str((request.view_args or {})["evening_id"])
    if replies.wanted():
        return replies.refused("taken", has_the_book(error.holder), 409)
    return _page(evening_id, request.path, has_the_book(error.holder)), 409


def has_the_book(holder: Holder) -> str:
    """Return who took the book over, and when, as a sentence."""
    language = current()
    return language.gettext(
        "%(phone)s took over the book at %(time)s.",
        phone=phone_name(holder.label, holder.device_id),
        time=language.time(local_time(holder.at, current_app.config["TIMEZONE"])),
    )


def phone_name(label: str, device: str | None) -> str:
    """Return what the phone with the id `device` is called in a sentence: its label, where it has one."""
    _ = current().gettext
    if label:
        return isolated(label)
    return _("This phone") if device == device_id() else _("Another phone")


def _tell_the_taker(evening: queries.Evening) -> None:
    """Have the next page say that the book is here, and ask a phone without a name for one."""
    taken = handover.taken_by(db.session(), evening.id)
    named = taken is not None and taken.label
    flash(_("You have the book now."), "book" if named else "unnamed")


def _within(evening_id: str, path: str) -> str:
    """Return `path` where it leads to something of this evening, else nothing."""
    inside = path.startswith(url_for("table.show", evening_id=evening_id)) and ".." not in path
    return path if inside and path == local_path(path) and path != request.path else ""


def _page(evening_id: str, then: str, notice: str) -> str:
    """Return the page of a phone that may not write; what it sent is kept in the form of its button."""
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in _OURS]
    return render_template(
        "handover/taken.html",
        evening_id=evening_id,
        then=then,
        notice=notice,
        kept=kept,
        deal=_typed(evening_id) if then == url_for("deals.write", evening_id=evening_id) else "",
    )


def _typed(evening_id: str) -> str:
    """Return the deal that was sent, in words; empty where it cannot be read."""
    evening = queries.evening(db.session(), evening_id)
    if evening is None:
        return ""
    state = evening.head.state
    draft = deal_form(state.seats).draft()
    if draft.empty or draft.unreadable:
        return ""
    return deal_line(deal_of(draft, state), evening.names, terms(state.ruleset.terms, current()), current())
