"""Importing an evening file: read, looked over and played through before anything is written."""

import datetime
import json
from collections.abc import Iterator
from typing import Final
from zoneinfo import ZoneInfo

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import HiddenField
from wtforms.validators import DataRequired, Regexp

from ledger.evening.interchange import FORMAT, EveningFile, read
from ledger.evening.line import RefusedEventError
from ledger.extensions import db, limiter
from ledger.rules import jsontext
from ledger.rules.problems import Problem, RefusedError
from ledger.rules.seat import Seat
from ledger.rules.unit import Unit
from ledger.store import links
from ledger.store.importing import Past, import_evening
from ledger.store.journal import Plan, Writer
from ledger.store.links import Role
from ledger.web.access import Answer, device_id, keep_link, now
from ledger.web.errors import drop_rest, shows_again, too_old
from ledger.web.forms import LONGEST_NAME, LONGEST_TEXT, TOKEN, WRITE_DAY
from ledger.web.language import current
from ledger.web.roster import clean
from ledger.web.security import a_minute
from ledger.wording.problems import sentence
from ledger.wording.terms import terms

blueprint = Blueprint("importing", __name__)

MOST: Final = 24 * 1024 * 1024
"""The largest evening file that is taken, in bytes: room for `MOST_EVENTS` with long names."""
MOST_EVENTS: Final = 10_000
"""The most events an evening file may hold: beyond, its pages would take too long to make."""
_LONGEST_NOTE: Final = 200
_MOST_FLAWS: Final = 20
_CHIP: Final = Unit(name="chip", denominator=1, coin=1)

Flaw = tuple[str, str]
"""What is wrong with a file: the place in it, empty for the whole, and a sentence."""


class UnfitError(Exception):
    """The file cannot be imported; `flaws` says why."""

    def __init__(self, flaws: list[Flaw]) -> None:
        super().__init__(flaws)
        self.flaws = flaws


class ImportForm(FlaskForm):  # type: ignore[misc]
    """The token of an import; the file is read beside it."""

    token = HiddenField(validators=[DataRequired(), Regexp(TOKEN)])


@blueprint.url_value_preprocessor
def _allow_files(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    # Before the form is read for the first time, which is when its token is checked.
    request.max_content_length = MOST


@blueprint.get("/import")
def form() -> str:
    """Show the form that takes a file."""
    return _page()


@blueprint.post("/import")
@shows_again
@limiter.limit(a_minute(60))
def take() -> Answer:
    """Write the evening in a file as a new one, or say what is wrong with the file, and where."""
    fields = ImportForm()
    if not fields.validate():
        return _page([("", too_old())]), 422
    try:
        evening_id = _import(_evening(request.files.get("file")), fields.token.data or "")
    except UnfitError as error:
        return _page(error.flaws), 422
    link = links.first_made(db.session(), evening_id, Role.WRITE)
    if link is not None:
        keep_link(link)
    return redirect(url_for("table.show", evening_id=evening_id), code=303)


@blueprint.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> Answer:
    """Show the form again, and how large a file may be."""
    drop_rest()
    said = _("The file is too large: an evening file has at most %(max)s MB.", max=MOST // 1024**2)
    return _page([("", said)]), 413


def _import(file: EveningFile, token: str) -> str:
    count = len(file.opened.seats)
    writer = Writer(now=now(), device_id=device_id())
    plan = Plan(
        evening_id=links.new_id(),
        token=token,
        opened=file.opened,
        names=file.first_names[:count],
        date=_date(file.texts.get("date")),
        title=file.texts.get("title", ""),
        place=file.texts.get("place", ""),
        plays_until=file.plays_until,
    )
    past = Past(
        lines=file.events,
        newcomers={Seat(seat): name for seat, name in enumerate(file.first_names) if seat >= count},
        texts=file.notes,
        times=file.times,
    )
    try:
        evening_id = import_evening(db.session(), plan, past, writer)
    except RefusedEventError as refused:
        raise UnfitError(
            [_told(problem, file, f"events.{refused.number}") for problem in refused.problems]
        ) from None
    except RefusedError as refused:
        raise UnfitError([_told(problem, file) for problem in refused.problems]) from None
    links.make_both(db.session(), evening_id, writer.now)
    return evening_id


def _evening(sent: FileStorage | None) -> EveningFile:
    """Return the evening in the file that was sent. Raises `UnfitError`."""
    data = _json(sent)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnfitError([("format", _("This is no evening file."))])
    events = data.get("events")
    if isinstance(events, list) and len(events) > MOST_EVENTS:
        raise UnfitError([("events", _("Too many events: at most %(max)s.", max=MOST_EVENTS))])
    try:
        if flaws := jsontext.repeated(data):
            raise RefusedError(flaws)
        file = read(data)
    except RefusedError as refused:
        raise UnfitError([_told(problem) for problem in refused.problems]) from None
    unfit = list(_unfit(file))
    if unfit:
        raise UnfitError(unfit)
    return file


def _json(sent: FileStorage | None) -> object:
    content = sent.read() if sent is not None else b""
    if not content:
        raise UnfitError([("", _("Choose a file first."))])
    try:
        return jsontext.parse(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        place = _("line %(line)s, column %(column)s", line=error.lineno, column=error.colno)
        raise UnfitError([(place, _("Here the file is broken: it is no JSON."))]) from None
    except UnicodeDecodeError:
        raise UnfitError([("", _("The file is no text."))]) from None
    except (RecursionError, ValueError):
        raise UnfitError([("", _("The file is nested too deeply, or holds endless numbers."))]) from None


def _unfit(file: EveningFile) -> Iterator[Flaw]:
    """Yield what a page would not have taken: times to come, texts too long or with unseen letters."""
    # A clock may be wrong, and in another time zone, but not by more than a day.
    latest = now() + datetime.timedelta(days=1)
    for number, time in enumerate(file.times):
        if time > latest:
            yield f"written_at.{number}", _("This time has not come yet.")
    texts = [
        *((key, text, LONGEST_TEXT) for key, text in file.texts.items()),
        *((f"players.{seat}", name, LONGEST_NAME) for seat, name in enumerate(file.first_names)),
        *((f"events.{number}", text, _LONGEST_NOTE) for number, text in file.notes.items()),
    ]
    if not 1990 <= _date(file.texts.get("date")).year <= 2100:
        yield "date", str(WRITE_DAY)
    for place, text, longest in texts:
        if len(text) > longest:
            yield place, _("Too long: at most %(max)s characters.", max=longest)
        elif clean(text) != text or any("\ud800" <= letter <= "\udfff" for letter in text):
            yield place, _("This holds characters that cannot be seen, or spaces too many.")


def _told(problem: Problem, file: EveningFile | None = None, place: str = "") -> Flaw:
    """Return a problem with its place and its sentence."""
    unit = file.opened.ruleset.unit if file is not None else _CHIP
    names = {Seat(seat): name for seat, name in enumerate(file.names)} if file is not None else {}
    words = terms(file.opened.ruleset.terms if file is not None else "", current())
    where = ".".join(part for part in (place, problem.field.removeprefix("deal.")) if part)
    return where, sentence(problem, current(), names=names, unit=unit, terms=words)


def _date(text: str | None) -> datetime.date:
    if text:
        return datetime.date.fromisoformat(text)
    return datetime.datetime.now(ZoneInfo(current_app.config["TIMEZONE"])).date()


def _page(flaws: list[Flaw] | None = None) -> str:
    found = flaws or []
    return render_template(
        "home/import.html", flaws=found[:_MOST_FLAWS], more=max(0, len(found) - _MOST_FLAWS)
    )
