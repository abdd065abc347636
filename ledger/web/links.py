"""Links: entering an evening by one, making one anew, and what this phone is called."""

from flask import Blueprint, abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.extensions import db, limiter
from ledger.store import handover, links, queries
from ledger.store.links import Link, RevokedLinkError, Role
from ledger.web import share
from ledger.web.access import Answer, admit, device_id, fulfilled, keep_link, now, promise, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import LONGEST_NAME, LabelForm
from ledger.web.roster import clean
from ledger.web.security import a_minute
from ledger.web.spoken import in_groups

blueprint = Blueprint("links", __name__)


@blueprint.get("/l/<token>")
@limiter.limit(a_minute(20), deduct_when=lambda response: response.status_code == 404)
def enter(token: str) -> Response:
    """Keep the link in this phone's cookie and go to a clean address, so that nobody reads it off the bar."""
    link_id = links.unsigned(str(current_app.secret_key), token) if len(token) < 200 else None
    link = links.find(db.session(), link_id) if link_id else None
    if link is None:
        abort(404)
    admit(link)
    printed = request.args.get("print", type=int)
    if printed is not None:
        # The code on a sheet of paper: the page it opens tells whether the sheet is still right.
        return redirect(url_for("standing.show", evening_id=link.evening_id, print=printed), code=303)
    return redirect(url_for("table.show", evening_id=link.evening_id), code=303)


@blueprint.post("/e/<evening_id>/links/<role>")
@writing
def renew(evening: queries.Evening, link: Link, role: str) -> Response:
    """Revoke a link, which stops at once, and make it anew; this phone keeps its way in."""
    if role not in list(Role):
        abort(404)
    if role == Role.WRITE and fulfilled(evening.id):
        # A second tap, or once more after the answer was lost: it is done already.
        return _to_share(evening, role)
    # Whoever came by the code watches too: it stops with the link.
    had_code = role == Role.WATCH and in_groups(evening)
    db.session.rollback()
    promised = promise(evening.id) if role == Role.WRITE else ""
    try:
        made = links.renew(db.session(), evening.id, Role(role), now(), by=link.id, made=promised)
    except RevokedLinkError:
        if role == Role.WRITE and fulfilled(evening.id):
            return _to_share(evening, role)
        raise
    told = _("The old link was revoked, and a new one was made.")
    flash(f"{told} {_('The code to read out was revoked too.')}" if had_code else told)
    if made.writes:
        keep_link(made)
        if handover.taken_by(db.session(), evening.id) is not None:
            # Whoever had taken the book over cannot write it any more.
            db.session.rollback()
            handover.take(db.session(), evening.id, device_id(), now(), by=made.id)
    return _to_share(evening, role)


def _to_share(evening: queries.Evening, role: str) -> Response:
    return redirect(url_for(f"share.{role}", evening_id=evening.id), code=303)


@blueprint.post("/e/<evening_id>/device")
@shows_again
@writing
def label(evening: queries.Evening, link: Link) -> Answer:
    """Give this phone the label that its entries carry."""
    form = LabelForm()
    text = clean(form.label.data or "")
    if not form.validate():
        too_long = _("A phone's name has at most %(max)s characters.", max=LONGEST_NAME)
        flaw = too_long if form.label.errors else ""
        notice = "" if flaw else too_old()
        return share.page(evening, link, Role.WRITE, notice=notice, label=text, label_flaw=flaw), 422
    links.label_device(db.session(), device_id(), text)
    flash(_("The name is kept.") if text else _("This phone has no name now."), "name")
    return redirect(url_for("share.write", evening_id=evening.id) + "#name", code=303)
