"""Random cases: both engines give the same answer to the last word, legal or not."""

from collections import Counter
from random import Random
from typing import Any, Final

from ledger.rules import casefile
from ledger.rules.builder import values_of
from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.options import OPTIONS
from ledger.rules.problems import Code
from ledger.rules.seat import LIMIT
from tests.parity.agreement import differences
from tests.parity.cases import HALF, cases, codes
from tests.parity.engines import Ask
from tests.parity.rules import counted, value_of

Data = dict[str, Any]

SEED: Final = 1
IN_EVENINGS_ONLY: Final = {
    Code.NOT_SEATED,
    Code.ALREADY_SEATED,
    Code.BAD_TARGET,
    Code.POT_TOO_SMALL,
    Code.EVENING_CLOSED,
    Code.TOO_MANY,
}


def test_both_engines_answer_every_case_alike(ask: Ask) -> None:
    given, answers = cases(SEED)
    assert differences(given, answers, ask([("settle", case) for case in given])) == []


def test_half_of_the_cases_are_legal_and_each_problem_is_among_them() -> None:
    _given, answers = cases(SEED)
    refused = sum("problems" in answer for answer in answers)
    assert refused >= HALF
    assert len(answers) - refused >= HALF
    found = codes(answers)
    assert {code: found[code] for code in set(Code) - IN_EVENINGS_ONLY if found[code] < 100} == {}


def test_each_ruleset_and_each_value_of_an_option_is_played() -> None:
    """Legally. Of numbers each where there are few; else both ends, some between, amounts of any size."""
    played: Counter[tuple[str, str]] = Counter()
    given, answers = cases(SEED)
    for case, answer in zip(given, answers, strict=True):
        if "problems" not in answer:
            played["ruleset", case["ruleset"]] += 1
            values = values_of(find(case["ruleset"], case.get("options")))
            played.update((key, value_of(key, value)) for key, value in values.items())
    wanted = {("ruleset", slug) for slug in SHIPPED}
    wanted |= {(key, value) for key, option in OPTIONS.items() for value in counted(key, option)}
    assert len(wanted) > 200
    assert {value: played[value] for value in wanted if played[value] < 300} == {}


def test_shares_of_the_largest_pots_are_exact(ask: Ask) -> None:
    """Two thirds of 10^15 need a product past 2^53, where JavaScript no longer counts one by one."""
    rng = Random(SEED)
    deal = {"declarer": "A", "joined": ["B", "C"], "tricks": {"A": 2, "B": 1, "C": 1}}
    shares = [(rng.randint(1, 9999), rng.randint(1, 9999)) for _ in range(1000)]
    given = [
        {
            "ruleset": "chratze",
            "options": {"award.share": f"{min(parts)}/{max(parts)}", "leftover": "seat-order"},
            "players": ["A", "B", "C"],
            "dealer": "A",
            "pot": LIMIT - rng.randint(3, 10**6),
            "deal": deal,
        }
        for parts in shares
    ]
    answers: list[Data] = [casefile.answer(case) for case in given]
    assert all("problems" not in answer for answer in answers)
    assert differences(given, answers, ask([("settle", case) for case in given])) == []
