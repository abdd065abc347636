"""Evening files and stored events: what is written out is read back as the same thing."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from ledger.evening import interchange
from ledger.evening.book import replay
from ledger.evening.snapshot import Head, head_from_plain, plain_head
from ledger.evening.stored import VERSION, UnreadableEventError, from_plain, kind_of, to_plain
from ledger.rules.builder import build, values_of
from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.deal import Deal, Table
from ledger.rules.plain import Reader, plain_deal
from ledger.rules.ruleset import Ruleset
from ledger.rules.seat import Seat
from tests.unit.strategies import Evening, evenings, rulesets, tables_and_deals
from tests.unit.wild import plain_evening

Data = dict[str, Any]
UNOPPOSED: Data = {"kind": "deal", "declarer": "B", "joined": [], "tricks": {}}
EVENING: Data = {"ruleset": "chratze", "players": ["A", "B", "C"], "first_dealer": "B"}
NEXT: Data = {"dealer": "B", "antes": {"A": 1, "B": 1, "C": 1}, "pot": 3, "redeals": 0, "forced": None}


@given(evenings())
def test_stored_event_is_read_back_as_it_was_written(evening: Evening) -> None:
    opened = replace(evening.opened, stacks={})
    for event in (opened, *(line.event for line in evening.events)):
        body: Data = json.loads(json.dumps(to_plain(event)))
        again = from_plain(kind_of(event), VERSION, body)
        assert again == event


@given(evenings())
def test_stored_starting_stacks_leave_out_who_has_none(evening: Evening) -> None:
    opened = evening.opened
    again = from_plain("open", VERSION, json.loads(json.dumps(to_plain(opened))))
    assert again == replace(opened, stacks={seat: stack for seat, stack in opened.stacks.items() if stack})


@given(evenings())
def test_head_is_read_back_as_it_was_written(evening: Evening) -> None:
    """Recording a deal reads only the head, so nothing of the state may be lost in it."""
    head = Head.of(replay(evening.opened, evening.events), number=len(evening.events), revision=3)
    data: Data = json.loads(json.dumps(plain_head(head)))
    assert head_from_plain(evening.opened, data, number=head.number, revision=3) == head
    assert head.state == evening.state


@given(rulesets())
def test_ruleset_is_built_again_from_its_values(ruleset: Ruleset) -> None:
    """What an evening freezes: every option, so that no later edit of house rules reaches it."""
    values: Data = json.loads(json.dumps(values_of(ruleset)))
    assert build(ruleset.slug, ruleset.terms, values) == ruleset
    assert find(ruleset.slug, values) == ruleset


@given(tables_and_deals())
def test_deal_is_read_back_from_plain_data(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    names = {seat: f"player {seat}" for seat in table.seats}
    reader = Reader()
    again = reader.deal("", plain_deal(deal, names), {name: seat for seat, name in names.items()})
    assert (again, reader.problems) == (deal, [])


@pytest.mark.parametrize(
    ("kind", "version", "body"),
    [("toast", 1, {}), ("deal", VERSION + 1, {}), ("deal", 0, {})],
)
def test_event_of_a_newer_program_is_unreadable(kind: str, version: int, body: Data) -> None:
    with pytest.raises(UnreadableEventError):
        from_plain(kind, version, body)


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_shipped_rulesets_are_what_they_ship(slug: str) -> None:
    assert find(slug, values_of(find(slug))) == find(slug)


def test_evening_without_events_tells_who_deals_and_what_is_due() -> None:
    """Ruleset, players and first dealer are all an evening file needs."""
    assert interchange.answer(EVENING) == {
        "deals": [],
        "balances": {"A": 0, "B": 0, "C": 0},
        "pot": 0,
        "next": NEXT,
        "may_end": False,
        "settle_up": [],
    }


def test_replay_answer_has_the_shape_the_rules_give_it() -> None:
    """Per deal what it met, all of a case's answer but `next`, and balances; at the end where it stands."""
    line = {
        "from": "pot",
        "to": "B",
        "amount": 3,
        "reason": "payout",
        "params": {"why": "unopposed", "of": 3},
    }
    assert interchange.answer(EVENING | {"events": [UNOPPOSED], "start_balance": 10}) == {
        "deals": [
            {
                "dealer": "B",
                "forced": None,
                "antes": {"A": 1, "B": 1, "C": 1},
                "pot": 3,
                "payouts": {"B": 3},
                "penalties": {},
                "left_in_pot": 0,
                "pot_carried": 0,
                "made": [],
                "failed": [],
                "let_go": "A",
                "may_finish": True,
                "lines": [line],
                "balances": {"A": 9, "B": 12, "C": 9},
            }
        ],
        "balances": {"A": 9, "B": 12, "C": 9},
        "pot": 0,
        "next": NEXT | {"dealer": "C"},
        "may_end": True,
        "settle_up": [{"from": "A", "to": "B", "amount": 1}, {"from": "C", "to": "B", "amount": 1}],
    }


def test_replay_answer_settles_with_the_pot_as_a_party() -> None:
    """What the antes left in the pot is owed to it; starting stacks are not settled."""
    passed_out = {"kind": "deal", "declarer": None}
    answer = interchange.answer(EVENING | {"events": [passed_out], "start_balance": 10})
    assert answer["settle_up"] == [{"from": name, "to": "pot", "amount": 1} for name in "ABC"]


def test_replay_answer_holds_effective_deals_only() -> None:
    events = [UNOPPOSED, UNOPPOSED | {"declarer": "C"}, {"kind": "undo"}, {"kind": "close"}]
    answer: Data = interchange.answer(EVENING | {"events": events})
    assert [deal["payouts"] for deal in answer["deals"]] == [{"B": 3}]
    assert answer["balances"] == {"A": -1, "B": 2, "C": -1}


@pytest.mark.parametrize(
    ("stacks", "shown"),
    [
        (20, {"A": 20, "B": 20, "C": 20}),
        ({"A": 20, "C": 5}, {"A": 20, "B": 0, "C": 5}),
        (-3, {"A": -3, "B": -3, "C": -3}),
        (20.0, {"A": 20, "B": 20, "C": 20}),
        (None, {"A": 0, "B": 0, "C": 0}),
    ],
)
def test_start_balance_is_one_number_or_one_per_player(stacks: object, shown: Data) -> None:
    answer = interchange.answer(EVENING | {"start_balance": stacks})
    assert answer["balances"] == shown


@given(evenings(5))
def test_evening_file_is_read_as_the_evening_it_was_written_from(evening: Evening) -> None:
    """Seats are numbered in the file's order; the evening is the same for whoever sits there."""
    file = interchange.read(plain_evening(evening))
    places = {seat: Seat(place) for place, seat in enumerate(evening.opened.seats)}
    state = replay(file.opened, file.events).state
    assert file.opened.ruleset == evening.opened.ruleset
    assert state.balances == {places[seat]: amount for seat, amount in evening.state.balances.items()}
    assert file.texts == {"title": "Stammtisch", "place": "Bären", "date": "2025-12-31"}
