"""Chart geometry: balances over the deals as points on paper or screen, told apart without colour."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ledger.evening.book import Book
from ledger.evening.entry import Entry
from ledger.evening.state import State, start
from ledger.rules.seat import Seat

_TOP, _BOTTOM = 12, 36
_LABEL_STEP: Final = 18
# Between the last deal and a label, and a small letter of one.
_LABEL_GAP, _SMALL_LETTER = 12, 8.8
# Between a value and the chart with the edge beyond it, and a figure of one, as wide as fonts have it.
_VALUE_GAP, _FIGURE = 14, 10.5
# Curves that run together are drawn side by side, this far apart, and all of them within this band.
_APART, _BAND = 4.0, 20.0
_DASHES: Final = ("", "9 5", "2 4", "14 4 2 4", "6 3 1 3 1 3", "18 6", "1 6", "10 3 3 3", "4 8", "12 2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a chart is: `width`, `height`, room for values on its `left`, and for labels on its right."""

    width: int
    height: int
    left: int
    right: int


SCREEN: Final = Size(width=360, height=308, left=0, right=106)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line: its name, its points as SVG has them, its dash pattern, and where its label stands."""

    name: str
    points: str
    dash: str
    end_x: float
    end_y: float
    label_y: float
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line chart, ready to be drawn. `ticks` are (y, value in smallest units), `marks` (x, deal)."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    curves: Sequence[Curve]
    ticks: Sequence[tuple[float, int]]
    marks: Sequence[tuple[float, int]]
    zero: float


def label_room(size: Size) -> int:
    """Return how wide a label can be, in small letters of usual width."""
    return int((size.right - _LABEL_GAP) / _SMALL_LETTER)


def with_room(size: Size, texts: Iterable[str]) -> Size:
    """Return `size` with room for the longest of the values that may stand on the left, as they are shown."""
    return replace(size, left=int(_VALUE_GAP + _FIGURE * max(map(len, texts), default=0)))


def balances(book: Book, names: Mapping[Seat, str]) -> dict[str, list[int]]:
    """Return each player's balance as shown (smallest units) at the start and after every deal."""
    states = _states(book)
    return {names[seat]: [state.shown(seat) for state in states] for seat in book.state.balances}


def pots(book: Book) -> list[int]:
    """Return what lay in the pot (smallest units) at the start and after every deal."""
    return [state.carried for state in _states(book)]


def _states(book: Book) -> list[State]:
    """Return how it stood at the start and after each deal, with what happened until the next one."""
    states = [start(book.state.opened)]
    for line in book.past.in_order():
        if isinstance(line, Entry):
            states.append(line.after)
        else:
            states[-1] = line.after
    return states


def line_chart(series: Mapping[str, Sequence[int]], size: Size = SCREEN, whole: int = 1) -> Chart:
    """Return the chart of `series` (values in smallest units, all equally long, one a deal).

    `whole` is how many smallest units a unit has: beyond a few, the values on the left are whole ones. Where
    curves share a stretch, none of them hides another: each keeps a place of its own beside it.
    """
    values = [value for line in series.values() for value in line]
    low, high = min(values, default=0), max(values, default=0)
    low, high = min(low, 0), max(high, 0)
    steps = max((len(line) for line in series.values()), default=1) - 1
    across, up = size.width - size.left - size.right, size.height - _TOP - _BOTTOM

    def x(step: int) -> float:
        return round(size.left + across * step / max(steps, 1), 1)

    def y(value: int) -> float:
        return round(_TOP + up * (high - value) / max(high - low, 1), 1)

    beside = _side_by_side(series)
    heights = {
        name: [round(y(value) + aside, 1) for value, aside in zip(line, beside[name], strict=True)]
        for name, line in series.items()
    }
    ends = _spread({name: line[-1] for name, line in heights.items() if line}, size)
    curves = [
        Curve(
            name=name,
            points=" ".join(f"{x(step)},{height}" for step, height in enumerate(line)),
            dash=_DASHES[number % len(_DASHES)],
            end_x=x(len(line) - 1),
            end_y=line[-1],
            label_y=ends[name],
            number=number,
        )
        for number, (name, line) in enumerate(heights.items())
        if line
    ]
    return Chart(
        width=size.width,
        height=size.height,
        left=size.left,
        right=size.width - size.right,
        top=_TOP,
        bottom=size.height - _BOTTOM,
        curves=curves,
        ticks=[(y(value), value) for value in _round_values(low, high, whole)],
        marks=[(x(step), step) for step in _round_values(0, steps)],
        zero=y(0),
    )


def _round_values(low: int, high: int, whole: int = 1) -> list[int]:
    """Return about five round values between `low` and `high`, 0 among them."""
    span = max(high - low, 1)
    unit, count = whole if span > 2 * whole else 1, 1
    while span > count * unit * 5:
        count = count * 5 // 2 if str(count)[0] == "2" else count * 2
    step = count * unit
    first = -(-low // step) * step
    return list(range(first, high + 1, step))


def _side_by_side(series: Mapping[str, Sequence[int]]) -> dict[str, list[float]]:
    """Return by how much each point is moved aside (downwards, in the chart's units)."""
    moved = {name: [0.0] * len(line) for name, line in series.items()}
    most = {name: [1] * len(line) for name, line in series.items()}
    steps = max((len(line) for line in series.values()), default=1) - 1
    for step in range(steps):
        stretches: dict[Sequence[int], list[str]] = {}
        for name, line in series.items():
            stretches.setdefault(tuple(line[step : step + 2]), []).append(name)
        for together in stretches.values():
            count = len(together)
            apart = min(_APART, _BAND / count)
            for place, name in enumerate(together):
                for point in (step, step + 1):
                    # A point lies on two stretches: the one that more curves share decides.
                    if count > most[name][point]:
                        most[name][point] = count
                        moved[name][point] = (place - (count - 1) / 2) * apart
    return moved


def _spread(wanted: Mapping[str, float], size: Size) -> dict[str, float]:
    """Return label heights near the wanted ones, so far apart that none covers another."""
    order = sorted(wanted, key=lambda name: wanted[name])
    heights = {name: wanted[name] for name in order}
    for upper, lower in pairwise(order):
        heights[lower] = max(heights[lower], heights[upper] + _LABEL_STEP)
    # Below it stand the numbers of the deals.
    lowest = size.height - _BOTTOM - 2
    if max(heights.values(), default=0) > lowest:
        below = float(lowest)
        for name in reversed(order):
            heights[name] = min(heights[name], below)
            below = heights[name] - _LABEL_STEP
    return heights
