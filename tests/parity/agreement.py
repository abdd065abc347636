"""What it means that two engines give the same answer."""

import json
from typing import Any, Final

EXACT: Final = 2**53


def plain(answer: Any) -> Any:
    """Return `answer` with nothing in it that need not be the same: the order problems are named in.

    A number that JavaScript cannot hold exactly (only ever in the words about an amount that was refused)
    is cut to its first twelve digits.
    """
    return _plain(json.loads(json.dumps(answer)))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(entry) if key == "problems" else _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if isinstance(value, int | float) and abs(value) >= EXACT:
        return f"{float(value):.12g}"
    return value


def _ordered(problems: list[Any]) -> list[Any]:
    return sorted(
        (_plain(problem) for problem in problems), key=lambda problem: json.dumps(problem, sort_keys=True)
    )


def differences(given: list[Any], first: list[Any], second: list[Any]) -> list[str]:
    """Return what was asked and both answers, for the first few questions answered differently."""
    told = []
    for question, one, other in zip(given, first, second, strict=True):
        if plain(one) != plain(other):
            told.append("\n".join(json.dumps(thing) for thing in (question, plain(one), plain(other))))
    return told[:3]
