"""20,000 random cases, half of them legal, with the answers of the Python engine."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from ledger.rules import casefile
from ledger.rules.builder import CASH_COINS
from ledger.rules.catalogue import shipped_values
from tests.parity.spoils import spoiled
from tests.unit.strategies import tables_and_deals
from tests.unit.wild import plain_case

Data = dict[str, Any]
Thing = TypeVar("Thing")

LEGAL: Final = 10_000
_IN_COINS: Final = (
    *("unit.coin", "ante.each", "ante.dealer", "ante.on_empty_pot.each", "ante.on_empty_pot.dealer"),
    *("penalty.cap", "pot_cap"),
)
_FEW_COINS, _MANY_COINS = 60, 10**11


def drawn(strategy: SearchStrategy[Thing], count: int, start: int) -> list[Thing]:
    """Return `count` things that `strategy` draws: always the same ones for the same `start`."""
    things: list[Thing] = []
    every = list(HealthCheck)

    @seed(start)
    @settings(max_examples=count, database=None, phases=[Phase.generate], suppress_health_check=every)
    @given(strategy)
    def collect(thing: Thing) -> None:
        things.append(thing)

    collect()
    return things


@cache
def cases(start: int) -> tuple[list[Data], list[Data]]:
    """Return the cases that grow from the seed `start`, and their answers."""
    rng = Random(start)
    legal: list[tuple[Data, Data]] = []
    spoilt: list[tuple[Data, Data]] = []
    for table, deal in drawn(tables_and_deals(), LEGAL // 2 + 50, start):
        case = plain_case(table, deal)
        for one in (case, _for_other_money(case, rng)):
            answer = casefile.answer(one)
            (spoilt if "problems" in answer else legal).append((one, answer))
    while len(spoilt) < LEGAL:
        case = spoiled(rng.choice(legal)[0], rng)
        answer = casefile.answer(case)
        if "problems" in answer:
            spoilt.append((case, answer))
    both = legal + spoilt
    return [case for case, _answer in both], [answer for _case, answer in both]


def _for_other_money(case: Data, rng: Random) -> Data:
    """Return the same deal over another pot, cash in another coin; options that are shipped are left out."""
    values, shipped = case["options"], shipped_values(case["ruleset"])
    coin = values["unit.coin"]
    other = rng.choice((*CASH_COINS, 10, 20, 50)) if values["unit.denominator"] == 100 else coin
    scaled = {key: values[key] // coin * other for key in _IN_COINS if values[key] is not None}
    options = {key: value for key, value in (values | scaled).items() if value != shipped[key]}
    return case | {"options": options, "pot": other * rng.randint(1, rng.choice((_FEW_COINS, _MANY_COINS)))}


def codes(answers: list[Data]) -> Counter[str]:
    """Return how many of `answers` report each code."""
    return Counter(
        code for answer in answers for code in {problem["code"] for problem in answer.get("problems", [])}
    )
