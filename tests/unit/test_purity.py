"""Purity: the engine knows no clock, no chance and no files, and no module outgrows one noun."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

LEDGER = Path(__file__).parents[2] / "ledger"
PURE = sorted(path for room in ("rules", "evening") for path in (LEDGER / room).rglob("*.py"))
MODULES = sorted(LEDGER.rglob("*.py"))
# What the engine may take from the standard library: nothing here looks outside, but for the clock of
# `datetime`, which reads the date of a file and is looked after below.
_ALLOWED = {"collections", "dataclasses", "datetime", "enum", "functools", "itertools", "json", "math", "re"}
_ALLOWED |= {"types", "typing", "unicodedata"}
_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "globals"}
_CLOCKS = {"now", "today", "utcnow", "fromtimestamp", "localtime", "monotonic", "perf_counter"}
_NO_NOUNS = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}


def _name(path: Path) -> str:
    return str(path.relative_to(LEDGER.parent))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # A relative import would hide where it goes; none is used.
            assert node.level == 0
            yield node.module or ""


@pytest.mark.parametrize("path", PURE, ids=_name)
def test_pure_rooms_import_the_standard_library_and_each_other_downwards(path: Path) -> None:
    allowed = {"rules": ("ledger.rules",), "evening": ("ledger.evening", "ledger.rules")}[path.parent.name]
    for module in _imported(ast.parse(path.read_text(encoding="utf-8"))):
        if module.partition(".")[0] == "ledger":
            assert module.startswith(allowed)
        else:
            assert module.partition(".")[0] in _ALLOWED & sys.stdlib_module_names, module


@pytest.mark.parametrize("path", PURE, ids=_name)
def test_pure_rooms_ask_no_clock_and_open_nothing(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in _CALLS, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in _CLOCKS, f"line {node.lineno}"


@pytest.mark.parametrize("path", PURE, ids=_name)
def test_pure_rooms_count_in_whole_numbers(path: Path) -> None:
    """No float and no true division: amounts are smallest units from form to paper."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Div), "true division"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"line {node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_module_is_one_noun_and_no_longer_than_320_lines(path: Path) -> None:
    assert path.stem not in _NO_NOUNS
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 320


def test_every_pure_module_was_looked_at() -> None:
    """A room that moved would leave the tests above with nothing to fail on."""
    assert {"settlement.py", "unit.py", "book.py", "resolve.py"} <= {path.name for path in PURE}
