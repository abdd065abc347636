"""Random evenings with corrections and every other kind of event: both engines give the same answer."""

from collections import Counter
from functools import cache
from typing import Any, Final

from ledger.evening.stored import KINDS
from ledger.rules.problems import Code
from tests.parity.agreement import differences
from tests.parity.cases import codes, drawn
from tests.parity.engines import Ask
from tests.parity.evenings import Written, written
from tests.parity.test_cases import IN_EVENINGS_ONLY

Data = dict[str, Any]

COUNT: Final = 500
SEED: Final = 1


@cache
def _evenings() -> list[Written]:
    return drawn(written(), COUNT, SEED)


def test_both_engines_replay_every_evening_alike(ask: Ask) -> None:
    asked = [pair for one in _evenings() for pair in (one.legal, *one.refused)]
    files, answers = [file for file, _answer in asked], [answer for _file, answer in asked]
    assert differences(files, answers, ask([("replay", file) for file in files])) == []


def test_every_kind_of_event_is_written_and_most_evenings_are_corrected() -> None:
    files = [one.legal[0] for one in _evenings()]
    kinds = Counter(event["kind"] for file in files for event in file["events"])
    assert {kind: kinds[kind] for kind in KINDS.keys() - {"open"} if kinds[kind] < 20} == {}
    corrections = {"correct", "strike", "restore", "insert", "undo"}
    corrected = [file for file in files if corrections & {event["kind"] for event in file["events"]}]
    assert len(corrected) >= COUNT * 3 // 4


def test_every_problem_that_only_evenings_have_is_among_the_refused() -> None:
    found = codes([answer for one in _evenings() for _file, answer in one.refused])
    assert {code: found[code] for code in IN_EVENINGS_ONLY | {Code.PLAYER_COUNT} if found[code] < 100} == {}
