"""What other phones poll: one partial, and a 304 while nothing was written."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request
from flask_wtf.csrf import generate_csrf

from ledger.extensions import db
from ledger.store import queries
from ledger.store.links import Link, Role
from ledger.web.access import kept_links, now
from ledger.web.shelf import kept
from ledger.web.table import context, tag_at

blueprint = Blueprint("live", __name__)


@blueprint.get("/e/<evening_id>/live")
def poll(evening_id: str) -> Response:
    """Return the part of the table page that changes; 304 when the phone has seen the latest event."""

    def draw(evening: queries.Evening, link: Link) -> str:
        # The part that changes is the one that watchers see; a phone that writes loads its page anew.
        return render_template("table/_watched.html", **context(evening, replace(link, role=Role.WATCH)))

    return changed(evening_id, draw)


@blueprint.get("/e/<evening_id>/state.json")
def state(evening_id: str) -> Response:
    """Return where the evening stands, with a fresh token to write with; 304 when the phone has it."""
    return changed(
        evening_id,
        lambda evening, link: jsonify(csrf=generate_csrf(), **kept(evening, writes=link.writes)),
        by_role=True,
    )


def changed(
    evening_id: str, draw: Callable[[queries.Evening, Link], str | Response], *, by_role: bool = False
) -> Response:
    """Return what `draw` makes of an evening; 304, undrawn, when the phone has seen the latest event.

    `by_role`: what is drawn says whether the phone may write, which its link may lose.
    """
    link_id = kept_links().get(evening_id, "")
    pulse = queries.pulse(db.engine, evening_id, link_id)
    if pulse is None:
        abort(404)
    tag = tag_at(pulse.number, pulse.plays_until, now())
    if by_role and pulse.role is Role.WATCH:
        tag += "-watch"
    # A proxy that compresses makes a tag weak: it still names the same page.
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        evening = queries.evening(db.session(), evening_id)
        if evening is None:
            abort(404)
        response = make_response(draw(evening, Link(id=link_id, evening_id=evening_id, role=pulse.role)))
    response.set_etag(tag)
    return response
