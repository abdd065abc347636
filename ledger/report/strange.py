"""Letters that no font can draw: names without them, as long as those still tell people apart."""

import re
from typing import Final

from ledger.rules.plain import name_key

_SIGN: Final = "\ufffd"
# What holds an emoji together shows nothing alone.
_GLUE: Final = "\u200d\ufe0e\ufe0f"
_ISOLATED: Final = re.compile("\u2068([^\u2069]*)\u2069")


def drawable(page: str, strange: set[str]) -> str:
    """Return `page` without the letters that are `strange`.

    Where that leaves of a name what stands there already, or nothing, its letters are told by their numbers.
    What is no name has a sign for each: something is missing.
    """
    gone = str.maketrans(dict.fromkeys(strange | set(_GLUE), ""))
    names = set(_ISOLATED.findall(page))
    spoilt = {name for name in names if strange & set(name)}
    left: dict[str, list[str]] = {}
    for name in names:
        left.setdefault(name_key(name.translate(gone)), []).append(name)
    told = {}
    for name in spoilt:
        key = name_key(name.translate(gone))
        alone = bool(key) and left[key] == [name]
        told[name] = name.translate(gone).strip() if alone else _numbered(name, strange)
    page = _ISOLATED.sub(lambda match: match[0].replace(match[1], told.get(match[1], match[1])), page)
    return page.translate({ord(letter): _SIGN for letter in strange})


def _numbered(name: str, strange: set[str]) -> str:
    letters = (f"[{ord(letter):X}]" if letter in strange else letter for letter in name)
    return "".join(letter for letter in letters if letter not in _GLUE)
