"""Stored events: every kind is read back as it was written, and nothing else is taken for one."""

import json
from dataclasses import replace
from typing import Any, Final

import pytest

from ledger.evening import events
from ledger.evening.events import Event
from ledger.evening.stored import KINDS, VERSION, from_plain, kind_of, to_plain
from ledger.evening.way import Mode, Way
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import POT, Seat

Data = dict[str, Any]
A, B = Seat(0), Seat(1)
DEAL: Final = Deal(declarer=A, joined=(B,), tricks={A: 3, B: 1})
PLAIN_DEAL: Final[Data] = {"declarer": "0", "joined": ["1"], "tricks": {"0": 3, "1": 1}}
SAID: Final[list[tuple[Event, Data]]] = [
    (events.DealWritten(DEAL), PLAIN_DEAL),
    (events.Undone(), {}),
    (events.Redone(), {}),
    (events.Corrected(7, DEAL), {"target": 7, "deal": PLAIN_DEAL}),
    (events.Corrected(7, DEAL, 3), {"target": 7, "deal": PLAIN_DEAL, "reason": 3}),
    (events.Struck(7), {"target": 7}),
    (events.Restored(7, 4), {"target": 7, "reason": 4}),
    (events.Inserted(8, DEAL), {"before": 8, "deal": PLAIN_DEAL}),
    (events.Joined(B), {"seat": 1}),
    (events.Joined(B, A, 5), {"seat": 1, "before_seat": 0, "pays": 5}),
    (events.Left(A), {"seat": 0}),
    (events.SatOut(A), {"seat": 0}),
    (events.Returned(A), {"seat": 0}),
    (events.Renamed(A, 9), {"seat": 0, "text": 9}),
    (events.Reordered((B, A)), {"seats": [1, 0]}),
    (events.DealerSet(B), {"seat": 1}),
    (events.DealerSet(B, 4), {"seat": 1, "before": 4}),
    (events.Adjusted(A, POT, 2, 1), {"source": 0, "target": -1, "amount": 2, "reason": 1}),
    (events.Rebought(A, 20), {"seat": 0, "amount": 20}),
    (events.Counted(0), {"amount": 0}),
    (events.Voided(), {}),
    (events.Closed(), {}),
    (events.Closed(events.Sharing.SPLIT), {"pot": "split"}),
    (events.Closed(settle=Way()), {"settle": {}}),
    (
        events.Closed(
            events.Sharing.REFUND, Way(mode=Mode.THROUGH, through=POT, coin=50, chip=25, currency="EUR")
        ),
        {
            "pot": "refund",
            "settle": {"mode": "through", "through": -1, "coin": 50, "chip": 25, "currency": "EUR"},
        },
    ),
    (events.Reopened(), {}),
    (events.PaymentMarked(A, B, 30), {"source": 0, "target": 1, "paid": 30}),
]


@pytest.mark.parametrize(("event", "body"), SAID, ids=lambda value: type(value).__name__)
def test_every_kind_is_read_back_as_it_was_written(event: Event, body: Data) -> None:
    stored: Data = json.loads(json.dumps(to_plain(event)))
    assert stored == body
    assert from_plain(kind_of(event), VERSION, stored) == event


def test_no_kind_is_left_out() -> None:
    assert {type(event) for event, _body in SAID} | {events.Opened} == set(KINDS.values())
    assert all(len(kind) <= 16 for kind in KINDS)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("strike", {}),
        ("strike", {"target": "2"}),
        ("strike", {"target": True}),
        ("strike", {"target": 2, "before": 1}),
        ("leave", {"seat": None}),
        ("reorder", {"seats": [0, 1.5]}),
        ("adjust", {"source": 0, "target": 1}),
        ("close", {"pot": "burn"}),
        ("close", {"settle": {"mode": "somehow"}}),
        ("close", {"settle": {"coin": "5"}}),
        ("correct", {"target": 2, "deal": {}}),
        ("undo", {"target": 2}),
    ],
)
def test_what_says_too_little_or_something_else_is_no_event(kind: str, body: Data) -> None:
    with pytest.raises((TypeError, ValueError, KeyError)):
        from_plain(kind, VERSION, body)


def test_worth_of_a_chip_is_stored_with_the_start() -> None:
    opened = events.Opened(ruleset=find("chratze"), seats=(A, B), first_dealer=A, chip=25, currency="EUR")
    assert from_plain("open", 1, json.loads(json.dumps(to_plain(opened)))) == opened
    assert not {"chip", "currency"} & set(to_plain(replace(opened, chip=None, currency="")))


def test_shipped_start_is_read_back_as_it_was_written() -> None:
    opened = events.Opened(ruleset=find("kratzen"), seats=(A, B, Seat(2)), first_dealer=B, stacks={A: 20})
    assert from_plain("open", VERSION, json.loads(json.dumps(to_plain(opened)))) == opened
