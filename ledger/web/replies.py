"""What a phone hears that sends a deal by itself: plain data in place of a page, from the same views."""

from collections.abc import Sequence

from flask import Response, jsonify, request
from flask_wtf.csrf import generate_csrf

from ledger.store.queries import Evening
from ledger.web.shelf import kept


def wanted() -> bool:
    """Return whether the answer is for the phone and not for who holds it."""
    return request.accept_mimetypes.best == "application/json"


def written(evening: Evening, revision: int) -> Response:
    """Tell that an action made `revision`, now or when it was sent before, and where `evening` stands."""
    return jsonify(revision=revision, kept=kept(evening, writes=True))


def refused(problem: str, says: str, status: int) -> Response:
    """Tell what keeps an action from being written; nothing was."""
    response = jsonify(problem=problem, says=says, csrf=generate_csrf())
    response.status_code = status
    return response


def moved_on(evening: Evening, lines: Sequence[str]) -> Response:
    """Tell what was written meanwhile, as `lines`, and where `evening` stands; nothing was written."""
    response = jsonify(problem="stale", lines=list(lines), kept=kept(evening, writes=True))
    response.status_code = 409
    return response
