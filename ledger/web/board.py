"""The board: the table for the television or tablet on the shelf, readable from across the room."""

from typing import Final

from flask import Blueprint, Response, render_template

from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import now, watching
from ledger.web.language import current
from ledger.web.live import changed
from ledger.web.standing import places, short_names
from ledger.web.table import settled, tag_at
from ledger.web.tableview import table_view

blueprint = Blueprint("board", __name__)
_LETTERS: Final = 9
"""Letters of each name that there is room for, where two of them and an amount share a line."""


@blueprint.get("/e/<evening_id>/board")
@watching
def show(evening: queries.Evening, _link: Link) -> str:
    """Show pot, dealer, standing and the last deal, or what is to be paid, as large as can be."""
    return _drawn("board/show.html", evening)


@blueprint.get("/e/<evening_id>/board/live")
def poll(evening_id: str) -> Response:
    """Return the part of the board that changes; 304 when the screen has seen the latest event."""
    return changed(evening_id, lambda evening, _link: _drawn("board/_board.html", evening))


def _drawn(template: str, evening: queries.Evening) -> str:
    moment = now()
    return render_template(
        template,
        view=table_view(evening, current(), now=moment),
        places=places(evening),
        settling=settled(evening, short_names(evening, _LETTERS)),
        tag=tag_at(evening.head.number, evening.plays_until, moment),
    )
