"""Commands on files: settle cases, replay evenings, list rulesets. Files are JSON, `-` is standard input."""

import json
import sys
from collections.abc import Callable
from typing import NoReturn, TextIO

import click

from ledger.evening import interchange
from ledger.rules import casefile
from ledger.rules.catalogue import SHIPPED, find, shipped_values

Answer = dict[str, object]


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
    answers = [answer(item) for item in data] if isinstance(data, list) else [answer(data)]
    click.echo(_json(answers if isinstance(data, list) else answers[0]))
    if any("problems" in item for item in answers):
        sys.exit(1)


def read_json(file: TextIO) -> object:
    """Return what the JSON file holds; ends with 2 and one sentence where it holds none."""
    try:
        return json.load(file)
    except json.JSONDecodeError as error:
        refuse(f"{file.name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.")
    except UnicodeDecodeError:
        refuse(f"{file.name} is not UTF-8 text.")
    except RecursionError:
        refuse(f"{file.name} is nested too deeply to be a case or an evening.")
    except ValueError:
        refuse(f"{file.name} holds a number with too many digits.")


def refuse(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(2)


def _json(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    # Half a character (a lone surrogate) can be named in JSON, but not be written as UTF-8.
    whole = text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)
    return text if whole else json.dumps(data, indent=1, allow_nan=False)
