"""Checks the translation catalogues against the messages of the code.

    python .ci/catalogues.py MESSAGES.pot

Prints one line for each message that a catalogue lacks, has left untranslated, has marked fuzzy, still has
although the code does not, or whose placeholders differ; and for German with an ß, which Swiss tables do
not know. Exit 1 if there is any, or no catalogue at all.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

CATALOGUES = Path("ledger/translations")


def read(path: Path) -> Catalog:
    """The catalogue in a file; refuses a file that cannot be read in full."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def keyed(catalogue: Catalog) -> dict[tuple[str, str | None], Message]:
    """The messages of a catalogue by text and context, without its header."""
    return {(_text(message), message.context): message for message in catalogue if message.id}


def faults(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, a line for each message."""
    wanted, present = keyed(template), keyed(catalogue)
    for key in wanted.keys() - present.keys():
        yield f"missing: {key[0]!r}"
    for key in present.keys() - wanted.keys():
        yield f"not in the code any more: {key[0]!r}"
    for key, message in present.items():
        if message.fuzzy:
            yield f"fuzzy: {key[0]!r}"
        if not all(message.string if isinstance(message.string, tuple | list) else [message.string]):
            yield f"not translated: {key[0]!r}"
        if "ß" in str(message.string):
            yield f"written with ß, not ss: {key[0]!r}"
        for error in message.check(catalogue):
            yield f"{error}: {key[0]!r}"
    for message in catalogue.obsolete.values():
        yield f"obsolete: {_text(message)!r}"


def main() -> int:
    """Check every catalogue; returns the exit code."""
    template = read(Path(sys.argv[1]))
    paths = sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po"))
    lines = [f"{path}: {fault}" for path in paths for fault in sorted(faults(template, read(path)))]
    if not paths:
        lines.append(f"{CATALOGUES}: no catalogue")
    print("\n".join(lines) or f"{len(paths)} catalogue, {len(keyed(template))} messages: complete.")
    return 1 if lines else 0


def _text(message: Message) -> str:
    """The text of a message; of one with a plural, its singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


if __name__ == "__main__":
    sys.exit(main())
