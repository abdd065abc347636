"""What lets a phone go on without signal: the worker, the empty page it keeps, and the manifest."""

import json
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request, url_for
from flask_babel import gettext as _

from ledger.web.assets import FOR_EVER, asset, modules, version_of_pages
from ledger.web.draft import Draft
from ledger.web.language import current, speak
from ledger.web.shelf import sentences

blueprint = Blueprint("offline", __name__)

_STYLES: Final = ("css/ledger.css", "css/pages.css", "css/offline.css")
_ICONS: Final = ("icons/icon.svg", "icons/icon-192.png")
# A record page with all that any game asks for, and one row: what an evening does not need is left out.
_WORDS: Final = dict.fromkeys(("declarer", "joiner", "out", "nobody", "let_go"), "–")
_EVERYTHING: Final = {
    "bids": True,
    "trump_cards": (1, 2, 3),
    "may_fold": True,
    "has_seven": True,
    "asks_trump": True,
    "has_own_card": True,
    "words": _WORDS,
    "draft": Draft(),
}
_NOBODY: Final = {"deals": True, "role": "out", "name": "", "seat": "", "tricks": "", "result": ""}
_GAME: Final = "Chratze, Kratzen, Zwicken"


@blueprint.get("/sw.js")
def worker() -> Response:
    """Return the worker, with the release it keeps; where it is switched off, one that removes itself."""
    source = "worker.js" if current_app.config["WORKER"] else "unworker.js"
    text = (Path(current_app.static_folder or "") / "js" / source).read_text(encoding="utf-8")
    files = [*modules(), *map(asset, (*_STYLES, *_ICONS))]
    head = f"const VERSION = {json.dumps(version_of_pages())};\nconst FILES = {json.dumps(files)};\n"
    return Response(head + text, mimetype="text/javascript")


@blueprint.get("/shell")
def shell() -> Response:
    """Return the record page of no evening: what a phone shows without signal, and all words that it needs.

    Asked for in a language and of this release it is always the same, and may be kept.
    """
    spoken = speak(request.args.get("lang", ""))
    response = make_response(
        render_template(
            "table/shell.html",
            sentences=sentences(current()),
            version=version_of_pages(),
            view=_EVERYTHING,
            row=_NOBODY,
        )
    )
    if spoken and request.args.get("v") == version_of_pages():
        response.headers["Cache-Control"] = FOR_EVER
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return what a browser needs to put the pages beside its apps."""
    icons = [
        {"src": asset("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *_pictures("icon", "any"),
        *_pictures("maskable", "maskable"),
    ]
    response = jsonify(
        id="/",
        name=_("Tavern Ledger"),
        short_name="Ledger",
        description=_GAME,
        lang=current().code,
        start_url=url_for("home.index"),
        scope="/",
        display="standalone",
        background_color="#15120e",
        theme_color="#15120e",
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response


def _pictures(name: str, purpose: str) -> list[dict[str, str]]:
    return [
        {
            "src": asset(f"icons/{name}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in (192, 512)
    ]
