"""The house keeps its own measures: no module is too long to be read at once, no version is left open."""

import re
from typing import Final

import pytest

from ledger.config import ROOT

LONGEST: Final = 320
_LOCKED: Final = re.compile(
    r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==[A-Za-z0-9.+!]+( ; [a-z_]+ [=!<>]+ '[A-Za-z0-9.]+')?"
)


@pytest.mark.parametrize(("room", "kind"), [("ledger", "*.py"), ("tests", "*.py"), ("static/js", "*.js")])
def test_no_module_is_too_long_to_be_read_at_once(room: str, kind: str) -> None:
    modules = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / room).rglob(kind)
    }
    assert len(modules) > 40
    assert {path: lines for path, lines in modules.items() if lines > LONGEST} == {}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_locked_packages_have_exact_versions_and_no_address(name: str) -> None:
    """Where packages come from is the business of whoever installs them."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    locked = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    assert len(locked) > 10
    assert [line for line in locked if not _LOCKED.fullmatch(line)] == []
    assert not [line for line in lines if "://" in line or "--index" in line or "--find" in line]
