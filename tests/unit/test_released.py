"""Released answers don't move: each evening in tests/released keeps its balances for good.

A file is made once, on release, and never changed. A fix that would change one gets a new engine number.
"""

import json
from pathlib import Path

import pytest

from ledger.evening.interchange import answer

RELEASED = sorted((Path(__file__).parent.parent / "released").glob("*.json"))


def test_there_is_a_released_evening() -> None:
    assert RELEASED


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)
def test_released_evening_keeps_its_balances(path: Path) -> None:
    evening = json.loads(path.read_text(encoding="utf-8"))
    answered = answer(evening)
    deals = answered["deals"]
    assert isinstance(deals, list)
    assert [deal["balances"] for deal in deals] == evening["expect"]["after_each_deal"]
    assert [deal["pot_carried"] for deal in deals] == evening["expect"]["carried"]
    assert answered["next"] == evening["expect"]["next"]
