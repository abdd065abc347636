"""One action on the book from a page of its own: written, or what keeps it from being written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask_babel import gettext as _

from ledger.evening.events import Event
from ledger.extensions import db
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.unit import Unit, UnreadableAmountError
from ledger.store import journal, queries
from ledger.store.links import Link
from ledger.store.people import SILENCE, Words
from ledger.web.access import now, writer
from ledger.web.errors import too_old
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.web.tableview import TableView, table_view
from ledger.web.trail import between
from ledger.wording.problems import sentence, unreadable_amount
from ledger.wording.terms import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why nothing was written.

    *Attributes*: `notice` for the page as a whole; `came`, what was written meanwhile, as lines; `flaws` by
    field of the form; `status` of the answer.
    """

    notice: str = ""
    came: Sequence[str] = ()
    flaws: Mapping[str, str] = field(default_factory=dict)
    status: int = 422


FINE: Final = Refusal(status=200)
"""Nothing is wrong: the page as it is opened."""


def act(
    evening: queries.Evening,
    link: Link,
    form: ActionForm,
    events: Sequence[Event],
    *,
    words: Words = SILENCE,
    fields: Mapping[str, str] | None = None,
) -> Refusal | None:
    """Write `events` as one action and return None, or why that cannot be.

    `fields` are the fields of the form by the fields of problems; what belongs to none is a notice.
    """
    if not form.validate():
        return Refusal(notice=too_old())
    try:
        journal.append(
            db.session(),
            evening.id,
            events,
            token=form.sent.token,
            revision=form.sent.revision,
            writer=writer(link),
            only_open=True,
            words=words,
        )
    except RefusedError as refused:
        return _refused(evening, refused.problems, fields or {})
    except journal.TokenReusedError as used:
        return _moved_on(evening, used.revision - 1, used.revision)
    except journal.StaleError as stale:
        return _moved_on(evening, form.sent.revision, stale.revision)
    return None


def _refused(evening: queries.Evening, problems: Sequence[Problem], fields: Mapping[str, str]) -> Refusal:
    said = [(fields.get(problem.field, ""), told(problem, evening)) for problem in problems]
    return Refusal(
        notice=" ".join(text for name, text in said if not name),
        flaws={name: text for name, text in said if name},
    )


def _moved_on(evening: queries.Evening, since: int, until: int) -> Refusal:
    fresh = reread(evening)
    if fresh.head.state.closed:
        return Refusal(notice=closed(fresh), status=409)
    story = queries.story(db.session(), evening.id)
    return Refusal(
        notice=_("Not written: the book has moved on. Look at what came in between, then decide."),
        came=between(story, since, until, fresh.names, current()),
        status=409,
    )


def reread(evening: queries.Evening) -> queries.Evening:
    """Return the evening as it stands now, behind an action that may have been refused."""
    return queries.evening(db.session(), evening.id) or evening


def told(problem: Problem, evening: queries.Evening) -> str:
    """Return a problem in the reader's language."""
    ruleset, language = evening.head.state.ruleset, current()
    words = terms(ruleset.terms, language)
    return sentence(problem, language, names=evening.names, unit=ruleset.unit, terms=words)


def closed(evening: queries.Evening) -> str:
    """Return what a page says on which nothing can be written, empty while the evening is open."""
    if not evening.head.state.closed:
        return ""
    return told(Problem(code=Code.EVENING_CLOSED, field="kind"), evening)


def last(evening: queries.Evening) -> TableView:
    """Return the table, for the line that says what was written last, with its way back."""
    return table_view(evening, current(), now=now())


def typed_amount(text: str | None, unit: Unit, *, least: int = 1) -> tuple[int, str]:
    """Return the amount (smallest units, `least` at least) that was typed, and what is wrong with it."""
    clean = (text or "").strip()
    if not clean:
        return 0, _("How much?")
    try:
        amount = unit.parse(clean)
    except UnreadableAmountError as error:
        return 0, unreadable_amount(error, current())
    if amount < least:
        return 0, _("More than nothing, please.") if least else _("Less than nothing cannot be.")
    return amount, ""
