"""Writing: a deal, undo, redo. A view turns the form into events and hands them to the journal."""

from collections.abc import Sequence

from flask import Blueprint, jsonify, redirect, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.evening.events import DealWritten, Event, Redone, Undone
from ledger.extensions import db
from ledger.rules.problems import RefusedError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.web import table
from ledger.web.access import Answer, writer, writing
from ledger.web.draft import Draft, deal_of
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ActionForm, DealForm, deal_form
from ledger.web.language import current
from ledger.web.outlook import outlook
from ledger.web.trail import told
from ledger.wording.problems import sentence
from ledger.wording.terms import terms

blueprint = Blueprint("deals", __name__)


@blueprint.post("/e/<evening_id>/deals")
@shows_again
@writing
def write(evening: queries.Evening, link: Link) -> Answer:
    """Write the deal on the form, and go to the table; what cannot be written stays on the form."""
    form = deal_form(evening.head.state.seats)
    draft = form.draft()
    if not form.validate():
        return _again(evening, link, draft, too_old())
    if form.revision.data == evening.head.revision:
        look = outlook(draft, evening.head.state, evening.names, current())
        if not look.ready:
            return _again(evening, link, draft, " ".join(look.missing))
    return _append(evening, link, form, [DealWritten(deal_of(draft, evening.head.state))], draft)


@blueprint.post("/e/<evening_id>/preview")
@writing
def preview(evening: queries.Evening, _link: Link) -> Response:
    """Return what the form would do, without writing anything."""
    form = deal_form(evening.head.state.seats)
    draft = form.draft()
    look = outlook(draft, evening.head.state, evening.names, current())
    return jsonify(
        ready=look.ready,
        says=look.says,
        missing=" ".join(look.missing),
        results=look.results,
        signs=look.signs,
        revision=evening.head.revision,
    )


@blueprint.post("/e/<evening_id>/undo")
@shows_again
@writing
def undo(evening: queries.Evening, link: Link) -> Answer:
    """Take back what was written last."""
    return _append(evening, link, ActionForm(), [Undone()])


@blueprint.post("/e/<evening_id>/redo")
@shows_again
@writing
def redo(evening: queries.Evening, link: Link) -> Answer:
    """Take back the latest undo."""
    return _append(evening, link, ActionForm(), [Redone()])


def _append(
    evening: queries.Evening,
    link: Link,
    form: ActionForm | DealForm,
    events: Sequence[Event],
    draft: Draft | None = None,
) -> Answer:
    if not form.validate():
        return _again(evening, link, draft, too_old())
    try:
        journal.append(
            db.session(),
            evening.id,
            events,
            token=form.sent.token,
            revision=form.sent.revision,
            writer=writer(link),
            only_open=True,
        )
    except RefusedError as refused:
        return _refused(evening.id, link, draft, refused)
    except journal.TokenReusedError as used:
        return _meanwhile(evening.id, link, draft, used.revision - 1, used.revision)
    except journal.StaleError as stale:
        return _meanwhile(evening.id, link, draft, form.sent.revision, stale.revision)
    return redirect(url_for("table.show", evening_id=evening.id), code=303)


def _refused(evening_id: str, link: Link, draft: Draft | None, refused: RefusedError) -> Answer:
    """Show the table again with what is wrong: the book moved on while the form was checked."""
    evening = _reread(evening_id)
    ruleset = evening.head.state.ruleset
    words = terms(ruleset.terms, current())
    said = [
        sentence(problem, current(), names=evening.names, unit=ruleset.unit, terms=words)
        for problem in refused.problems
    ]
    return _again(evening, link, draft, " ".join(said))


def _meanwhile(evening_id: str, link: Link, draft: Draft | None, since: int, until: int) -> Answer:
    """Show what came between two revisions and what was about to be written; the person decides."""
    evening = _reread(evening_id)
    language = current()
    story = queries.story(db.session(), evening_id)
    came = [written for written in story.written if since < written.revision <= until]
    lines = tuple(told(written, story, evening.names, language) for written in came[-10:])
    if evening.head.state.closed:
        notice = _("The evening is closed: reopen it to write.")
    elif draft is None:
        notice = _("The book has moved on, so nothing was done. See what came in between:")
    else:
        notice = _(
            "Not written yet: the book has moved on. Yours is still on the form: "
            "write it as deal %(number)s, or leave it.",
            number=evening.head.state.deals + 1,
        )
    return table.page(evening, link, draft=draft, notice=notice, meanwhile=lines), 409


def _reread(evening_id: str) -> queries.Evening:
    evening = queries.evening(db.session(), evening_id)
    if evening is None:
        raise journal.NoSuchEveningError(evening_id)
    return evening


def _again(evening: queries.Evening, link: Link, draft: Draft | None, notice: str) -> Answer:
    return table.page(evening, link, draft=draft, notice=notice), 422
