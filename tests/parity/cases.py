"""20,000 random cases, half of them legal, with the answers of the Python engine."""

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from ledger.rules import casefile
from ledger.rules.deal import Deal, Table
from tests.parity.apart import apart
from tests.parity.rules import with_other_rules
from tests.parity.spoils import spoiled
from tests.unit.strategies import deals, tables
from tests.unit.wild import plain_case

Data = dict[str, Any]
Thing = TypeVar("Thing")

HALF: Final = 10_000
TABLES: Final = 1_000
DEALS: Final = 4


def drawn(strategy: st.SearchStrategy[Thing], count: int, start: int) -> list[Thing]:
    """Return `count` different things that `strategy` draws: in a process `apart`, always the same ones."""
    things: dict[str, Thing] = {}
    for more in range(start, start + 100):
        for thing in _one_round(strategy, count - len(things) + 9, more):
            things.setdefault(repr(thing), thing)
            if len(things) == count:
                return [*things.values()]
    raise AssertionError("a strategy that has nothing to draw")


def _one_round(strategy: st.SearchStrategy[Thing], count: int, start: int) -> list[Thing]:
    things: list[Thing] = []
    every = list(HealthCheck)

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=every,
    )
    @given(strategy)
    def collect(thing: Thing) -> None:
        things.append(thing)

    collect()
    return things


@st.composite
def _tables_and_some_deals(draw: st.DrawFn) -> tuple[Table, list[Deal]]:
    table = draw(tables())
    return table, [draw(deals(table)) for _ in range(DEALS)]


@cache
def cases(start: int) -> tuple[list[Data], list[Data]]:
    """Return the cases that grow from the seed `start`, all different, and their answers."""
    return apart(grown, start)


def grown(start: int) -> tuple[list[Data], list[Data]]:
    """Return what `cases` does, drawn in this process."""
    rng = Random(start)
    seen: set[str] = set()
    legal: list[tuple[Data, Data]] = []
    spoilt: list[tuple[Data, Data]] = []

    def take(case: Data, *, must_be_legal: bool = False) -> None:
        key = json.dumps(case)
        if key not in seen:
            seen.add(key)
            answer = casefile.answer(case)
            if "problems" not in answer:
                legal.append((case, answer))
            elif not must_be_legal:
                spoilt.append((case, answer))

    for table, some in drawn(_tables_and_some_deals(), TABLES, start):
        for deal in some:
            take(plain_case(table, deal))
    drawn_ones = [case for case, _answer in legal]
    pairs = [case for case in drawn_ones if len(case["players"]) == 2]
    while len(legal) < HALF:
        # Two alone play seldom, and no ruleset for two at most can be made of a larger table's.
        take(with_other_rules(rng.choice(rng.choice((drawn_ones,) * 9 + (pairs,))), rng), must_be_legal=True)
    sound = [case for case, _answer in legal]
    while len(spoilt) < HALF:
        take(spoiled(rng.choice(sound), rng))
    both = legal + spoilt
    return [case for case, _answer in both], [answer for _case, answer in both]


def codes(answers: list[Data]) -> Counter[str]:
    """Return how many of `answers` report each code."""
    return Counter(
        code for answer in answers for code in {problem["code"] for problem in answer.get("problems", [])}
    )
