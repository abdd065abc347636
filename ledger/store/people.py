"""What events only name: players by seat, free text by number. Kept apart, so that it can be mended."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.evening.events import Adjusted, Corrected, Event, Inserted, Joined, Renamed, Restored, Struck
from ledger.evening.snapshot import Last
from ledger.evening.state import State
from ledger.rules.plain import POT_NAME, name_key
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.seat import Seat
from ledger.store.models import SEATS, TEXTS

_NAMES: Final = (
    sa.select(SEATS.c.seat, SEATS.c.name)
    .where(SEATS.c.evening_id == sa.bindparam("evening"))
    .order_by(SEATS.c.seat)
)
_REASONED: Final = (Adjusted, Corrected, Inserted, Restored, Struck)


class UnnamedSeatError(ValueError):
    """Somebody joins who was given no name, or another one than the seat has: a bug of the caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the events of an action name.

    *Attributes*: `texts`, free text: an event's `text` or `reason` is a place in it, from 0; `names` of new
    players by seat.
    """

    texts: Sequence[str] = ()
    names: Mapping[Seat, str] = field(default_factory=dict)


SILENCE: Final = Words()
"""The words of an action that names nothing new."""


def names_of(session: Session, evening_id: str, state: State) -> dict[Seat, str]:
    """Return what everybody who ever had a seat is called now; who was renamed, by the last name."""
    names = first_names_of(session, evening_id)
    if state.renamed:
        texts = texts_of(session, evening_id)
        names |= {seat: texts.get(text) or names[seat] for seat, text in state.renamed.items()}
    return names


def first_names_of(session: Session, evening_id: str) -> dict[Seat, str]:
    """Return what everybody who ever had a seat was called on sitting down."""
    return {Seat(seat): name for seat, name in session.execute(_NAMES, {"evening": evening_id})}


def names_of_all(session: Session, heads: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what everybody who was at each evening is called now, by seat; `heads` as they are stored."""
    names: dict[str, list[str]] = {evening_id: [] for evening_id in heads}
    states = {evening_id: json.loads(head) for evening_id, head in heads.items()}
    renamed = {evening_id: state["renamed"] for evening_id, state in states.items() if "renamed" in state}
    texts = {evening_id: texts_of(session, evening_id) for evening_id in renamed}
    seats = sa.select(SEATS).where(SEATS.c.evening_id.in_(list(heads)))
    for row in session.execute(seats.order_by(SEATS.c.evening_id, SEATS.c.seat)):
        seat = str(row.seat)
        text = renamed.get(row.evening_id, {}).get(seat)
        # Whose joining was taken back has a row still.
        if seat in states[row.evening_id]["balances"]:
            names[row.evening_id].append(texts.get(row.evening_id, {}).get(text) or row.name)
    return names


def texts_of(session: Session, evening_id: str) -> dict[int, str]:
    """Return the free text of an evening by number; what was erased is empty, so that no number is free."""
    query = sa.select(TEXTS.c.number, TEXTS.c.text).where(TEXTS.c.evening_id == evening_id)
    return {row.number: row.text for row in session.execute(query)}


def told_last(
    session: Session, evening_id: str, last: Last | None
) -> tuple[Mapping[int, str], Mapping[Seat, str]]:
    """Return what telling `last` takes: the free text, and who got a new name by the name from before.

    Both are empty where it names no text: most of what is written does not.
    """
    event = None if last is None else last.event
    if last is None or not isinstance(event, Adjusted | Renamed):
        return {}, {}
    texts = texts_of(session, evening_id)
    if not isinstance(event, Renamed):
        return texts, {}
    before = texts.get(last.was) or first_names_of(session, evening_id)[event.seat]
    return texts, {event.seat: before}


def keep_words(
    session: Session, evening_id: str, state: State, events: Sequence[Event], words: Words
) -> list[Event]:
    """Store the `words` of an action and return its events, which now name texts by their own numbers.

    Raises `RefusedError` (`duplicate-player`, `bad-shape`) for a name that somebody else has, and
    `UnnamedSeatError`.
    """
    if not any(isinstance(event, (*_REASONED, Joined, Renamed)) for event in events):
        return list(events)
    known = names_of(session, evening_id, state)
    _refuse_taken(known, state, events, words)
    first = 1 + max(texts_of(session, evening_id), default=0)
    for number, text in enumerate(words.texts, start=first):
        session.execute(sa.insert(TEXTS), {"evening_id": evening_id, "number": number, "text": text})
    for seat, name in words.names.items():
        if seat not in known:
            session.execute(sa.insert(SEATS), {"evening_id": evening_id, "seat": seat, "name": name})
    return [_numbered(event, first) for event in events]


def _refuse_taken(known: Mapping[Seat, str], state: State, events: Sequence[Event], words: Words) -> None:
    """Refuse a name that somebody who was ever seated has by then."""
    names = {seat: name for seat, name in known.items() if seat in state.balances}
    for event in events:
        if isinstance(event, Joined) and event.seat not in names:
            name = words.names.get(event.seat, known.get(event.seat))
            if name is None or known.get(event.seat, name) != name:
                raise UnnamedSeatError(event.seat)
            _refuse_name(name, names, "player")
            names[event.seat] = name
        elif isinstance(event, Renamed):
            others = {seat: name for seat, name in names.items() if seat != event.seat}
            _refuse_name(words.texts[event.text], others, "to")
            names[event.seat] = words.texts[event.text]


def _refuse_name(name: str, others: Mapping[Seat, str], field: str) -> None:
    key = name_key(name)
    if not key:
        raise RefusedError([Problem(code=Code.BAD_SHAPE, field=field)])
    if key == POT_NAME or key in map(name_key, others.values()):
        params = {"name": name}
        raise RefusedError([Problem(code=Code.DUPLICATE_PLAYER, field=field, params=params)])


def _numbered(event: Event, first: int) -> Event:
    if isinstance(event, Renamed):
        return replace(event, text=first + event.text)
    if isinstance(event, _REASONED) and event.reason is not None:
        return replace(event, reason=first + event.reason)
    return event
