"""The table: pot, dealer, and the form of the deal being played."""

import datetime
from collections.abc import Mapping
from typing import TypedDict, Unpack

from flask import Blueprint, render_template, url_for
from flask_babel import gettext as _

from ledger.report.settling import Settling, settling
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import now, watching
from ledger.web.draft import Draft
from ledger.web.language import chosen, current
from ledger.web.shelf import kept
from ledger.web.tableview import table_view

blueprint = Blueprint("table", __name__)


class Typed(TypedDict, total=False):
    """What a page shows beside the book: a draft, a notice, what came meanwhile, the token it answers."""

    draft: Draft | None
    notice: str
    meanwhile: tuple[str, ...]
    answers: str


class Sending(TypedDict):
    """Where a deal's form goes, where it is previewed, what its button does, and what it sends along."""

    action: str
    preview: str
    does: str
    fields: Mapping[str, str]


@blueprint.get("/e/<evening_id>/")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show the table: to who writes with the form, to who watches without."""
    return page(evening, link)


def page(evening: queries.Evening, link: Link, **typed: Unpack[Typed]) -> str:
    """Return the table page, with what was typed still on it."""
    return render_template("table/show.html", **context(evening, link, **typed))


def context(evening: queries.Evening, link: Link, **typed: Unpack[Typed]) -> dict[str, object]:
    """Return what the table's templates show."""
    draft = typed.get("draft")
    moment = now()
    view = table_view(evening, current(), now=moment, draft=draft)
    return {
        "view": view,
        "link": link,
        "evening": evening,
        "settling": settled(evening),
        "tag": tag_at(evening.head.number, evening.plays_until, moment),
        "notice": typed.get("notice", ""),
        "meanwhile": typed.get("meanwhile", ()),
        # What was typed and came too late may be left: the table without it.
        "leaves": draft is not None and bool(typed.get("meanwhile")),
        "writing": link.writes and not view.rests,
        "form": _form(evening),
        "kept": kept(evening, writes=link.writes),
        "answers": typed.get("answers", ""),
    }


def _form(evening: queries.Evening) -> Sending:
    """Return where the form of the coming deal goes; on the page of a closed evening it reopens it too."""
    closed = evening.head.state.closed
    return Sending(
        action=url_for("deals.write", evening_id=evening.id),
        preview=url_for("deals.preview", evening_id=evening.id),
        does=_("Reopen and write") if closed else _("Write it down"),
        # What has been seen of the payments that reopening would touch: all up to this event.
        fields={"reopen": str(evening.head.number)} if closed else {},
    )


def settled(evening: queries.Evening, names: Mapping[Seat, str] | None = None) -> Settling | None:
    """Return who pays whom once the evening is closed, all by `names` where these are given."""
    head = evening.head
    return settling(head.state, head.paid, names or evening.names, current()) if head.state.closed else None


def tag_at(number: int, plays_until: datetime.datetime | None, now: datetime.datetime) -> str:
    """Return what names the table as one phone sees it now: another tag, another page (times: UTC, naive).

    `number` is that of the latest event: every event is seen, also one that leaves the revision alone.
    """
    time_is_up = plays_until is not None and now >= plays_until
    return f"{number}-{chosen()}{'-up' if time_is_up else ''}"
