"""Writing: a deal, undo, redo. A view turns the form into events and hands them to the journal."""

from collections.abc import Sequence

from flask import Blueprint, jsonify, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from ledger.evening.events import DealWritten, Event, Redone, Reopened, Undone
from ledger.evening.state import State
from ledger.extensions import db
from ledger.rules.problems import RefusedError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.web import replies, table
from ledger.web.access import Answer, writer, writing
from ledger.web.acting import closed, told
from ledger.web.draft import Draft, deal_of
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import DealForm, Sent, UndoForm, deal_form
from ledger.web.language import current
from ledger.web.outlook import outlook
from ledger.web.trail import between

blueprint = Blueprint("deals", __name__)


@blueprint.post("/e/<evening_id>/deals")
@shows_again
@writing
def write(evening: queries.Evening, link: Link) -> Answer:
    """Write the deal on the form, and go to the table; what cannot be written stays on the form.

    The page of a closed evening asks to reopen it along with that: one action, so both or neither.
    """
    form = deal_form(evening.head.state.seats)
    draft = form.draft()
    if not form.validate():
        return _again(evening, link, draft, too_old(), problem="old")
    if form.revision.data == evening.head.revision:
        if form.reopens and evening.head.paid and form.reopen.data != evening.head.number:
            notice = _("Payments were marked. See what reopening changes, then decide.")
            return table.page(evening, link, draft=draft, notice=notice), 409
        look = outlook(draft, _seen(form, evening), evening.names, current())
        if not look.ready:
            return _again(evening, link, draft, " ".join(look.missing))
    events: list[Event] = [DealWritten(deal_of(draft, evening.head.state))]
    if form.reopens:
        events.insert(0, Reopened())
    return _append(evening, link, form.sent, events, draft, only_open=not form.reopens)


def _seen(form: DealForm, evening: queries.Evening) -> State:
    """Return the state that a deal on `form` is written at: an open one, where the form reopens it."""
    state = evening.head.state
    return state._replace(closed=False) if form.reopens else state


@blueprint.post("/e/<evening_id>/preview")
@writing
def preview(evening: queries.Evening, _link: Link) -> Response:
    """Return what the form would do, without writing anything."""
    form = deal_form(evening.head.state.seats)
    draft = form.draft()
    look = outlook(draft, _seen(form, evening), evening.names, current())
    return jsonify(look.live(evening.head.revision))


@blueprint.post("/e/<evening_id>/undo")
@shows_again
@writing
def undo(evening: queries.Evening, link: Link) -> Answer:
    """Take back what was written last, all of it."""
    return _act(evening, link, Undone(), evening.head.undoes)


@blueprint.post("/e/<evening_id>/redo")
@shows_again
@writing
def redo(evening: queries.Evening, link: Link) -> Answer:
    """Take back the latest undo."""
    return _act(evening, link, Redone(), evening.head.redoes)


def _act(evening: queries.Evening, link: Link, event: Event, count: int) -> Answer:
    """Take an action of `count` events back, or bring it back; a form sent again says how many it was."""
    form = UndoForm()
    if not form.validate():
        return _again(evening, link, None, too_old(), problem="old")
    if form.revision.data != evening.head.revision:
        count = form.events.data or 1
    return _append(evening, link, form.sent, [event] * max(count, 1))


def _append(
    evening: queries.Evening,
    link: Link,
    sent: Sent,
    events: Sequence[Event],
    draft: Draft | None = None,
    *,
    only_open: bool = True,
) -> Answer:
    try:
        receipt = journal.append(
            db.session(),
            evening.id,
            events,
            token=sent.token,
            revision=sent.revision,
            writer=writer(link),
            only_open=only_open,
        )
    except RefusedError as refused:
        return _refused(evening.id, link, draft, refused)
    except journal.TokenReusedError as used:
        if replies.wanted():
            # A phone makes a token for one deal and never changes it: other seats read it differently.
            return replies.written(_reread(evening.id), used.revision)
        return _meanwhile(evening.id, link, draft, used.revision - 1, used.revision)
    except journal.StaleError as stale:
        return _meanwhile(evening.id, link, draft, sent.revision, stale.revision)
    if replies.wanted():
        return replies.written(_reread(evening.id), receipt.revision)
    return redirect(url_for("table.show", evening_id=evening.id), code=303)


def _refused(evening_id: str, link: Link, draft: Draft | None, refused: RefusedError) -> Answer:
    """Show the table again with what is wrong: the book moved on while the form was checked."""
    evening = _reread(evening_id)
    return _again(evening, link, draft, " ".join(told(problem, evening) for problem in refused.problems))


def _meanwhile(evening_id: str, link: Link, draft: Draft | None, since: int, until: int) -> Answer:
    """Show what came between two revisions and what was about to be written; the person decides."""
    evening = _reread(evening_id)
    language = current()
    story = queries.story(db.session(), evening_id)
    lines = tuple(between(story, since, until, evening.names, language))
    if replies.wanted():
        return replies.moved_on(evening, lines)
    if evening.head.state.closed:
        notice = closed(evening)
    elif draft is None:
        notice = _("The book has moved on, so nothing was done. See what came in between:")
    else:
        notice = _(
            "Not written yet: the book has moved on. Yours is still on the form: "
            "write it as deal %(number)s, or leave it.",
            number=evening.head.state.deals + 1,
        )
    return table.page(evening, link, draft=draft, notice=notice, meanwhile=lines, answers=_token()), 409


def _reread(evening_id: str) -> queries.Evening:
    evening = queries.evening(db.session(), evening_id)
    if evening is None:
        raise journal.NoSuchEveningError(evening_id)
    return evening


def _again(
    evening: queries.Evening, link: Link, draft: Draft | None, notice: str, *, problem: str = "refused"
) -> Answer:
    if replies.wanted():
        return replies.refused(problem, notice, 422)
    return table.page(evening, link, draft=draft, notice=notice, answers=_token()), 422


def _token() -> str:
    """Return the token that was sent, as the page that answers names it: the phone then keeps it no more."""
    return request.form.get("token", "")[:64]
