"""The evening file: one evening as plain data with names, and the replay answer (RULES.md, "Evening")."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.evening.book import Book, replay
from ledger.evening.entry import Entry
from ledger.evening.events import Opened
from ledger.evening.filed import Filing
from ledger.evening.hours import read_end, read_times
from ledger.evening.line import Line, RefusedEventError
from ledger.evening.settle_up import fewest, owed
from ledger.evening.state import State
from ledger.evening.way import CURRENCIES, MOST_FOR_A_CHIP
from ledger.rules.catalogue import attempt
from ledger.rules.plain import (
    POT_NAME,
    Reader,
    head_of,
    name_map,
    named,
    plain_amounts,
    plain_opening,
    plain_problem,
    plain_settlement,
)
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.ruleset import Ruleset
from ledger.rules.seat import NOBODY, POT, Seat

FORMAT: Final = "tavern-ledger-evening"
FORMAT_VERSION: Final = 1
_TEXTS: Final = ("title", "place", "date")


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningFile:
    """What an evening file says: its start, and its events from 1 on.

    *Attributes*: `names`, what everybody who ever had a seat is called in the end, by seat; `first_names`,
    what they were called when they sat down; `notes`, free text (new names, reasons) by the number that
    events name it by; `texts`, the title and the like; `times`, when each event was written (UTC, naive),
    empty where that is not said of all of them; `plays_until`.
    """

    opened: Opened
    names: tuple[str, ...]
    first_names: tuple[str, ...]
    notes: Mapping[int, str]
    events: tuple[Line, ...]
    texts: Mapping[str, str]
    times: tuple[datetime.datetime, ...]
    plays_until: datetime.datetime | None


def answer(data: object) -> dict[str, object]:
    """Return the replay answer to one evening, or `problems`. Never raises on bad data."""
    head = head_of(data) if isinstance(data, dict) else {}
    labels: dict[Seat, str] = {}
    try:
        evening = read(data)
        labels = {Seat(number): name for number, name in enumerate(evening.names)}
        return head | replay_answer(replay(evening.opened, evening.events), labels)
    except RefusedEventError as refused:
        problems = [
            {**plain_problem(named(_at(refused.number, problem), labels), labels), "event": refused.number}
            for problem in refused.problems
        ]
    except RefusedError as refused:
        problems = [
            _with_event(plain_problem(named(problem, labels), labels)) for problem in refused.problems
        ]
    return head | {"problems": problems}


def _at(number: int, problem: Problem) -> Problem:
    path = problem.field.removeprefix("deal.")
    return Problem(
        code=problem.code, field=f"events.{number}.{path}", seat=problem.seat, params=problem.params
    )


def _with_event(problem: dict[str, object]) -> dict[str, object]:
    parts = str(problem["field"]).split(".")
    known = parts[0] == "events" and len(parts) > 1 and parts[1].isdigit()
    return problem | {"event": int(parts[1])} if known else problem


def read(data: object) -> EveningFile:
    """Return what the evening file `data` says. Raises `RefusedError` with every flaw of its shape at once.

    What can only be known by playing it through (`tricks-sum`, `evening-closed` …) is for `replay` to find.
    """
    reader = Reader()
    if not isinstance(data, dict):
        reader.wrong("")
        raise RefusedError(reader.problems)
    names = reader.names("players", data.get("players"))
    seats = name_map(names)
    texts = _texts(data, reader)
    first = data.get("first_dealer")
    if not isinstance(first, str):
        reader.wrong("first_dealer")
    elif first not in seats:
        reader.wrong("first_dealer", Code.UNKNOWN_DEALER, name=first)
    options = data.get("options")
    if options is not None and not isinstance(options, dict):
        reader.wrong("options")
        options = None
    stacks = _stacks(data.get("start_balance"), seats, reader)
    filing = Filing(reader, list(names))
    events = _events(data.get("events"), filing)
    times = read_times(data.get("written_at"), len(events), reader)
    plays_until = read_end(data.get("plays_until"), reader)
    try:
        ruleset, flaws = attempt(data.get("ruleset"), options)
    except RefusedError as unknown:
        raise RefusedError([*reader.problems, *unknown.problems]) from None
    chip = _chip(data, ruleset, reader)
    if not isinstance(data.get("players"), list):
        reader.forgive_strangers()
    limits = ruleset.players
    if isinstance(data.get("players"), list) and not limits.min <= len(names) <= limits.max:
        reader.wrong("players", Code.PLAYER_COUNT, count=len(names), min=limits.min, max=limits.max)
    if reader.problems or flaws:
        raise RefusedError([*reader.problems, *flaws])
    opened = Opened(
        ruleset=ruleset,
        seats=tuple(Seat(number) for number in range(len(names))),
        first_dealer=seats.get(str(first), NOBODY),
        stacks=stacks,
        chip=chip,
        currency=str(data["currency"]) if chip is not None else "",
    )
    return EveningFile(
        opened=opened,
        names=filing.names,
        first_names=tuple(filing.first_names),
        notes=filing.notes,
        events=events,
        texts=texts,
        times=times,
        plays_until=plays_until,
    )


def _texts(data: Mapping[str, object], reader: Reader) -> dict[str, str]:
    if data.get("format", FORMAT) != FORMAT:
        reader.wrong("format")
    version = data.get("version", FORMAT_VERSION)
    if isinstance(version, bool) or version != FORMAT_VERSION:
        reader.wrong("version")
    texts = {}
    for key in _TEXTS:
        text = data.get(key)
        if isinstance(text, str):
            texts[key] = text
        elif text is not None:
            reader.wrong(key)
    if "date" in texts and not _is_date(texts["date"]):
        reader.wrong("date")
    return texts


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _stacks(value: object, seats: Mapping[str, Seat], reader: Reader) -> dict[Seat, int]:
    """Return the starting stacks: one number for all, one per player by name, or a list in seat order."""
    if value is None:
        return {}
    if isinstance(value, list) and len(value) == len(seats):
        value = dict(zip(seats, value, strict=True))
    if not isinstance(value, dict):
        stack = reader.amount("start_balance", value)
        return dict.fromkeys(seats.values(), stack) if stack else {}
    stacks = {}
    for name, amount in value.items():
        seat = reader.seat(f"start_balance.{name}", name, seats)
        stack = reader.amount(f"start_balance.{name}", amount)
        if seat is not None and stack:
            stacks[seat] = stack
    return stacks


def _chip(data: Mapping[str, object], ruleset: Ruleset, reader: Reader) -> int | None:
    """Return what a unit is worth (smallest units of the money under `currency`), None where none is said."""
    if data.get("chip") is None:
        return None
    chip = reader.amount("chip", data["chip"])
    if ruleset.unit.is_money:
        reader.wrong("chip", Code.NOT_IN_RULESET)
    if not 0 < chip <= MOST_FOR_A_CHIP:
        reader.wrong("chip", Code.OPTION_VALUE)
    if data.get("currency") not in CURRENCIES:
        reader.wrong("currency", Code.OPTION_VALUE)
    return chip


def _events(value: object, filing: Filing) -> tuple[Line, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        filing.reader.wrong("events")
        return ()
    read = [(number, filing.read(number, data)) for number, data in enumerate(value, start=1)]
    filing.reader.prefix = ""
    return tuple(Line(number, event) for number, event in read if event is not None)


def replay_answer(book: Book, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return the replay answer of `book` (RULES.md, "Replay answer"); amounts in smallest units."""
    state = book.state
    return {
        "deals": [_plain_entry(entry, names) for entry in book.entries],
        "balances": {names[seat]: state.shown(seat) for seat in state.balances},
        "pot": state.carried,
        "next": plain_opening(state.next, names),
        "may_end": state.may_end,
        "settle_up": _plain_payments(state, names),
    }


def _plain_payments(state: State, names: Mapping[Seat, str]) -> list[dict[str, object]]:
    """Return the fewest payments that settle `state`, in smallest units; the pot is a party."""
    parties = {POT: POT_NAME, **names}
    return [
        {"from": parties[source], "to": parties[target], "amount": amount}
        for source, target, amount in fewest(owed(state))[0]
    ]


def _plain_entry(entry: Entry, names: Mapping[Seat, str]) -> dict[str, object]:
    met = entry.opening
    return {
        "dealer": names[met.dealer],
        "forced": None if met.table.forced is None else met.table.forced.value,
        "antes": plain_amounts(met.antes, names),
        "pot": met.pot,
        **plain_settlement(entry.settlement, names),
        "balances": {names[seat]: entry.after.shown(seat) for seat in entry.after.balances},
    }
