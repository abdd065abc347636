"""The vectors, asked of the engine of the browser: its answers are those of the Python engine."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.evening import interchange
from ledger.rules import casefile
from tests.parity.agreement import differences
from tests.parity.catalogue import FILE, module
from tests.parity.engines import Ask
from tests.unit.test_vectors import VECTORS, agrees

Data = dict[str, Any]


def read(path: Path) -> list[Data]:
    """Return the entries of a file of vectors."""
    entries: list[Data] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def test_the_browser_has_the_rulesets_as_they_are_shipped() -> None:
    """Mended by `make catalogue`."""
    assert FILE.read_text(encoding="utf-8") == module()


def test_deals_settle_as_expected(ask: Ask) -> None:
    for case, answer in _asked(ask, "settle", "deals.json"):
        agrees(answer, case["expect"] | {"let_go": case["expect"].get("let_go")})


def test_deals_are_refused_with_the_expected_problem(ask: Ask) -> None:
    for case, answer in _asked(ask, "settle", "problems.json"):
        assert case["problem"] in [problem["code"] for problem in answer["problems"]], case["id"]


def test_evenings_replay_as_expected(ask: Ask) -> None:
    for evening, answer in _asked(ask, "replay", "evenings.json"):
        agrees(answer, {key: value for key, value in evening["expect"].items() if key != "deals"})
        for deal, expected in zip(answer["deals"], evening["expect"]["deals"], strict=True):
            agrees(deal, expected | {"let_go": expected.get("let_go")})


@pytest.mark.parametrize(
    ("name", "file", "python"),
    [
        ("settle", "deals.json", casefile.answer),
        ("settle", "problems.json", casefile.answer),
        ("replay", "evenings.json", interchange.answer),
    ],
)
def test_every_word_of_an_answer_is_the_same(
    ask: Ask, name: str, file: str, python: Callable[[object], Data]
) -> None:
    """Lines, reasons, fields and parameters too: whatever the pages say may come from either engine."""
    asked = _asked(ask, name, file)
    entries = [entry for entry, _answer in asked]
    answers = [answer for _entry, answer in asked]
    assert differences(entries, [python(entry) for entry in entries], answers) == []


def _asked(ask: Ask, name: str, file: str) -> list[tuple[Data, Data]]:
    entries = read(VECTORS / file)
    return list(zip(entries, ask([(name, entry) for entry in entries]), strict=True))
