"""Evenings and cases at the edge of what the engines can tell apart: each was once answered differently."""

from typing import Any, Final

import pytest

from ledger.evening import interchange
from ledger.rules import casefile
from ledger.rules.seat import LIMIT
from tests.parity.agreement import differences
from tests.parity.engines import Ask

Data = dict[str, Any]

HEAD: Final[Data] = {
    "ruleset": "chratze",
    "players": ["Anna", "Ben", "Carla", "Dan"],
    "first_dealer": "Carla",
}
# Anna −9, Ben 1, Carla 1, Dan −1, and 8 in the pot.
LOST: Final[Data] = {
    "kind": "deal",
    **{"declarer": "Anna", "joined": ["Ben", "Carla"], "tricks": {"Anna": 1, "Ben": 1, "Carla": 2}},
}


def _replayed(ask: Ask, *events: Data, **head: object) -> Data:
    """Return the answer of both engines, which is one."""
    file = HEAD | head | {"events": [*events]}
    answers: list[Data] = ask([("replay", file)])
    assert differences([file], [interchange.answer(file)], answers) == []
    return answers[0]


def _codes(answer: Data) -> list[tuple[str, str]]:
    return [(problem["code"], problem["field"]) for problem in answer.get("problems", [])]


@pytest.mark.parametrize(
    ("between", "change"),
    [
        # Ben sat before Carla when she left, Eva before him when he did: the first odd coin is Dan's.
        ([{"kind": "join", "player": "Eva", "before_seat": "Ben"}], {"Dan": 3, "Anna": 3, "Eva": 2}),
        # Anna is Ben's neighbour when he leaves, so the next is who sits behind her.
        ([{"kind": "reorder", "players": ["Anna", "Ben", "Dan"]}], {"Dan": 4, "Anna": 4}),
        ([{"kind": "join", "player": "Eva", "before_seat": "Dan"}], {"Eva": 3, "Dan": 3, "Anna": 2}),
    ],
)
def test_odd_coins_go_on_from_where_the_last_dealer_sat(
    ask: Ask, between: list[Data], change: dict[str, int]
) -> None:
    people = [{"kind": "leave", "player": "Carla"}, *between, {"kind": "leave", "player": "Ben"}]
    closed = _replayed(ask, LOST, *people, {"kind": "close", "pot": "split"})
    stood = closed["deals"][0]["balances"]
    assert {
        name: balance - stood.get(name, 0)
        for name, balance in closed["balances"].items()
        if balance != stood.get(name, 0)
    } == change


@pytest.mark.parametrize(
    ("settle", "payment", "problem"),
    [
        ({"paid": [{"from": "Anna", "to": "Ben", "paid": 1}]}, ("Anna", "pot", 8), None),
        ({"paid": [{"from": "Anna", "to": "Ben", "paid": 1}]}, ("Anna", "Ben", 1), ("bad-target", "to")),
        ({"paid": [{"from": "Anna", "to": "pot", "paid": 8}]}, ("Anna", "pot", 1), ("bad-target", "to")),
        ({"paid": [{"from": "Ben", "to": "Anna", "paid": 5}]}, ("Anna", "Ben", 6), None),
        ({"paid": [{"from": "Anna", "to": "Zoe", "paid": 5}]}, None, ("unknown-player", "settle.to")),
        ({"paid": [{"from": "pot", "to": "pot", "paid": 5}]}, None, ("bad-shape", "settle.paid")),
        ({"paid": [{"from": "Ben", "to": "Anna", "paid": 0}]}, None, ("bad-shape", "settle.paid")),
        ({"paid": [{"from": "Ben", "to": "Anna"}]}, None, ("bad-shape", "settle.paid")),
        ({"paid": {"from": "Ben"}}, None, ("bad-shape", "settle.paid")),
        (
            {"paid": [{"from": "Ben", "to": "Anna", "paid": LIMIT}] * 2},
            *(None, ("amount-too-large", "settle.Anna")),
        ),
        (
            {"chip": 10**8, "currency": "EUR", "paid": [{"from": "Ben", "to": "pot", "paid": LIMIT}]},
            *(None, ("amount-too-large", "settle.Ben")),
        ),
    ],
)
def test_what_was_handed_over_before_counts_for_the_plan(
    ask: Ask, settle: Data, payment: tuple[str, str, int] | None, problem: tuple[str, str] | None
) -> None:
    events: list[Data] = [LOST, {"kind": "close", "settle": settle}]
    if payment is not None:
        events.append({"kind": "payment", **dict(zip(("from", "to", "paid"), payment, strict=True))})
    answer = _replayed(ask, *events)
    if problem is None:
        assert "problems" not in answer
    else:
        assert (problem[0], f"events.{len(events)}.{problem[1]}") in _codes(answer)


@pytest.mark.parametrize("back", ["undo", "reopen"])
def test_payments_are_those_of_their_own_closing_also_when_that_is_taken_back(ask: Ask, back: str) -> None:
    payment: Data = {"kind": "payment", "from": "Anna", "to": "pot", "paid": 8}
    closing: list[Data] = [{"kind": "close"}, payment, {"kind": back}]
    assert "problems" not in _replayed(ask, LOST, *closing, *closing)
    more = [{"kind": "close"}, payment | {"paid": 9}, {"kind": back}]
    assert _codes(_replayed(ask, LOST, *closing, *more)) == [("amount-too-large", "events.6.paid")]


def test_stack_that_rebuys_take_past_the_limit_is_refused(ask: Ask) -> None:
    """A balance without it could go on growing past what JavaScript counts exactly, and never be settled."""
    rebuy = {"kind": "rebuy", "player": "Anna", "amount": 9}
    answer = _replayed(ask, LOST, rebuy, start_balance={"Anna": LIMIT})
    assert _codes(answer) == [("amount-too-large", "events.2.amount")]
    assert _replayed(ask, LOST, rebuy, start_balance={"Anna": LIMIT - 9})["balances"]["Anna"] == LIMIT - 9


def test_times_in_which_nobody_can_have_played_are_wrong(ask: Ask) -> None:
    """Of what is no time of the form that files are written in, nothing is said."""
    impossible = ["1989-12-31T23:59:59.5", "2101-01-01T00:00:00", "0001-01-01T00:00"]
    fine = ["2026-01-09T20:15:00", "1990-01-01T00:00", "2100-12-31 23:59:59.999999"]
    none = ["1980-02-30T10:00", "1980-01-01T24:00", "1980-01-01T10:60", "1980-01-01", "1980-01-01T10:00:00Z"]
    none += ["19800101T1000", "1980-W01-1T10:00", "", "soon"]
    times = [*impossible, *fine, *none, 5, None]
    files = [
        HEAD | {"events": [LOST, {"kind": "void"}], "plays_until": end, "written_at": written}
        for time in times
        for end, written in ((time, [fine[0], time]), (None, [time]), (None, [time, "soon"]))
    ]
    answers: list[Data] = ask([("replay", file) for file in files])
    assert differences(files, [interchange.answer(file) for file in files], answers) == []
    both = [("bad-shape", "written_at.1"), ("bad-shape", "plays_until")]
    found = [_codes(answer) for answer in answers]
    assert found == [both, [], []] * len(impossible) + [[]] * (len(files) - 3 * len(impossible))


def test_numbers_that_not_every_program_can_read_are_none(ask: Ask) -> None:
    numbers: list[float] = [10**308, 10**309, -(10**400), 2.0**53 + 2, 99.0, 1e300]
    case: Data = {"ruleset": "chratze", "players": ["Anna", "Ben"], "dealer": "Ben", "pot": 2, "deal": {}}
    cases = [
        case | change
        for number in numbers
        for change in (
            *({"pot": number}, {"redeals": number}, {"id": number}),
            *({"options": {"tricks": number}}, {"options": {"leftover": number}}),
            *({"deal": {"trump_card": number}}, {"deal": {"declarer": "Anna", "tricks": {"Anna": number}}}),
        )
    ]
    answers: list[Data] = ask([("settle", case) for case in cases])
    assert differences(cases, [casefile.answer(case) for case in cases], answers) == []
    pots = [_codes(answer) for answer in answers[:: len(cases) // len(numbers)]]
    too_large, none = [("amount-too-large", "pot")], [("bad-shape", "pot")]
    assert pots == [too_large, none, none, too_large, [], too_large]
