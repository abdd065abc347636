"""Evening files: what is written is read as the same evening, to the last event and the last name."""

import datetime
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from ledger.evening import interchange
from ledger.evening.book import Book, replay
from ledger.evening.dues import plan_of
from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Opened,
    PaymentMarked,
    Renamed,
    Reopened,
    Restored,
    Sharing,
    Struck,
    Undone,
)
from ledger.evening.filing import Filed, plain_evening
from ledger.evening.interchange import read, replay_answer
from ledger.evening.line import Line
from ledger.evening.stored import KINDS
from ledger.evening.way import Mode, Way
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.problems import RefusedError
from ledger.rules.seat import POT, Seat
from tests.unit.kinds import Written, written

Data = dict[str, Any]
A, B, C, D = SEATS = tuple(Seat(number) for number in range(4))
CHRATZE = Opened(ruleset=find("chratze"), seats=SEATS[:3], first_dealer=A, stacks={B: 20})
ALONE = DealWritten(Deal(declarer=B))
NIGHT = datetime.datetime(2026, 1, 9, 20, 15)
FIRST_NAMES = {A: "Anna", B: "Ben", C: "Carla", D: "Dan"}


def filed(*events: Event, notes: dict[int, str] | None = None) -> Filed:
    """Return an evening of three with these events, a minute each."""
    return Filed(
        title="Stammtisch",
        place="Bären",
        date=NIGHT.date(),
        opened=CHRATZE,
        first_names=FIRST_NAMES,
        notes=notes or {},
        lines=[Line(number, event) for number, event in enumerate(events, start=1)],
        times=[NIGHT + datetime.timedelta(minutes=number) for number in range(len(events))],
    )


def through_json(told: Filed) -> Data:
    """Return the file of an evening as JSON leaves it."""
    data: Data = json.loads(json.dumps(plain_evening(told), ensure_ascii=False))
    return data


@given(written())
def test_file_replays_to_the_same_book(evening: Written) -> None:
    """Every kind of event, undone, corrected and put in later."""
    lines = [
        replace(line, event=replace(line.event, text=line.number))
        if isinstance(line.event, Renamed)
        else line
        for line in evening.events
    ]
    book = replay(evening.opened, lines)
    seats = {Seat(number) for number in range(60)} | set(evening.opened.seats)
    first_names = {seat: f"Seat {seat}" for seat in seats}
    notes = {line.number: f"Renamed {line.number}" for line in lines}
    told = replace(filed(notes=notes), opened=evening.opened, first_names=first_names, lines=lines)
    names = {**first_names, **{seat: notes[text] for seat, text in book.state.renamed.items()}}
    answers = [interchange.answer(through_json(told)), json.loads(json.dumps(replay_answer(book, names)))]
    # Who pays first follows the seats, and a file counts them anew.
    settled = [Counter({(one["from"], one["to"]) for one in answer.pop("settle_up")}) for answer in answers]
    assert answers[0] == answers[1]
    assert settled[0].total() == settled[1].total()


def test_header_says_everything_there_was_at_the_start() -> None:
    told = replace(filed(ALONE), plays_until=NIGHT)
    data = through_json(told)
    evening = read(data)
    assert evening.opened == CHRATZE
    assert evening.names == ("Anna", "Ben", "Carla")
    assert evening.texts == {"title": "Stammtisch", "place": "Bären", "date": "2026-01-09"}
    assert (data["format"], data["version"]) == ("tavern-ledger-evening", 1)
    assert data["written_at"] == ["2026-01-09T20:15:00"]
    assert data["plays_until"] == "2026-01-09T20:15:00"


def test_worth_of_a_chip_is_in_the_header() -> None:
    told = filed(ALONE)
    worth = replace(told, opened=replace(CHRATZE, chip=10, currency="CHF"))
    assert read(through_json(worth)).opened == worth.opened
    assert not {"chip", "currency"} & set(through_json(told))


def books(told: Filed) -> tuple[Book, Book]:
    """Return the book of an evening, and the one that its file makes."""
    evening = read(through_json(told))
    return replay(told.opened, told.lines), replay(evening.opened, evening.events)


def test_way_to_settle_and_what_is_paid_are_kept() -> None:
    way = Way(mode=Mode.THROUGH, through=POT, chip=25, currency="EUR", paid=((A, B, 10), (C, POT, 1)))
    told = filed(ALONE, Closed(settle=way), PaymentMarked(A, POT, 5))
    before, after = books(told)
    assert after.state.settle == way
    assert plan_of(after.state) == plan_of(before.state)
    assert after.paid == before.paid == {(A, POT): 5}


def test_reasons_are_written_where_they_were_given() -> None:
    deal = Deal(declarer=C)
    told = filed(
        ALONE,
        Corrected(1, deal, 1),
        Struck(1, 2),
        Restored(1),
        Inserted(1, deal, 3),
        Adjusted(A, POT, 2, 4),
        notes={1: "It was Carla", 2: "Never happened", 3: "Forgotten", 4: "Revoke"},
    )
    data = through_json(told)
    reasons = [event.get("reason") for event in data["events"]]
    assert reasons == [None, "It was Carla", "Never happened", None, "Forgotten", "Revoke"]
    assert list(read(data).notes.values()) == ["It was Carla", "Never happened", "Forgotten", "Revoke"]


def test_reason_that_was_erased_is_left_out() -> None:
    data = through_json(filed(ALONE, Struck(1, 2)))
    assert data["events"][1] == {"kind": "strike", "target": 1}


def test_names_are_those_of_the_moment() -> None:
    told = filed(
        Renamed(B, 1),
        ALONE,
        Undone(),
        Undone(),
        ALONE,
        Joined(D, A, 5),
        Renamed(D, 6),
        notes={1: "Benno", 6: "Danny"},
    )
    events = through_json(told)["events"]
    assert [event.get("declarer") for event in events] == [None, "Benno", None, None, "Ben", None, None]
    assert events[5] == {"kind": "join", "player": "Dan", "before_seat": "Anna", "pays": 5}
    assert events[6] == {"kind": "rename", "player": "Dan", "to": "Danny"}
    before, after = books(told)
    assert after.state.balances == before.state.balances


def test_closing_says_what_becomes_of_the_pot() -> None:
    told = filed(DealWritten(Deal()), Closed(Sharing.SPLIT), Reopened(), Closed(Sharing.REFUND))
    assert [event.get("pot") for event in through_json(told)["events"]] == [None, "split", None, "refund"]


@pytest.mark.parametrize(
    "paid",
    [5, [5], [{"from": "Zoe", "to": "Ben", "paid": 1}], [{"from": "Anna", "to": "Ben", "paid": "1"}]],
)
def test_payments_before_a_closing_that_cannot_be_read_are_refused(paid: object) -> None:
    data = through_json(filed(ALONE))
    data["events"].append({"kind": "close", "settle": {"paid": paid}})
    with pytest.raises(RefusedError) as refused:
        read(data)
    assert refused.value.problems[0].field.startswith("events.2.settle.")


def test_every_kind_of_event_can_be_written() -> None:
    """What a file cannot say would be lost: every kind is one that a file may hold."""
    from ledger.evening.filed import _KINDS

    assert set(_KINDS) == set(KINDS) - {"open"}
