"""The bench says what is over its limit, and fails by it."""

import sys
from collections.abc import Sequence
from types import ModuleType

import pytest

from tests.bench import __main__ as bench
from tests.bench import paint, polls
from tests.bench.blocks import Blocks
from tests.bench.paint import Paint
from tests.bench.result import Result


def blocks(**seconds: float) -> Blocks:
    return Blocks({name: [taken] * 8 for name, taken in seconds.items()})


def painted(record: Sequence[Paint], watched: Sequence[Paint]) -> list[Result]:
    return [
        result
        for result in paint.results({"bare": [Paint(1, 0)] * 5, "record": record, "watched": watched})
        if not result.reached
    ]


def test_idle_polls_take_at_most_twice_the_processor_of_bare_304s() -> None:
    assert polls.processor(blocks(polls=0.2, bare=0.1)).reached
    assert not polls.processor(blocks(polls=0.201, bare=0.1)).reached


def test_a_record_under_polls_takes_at_most_three_times_its_time() -> None:
    assert polls.beside(blocks(polled=0.3, idle=0.1), 500).reached
    assert not polls.beside(blocks(polled=0.301, idle=0.1), 500).reached


def test_the_median_of_five_largest_paints_comes_within_two_and_a_half_seconds() -> None:
    good = [Paint(seconds, 0) for seconds in (1, 2, 2.5, 3, 4)]
    late = [Paint(seconds, 0) for seconds in (1, 2, 2.51, 3, 4)]
    assert painted(good, good) == []
    assert len(painted(late, good)) == len(painted(good, late)) == 1


def test_the_layout_of_no_load_may_shift() -> None:
    good = [Paint(1, 0)] * 5
    moved = [*good[:4], Paint(1, 0.0008)]
    assert len(painted(moved, good)) == len(painted(good, moved)) == 1


@pytest.mark.parametrize(("figure", "ends_with"), [(1.0, 0), (1.1, 1)])
def test_the_bench_fails_where_a_limit_is_not_reached(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], figure: float, ends_with: int
) -> None:
    made = ModuleType("tests.bench.made")
    monkeypatch.setattr(made, "measure", lambda: [Result("made", figure, 1.0)], raising=False)
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setattr(bench, "BENCHES", ("made",))
    assert bench.main([]) == ends_with
    assert capsys.readouterr().out.startswith("NOT" if ends_with else "ok ")


def test_every_bench_is_run_where_none_is_named() -> None:
    assert {"polls", "paint"} <= set(bench.BENCHES)
