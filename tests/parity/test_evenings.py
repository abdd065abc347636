"""Random evenings with corrections and every other kind of event: both engines give the same answer."""

import unicodedata
from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from ledger.evening import interchange
from ledger.evening.events import Sharing
from ledger.evening.resolve import resolve
from ledger.evening.state import MOST_SEATS
from ledger.evening.stored import KINDS
from ledger.evening.way import Mode
from ledger.rules import casefile
from ledger.rules.plain import name_key
from ledger.rules.problems import Code
from tests.parity.agreement import differences
from tests.parity.cases import cases, codes
from tests.parity.engines import Ask
from tests.parity.evenings import Written, evening_files
from tests.parity.limits import crowded, reopened
from tests.parity.spoils import spoiled_evening
from tests.parity.test_cases import IN_EVENINGS_ONLY

Data = dict[str, Any]

COUNT: Final = 500
UNREADABLE: Final = 2000
LIMITS: Final = 120
SEED: Final = 1


@cache
def _evenings() -> list[Written]:
    return evening_files(COUNT, SEED)


@cache
def _at_the_limits() -> list[Data]:
    rng = Random(SEED)
    return [write(rng) for write in (crowded, reopened) for _ in range(LIMITS)]


def test_both_engines_replay_every_evening_alike(ask: Ask) -> None:
    asked = [pair for one in _evenings() for pair in (one.legal, *one.refused)]
    files, answers = [file for file, _answer in asked], [answer for _file, answer in asked]
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


def test_every_kind_of_event_is_written_and_every_evening_is_corrected() -> None:
    files = [one.legal[0] for one in _evenings()]
    kinds = Counter(event["kind"] for file in files for event in file["events"])
    assert {kind: kinds[kind] for kind in KINDS.keys() - {"open"} if kinds[kind] < 100} == {}
    # To take back the latest event is not to correct one.
    corrections = {"correct", "strike", "restore", "insert"}
    corrected = [file for file in files if corrections & {event["kind"] for event in file["events"]}]
    assert len(corrected) == COUNT


def test_evenings_end_in_every_way_and_go_on_after_it() -> None:
    files = [one.legal[0] for one in _evenings()]
    closings = [event for file in files for event in file["events"] if event["kind"] == "close"]
    ends = Counter(event.get("pot", "keep") for event in closings)
    assert {way: ends[way] for way in Sharing if ends[way] < 20} == {}
    settled = [event["settle"] for event in closings if event.get("settle")]
    modes = Counter(settle["mode"] for settle in settled)
    assert {mode: modes[mode] for mode in Mode if modes[mode] < 20} == {}
    assert sum(bool(settle.get("paid")) for settle in settled) >= 30
    assert sum(bool(resolve(interchange.read(file).events).before) for file in files) >= 50


def test_every_problem_is_found_a_hundred_times_in_cases_and_evenings_together() -> None:
    answers = [answer for one in _evenings() for _file, answer in one.refused]
    in_evenings = codes(answers + [interchange.answer(file) for file in _at_the_limits()])
    assert {code: in_evenings[code] for code in IN_EVENINGS_ONLY if in_evenings[code] < 100} == {}
    assert in_evenings[Code.PLAYER_COUNT] >= 100
    found = codes(cases(SEED)[1]) + in_evenings
    assert {code: found[code] for code in Code if found[code] < 100} == {}


def test_both_engines_know_the_same_limits(ask: Ask) -> None:
    """A hundred people and no more, thirty closings taken back and no more; and each is reached."""
    files = _at_the_limits()
    answers: list[Data] = [interchange.answer(file) for file in files]
    assert LIMITS // 3 < sum("problems" in answer for answer in answers) < 2 * LIMITS
    assert max(len(answer.get("balances", [])) for answer in answers) == MOST_SEATS
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


def test_both_engines_find_the_same_flaws_in_what_cannot_be_read(ask: Ask) -> None:
    rng = Random(SEED)
    sound = [one.legal[0] for one in _evenings()]
    files = [spoiled_evening(rng.choice(sound), rng) for _ in range(UNREADABLE)]
    answers = [interchange.answer(file) for file in files]
    assert sum("problems" in answer for answer in answers) > UNREADABLE // 2
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


def test_both_engines_take_the_same_worth_of_a_chip(ask: Ask) -> None:
    worths: list[Data] = [
        {"chip": chip, "currency": currency, "ruleset": ruleset}
        for chip in (None, 0, -1, 1, 2.0, 2.5, 10**8, 10**8 + 1, 10**16, "1", True)
        for currency in ("CHF", "EUR", "", "__proto__", None, 5)
        for ruleset in ("chratze", "chratze-cash")
    ]
    files = [{"players": ["Anna", "Ben"], "first_dealer": "Anna", **worth} for worth in worths]
    answers = [interchange.answer(file) for file in files]
    assert sum("problems" not in answer for answer in answers) == 18
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


@pytest.mark.parametrize("first", ["ante", "ante.on_empty_pot"])
@pytest.mark.parametrize("of", ["each", "dealer"])
def test_both_engines_say_which_ante_makes_the_first_pot_too_large(ask: Ask, first: str, of: str) -> None:
    options = {f"{first}.each": 0, f"{first}.dealer": 0, f"{first}.{of}": 10**15}
    # The dealer alone may put in just what is the limit: the third player puts it past that.
    options |= {f"{first}.each": 1} if of == "dealer" else {}
    players = ["Anna", "Ben", "Carla"]
    evening: Data = {"ruleset": "chratze", "players": players, "first_dealer": "Anna", "options": options}
    (answer,) = ask([("replay", evening)])
    assert [problem["field"] for problem in answer["problems"]] == [f"options.{first}.{of}"]
    assert differences([evening], [interchange.answer(evening)], [answer]) == []


def test_both_engines_settle_a_full_house_alike(ask: Ask) -> None:
    """More parties than can be searched through: 19 players came, and money went from each to each."""
    files = [_full_house(Random(number)) for number in range(40)]
    answers: list[Data] = [interchange.answer(file) for file in files]
    assert sum(len(answer["settle_up"]) > 14 for answer in answers) > 5
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


def _full_house(rng: Random) -> Data:
    names = [f"Gast {number}" for number in range(rng.randint(10, 19))]
    reach = rng.choice((9, 40, 100, 10**14))
    events: list[Data] = [{"kind": "join", "player": name} for name in names[6:]]
    for _ in range(60):
        source, target = rng.sample(names, 2)
        amount = rng.randint(1, reach)
        events.append({"kind": "adjust", "from": source, "to": target, "amount": amount})
    return {"ruleset": "chratze", "players": names[:6], "first_dealer": names[0], "events": events}


def test_both_engines_tell_names_apart_alike(ask: Ask) -> None:
    """Every letter that case, compatibility or invisibility changes, beside what it is changed to."""
    letters = [
        chr(code) for code in range(0x20, 0x30000) if unicodedata.ucd_3_2_0.category(chr(code)) != "Cn"
    ]
    changed = [letter for letter in letters if name_key(letter) != letter]
    assert len(changed) > 5000
    cases: list[Data] = [
        {"ruleset": "chratze", "players": [f"A{letter}b", other], "dealer": other, "pot": 2, "deal": {}}
        for letter in changed
        for other in (f"A{name_key(letter)}b", f"A{letter.upper()}B")
    ]
    answers = [casefile.answer(case) for case in cases]
    assert differences(cases, answers, ask([("settle", case) for case in cases])) == []


@pytest.mark.parametrize(
    ("event", "redeals"),
    [
        ({"kind": "dealer", "player": "Ben"}, 0),
        ({"kind": "dealer", "player": "Anna"}, 2),
        ({"kind": "leave", "player": "Anna"}, 0),
        ({"kind": "sit-out", "player": "Ben"}, 2),
        ({"kind": "adjust", "from": "pot", "to": "Ben", "amount": 20}, 2),
        ({"kind": "void"}, 2),
    ],
)
def test_redeals_are_the_dealers_own(ask: Ask, event: Data, redeals: int) -> None:
    passed = {"kind": "deal", "joined": []}
    players = ["Anna", "Ben", "Carla", "Dan"]
    evening: Data = {"ruleset": "chratze-cash", "players": players, "first_dealer": "Anna"}
    evening["events"] = [passed, passed, event]
    (answer,) = ask([("replay", evening)])
    assert answer["next"]["redeals"] == redeals
    assert differences([evening], [interchange.answer(evening)], [answer]) == []
