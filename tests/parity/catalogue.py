"""The shipped rulesets and their options as the browser's engine reads them, made of the Python ones.

`python -m tests.parity.catalogue` (`make catalogue`) writes the file anew.
"""

import json
from pathlib import Path
from typing import Final

from ledger.rules.catalogue import SHIPPED
from ledger.rules.options import OPTIONS, Option

MODULES: Final = Path(__file__).parents[2] / "static" / "js" / "rules"
FILE: Final = MODULES / "catalogue.js"
_HEAD: Final = (
    "// The shipped rulesets and every option. Written by `make catalogue`: change ledger/rules/ instead."
)


def module() -> str:
    """Return the text of the module that holds `SHIPPED` and `OPTIONS`, one ruleset or option a line."""
    options = {key: _plain(option) for key, option in OPTIONS.items()}
    return f"{_HEAD}\n\n{_constant('SHIPPED', SHIPPED)}\n{_constant('OPTIONS', options)}"


def _plain(option: Option) -> dict[str, object]:
    return {
        "kind": option.kind.value,
        "least": option.least,
        "most": option.most,
        "choices": option.choices,
        "optional": option.optional,
    }


def _constant(name: str, entries: object) -> str:
    assert hasattr(entries, "items")
    lines = [f"  {json.dumps(key)}: {json.dumps(dict(entry))},\n" for key, entry in entries.items()]
    return f"export const {name} = {{\n{''.join(lines)}}};\n"


if __name__ == "__main__":
    FILE.write_text(module(), encoding="utf-8")
