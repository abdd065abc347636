"""The chart's geometry: every curve is seen, and nothing that is written covers anything else."""

from itertools import pairwise

import pytest

from ledger.report.chart import SCREEN, Chart, Curve, line_chart, with_room


def heights(curve: Curve) -> list[float]:
    """Return how far down each point of a curve lies."""
    return [float(point.split(",")[1]) for point in curve.points.split()]


def curves(chart: Chart) -> dict[str, list[float]]:
    return {curve.name: heights(curve) for curve in chart.curves}


def test_curve_that_runs_alone_is_where_its_values_are() -> None:
    drawn = curves(line_chart({"Anna": [0, 10, 20], "Ben": [0, 5, 0]}))
    assert drawn == {"Anna": [272.0, 142.0, 12.0], "Ben": [272.0, 207.0, 272.0]}


@pytest.mark.parametrize("count", [2, 3, 9])
def test_curves_that_run_together_lie_side_by_side(count: int) -> None:
    """Each is seen on every stretch they share, in the same order, and none far from its value."""
    series = {f"P{number}": [0, -1, -2, -1] for number in range(count)}
    drawn = curves(line_chart({**series, "Eva": [0, 9, 18, 9]}))
    for step in range(4):
        together = [drawn[name][step] for name in series]
        assert all(lower - upper >= 2 for upper, lower in pairwise(together))
        middle = 272.0 - (2 + series["P0"][step]) * 260 / 20
        assert all(abs(height - middle) <= 10 for height in together)


def test_only_what_is_shared_is_moved_aside() -> None:
    drawn = curves(line_chart({"Anna": [0, 0, 0, 20], "Ben": [0, 0, 0, 10], "Eva": [20, 0, 20, 0]}))
    assert drawn["Anna"] == [270.0, 270.0, 270.0, 12.0]
    assert drawn["Ben"] == [274.0, 274.0, 274.0, 142.0]
    # Crossing at one point hides nobody.
    assert drawn["Eva"] == [12.0, 272.0, 12.0, 272.0]


def test_no_curve_reaches_down_to_the_numbers_of_the_deals() -> None:
    for count in (2, 5, 12):
        chart = line_chart({f"P{number}": [0, -5] for number in range(count)})
        # A point is drawn 4 high and wide around itself.
        assert max(curve.end_y for curve in chart.curves) + 4 <= chart.height - 20


def test_labels_stay_apart_and_above_the_numbers_of_the_deals() -> None:
    for values in ([-5] * 12, list(range(12)), [0] * 11 + [99]):
        chart = line_chart({f"P{number}": [0, value] for number, value in enumerate(values)})
        labels = sorted(curve.label_y for curve in chart.curves)
        assert all(lower - upper >= 18 for upper, lower in pairwise(labels))
        # A label's letters reach from 7 above to 9 below; the numbers' from 20 above the lower edge on.
        assert labels[0] - 7 >= 0
        assert labels[-1] + 9 <= chart.height - 20


@pytest.mark.parametrize("lowest", [-86, -400, -12, -3])
def test_values_on_the_left_are_whole_units_beyond_a_few(lowest: int) -> None:
    ticks = [value for _y, value in line_chart({"Anna": [0, lowest]}, whole=4).ticks]
    assert 0 in ticks
    assert len(ticks) > 1
    assert all(value % 4 == 0 for value in ticks) or lowest > -9


def test_room_on_the_left_is_that_of_the_longest_value() -> None:
    room = [with_room(SCREEN, texts).left for texts in ((), ["0"], ["0", "−1\u202f000"])]
    assert room == sorted(set(room))
