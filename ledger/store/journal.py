"""The journal: the only writer of events. One action is one commit, checked as a whole.

In this order: lock the evening; a known token gets its first result, another revision is a conflict, then
the rules decide (DESIGN.md, "One deal, in six steps"). A refusal uses up no token.
"""

import datetime
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ledger.evening.events import Event, Opened, PaymentMarked
from ledger.evening.line import Line
from ledger.evening.snapshot import Head, plain_head
from ledger.evening.state import start
from ledger.evening.stored import VERSION, kind_of, to_plain
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.store import handover, links
from ledger.store.change import change
from ledger.store.connection import begin_writing
from ledger.store.models import EVENTS, HEADS, EveningRow, HeadRow, SeatRow
from ledger.store.people import SILENCE, Words, first_names_of, keep_words
from ledger.store.reading import read_events, read_head

_BY_TOKEN = sa.select(EVENTS.c.number, EVENTS.c.revision, EVENTS.c.fingerprint).where(
    EVENTS.c.evening_id == sa.bindparam("evening"), EVENTS.c.token == sa.bindparam("with")
)
_INSERT_EVENT = sa.insert(EVENTS)
_UPDATE_HEAD = sa.update(HEADS).where(HEADS.c.evening_id == sa.bindparam("evening"))


class StaleError(Exception):
    """The book is at another `revision` than the writer saw. Nothing was written, nothing is lost."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the book is at revision {revision}")
        self.revision = revision


class TokenReusedError(Exception):
    """The token was used before, for something else, which made `revision`."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the token already made revision {revision}")
        self.revision = revision


class PaidMeanwhileError(Exception):
    """Somebody else marked the same payment since the writer looked: `paid` is what it says now."""

    def __init__(self, paid: int) -> None:
        super().__init__(f"{paid} is marked as paid")
        self.paid = paid


class NoSuchEveningError(LookupError):
    """There is no evening with this id."""


class EmptyActionError(ValueError):
    """An action of no events has no place in the book, and nothing its token could be kept with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes, and when: the link used, the device, the time (UTC, naive)."""

    now: datetime.datetime
    link_id: str | None = None
    device_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an action led to: the number of its first event, the book's revision, whether it is a repeat."""

    number: int
    revision: int
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A new evening before it is opened: id, token, free text, dates, players' names in seat order."""

    evening_id: str
    token: str
    opened: Opened
    names: Sequence[str]
    date: datetime.date
    title: str = ""
    place: str = ""
    plays_until: datetime.datetime | None = None


def open_evening(session: Session, plan: Plan, writer: Writer) -> str:
    """Open an evening and return its id; a known token returns the evening it opened first.

    Raises `RefusedError` (`player-count`, `unknown-dealer`), and `TokenReusedError` for other players.
    """
    begin_writing(session)
    try:
        known = _opened_by(session, plan)
        if known is None:
            insert_evening(session, plan, writer)
            session.commit()
    except IntegrityError:
        # Two taps at the same moment on PostgreSQL: the other one opened it.
        session.rollback()
        known = _opened_by(session, plan)
        if known is None:
            raise
    finally:
        session.rollback()
    return known or plan.evening_id


def _opened_by(session: Session, plan: Plan) -> str | None:
    """Return the evening opened with the plan's token; raises `TokenReusedError` where the plan is another.

    It is compared with the evening as it was opened: who joined or was renamed since makes no other plan,
    and neither does who deals first, which may have been drawn by chance again.
    """
    row = session.execute(sa.select(EveningRow).where(EveningRow.token == plan.token)).scalar()
    if row is None:
        return None
    known = str(row.id)
    opened, _events = read_events(session, known)
    called = first_names_of(session, known)
    before = (row.title, row.place, row.date, row.plays_until, *(called[seat] for seat in opened.seats))
    now = (plan.title, plan.place, plan.date, plan.plays_until, *plan.names)
    same = replace(plan.opened, first_dealer=opened.first_dealer, engine=opened.engine)
    if before != now or same != opened:
        raise TokenReusedError(0)
    return known


def insert_evening(session: Session, plan: Plan, writer: Writer) -> None:
    """Write a new evening, within a commit that has begun: its row, its seats, event 0 and its head."""
    head = Head(number=0, revision=0, state=start(plan.opened), last=None, redoable=0)
    session.execute(
        sa.insert(EveningRow),
        {
            "id": plan.evening_id,
            "token": plan.token,
            "title": plan.title,
            "place": plan.place,
            "date": plan.date,
            "plays_until": plan.plays_until,
            "created_at": writer.now,
        },
    )
    seats = zip(plan.opened.seats, plan.names, strict=True)
    session.execute(
        sa.insert(SeatRow),
        [{"evening_id": plan.evening_id, "seat": seat, "name": name} for seat, name in seats],
    )
    mark = plan.token, _fingerprint([plan.opened])
    _insert_events(session, plan.evening_id, [Line(0, plan.opened)], 0, mark, writer)
    session.execute(sa.insert(HeadRow), {"evening_id": plan.evening_id, **head_values(head)})


def append(
    session: Session,
    evening_id: str,
    events: Sequence[Event],
    *,
    token: str,
    revision: int,
    writer: Writer,
    only_open: bool = False,
    seen: int | None = None,
    words: Words = SILENCE,
) -> Receipt:
    """Write one action, as one commit, and return its receipt.

    Every event must be possible at its place, also one that a later event of the action takes back; what
    corrections come to is checked behind the last of them. `words` are the texts and names they name.
    `revision` is the one the writer saw; `only_open` refuses whatever would change a closed evening, also
    an undo that would open it; `seen` is what the writer saw paid of the payment that is marked, which leaves
    the revision alone. Raises `NoSuchEveningError`, `RevokedLinkError`, `TokenReusedError`, `TakenOverError`,
    `StaleError`, `PaidMeanwhileError`, `RefusedError` (nothing written, no token used up), `EmptyActionError`
    and `SessionInUseError`.
    """
    if not events:
        raise EmptyActionError
    begin_writing(session)
    try:
        head = read_head(session, evening_id, lock=True)
        if head is None:
            raise NoSuchEveningError(evening_id)
        if writer.link_id is not None:
            links.check(session, writer.link_id)
        fingerprint = _fingerprint(events, words)
        repeat = _known(session, evening_id, token, fingerprint)
        if repeat is not None:
            session.rollback()
            return repeat
        handover.check(session, evening_id, writer.device_id)
        if head.revision != revision:
            raise StaleError(head.revision)
        if seen is not None:
            _refuse_unseen(head, events, seen)
        if only_open and head.state.closed:
            raise RefusedError([Problem(code=Code.EVENING_CLOSED, field="kind")])
        named = keep_words(session, evening_id, head.state, events, words)
        lines = [Line(number, event) for number, event in enumerate(named, start=head.number + 1)]
        after = change(session, evening_id, head, lines)
        _insert_events(session, evening_id, lines, after.revision, (token, fingerprint), writer)
        session.execute(_UPDATE_HEAD, {"evening": evening_id, **head_values(after)})
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return Receipt(number=lines[0].number, revision=after.revision)


def _refuse_unseen(head: Head, events: Sequence[Event], seen: int) -> None:
    for event in events:
        if isinstance(event, PaymentMarked):
            paid = head.paid.get((event.source, event.target), 0)
            if paid != seen:
                raise PaidMeanwhileError(paid)


def _fingerprint(events: Sequence[Event], words: Words = SILENCE) -> str:
    """Return what tells an action from another one: numbers that its texts get later are no part of it."""
    told: list[object] = [[kind_of(event), to_plain(event)] for event in events]
    if words != SILENCE:
        told.append([list(words.texts), {str(seat): name for seat, name in words.names.items()}])
    return hashlib.sha256(_json(told).encode()).hexdigest()


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _known(session: Session, evening_id: str, token: str, fingerprint: str) -> Receipt | None:
    """Return the receipt of the action that used `token` first, None when nothing did."""
    row = session.execute(_BY_TOKEN, {"evening": evening_id, "with": token}).one_or_none()
    if row is None:
        return None
    if row.fingerprint != fingerprint:
        raise TokenReusedError(row.revision)
    return Receipt(number=row.number, revision=row.revision, repeated=True)


def head_values(head: Head) -> dict[str, object]:
    """Return the columns of `head`."""
    return {
        "number": head.number,
        "revision": head.revision,
        "engine": head.state.opened.engine,
        "closed": head.state.closed,
        "state": _json(plain_head(head)),
    }


def _insert_events(
    session: Session,
    evening_id: str,
    lines: Sequence[Line],
    revision: int,
    mark: tuple[str, str],
    writer: Writer,
) -> None:
    """Insert `lines`; the first of them carries `mark`, the token and the fingerprint of the action."""
    token, fingerprint = mark
    rows = [event_row(evening_id, line, revision, writer) for line in lines]
    session.execute(_INSERT_EVENT, [rows[0] | {"token": token, "fingerprint": fingerprint}, *rows[1:]])


def event_row(evening_id: str, line: Line, revision: int, writer: Writer) -> dict[str, object]:
    """Return the row of an event that is no first one of an action."""
    return {
        "evening_id": evening_id,
        "number": line.number,
        "kind": kind_of(line.event),
        "version": VERSION,
        "body": _json(to_plain(line.event)),
        "revision": revision,
        "token": None,
        "fingerprint": None,
        "written_at": writer.now,
        "link_id": writer.link_id,
        "device_id": writer.device_id,
    }
