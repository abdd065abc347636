"""Printing an evening file from the command line."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.tool import VECTORS, call, one_sentence
from tests.report.evenings import example
from tests.report.paper import Paper


def filed(folder: Path, data: object) -> str:
    """Return the path of a file that holds `data`."""
    path = folder / "evening.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("lang", "words"), [("en", "Page1of1"), ("de", "Seite1von1")])
def test_evening_file_becomes_a_pdf(tmp_path: Path, lang: str, words: str) -> None:
    pdf = tmp_path / "out.pdf"
    result = call("report", filed(tmp_path, example()), "--pdf", str(pdf), "--lang", lang)
    assert (result.exit_code, result.output) == (0, "")
    paper = Paper(pdf)
    assert words in paper.text
    assert "Carla−22" in paper.text
    assert {"en": "24chips", "de": "24Chips"}[lang] in paper.text


def test_stories_can_be_left_out(tmp_path: Path) -> None:
    pdf = tmp_path / "out.pdf"
    call("report", filed(tmp_path, example()), "--pdf", str(pdf), "--without-words")
    assert "eveninginwords" not in Paper(pdf).text
    assert "Carla−22" in Paper(pdf).text


def test_impossible_evening_names_its_event(tmp_path: Path) -> None:
    data = example()
    data["events"].append({"kind": "close"})
    sentence = one_sentence(call("report", filed(tmp_path, data), "--pdf", str(tmp_path / "out.pdf")))
    assert sentence.endswith("events.5.kind: evening-closed")
    assert not (tmp_path / "out.pdf").exists()


@pytest.mark.parametrize("text", ["{", "null", "[]", '{"players": 3}'])
def test_what_is_no_evening_is_refused(tmp_path: Path, text: str) -> None:
    result = call("report", "-", "--pdf", str(tmp_path / "out.pdf"), given=text)
    assert result.exit_code in (1, 2)
    assert result.stderr
    assert not (tmp_path / "out.pdf").exists()


def test_list_of_evenings_is_told_from_one(tmp_path: Path) -> None:
    result = call("report", filed(tmp_path, [example()]), "--pdf", str(tmp_path / "out.pdf"))
    assert result.exit_code == 2
    assert result.stderr.strip().endswith("evening.json is a list of evenings; give one of them.")
    assert not (tmp_path / "out.pdf").exists()


def test_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "out.pdf"
    result = call("report", filed(tmp_path, example()), "--pdf", str(target))
    assert result.exit_code == 2
    assert str(target) in result.stderr


def test_evenings_of_the_rules_can_be_printed(tmp_path: Path) -> None:
    for number, data in enumerate(json.loads((VECTORS / "evenings.json").read_text(encoding="utf-8"))):
        pdf = tmp_path / f"{number}.pdf"
        assert call("report", filed(tmp_path, data), "--pdf", str(pdf)).exit_code == 0
        assert Paper(pdf).strays() == []


def test_hours_are_printed_where_the_file_tells_them(tmp_path: Path) -> None:
    pdf, data = tmp_path / "out.pdf", example()
    data["written_at"] = [f"2026-11-27T19:{minute}:00" for minute in (10, 20, 30, 40)]
    call("report", filed(tmp_path, data), "--pdf", str(pdf))
    # In whatever time zone this machine is.
    assert re.search(r"TheBear.*27November2026.*\d\d:10to\d\d:30", Paper(pdf).text)
