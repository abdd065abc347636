"""One measured ratio and the most (or least) it may be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """A ratio of two things measured in the same run.

    *Attributes*: `name`; `ratio`; `limit`; `at_least`, whether the limit is a floor instead of a ceiling.
    """

    name: str
    ratio: float
    limit: float
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """Return whether the ratio is within its limit."""
        return self.ratio >= self.limit if self.at_least else self.ratio <= self.limit

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        mark = "ok " if self.reached else "NOT"
        return f"{mark}  {self.ratio:6.2f}  (to reach {sign} {self.limit:g})  {self.name}"
