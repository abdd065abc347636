"""The evening on paper: the report, the rule card and a blank score sheet, each one tap away as a PDF."""

from collections.abc import Callable
from io import BytesIO
from typing import Final

from flask import Blueprint, Response, abort, current_app, request, send_file

from ledger.extensions import db
from ledger.report.fingerprint import checksum, digest, template
from ledger.report.page import card_page, evening_page, sheet_page
from ledger.report.press import Press
from ledger.report.source import Source, from_store
from ledger.rules.catalogue import SHIPPED, find
from ledger.store import links, prints, queries
from ledger.store.journal import NoSuchEveningError
from ledger.store.links import Link, Role
from ledger.web.access import now, watching
from ledger.web.files import file_name
from ledger.web.language import current
from ledger.web.network import link_address
from ledger.web.tableview import local_time

blueprint = Blueprint("paper", __name__)

PRESS: Final = Press()
"""The press of this process; its child starts with the first page that is asked for."""


@blueprint.get("/e/<evening_id>/report.pdf")
@watching
def report(evening: queries.Evening, link: Link) -> Response:
    """Print the evening; `?stories=no` leaves out the evening in words."""
    in_words, language, address = (
        request.args.get("stories") != "no",
        current(),
        _watch_address(evening, link),
    )
    printed: list[Source] = []

    def page() -> str:
        source = _source(evening.id, address)
        printed.append(source)
        made = local_time(now(), current_app.config["TIMEZONE"])
        return evening_page(source, language, made=made, in_words=in_words)

    pdf = _printed([*_shown(evening), address, in_words], page)
    for source in printed:
        prints.note(
            db.session(),
            evening.id,
            revision=source.revision,
            checksum=checksum(source),
            language=language.code,
            now=now(),
        )
    return _sent(pdf, file_name(evening, "report.pdf"))


@blueprint.get("/e/<evening_id>/rules.pdf")
@watching
def card(evening: queries.Evening, _link: Link) -> Response:
    """Print the rules this evening is played by."""
    ruleset = evening.head.state.ruleset
    pdf = _printed(["card", evening.id], lambda: card_page(ruleset, current()))
    return _sent(pdf, file_name(evening, "rules.pdf"))


@blueprint.get("/e/<evening_id>/sheet.pdf")
@watching
def sheet(evening: queries.Evening, _link: Link) -> Response:
    """Print a blank score sheet for those who sit at the table."""
    state, names = evening.head.state, evening.names
    players = [names[seat] for seat in state.seats]
    pdf = _printed(["sheet", evening.id, players], lambda: sheet_page(state.ruleset, current(), players))
    return _sent(pdf, file_name(evening, "sheet.pdf"))


@blueprint.get("/rules/<slug>/<any(rules, sheet):kind>.pdf")
def of_game(slug: str, kind: str) -> Response:
    """Print the rule card or a blank score sheet of a game as it is shipped."""
    if slug not in SHIPPED:
        abort(404)
    make = card_page if kind == "rules" else sheet_page
    pdf = _printed([kind, slug], lambda: make(find(slug), current()))
    return _sent(pdf, f"{slug} {kind}.pdf")


def _source(evening_id: str, address: str) -> Source:
    """Return the evening as it is at this moment, which may be a later one than when it was asked for."""
    evening = queries.evening(db.session(), evening_id)
    if evening is None:
        raise NoSuchEveningError(evening_id)
    story = queries.story(db.session(), evening_id)
    return from_store(evening, story, zone=current_app.config["TIMEZONE"], link=address)


def _shown(evening: queries.Evening) -> list[object]:
    """Return everything the report of an evening depends on that can change."""
    head, names = evening.head, evening.names
    return [evening.id, head.number, evening.title, evening.place, evening.date, list(names.items())]


def _printed(shown: list[object], page: Callable[[], str]) -> bytes:
    """Return the PDF of what is `shown`: the one made last, or a new one of what `page` returns."""

    def read() -> str:
        text = page()
        db.session.rollback()
        return text

    # Laying out takes a second: no database connection waits for that.
    db.session.rollback()
    return PRESS.make(digest([*shown, current().code, template()]), read).pdf


def _sent(pdf: bytes, name: str) -> Response:
    return send_file(BytesIO(pdf), mimetype="application/pdf", download_name=name)


def _watch_address(evening: queries.Evening, link: Link) -> str:
    """Return the address of the link to watch, empty where there is none to give to who came by `link`."""
    found = links.of_evening(db.session(), evening.id)
    return link_address(found[Role.WATCH]) if Role.WATCH in found and link in found.values() else ""


def held(evening: queries.Evening) -> str:
    """Return what to tell somebody who came by the code on a print (`?print=` its revision), else nothing."""
    revision, language = request.args.get("print", type=int), current()
    _, at = language.gettext, evening.head.revision
    if revision is None or not 0 <= revision <= at:
        return ""
    if revision == at:
        # What was paid is no change of the book.
        return _(
            "Your print shows the book as it is now: revision %(revision)s. "
            "What was paid since is under “Who pays whom”.",
            revision=at,
        )
    told = _(
        "Your print is of revision %(held)s; the book is at %(revision)s now.", held=revision, revision=at
    )
    newest = prints.newest(db.session(), evening.id)
    if newest is None or newest.revision <= revision:
        return told
    made = local_time(newest.at, current_app.config["TIMEZONE"])
    return f"{told} " + _(
        "A newer one was made on %(date)s at %(time)s, of revision %(revision)s.",
        date=language.date(made.date()),
        time=language.time(made),
        revision=newest.revision,
    )
