"""The board: the table for the television or tablet on the shelf, readable from across the room."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, render_template

from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import now, watching
from ledger.web.language import current
from ledger.web.live import changed
from ledger.web.shelf import kept
from ledger.web.standing import places, short_names
from ledger.web.table import settled, tag_at
from ledger.web.tableview import table_view
from ledger.wording.names import drawn

blueprint = Blueprint("board", __name__)
_LETTERS, _FEWER_LETTERS = 20, 16
"""Letters of each name that there is room for: where few play a long one has two lines."""
_FEW: Final = 7
_BOLD: Final = 1.3
"""How much more room a number in bold takes than text."""
_WIDEST: Final = 60


@blueprint.get("/e/<evening_id>/board")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show pot, dealer, standing and the last deal, or what is to be paid, as large as can be."""
    return _drawn("board/show.html", evening, link)


@blueprint.get("/e/<evening_id>/board/live")
def poll(evening_id: str) -> Response:
    """Return the part of the board that changes; 304 when the screen has seen the latest event."""
    return changed(evening_id, lambda evening, link: _drawn("board/_board.html", evening, link))


def _drawn(template: str, evening: queries.Evening, link: Link) -> str:
    moment = now()
    shown = replace(
        evening, names=short_names(evening, _LETTERS if len(evening.names) <= _FEW else _FEWER_LETTERS)
    )
    view, standing, settling = table_view(shown, current(), now=moment), places(shown), settled(shown)
    unpaid = [due for due in settling.dues if due.status != "paid"] if settling else []
    results = [result for line in view.said.lines for result in line] if view.said else []
    return render_template(
        template,
        view=view,
        kept=kept(evening, writes=link.writes),
        places=standing,
        settling=settling,
        unpaid=unpaid,
        wide_places=_wide((f"{place.name} {place.let_go}", place.balance) for place in standing),
        wide_words=_wide(
            (word, place.balance) for place in standing for word in re.findall("[^ -]+-?", place.name)
        ),
        wide_results=_wide((", ".join(names), result) for names, result, _sign in results),
        wide_dues=_wide((f"{due.payer} → {due.receiver}", due.left) for due in unpaid),
        tag=tag_at(evening.head.number, evening.plays_until, moment),
    )


def _wide(lines: Iterable[tuple[str, str]]) -> int:
    """Return how much room the widest of `lines` takes, each a text and a number in bold, in letters.

    The style sheet knows even numbers up to the widest.
    """
    widths = [drawn(list(text)) + _BOLD * drawn(list(number)) for text, number in lines]
    return min(2 * math.ceil(max(widths, default=2) / 2), _WIDEST)
