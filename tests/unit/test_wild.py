"""Wild input: whatever stands in a file, the answer is a result or problems, and never an exception."""

import json
from typing import Any

from hypothesis import given

from ledger.evening import interchange
from ledger.rules import casefile
from ledger.rules.deal import Deal, Table
from ledger.rules.plain import plain_settlement
from ledger.rules.problems import Code
from ledger.rules.settlement import settle
from tests.unit.strategies import Evening, evenings, tables_and_deals
from tests.unit.wild import NAMES, anything, plain_case, plain_evening, wild_cases, wild_evenings

Data = dict[str, Any]


def _is_an_answer(answer: Data, settled: str) -> None:
    """Check that `answer` is either problems with codes and fields or a result, and that JSON can hold it."""
    assert ("problems" in answer) != (settled in answer)
    for problem in answer.get("problems", []):
        assert problem["code"] in set(Code)
        assert isinstance(problem["field"], str)
        assert isinstance(problem["params"], dict)
    assert answer.get("problems") != []
    json.dumps(answer)


@given(wild_cases)
def test_wild_case_is_answered(case: Any) -> None:
    _is_an_answer(casefile.answer(case), "payouts")


@given(wild_evenings)
def test_wild_evening_is_answered(evening: Any) -> None:
    _is_an_answer(interchange.answer(evening), "balances")


@given(anything, anything)
def test_wild_deal_and_options_are_answered(deal: Any, options: Any) -> None:
    """At a table that is in order, so that what is wild is looked at and not refused before."""
    case: Data = {"ruleset": "chratze", "players": ["Anna", "Ben", "Carla"], "dealer": "Anna", "pot": 3}
    _is_an_answer(casefile.answer(case | {"deal": deal}), "payouts")
    passed_out: Data = {"deal": {}, "options": options}
    _is_an_answer(casefile.answer(case | passed_out), "payouts")


@given(tables_and_deals())
def test_tame_case_is_answered_as_it_is_settled(drawn: tuple[Table, Deal]) -> None:
    """The way through plain data and names and back changes nothing."""
    table, deal = drawn
    answer = casefile.answer(json.loads(json.dumps(plain_case(table, deal))))
    names = dict(zip(table.seats, NAMES, strict=False))
    expected = plain_settlement(settle(deal, table), names)
    assert {key: value for key, value in answer.items() if key != "next"} == expected


@given(evenings(6))
def test_tame_evening_is_answered_as_it_was_played(evening: Evening) -> None:
    answer: Data = interchange.answer(json.loads(json.dumps(plain_evening(evening))))
    names = dict(zip(evening.opened.seats, NAMES, strict=False))
    state = evening.state
    assert answer["pot"] == state.carried
    assert answer["balances"] == {names[seat]: state.shown(seat) for seat in state.seats}
    assert answer["next"]["dealer"] == names[state.next.dealer]
    assert answer["may_end"] == state.may_end
    assert len(answer["deals"]) == state.deals
