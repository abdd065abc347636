"""Commands on files: settle cases, replay evenings, list rulesets. Files are JSON, `-` is standard input."""

import json
import sys
from collections.abc import Callable
from typing import Final, NoReturn, TextIO

import click

from ledger.evening import interchange
from ledger.rules import casefile, jsontext
from ledger.rules.catalogue import SHIPPED, find, shipped_values
from ledger.rules.plain import plain_problem

Answer = dict[str, object]
_MARK: Final = "\ufeff"
"""What some programs begin a text with."""


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def settle(file: TextIO) -> None:
    """Settle FILE: one case or a list of them. Ends with 1 if any had problems."""
    _answer(file, casefile.answer)


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: TextIO) -> None:
    """Replay FILE: one evening or a list of them. Ends with 1 if any had problems."""
    _answer(file, interchange.answer)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Every option of every ruleset, as JSON.")
def rulesets(as_json: bool) -> None:
    """List the shipped rulesets."""
    if as_json:
        click.echo(_json({slug: shipped_values(slug) for slug in SHIPPED}))
        return
    for slug in SHIPPED:
        ruleset = find(slug)
        unit = ruleset.unit
        players = f"{ruleset.players.min} to {ruleset.players.max} players"
        click.echo(f"{slug:13} {players}, {ruleset.tricks} tricks, counted in {unit.name}")


def _answer(file: TextIO, answer: Callable[[object], Answer]) -> None:
    data = read_json(file)
    answers = [_answered(item, answer) for item in (data if isinstance(data, list) else [data])]
    click.echo(_json(answers if isinstance(data, list) else answers[0]))
    if any("problems" in item for item in answers):
        sys.exit(1)


def _answered(item: object, answer: Callable[[object], Answer]) -> Answer:
    """Return the answer to `item`, or the problems of keys that stand in it twice."""
    flaws = jsontext.repeated(item)
    if not flaws:
        return answer(item)
    head = {"id": item["id"]} if isinstance(item, dict) and isinstance(item.get("id"), str | int) else {}
    return head | {"problems": [plain_problem(flaw, {}) for flaw in flaws]}


def read_json(file: TextIO) -> object:
    """Return what the JSON file holds; ends with 2 and one sentence where it holds none."""
    try:
        return jsontext.parse(file.read().removeprefix(_MARK))
    except json.JSONDecodeError as error:
        refuse(f"{file.name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.")
    except UnicodeDecodeError:
        refuse(f"{file.name} is not UTF-8 text.")
    except RecursionError:
        refuse(f"{file.name} is nested too deeply to be a case or an evening.")
    except ValueError:
        refuse(f"{file.name} holds a number with too many digits.")
    except OSError as error:
        refuse(f"{file.name} cannot be read: {error.strerror}.")


def refuse(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(2)


def _json(data: object) -> str:
    """Return `data` as JSON that standard output can take: letters that it lacks are written as escapes."""
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(data, indent=1, allow_nan=False)
    return text
