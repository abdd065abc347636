"""What other phones poll: one partial, and a 304 while nothing was written."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from ledger.extensions import db
from ledger.store import queries
from ledger.web.access import kept_links, now
from ledger.web.language import chosen, current
from ledger.web.tableview import table_view

blueprint = Blueprint("live", __name__)


@blueprint.get("/e/<evening_id>/live")
def poll(evening_id: str) -> Response:
    """Return the part of the table page that changes; 304 when the phone has seen this revision."""
    pulse = queries.pulse(db.session(), evening_id, str(kept_links().get(evening_id)))
    if pulse is None:
        abort(404)
    tag = f"{pulse.revision}-{chosen()}"
    if request.if_none_match.contains(tag):
        response = Response(status=304)
    else:
        evening = queries.evening(db.session(), evening_id)
        if evening is None:
            abort(404)
        view = table_view(evening, current(), now=now())
        response = make_response(render_template("table/_watched.html", view=view))
    response.set_etag(tag)
    return response
