"""Settling and replaying files: an answer for each, an exit code for all, and never a traceback."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ledger.evening import interchange
from ledger.rules import casefile
from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.options import OPTIONS
from tests.cli.tool import VECTORS, call, program

Data = dict[str, Any]


def _vectors(name: str) -> list[Data]:
    data: list[Data] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return data


DEALS, EVENINGS, PROBLEMS = (_vectors(f"{name}.json") for name in ("deals", "evenings", "problems"))


def test_one_case_gets_one_answer(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(DEALS[0]), encoding="utf-8")
    result = call("settle", str(file))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == casefile.answer(DEALS[0])
    assert not result.stderr


def test_list_gets_an_answer_for_each() -> None:
    result = call("settle", str(VECTORS / "deals.json"))
    assert result.exit_code == 0
    answers = json.loads(result.stdout)
    assert [answer["id"] for answer in answers] == [case["id"] for case in DEALS]
    assert answers == [casefile.answer(case) for case in DEALS]


def test_file_may_be_standard_input() -> None:
    assert json.loads(call("settle", "-", given=json.dumps(DEALS[0])).stdout) == casefile.answer(DEALS[0])
    answers = json.loads(call("replay", "-", given=json.dumps(EVENINGS[:2])).stdout)
    assert answers == [interchange.answer(evening) for evening in EVENINGS[:2]]


def test_evenings_are_replayed() -> None:
    result = call("replay", str(VECTORS / "evenings.json"))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == [interchange.answer(evening) for evening in EVENINGS]
    one = call("replay", "-", given=json.dumps(EVENINGS[0]))
    assert json.loads(one.stdout)["balances"] == EVENINGS[0]["expect"]["balances"]


def test_any_case_with_problems_ends_with_1() -> None:
    result = call("settle", str(VECTORS / "problems.json"))
    assert result.exit_code == 1
    answers = json.loads(result.stdout)
    assert len(answers) == len(PROBLEMS)
    for case, answer in zip(PROBLEMS, answers, strict=True):
        assert case["problem"] in {problem["code"] for problem in answer["problems"]}

    mixed = call("settle", "-", given=json.dumps([DEALS[0], PROBLEMS[0], DEALS[1]]))
    assert mixed.exit_code == 1
    assert ["problems" in answer for answer in json.loads(mixed.stdout)] == [False, True, False]


def test_impossible_evening_names_its_event() -> None:
    evening = EVENINGS[0] | {"events": [*EVENINGS[0]["events"], {"kind": "reopen"}]}
    result = call("replay", "-", given=json.dumps(evening))
    assert result.exit_code == 1
    (problem,) = json.loads(result.stdout)["problems"]
    assert (problem["code"], problem["event"]) == ("bad-target", len(evening["events"]))


def test_empty_list_has_no_answers() -> None:
    assert json.loads(call("settle", "-", given="[]").stdout) == []


COMMANDS = pytest.mark.parametrize("command", ["settle", "replay"])
# What is JSON but nothing we could settle is answered with problems, like every other flaw.
STRANGE = {
    "null": "null",
    "number": "17",
    "text": '"Anna"',
    "nested list": "[[]]",
    "empty case": "{}",
    "not a number": '{"id": "nan", "pot": NaN, "players": [NaN], "options": {"tricks": Infinity}}',
    "identity of no number": '{"id": NaN}',
    "everything of the wrong shape": json.dumps({key: [[1.5]] for key in (DEALS[0] | EVENINGS[0])}),
    "huge number": json.dumps(DEALS[0] | {"pot": 10**4000}),
    "huge float": json.dumps(DEALS[0] | {"pot": 1e300}),
    # Each of them can still be written down in digits, their sum cannot.
    "huge sum": json.dumps(
        DEALS[0] | {"deal": DEALS[0]["deal"] | {"tricks": dict.fromkeys(("Dan", "Carla"), 9 * 10**4299)}}
    ),
    "half a character": '{"id": "\\ud800", "players": ["\\udfff"]}',
    "zero byte": '{"id": "\\u0000"}',
    "deep": '{"id": ' + "[" * 300 + "]" * 300 + "}",
    "deep in a list": "[" * 300 + "]" * 300,
}


@COMMANDS
@pytest.mark.parametrize("name", STRANGE)
def test_strange_json_is_answered_with_problems(command: str, name: str) -> None:
    result = call(command, "-", given=STRANGE[name])
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert all(one["problems"] for one in (answer if isinstance(answer, list) else [answer]))


def test_answers_are_json_for_everybody() -> None:
    """NaN is no JSON, though Python reads it: an answer must not hand it on."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in an answer")

    for name in ("not a number", "identity of no number"):
        json.loads(call("settle", "-", given=STRANGE[name]).stdout, parse_constant=refuse)


# What is no JSON at all ends with 2 and a sentence.
UNREADABLE = {
    "empty": b"",
    "prose": b"Anna had two tricks",
    "half": b'{"ruleset": "chratze", ',
    "two": b"{} {}",
    "binary": bytes(range(256)),
    "latin": '{"players": ["Ännchen"]}'.encode("latin-1"),
    "utf-16": json.dumps(DEALS[0]).encode("utf-16"),
    "deep": b"[" * 100_000,
    "deep and whole": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"id":' * 50_000,
    "too many digits": b'{"pot": ' + b"9" * 5000 + b"}",
}


@COMMANDS
@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("by", ["name", "standard input"])
def test_unreadable_file_ends_with_2_and_a_sentence(tmp_path: Path, command: str, name: str, by: str) -> None:
    file = tmp_path / "case.json"
    given = UNREADABLE[name]
    file.write_bytes(given)
    result = call(command, str(file)) if by == "name" else call(command, "-", given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.rstrip().endswith(".")


@COMMANDS
@pytest.mark.parametrize("depth", [900, 3000, 9000])
def test_deep_nesting_is_refused_or_answered(command: str, depth: int) -> None:
    """How deep the parser goes depends on the version of Python: the answer must go as deep."""
    result = program(command, "-", given=b'{"id": ' + b"[" * depth + b"]" * depth + b"}")
    assert result.returncode in (1, 2)


def test_program_is_installed_and_reads_standard_input() -> None:
    answered = program("settle", "-", given=json.dumps(DEALS[0]).encode())
    assert (answered.returncode, json.loads(answered.stdout)) == (0, casefile.answer(DEALS[0]))
    refused = program("replay", "-", given=b"\xff\x00")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert len(refused.stderr.splitlines()) == 1


def test_answers_can_be_read_whatever_the_terminal_speaks() -> None:
    case = json.dumps(DEALS[0] | {"id": "Ännchen", "players": 1}, ensure_ascii=False).encode()
    result = program("settle", "-", given=case, env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert json.loads(result.stdout)["id"] == "Ännchen"


@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "utf-8"])
def test_answers_are_json_in_every_encoding(encoding: str) -> None:
    """A name that the output has no letters for is written with escapes."""
    case = json.dumps(DEALS[0] | {"id": "Łukasz Ännchen", "players": 1}).encode()
    result = program("settle", "-", given=case, env={"PYTHONIOENCODING": encoding})
    assert json.loads(result.stdout.decode(encoding))["id"] == "Łukasz Ännchen"


BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize("by", ["name", "standard input"])
def test_mark_at_the_beginning_of_text_is_no_part_of_it(tmp_path: Path, by: str) -> None:
    file, given = tmp_path / "case.json", BOM + json.dumps(DEALS[0]).encode()
    file.write_bytes(given)
    result = call("settle", str(file)) if by == "name" else call("settle", "-", given=given)
    assert (result.exit_code, json.loads(result.stdout)) == (0, casefile.answer(DEALS[0]))


def test_key_that_stands_twice_is_named_and_nothing_is_settled() -> None:
    """Which of the two was meant nobody can tell; the other cases are answered all the same."""
    case = json.dumps(DEALS[0] | {"id": "twice", "deal": {"tricks": {}}})
    twice = case.replace('"tricks": {}', '"tricks": {"Ben": 1, "Ben": 2}')
    result = call("settle", "-", given=f"[{json.dumps(DEALS[1])}, {twice}]")
    assert result.exit_code == 1
    sound, refused = json.loads(result.stdout)
    assert sound == casefile.answer(DEALS[1])
    flaw = {"code": "bad-shape", "field": "deal.tricks.Ben", "params": {"key": "Ben"}}
    assert refused == {"id": "twice", "problems": [flaw]}


def test_key_that_stands_twice_in_an_evening_is_named_at_its_event() -> None:
    evening = json.dumps(EVENINGS[0] | {"events": [{"kind": "void"}, {"kind": 2}]})
    twice = evening.replace('{"kind": 2}', '{"kind": "void", "kind": "undo"}')
    result = call("replay", "-", given=twice)
    assert result.exit_code == 1
    (problem,) = json.loads(result.stdout)["problems"]
    assert (problem["code"], problem["field"]) == ("bad-shape", "events.2.kind")


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="only some systems have a disk that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["settle", str(VECTORS / "deals.json")],
        ["replay", str(VECTORS / "evenings.json")],
        ["rulesets"],
        ["rulesets", "--json"],
        ["verify"],
        ["evenings"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_output_that_cannot_be_written_ends_with_1_and_a_sentence(
    arguments: list[str], sqlite_template: Path, tmp_path: Path
) -> None:
    shutil.copy(sqlite_template, tmp_path / "ledger.sqlite")
    with FULL.open("wb") as full:
        result = program(*arguments, env={"LEDGER_INSTANCE": str(tmp_path)}, output=full)
    assert result.returncode == 1
    (sentence,) = result.stderr.decode().splitlines()
    assert sentence.startswith("The output cannot be written: ")


def test_input_that_cannot_be_read_ends_with_2_and_a_sentence() -> None:
    result = program("settle", "/proc/self/mem")
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1


def test_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    for missing in (tmp_path / "nothing.json", tmp_path):
        result = call("settle", str(missing))
        assert result.exit_code == 2
        assert str(missing) in result.stderr


def test_rulesets_are_listed() -> None:
    lines = call("rulesets").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(SHIPPED)


def test_rulesets_as_json_say_every_option_and_can_be_given_back() -> None:
    listed = json.loads(call("rulesets", "--json").stdout)
    assert list(listed) == list(SHIPPED)
    for slug, values in listed.items():
        assert list(values) == list(OPTIONS)
        assert find(slug, values) == find(slug)
        # Another ruleset with all of these options is this one under another name.
        other = find("zwicken", values)
        assert (other.ante, other.award, other.end) == (find(slug).ante, find(slug).award, find(slug).end)
