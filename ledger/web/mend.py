"""Putting the book right: a deal's form at its place, what that would change, and writing it."""

from dataclasses import replace

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.evening.events import Corrected, Inserted, Reopened, Restored
from ledger.evening.line import RefusedEventError
from ledger.extensions import db
from ledger.rules.deal import Deal
from ledger.rules.problems import RefusedError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.store.people import SILENCE, Words
from ledger.web import plan
from ledger.web.access import Answer, now, writer, writing
from ledger.web.desk import Desk, NoSuchPlaceError, Place, lay_out
from ledger.web.draft import Draft, deal_of, drafted
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import deal_form
from ledger.web.language import current
from ledger.web.mendview import mend_view
from ledger.web.outlook import outlook
from ledger.web.plan import Changes, MendForm, Task, UnreadablePlanError
from ledger.web.table import Sending, settled
from ledger.web.tableview import table_view
from ledger.web.trail import between
from ledger.wording.facts import deal_line
from ledger.wording.terms import terms

blueprint = Blueprint("mend", __name__)


@blueprint.get("/e/<evening_id>/mend")
@writing
def begin(evening: queries.Evening, _link: Link) -> Answer:
    """Show the form of a deal that is put right or put in, or what striking or restoring one would do."""
    task = plan.task(request.args.get("do"))
    if task is None:
        return redirect(url_for("book.show", evening_id=evening.id), code=303)
    return _go_on(lay_out(db.session(), evening), task, (), MendForm(formdata=None))


@blueprint.post("/e/<evening_id>/mend")
@shows_again
@writing
def go_on(evening: queries.Evening, _link: Link) -> Answer:
    """Do the next thing with corrections that are under way: mend another deal too, move the dealers."""
    form = MendForm()
    changes = plan.unpacked(evening.id, form.changes.data)
    notice = "" if form.validate() else too_old()
    desk = lay_out(db.session(), evening)
    task = plan.task(form.do.data)
    # What is put in has a number only until something else is written: then everything is shown anew first.
    if task is None or notice or form.revision.data != desk.evening.head.revision:
        return _shown(desk, changes, form, notice)
    return _go_on(desk, task, changes, form)


def _go_on(desk: Desk, task: Task, changes: Changes, form: MendForm) -> Answer:
    if desk.evening.head.state.closed:
        return _closed(desk, changes, form)
    if task.verb == "strike":
        return _shown(desk, plan.struck(changes, task.number, desk.first), form)
    if task.verb == "restore":
        return _shown(desk, (*changes, Restored(task.number)), form)
    return _asked(desk, task, changes, form, desk.place(changes, task.number))


@blueprint.post("/e/<evening_id>/mend/preview")
@writing
def preview(evening: queries.Evening, _link: Link) -> Response:
    """Return what the form would do at its place, without writing anything."""
    form, desk = MendForm(), lay_out(db.session(), evening)
    task = plan.task(form.do.data)
    place = desk.place(plan.unpacked(evening.id, form.changes.data), task.number if task else 0)
    look = outlook(deal_form(place.state.seats).draft(), place.state, evening.names, current())
    return jsonify(look.live(desk.evening.head.revision))


@blueprint.post("/e/<evening_id>/mend/look")
@shows_again
@writing
def look(evening: queries.Evening, _link: Link) -> Answer:
    """Show what the deal on the form would change; what cannot be stays on the form."""
    form, desk = MendForm(), lay_out(db.session(), evening)
    changes, task = plan.unpacked(evening.id, form.changes.data), plan.task(form.do.data)
    notice = "" if form.validate() else too_old()
    if task is None or desk.evening.head.state.closed:
        return _shown(desk, changes, form, notice)
    place = desk.place(changes, task.number)
    written = deal_form(place.state.seats)
    draft = written.draft()
    seen = outlook(draft, place.state, evening.names, current())
    if notice or not written.validate():
        return _asked(desk, task, changes, form, place, draft, too_old())
    if not seen.ready:
        return _asked(desk, task, changes, form, place, draft, " ".join(seen.missing))
    return _shown(desk, _with(desk, task, changes, deal_of(draft, place.state)), form)


def _with(desk: Desk, task: Task, changes: Changes, deal: Deal) -> Changes:
    """Return `changes` with `deal` as `task` asks; a deal that says what the book says is no change."""
    if task.verb == "insert":
        return (*changes, Inserted(task.number, deal))
    if any(line.number == task.number and plan.says(line.event, deal) for line in desk.lines):
        return plan.without(changes, task.number)
    return plan.corrected(changes, task.number, deal, desk.first)


@blueprint.post("/e/<evening_id>/mend/write")
@shows_again
@writing
def write(evening: queries.Evening, link: Link) -> Answer:
    """Write the corrections the page showed, as one action, and go to the book."""
    form = MendForm()
    changes = plan.unpacked(evening.id, form.changes.data)
    lines = plan.unpacked(evening.id, form.lines.data)
    if not form.validate():
        return _shown(lay_out(db.session(), evening), changes, form, form.flaw or too_old())
    if not lines:
        return _shown(lay_out(db.session(), evening), changes, form)
    try:
        receipt = _append(evening, link, form, plan.reasoned(lines, form.why))
    except RefusedError:
        return _shown(lay_out(db.session(), evening), changes, form, _("That cannot be written like this."))
    except journal.TokenReusedError as used:
        return _shown(lay_out(db.session(), evening), changes, form, since=used.revision - 1)
    except journal.StaleError:
        return _shown(lay_out(db.session(), evening), changes, form)
    number = plan.about(lines[0], receipt.number)
    return redirect(
        url_for("book.show", evening_id=evening.id, event=number, _anchor=f"event-{number}"), code=303
    )


@blueprint.post("/e/<evening_id>/mend/reopen")
@shows_again
@writing
def reopen(evening: queries.Evening, link: Link) -> Answer:
    """Open a closed evening again, and go on with the corrections that were under way."""
    form = MendForm()
    changes = plan.unpacked(evening.id, form.changes.data)
    notice = "" if form.validate() else too_old()
    if not notice:
        try:
            _append(evening, link, form, (Reopened(),), only_open=False)
        except (RefusedError, journal.StaleError, journal.TokenReusedError):
            notice = _("The book has moved on meanwhile. Look again, then decide.")
    desk = lay_out(db.session(), evening)
    if not changes and not notice and not desk.evening.head.state.closed:
        return redirect(url_for("book.show", evening_id=evening.id), code=303)
    form.revision.data = desk.evening.head.revision
    return _shown(desk, changes, form, notice)


def _append(
    evening: queries.Evening, link: Link, form: MendForm, events: Changes, *, only_open: bool = True
) -> journal.Receipt:
    return journal.append(
        db.session(),
        evening.id,
        events,
        token=form.sent.token,
        revision=form.sent.revision,
        writer=writer(link),
        only_open=only_open,
        words=Words(texts=(form.why,)) if form.why and only_open else SILENCE,
    )


def _asked(
    desk: Desk,
    task: Task,
    changes: Changes,
    form: MendForm,
    place: Place,
    draft: Draft | None = None,
    notice: str = "",
) -> Answer:
    """Show the form of a deal at its place: filled in with what it says, or with what was typed."""
    evening, state = desk.evening, place.state
    if draft is None and task.verb == "correct":
        if place.deal is None:
            raise NoSuchPlaceError(task.number)
        draft = drafted(place.deal, state.ruleset)
    stand = replace(evening, head=replace(evening.head, state=state, last=None, redoable=0))
    page = render_template(
        "mend/form.html",
        evening=evening,
        view=replace(table_view(stand, current(), now=now(), draft=draft), end="", ends_now=False),
        form=Sending(
            action=url_for("mend.look", evening_id=evening.id),
            preview=url_for("mend.preview", evening_id=evening.id),
            does=_("See what it changes"),
            fields={
                "do": task.text,
                "changes": plan.packed(evening.id, changes),
                "dealers": "keep" if form.keeps else "move",
                "reason": form.why,
            },
        ),
        inserts=task.verb == "insert",
        number=state.deals + 1,
        notice=notice,
    )
    return page, 422 if notice else 200


def _shown(
    desk: Desk, changes: Changes, form: MendForm, notice: str = "", since: int | None = None
) -> Answer:
    """Show what `changes` would do; where the book moved on since the form was made, with what came."""
    evening = desk.evening
    if evening.head.state.closed:
        return _closed(desk, changes, form, notice)
    seen = form.revision.data if since is None else since
    moved = seen is not None and seen != evening.head.revision
    try:
        found = desk.look(changes, keep=form.keeps)
    except RefusedEventError:
        return _lost(desk, changes)
    page = render_template(
        "mend/show.html",
        evening=evening,
        view=mend_view(found, evening, queries.texts(db.session(), evening.id), current())
        if changes
        else None,
        changes=plan.packed(evening.id, changes),
        lines=plan.packed(evening.id, found.lines),
        keeps=form.keeps,
        reason=form.why,
        notice=notice,
        meanwhile=_meanwhile(desk, seen or 0) if moved else (),
        moved=moved,
    )
    return page, 409 if moved else 422 if notice else 200


def _meanwhile(desk: Desk, since: int) -> list[str]:
    story = queries.story(db.session(), desk.evening.id)
    return between(story, since, desk.evening.head.revision, desk.evening.names, current())


def _closed(desk: Desk, changes: Changes, form: MendForm, notice: str = "") -> Answer:
    """Say that the evening must be reopened first; what was under way goes on from there."""
    page = render_template(
        "mend/closed.html",
        evening=desk.evening,
        settling=settled(desk.evening),
        said=_said(desk, changes),
        changes=plan.packed(desk.evening.id, changes),
        keeps=form.keeps,
        reason=form.why,
        notice=notice,
    )
    return page, 422 if notice else 200 if request.method == "GET" else 409


@blueprint.errorhandler(NoSuchPlaceError)
@blueprint.errorhandler(RefusedEventError)
@blueprint.errorhandler(UnreadablePlanError)
def lost(_error: Exception) -> Answer:
    """Say that what was to be put right is not in force any more, and what was about to be written."""
    evening = queries.evening(db.session(), (request.view_args or {})["evening_id"])
    if evening is None:
        raise journal.NoSuchEveningError
    form = MendForm()
    try:
        changes = plan.unpacked(evening.id, form.changes.data)
    except UnreadablePlanError:
        changes = ()
    return _lost(lay_out(db.session(), evening), changes)


def _lost(desk: Desk, changes: Changes) -> Answer:
    page = render_template("mend/lost.html", evening=desk.evening, said=_said(desk, changes))
    return page, 404 if request.method == "GET" else 409


def _said(desk: Desk, changes: Changes) -> list[str]:
    """Return the facts that `changes` would write, as lines."""
    evening = desk.evening
    words = terms(evening.head.state.ruleset.terms, current())
    return [
        deal_line(event.deal, evening.names, words, current())
        for event in changes
        if isinstance(event, Corrected | Inserted)
    ]
