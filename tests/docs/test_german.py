"""The German is for Swiss, Austrian and German tables: ss throughout, and one word for one thing."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ledger.config import ROOT

RULES = sorted((ROOT / "templates" / "rules" / "de").glob("*.html"))
CATALOGUE = ROOT / "ledger" / "translations" / "de" / "LC_MESSAGES" / "messages.po"


def translations() -> dict[str, str]:
    """Return the German of every message, by its English; of a plural, both forms in a line each."""
    with CATALOGUE.open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    return {
        str(message.id): "\n".join(
            [message.string] if isinstance(message.string, str) else message.string or ()
        )
        for message in messages
    }


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rules_are_written_with_ss(path: Path) -> None:
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if "ß" in line] == []


def test_catalogue_is_written_with_ss() -> None:
    assert len(translations()) > 500
    assert [german for german in translations().values() if "ß" in german] == []


@pytest.mark.parametrize("word", ["Telefon", "Smartphone", "Topf", "ückgängig", "widerruf", "Widerruf"])
def test_one_thing_has_one_word(word: str) -> None:
    assert [german for german in translations().values() if re.search(word, german)] == []


def test_revoked_is_gesperrt() -> None:
    revoked = {english: german for english, german in translations().items() if "was revoked" in english}
    assert revoked
    assert [german for german in revoked.values() if "gesperrt" not in german] == []
