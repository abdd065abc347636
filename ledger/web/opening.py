"""Opening an evening: names, house rules, who deals first."""

import datetime
import secrets
from collections.abc import Mapping
from typing import Final
from zoneinfo import ZoneInfo

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.evening.events import Opened
from ledger.evening.way import CURRENCIES, Way
from ledger.extensions import db, limiter
from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.problems import RefusedError
from ledger.rules.ruleset import Ruleset
from ledger.rules.seat import LIMIT, Seat
from ledger.rules.unit import UnreadableAmountError
from ledger.store import journal, links, queries
from ledger.store.journal import Plan, Writer
from ledger.store.links import Role
from ledger.web import houserules, roster
from ledger.web.access import Answer, device_id, keep_link, kept_links, now
from ledger.web.errors import shows_again
from ledger.web.forms import EveningForm
from ledger.web.language import current
from ledger.web.security import a_minute
from ledger.web.worth import chosen_currency, read_chip
from ledger.wording.amounts import unit_word, with_unit
from ledger.wording.problems import sentence, unreadable_amount
from ledger.wording.terms import terms

blueprint = Blueprint("opening", __name__)
START: Final = "start"


@blueprint.get("/new/<slug>")
def form(slug: str) -> Answer:
    """Show the form of a new evening, the shipped values filled in."""
    ruleset = _ruleset(slug)
    fields = EveningForm(date=_today())
    rows = roster.Roster(names=("",) * max(4, ruleset.players.min))
    return _page(slug, fields, rows, houserules.shown(slug, None, {}, current()))


@blueprint.post("/new/<slug>")
@shows_again
@limiter.limit(a_minute(60), exempt_when=lambda: _action() != START)
def start(slug: str) -> Answer:
    """Open the evening, or do what a button of the list of names says; nothing typed is lost."""
    ruleset = _ruleset(slug)
    fields = EveningForm()
    rows = roster.read(request.form.getlist("name"), request.form.get("first", ""))
    typed = {key: request.form.getlist(key) for key in request.form if key.startswith("opt-")}
    action = _action()
    if action != START:
        rules = houserules.shown(slug, typed, {}, current())
        return _page(slug, fields, roster.act(rows, action), rules)
    options, wrong = houserules.values(slug, typed)
    stack, stack_flaw = _stack(fields, ruleset)
    way, chip_flaw = _worth(fields, ruleset)
    flaws, list_flaw = _row_flaws(rows), _list_flaw(rows, ruleset)
    if not fields.validate() or wrong or flaws or list_flaw or stack_flaw or chip_flaw:
        for field, flaw in ((fields.stack, stack_flaw), (fields.chip, chip_flaw)):
            field.errors = [*field.errors, flaw] if flaw else field.errors
        rules = houserules.shown(slug, typed, _texts(wrong, ruleset), current())
        return _page(slug, fields, rows, rules, flaws, list_flaw), 422
    try:
        return _open(find(slug, options), fields, rows, stack, way)
    except RefusedError as refused:
        # What the house rules come to with so many players: a first pot that is past every limit.
        wrong = {problem.field.removeprefix("options."): problem for problem in refused.problems}
        rules = houserules.shown(slug, typed, _texts(wrong, ruleset), current())
        return _page(slug, fields, rows, rules), 422
    except journal.TokenReusedError:
        # Back, mended, sent again: what is on the form now is another evening.
        fields.token.data = None
        rules = houserules.shown(slug, typed, {}, current())
        notice = _("This form has already started an evening. Send it again to start another.")
        return _page(slug, fields, rows, rules, notice=notice), 409


def _action() -> str:
    """Return which button of the form was pressed."""
    return request.form.get("do", START)


def _open(ruleset: Ruleset, fields: EveningForm, rows: roster.Roster, stack: int, way: Way) -> Response:
    names = rows.filled
    seats = tuple(Seat(number) for number in range(len(names)))
    chosen = rows.first_filled
    first = secrets.choice(seats) if chosen is None else seats[chosen]
    opened = Opened(
        ruleset=ruleset,
        seats=seats,
        first_dealer=first,
        stacks=dict.fromkeys(seats, stack) if stack else {},
        chip=way.chip,
        currency=way.currency,
    )
    date = fields.date.data or _today()
    plan = Plan(
        evening_id=links.new_id(),
        token=fields.token.data or "",
        opened=opened,
        names=names,
        date=date,
        title=roster.clean(fields.title.data or ""),
        place=roster.clean(fields.place.data or ""),
        plays_until=_until(date, fields.until.data),
    )
    writer = Writer(now=now(), device_id=device_id())
    evening_id = journal.open_evening(db.session(), plan, writer)
    links.make_both(db.session(), evening_id, writer.now)
    link = links.first_made(db.session(), evening_id, Role.WRITE)
    # A form sent again leads back to its evening, but not past a link that was revoked since.
    if link is not None:
        keep_link(link)
    return redirect(url_for("table.show", evening_id=evening_id), code=303)


def _ruleset(slug: str) -> Ruleset:
    if slug not in SHIPPED:
        abort(404)
    return find(slug)


def _zone() -> ZoneInfo:
    return ZoneInfo(current_app.config["TIMEZONE"])


def _today() -> datetime.date:
    return datetime.datetime.now(_zone()).date()


def _until(date: datetime.date, until: datetime.time | None) -> datetime.datetime | None:
    """Return the end of the playing time (UTC, naive); a time before noon is after midnight."""
    if until is None:
        return None
    day = date + datetime.timedelta(days=1) if until.hour < 12 else date
    local = datetime.datetime.combine(day, until, tzinfo=_zone())
    return local.astimezone(datetime.UTC).replace(tzinfo=None)


def _stack(fields: EveningForm, ruleset: Ruleset) -> tuple[int, str]:
    """Return the starting stack (smallest units), and what is wrong with it."""
    text = (fields.stack.data or "").strip()
    if not text:
        return 0, ""
    try:
        stack = ruleset.unit.parse(text)
    except UnreadableAmountError as error:
        return 0, unreadable_amount(error, current())
    if not 0 <= stack <= LIMIT:
        most = with_unit(ruleset.unit, LIMIT, current())
        return 0, _("A starting stack is nothing, or up to %(most)s.", most=most)
    return stack, ""


def _worth(fields: EveningForm, ruleset: Ruleset) -> tuple[Way, str]:
    """Return what a unit is worth, as the way to settle that says it, and what is wrong with that."""
    if ruleset.unit.is_money:
        return Way(), ""
    currency = chosen_currency(fields.currency.data)
    chip, flaw = read_chip(fields.chip.data or "", currency)
    return Way(chip=chip, currency="" if chip is None else currency), flaw


def _row_flaws(rows: roster.Roster) -> dict[int, str]:
    """Return what is wrong with the names, by row."""
    flaws = {row: roster.said(code) for row, code in roster.look_alikes(rows.names).items()}
    if rows.first is not None and not rows.names[rows.first]:
        flaws[rows.first] = _("This line deals first, but nobody is on it.")
    return flaws


def _list_flaw(rows: roster.Roster, ruleset: Ruleset) -> str:
    """Return what is wrong with the list of names as a whole, empty where it will do."""
    if rows.lost:
        return str(_("Say who deals first."))
    count, players = len(rows.filled), ruleset.players
    if players.min <= count <= players.max:
        return ""
    told = _(
        "This game is for %(min)s to %(max)s players, here are %(count)s.",
        min=players.min,
        max=players.max,
        count=count,
    )
    return str(told)


def _texts(wrong: Mapping[str, houserules.Flaw], ruleset: Ruleset) -> dict[str, str]:
    """Return what is wrong with the house rules in words, by option."""
    return {key: _said(problem, ruleset) for key, problem in wrong.items()}


def _said(problem: houserules.Flaw, ruleset: Ruleset) -> str:
    language = current()
    if isinstance(problem, UnreadableAmountError):
        return unreadable_amount(problem, language)
    words = terms(ruleset.terms, language)
    return sentence(problem, language, names={}, unit=ruleset.unit, terms=words)


def _page(
    slug: str,
    fields: EveningForm,
    rows: roster.Roster,
    rules: list[houserules.HouseRule],
    flaws: Mapping[int, str] | None = None,
    list_flaw: str = "",
    notice: str = "",
) -> str:
    known = queries.known_names(db.session(), kept_links())
    unit = _ruleset(slug).unit
    return render_template(
        "home/new.html",
        slug=slug,
        form=fields,
        rows=rows,
        rules=rules,
        flaws=flaws or {},
        list_flaw=list_flaw,
        notice=notice,
        unit_word=unit_word(unit, current()),
        chip_word="" if unit.is_money else unit_word(unit, current(), plural=False),
        currencies=CURRENCIES,
        known=[name for name in known if name not in rows.filled],
    )
