"""The vectors: every worked example of RULES.md, and every deal that must be refused."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ledger.evening import interchange
from ledger.rules import casefile

Data = dict[str, Any]
VECTORS = Path(__file__).parents[1] / "vectors"


def _by_id(name: str) -> list[Any]:
    entries: list[Data] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return [pytest.param(entry, id=entry["id"]) for entry in entries]


def _without_noughts(value: Any) -> Any:
    """Return `value` as it is but for zero amounts, which either side may leave out."""
    if isinstance(value, dict):
        kept = {key: _without_noughts(entry) for key, entry in value.items()}
        return {key: entry for key, entry in kept.items() if entry != 0 or isinstance(entry, bool)}
    if isinstance(value, list):
        return [_without_noughts(entry) for entry in value]
    return value


def agrees(answer: Data, expected: Data) -> None:
    """Check that `answer` says what is `expected`, zero amounts apart."""
    for key, value in expected.items():
        assert key in answer
        assert _without_noughts(answer[key]) == _without_noughts(value), key


def _lines_add_up(answer: Data) -> None:
    """Check that the lines of one deal make up every payout and every penalty, and nothing else."""
    sums: dict[str, Counter[str]] = {"payout": Counter(), "penalty": Counter()}
    for line in answer["lines"]:
        assert line["amount"] > 0
        outward = line["reason"] == "payout"
        assert line["from" if outward else "to"] == "pot"
        sums[line["reason"]][line["to" if outward else "from"]] += line["amount"]
    assert dict(sums["payout"]) == _without_noughts(answer["payouts"])
    assert dict(sums["penalty"]) == _without_noughts(answer["penalties"])


@pytest.mark.parametrize("case", _by_id("deals.json"))
def test_deal_settles_as_expected(case: Data) -> None:
    answer = casefile.answer(case)
    agrees(answer, case["expect"] | {"let_go": case["expect"].get("let_go")})
    _lines_add_up(answer)


@pytest.mark.parametrize("evening", _by_id("evenings.json"))
def test_evening_replays_as_expected(evening: Data) -> None:
    answer: Data = interchange.answer(evening)
    expected = evening["expect"]
    agrees(answer, {key: value for key, value in expected.items() if key != "deals"})
    for deal, expected_deal in zip(answer["deals"], expected["deals"], strict=True):
        agrees(deal, expected_deal | {"let_go": expected_deal.get("let_go")})
        _lines_add_up(deal)


@pytest.mark.parametrize("case", _by_id("problems.json"))
def test_deal_is_refused_with_the_expected_problem(case: Data) -> None:
    answer: Data = casefile.answer(case)
    assert case["problem"] in [problem["code"] for problem in answer["problems"]]


def test_answer_bears_the_id_of_its_case() -> None:
    """A list of cases becomes a list of answers; the id says which is whose."""
    assert casefile.answer({"id": "mine"})["id"] == "mine"
    assert interchange.answer({"id": 7})["id"] == 7
    assert "id" not in casefile.answer({})
