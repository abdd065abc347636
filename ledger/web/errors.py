"""Error pages, each with what is wrong and what to do; and forms that survive an expired token."""

import re
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from ledger.report.press import BusyError, NoPangoError
from ledger.store.journal import NoSuchEveningError
from ledger.store.links import RevokedLinkError
from ledger.web import replies
from ledger.web.access import WatchersMayNotWriteError, current_link, ended

_MOST_DROPPED: Final = 128 * 1024 * 1024
_LONGEST_DROPPING: Final = 20.0
_OF_EVENING: Final = re.compile(r"/e/([^/]+)/")
View = TypeVar("View", bound=Callable[..., Any])
LINK: Final = "X-Link"
"""The header of a refused page: `ended` where this phone's link will never open the evening again, which it
then forgets, and `missing` where we know of no link: another one may still open it."""


def shows_again(view: View) -> View:
    """Mark a view that, when the page's token is missing or old, shows its form again with everything typed.

    It must validate a FlaskForm, whose own check then fails: nothing can be written without a good token.
    """
    view.shows_again = True  # type: ignore[attr-defined]
    return view


def too_old() -> str:
    """Return what a form says that was sent with a missing or outlived token."""
    return str(_("This page was too old to be sent. Look it over and try again."))


def init_app(app: Flask) -> None:
    """Give every error a page."""
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(WatchersMayNotWriteError, _watching)
    app.register_error_handler(NoSuchEveningError, lambda _error: _page(404))
    app.register_error_handler(RevokedLinkError, lambda _error: _page(404))
    app.register_error_handler(BusyError, _busy)
    app.register_error_handler(NoPangoError, _no_pango)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(500, lambda _error: _page(500))


def _expired(error: CSRFError) -> Any:
    view = current_app.view_functions.get(request.endpoint or "")
    if view is not None and getattr(view, "shows_again", False):
        try:
            return view(**(request.view_args or {}))
        except HTTPException as other:
            return _http(other)
        except WatchersMayNotWriteError as watching:
            return _watching(watching)
    return _page(400, _("This page was too old to be sent. Go back, reload it and try again."))


def _watching(_error: Exception) -> Any:
    sentence = _("This phone came by a link that lets it watch. Ask the scribe for the writing link.")
    return replies.refused("refused", sentence, 403) if replies.wanted() else _page(403, sentence)


def _busy(_error: Exception) -> Any:
    page = _page(503, _("Others are printing just now. Try again in a moment."))
    page.headers["Retry-After"] = "5"
    return page


def _no_pango(_error: Exception) -> Response:
    return _page(503, _("Printing needs Pango, which is missing here. Tell whoever runs this server."))


def _http(error: HTTPException) -> Any:
    if error.code in (301, 302, 303, 304, 308):
        return error
    if error.code == 413:
        drop_rest()
    page = _page(error.code or 500)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            page.headers[name] = value
    return page


def drop_rest() -> None:
    """Read what a browser still sends and forget it: many show no answer before all of it is sent.

    Only what was announced as too much is dropped, and only so much of it, for so long.
    """
    length, most = request.content_length or 0, request.max_content_length or 0
    if not most < length <= _MOST_DROPPED:
        return
    body, deadline = request.environ["wsgi.input"], time.monotonic() + _LONGEST_DROPPING
    while length > 0 and time.monotonic() < deadline:
        part = body.read(min(length, 1 << 16))
        if not part:
            return
        length -= len(part)


def _page(code: int, sentence: str = "") -> Response:
    sentences = {
        400: _("The browser sent something that cannot be read. Go back, reload the page and try again."),
        404: _("Nothing is here, or the link was revoked. Ask whoever keeps the book for a new link."),
        405: _("This page cannot be used like that. Go back and try again."),
        413: _("That was too much at once. Send less."),
        429: _("Too many tries. Wait a minute, then try again."),
        500: _("That was our fault, and it was noted down. Nothing that was written is lost."),
    }
    evening_id = str((request.view_args or {}).get("evening_id", "")) if code == 404 else ""
    shut = evening_id != "" and current_link(evening_id) is None
    over = shut and ended(evening_id)
    page = make_response(
        render_template(
            "error.html",
            code=code,
            sentence=sentence or sentences.get(code, sentences[400]),
            evening_id=evening_id if shut else "",
            over=over,
            table=_table() if code in (403, 405) else "",
        ),
        code,
    )
    if shut:
        page.headers[LINK] = "ended" if over else "missing"
    return page


def _table() -> str:
    """Return where the table of the page asked for is; empty where this phone may not open it."""
    found = _OF_EVENING.match(request.path)
    if found is None or current_link(found[1]) is None:
        return ""
    return url_for("table.show", evening_id=found[1])
