"""One measured figure and the most (or least) it may be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """A figure: a ratio of two things measured in the same run, or what a person waits for or sees.

    *Attributes*: `name`; `figure`; `limit`, None for one that is only told; `at_least`, whether the limit is
    a floor instead of a ceiling; `spread`, its quartiles over the run: how noisy the machine was.
    """

    name: str
    figure: float
    limit: float | None = None
    at_least: bool = False
    spread: tuple[float, float] | None = None

    @property
    def reached(self) -> bool:
        """Return whether the figure is within its limit."""
        if self.limit is None:
            return True
        return self.figure >= self.limit if self.at_least else self.figure <= self.limit

    def __str__(self) -> str:
        mark = "   " if self.limit is None else "ok " if self.reached else "NOT"
        sign = "≥" if self.at_least else "≤"
        goal = "no limit" if self.limit is None else f"to reach {sign} {self.limit:g}"
        noise = "" if self.spread is None else f"  [{self.spread[0]:.2f} … {self.spread[1]:.2f}]"
        return f"{mark}  {self.figure:6.2f}  ({goal})  {self.name}{noise}"
