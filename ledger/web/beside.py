"""Beside the book: who has it, and what watchers say is not right; on the table page and in the trail."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request

from ledger.evening.state import State
from ledger.extensions import db
from ledger.store import beside, flags, handover, queries
from ledger.store.flags import Flag, Verdict
from ledger.store.links import Link, Role
from ledger.web.access import device_id, kept_links, now
from ledger.web.handover import has_the_book, phone_name
from ledger.web.language import chosen, current
from ledger.web.tableview import local_time

blueprint = Blueprint("beside", __name__)
_SHOWN: Final = datetime.timedelta(minutes=15)
"""How long a watcher sees what was answered, unless the evening goes on meanwhile."""
_DEALS: Final = 2
"""After so many further deals it is old too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideView:
    """What the table page shows beside the book.

    *Attributes*: `tag`, which names it; `taken`, who else has the book, as a sentence; `flags` to be
    answered; `said`, what became of this phone's own flag; `event` and `deal` that may be flagged, 0 where
    none may; `asks`, whether the page asks for what is new.
    """

    tag: str
    taken: str = ""
    flags: Sequence[Flag] = ()
    said: str = ""
    event: int = 0
    deal: int = 0
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of the trail that is no event: when, and what."""

    at: str
    text: str


@blueprint.get("/e/<evening_id>/beside")
def poll(evening_id: str) -> Response:
    """Return what is beside the book; 304 when the phone has seen it."""
    link_id = kept_links().get(evening_id, "")
    found = beside.beside(db.engine, evening_id, link_id)
    if found is None:
        abort(404)
    tag = _tag(found)
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        visit = queries.visit(db.session(), evening_id, link_id)
        if visit is None:
            abort(404)
        link, evening = visit
        response = make_response(
            render_template("flags/_beside.html", evening=evening, beside=_view(evening, link, found))
        )
    response.set_etag(tag)
    return response


@blueprint.app_template_global("beside_of")
def beside_of(evening: queries.Evening, link: Link) -> BesideView | None:
    """Return what the table page of an evening shows beside the book; None where the link is revoked."""
    found = beside.beside(db.engine, evening.id, link.id)
    return None if found is None else _view(evening, link, found)


@blueprint.app_template_global("remarks_of")
def remarks_of(evening: queries.Evening) -> list[Remark]:
    """Return what the trail holds that is no event, earliest first: hand-overs, flags and their answers."""
    _ = current().gettext
    lines = [
        (holder.at, _("%(phone)s took over the book.", phone=phone_name(holder.label, holder.device_id)))
        for holder in handover.history(db.session(), evening.id)
    ]
    for flag in flags.history(db.session(), evening.id):
        lines.append((flag.at, _("A watcher: deal %(number)s is not right.", number=flag.deal)))
        if flag.answer is not None and flag.answered_at is not None:
            lines.append((flag.answered_at, _answer(flag)))
    zone = current_app.config["TIMEZONE"]
    return [Remark(current().time(local_time(at, zone)), text) for at, text in sorted(lines)]


def _answer(flag: Flag) -> str:
    _ = current().gettext
    phone = phone_name(flag.answered_by, flag.answered_on)
    if flag.answer is Verdict.RIGHT:
        return _("%(phone)s answers: deal %(number)s is right.", phone=phone, number=flag.deal)
    return _("%(phone)s answers: deal %(number)s was corrected.", phone=phone, number=flag.deal)


def _tag(found: beside.Beside) -> str:
    counts = (found.revision, found.handovers, found.flags, found.unanswered)
    return "-".join((*map(str, counts), found.role.value, chosen()))


def _view(evening: queries.Evening, link: Link, found: beside.Beside) -> BesideView:
    if link.role is Role.WRITE:
        return _for_writer(evening, found)
    last = evening.head.last
    mine = flags.latest_of(db.session(), evening.id, device_id()) if found.flags else None
    waits = mine is not None and mine.answer is None
    flagged = last is None or not last.deal or waits or (mine is not None and mine.event == last.number)
    return BesideView(
        tag=_tag(found),
        said=_said(mine, evening.head.state) if mine is not None else "",
        event=0 if flagged or last is None else last.number,
        deal=0 if flagged or last is None else last.deal,
        asks=waits,
    )


def _for_writer(evening: queries.Evening, found: beside.Beside) -> BesideView:
    holder = handover.taken_by(db.session(), evening.id) if found.handovers else None
    if holder is not None and holder.device_id != device_id():
        # Who has the book answers what is said of it.
        return BesideView(tag=_tag(found), taken=has_the_book(holder))
    unanswered = flags.open_ones(db.session(), evening.id) if found.unanswered else ()
    return BesideView(tag=_tag(found), flags=unanswered)


def _said(mine: Flag, state: State) -> str:
    """Return what became of this phone's flag, empty once that is old: the evening went on, or is closed."""
    _ = current().gettext
    if mine.answer is None or mine.answered_at is None:
        return _("You said that deal %(number)s is not right. The scribe sees it.", number=mine.deal)
    if now() >= mine.answered_at + _SHOWN or state.closed or state.deals >= mine.deal + _DEALS:
        return ""
    return _answer(mine)
