"""“That's not right”: a watcher flags the last deal, a scribe answers; nothing in the book changes by it."""

from flask import Blueprint, abort, redirect, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.extensions import db, limiter
from ledger.store import flags, queries
from ledger.store.flags import Verdict
from ledger.store.links import Link
from ledger.web.access import Answer, device_id, now, watching, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ButtonForm, FlagForm
from ledger.web.security import a_minute
from ledger.web.table import page

blueprint = Blueprint("flags", __name__)


@blueprint.post("/e/<evening_id>/flags")
@shows_again
@limiter.limit(a_minute(6))
@watching
def put_up(evening: queries.Evening, link: Link) -> Answer:
    """Note that the last deal is not right. One that is not the last any more is to be looked at again."""
    form = FlagForm()
    if not form.validate():
        return page(evening, link, notice=too_old()), 422
    last = evening.head.last
    if last is None or not last.deal or last.number != form.event.data:
        notice = _("Something else was written meanwhile. Look at it first, then say whether it is right.")
        return page(evening, link, notice=notice), 409
    # What was read is ended: on SQLite a reader cannot turn writer.
    db.session.rollback()
    flags.put_up(db.session(), evening.id, device_id(), now(), event=last.number, deal=last.deal, by=link.id)
    return _to_table(evening)


@blueprint.post("/e/<evening_id>/flags/<int:number>/<verdict>")
@shows_again
@writing
def answer(evening: queries.Evening, link: Link, number: int, verdict: str) -> Answer:
    """Answer a flag: it's right, or it was corrected."""
    if verdict not in list(Verdict) or number > flags.LARGEST:
        abort(404)
    if not ButtonForm().validate():
        return page(evening, link, notice=too_old()), 422
    flags.answer(db.session(), evening.id, number, Verdict(verdict), device_id(), now(), by=link.id)
    return _to_table(evening)


def _to_table(evening: queries.Evening) -> Response:
    return redirect(url_for("table.show", evening_id=evening.id), code=303)
