"""Comparing on a noisy machine: request by request in turn, in blocks; the median of the ratios counts."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

from tests.bench.result import Result

# On a machine that others keep busy a comparison ends early rather than late, but not before its median
# means something.
_SECONDS: Final = 20
_FEWEST: Final = 8

Timed = Callable[[], float]
"""Does something once and returns the seconds it took."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """What each thing took (seconds, the median of a block), block by block."""

    medians: Mapping[str, list[float]]

    @classmethod
    def of(cls, things: Mapping[str, Timed], *, blocks: int, each: int) -> "Blocks":
        """Measure `things` in turn: whatever the neighbours do, they do it to all of them.

        The first block only warms up. A block is short, so that the machine is the same all through it.
        """
        medians: dict[str, list[float]] = {name: [] for name in things}
        deadline = time.monotonic() + _SECONDS
        for number in range(blocks + 1):
            if number > _FEWEST and time.monotonic() > deadline:
                break
            times: dict[str, list[float]] = {name: [] for name in things}
            for _ in range(each):
                for name, timed in things.items():
                    times[name].append(timed())
            if number:
                for name, taken in times.items():
                    medians[name].append(median(taken))
        return cls(medians)

    def ratio(self, one: str, other: str, name: str, limit: float | None = None) -> Result:
        """Return how many times as long as `other` `one` takes."""
        return _result(self._ratios(one, other), name, limit, at_least=False)

    def rate(self, one: str, other: str, name: str, limit: float) -> Result:
        """Return how many of `one` are done in the time that one of `other` takes: at least `limit`."""
        return _result(self._ratios(other, one), name, limit, at_least=True)

    def milliseconds(self, name: str) -> float:
        """Return what `name` took, the median of its blocks."""
        return median(self.medians[name]) * 1000

    def _ratios(self, one: str, other: str) -> list[float]:
        return [a / b for a, b in zip(self.medians[one], self.medians[other], strict=True)]


def _result(ratios: list[float], name: str, limit: float | None, *, at_least: bool) -> Result:
    low, _middle, high = quantiles(ratios, n=4)
    return Result(name, median(ratios), limit, at_least, (low, high))
