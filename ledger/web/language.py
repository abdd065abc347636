"""Which language the pages speak: the one chosen in the header, else what the browser asks for."""

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from ledger.wording.language import LANGUAGES, Language, language

blueprint = Blueprint("language", __name__)
KEY: Final = "language"
_CHOSEN: Final = "ledger.language"


def chosen() -> str:
    """Return the code of the language this request is answered in."""
    # Kept with the request itself: a page asks for it at each of its messages.
    code = request.environ.get(_CHOSEN)
    if code is None:
        kept = session.get(KEY)
        asked = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        code = request.environ[_CHOSEN] = kept if kept in LANGUAGES else asked
    return str(code)


def current() -> Language:
    """Return the language this request is answered in."""
    return language(chosen())


def speak(code: str) -> bool:
    """Answer this request in the language `code`, whatever was chosen; return whether it is one of ours."""
    known = code in LANGUAGES
    if known:
        request.environ[_CHOSEN] = code
    return known


@blueprint.post("/language")
def switch() -> Response:
    """Keep the chosen language and go back to the page the switch was on."""
    code = request.form.get("code", "")
    if code in LANGUAGES:
        session.permanent = True
        session[KEY] = code
    return redirect(local_path(request.form.get("back", "")), code=303)


def local_path(target: str) -> str:
    """Return `target` when it is a path of this app, else the home page: never a way to another host."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return url_for("home.index")
    local = not parts.scheme and not parts.netloc and target.startswith("/") and not target.startswith("//")
    return target if local and "\\" not in target and target.isprintable() else url_for("home.index")
