"""The book: every deal, newest first, each opening into its explanation."""

from flask import Blueprint, current_app, render_template, request

from ledger.extensions import db
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import watching
from ledger.web.bookview import book_view
from ledger.web.language import current

blueprint = Blueprint("book", __name__)


@blueprint.get("/e/<evening_id>/book")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show one page of the book: the one asked for, or the one an event is on."""
    page, event = _number("page", 1), _number("event", 0)
    story = queries.story(db.session(), evening.id)
    view = book_view(evening, story, page, current(), current_app.config["TIMEZONE"], event)
    return render_template("book/show.html", evening=evening, view=view, link=link)


def _number(name: str, otherwise: int) -> int:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else otherwise
