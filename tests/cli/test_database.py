"""Verifying and erasing from the command line: it says what it found or did, or why it did nothing."""

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from ledger.config import ensure_secret, secret_key
from ledger.evening.events import Closed
from ledger.store import links
from tests.cli.tool import Instance, call, one_sentence, program
from tests.store.scribe import Scribe, plan


def test_verifying_a_clean_database_says_so(instance: Instance) -> None:
    result = instance.call("verify")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Every evening agrees with its events.\n"


def test_verifying_names_what_differs(instance: Instance) -> None:
    instance.change("UPDATE postings SET amount = 7 WHERE evening_id = 'saturday' AND event = 1")
    instance.change("DELETE FROM heads WHERE evening_id = 'friday'")
    result = instance.call("verify")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "friday 'Friday': its head is missing",
        "saturday 'Saturday': postings of event 1 differ from its replay",
    ]


def test_verifying_rebuilds_on_request_and_says_what(instance: Instance) -> None:
    before = instance.contents()
    instance.change("UPDATE postings SET amount = 7 WHERE evening_id = 'saturday' AND event = 1")
    instance.change("DELETE FROM heads WHERE evening_id = 'friday'")
    result = instance.call("verify", "--rebuild")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "friday 'Friday': its head is missing: rebuilt",
        "saturday 'Saturday': postings of event 1 differ from its replay: rebuilt",
        "Every evening agrees with its events.",
    ]
    assert instance.contents() == before


@pytest.mark.parametrize("arguments", [("verify",), ("evenings",), ("erase", "friday")])
def test_missing_database_is_said_and_not_made(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = call(*arguments, env={"LEDGER_INSTANCE": str(tmp_path)})
    assert "no database yet" in one_sentence(result)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://nobody@nowhere/x", "postgresql+psycopg://x@127.0.0.1:1/x"]
)
def test_database_that_cannot_be_reached_is_one_sentence(tmp_path: Path, url: str) -> None:
    result = program("verify", env={"LEDGER_INSTANCE": str(tmp_path), "LEDGER_DATABASE": url})
    assert result.returncode == 1
    assert result.stderr


@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("arguments", [("verify",), ("evenings",), ("erase", "friday")])
@pytest.mark.parametrize("damage", [b"a letter" * 1000, b""])
def test_damaged_database_is_one_sentence(
    instance: Instance, arguments: tuple[str, ...], damage: bytes
) -> None:
    instance.engine.dispose()
    (instance.folder / "ledger.sqlite").write_bytes(damage)
    assert one_sentence(instance.call(*arguments))


def test_lost_links_are_shown_and_open_their_evening(instance: Instance) -> None:
    assert "secret key" in one_sentence(instance.call("links", "friday"))
    ensure_secret(instance.folder)
    result = instance.call("links", "friday")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = dict(line.split("  /l/") for line in result.stdout.splitlines()[1:])
    assert set(shown) == {"write", "watch"}
    with Session(instance.engine) as session:
        for role, token in shown.items():
            link_id = links.unsigned(secret_key(instance.env), token)
            assert link_id
            link = links.find(session, link_id)
            assert link
            assert (link.evening_id, link.role.value) == ("friday", role)
    assert instance.call("links", "friday").stdout == result.stdout
    assert "no evening" in one_sentence(instance.call("links", "monday"))


def test_erasing_asks_for_the_title(instance: Instance) -> None:
    before = instance.contents()
    for typed in ("Saturday\n", "friday\n", "\n", ""):
        result = instance.call("erase", "friday", given=typed)
        assert result.exit_code == 1
        assert "'Friday'" in result.output
        assert instance.contents() == before
    result = instance.call("erase", "friday", given="Friday\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("Erased.\n")
    assert {row[0] for row in instance.contents()["evenings"]} == {"saturday"}
    assert "no evening" in one_sentence(instance.call("erase", "friday", given="Friday\n"))


def _erased(instance: Instance, evening_id: str, title: str, typed: str) -> None:
    with Session(instance.engine) as session:
        Scribe.opens(session, plan(evening_id, title=title))
    result = instance.call("erase", evening_id, given=f"{typed}\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert {row[0] for row in instance.contents()["evenings"]} == {"friday", "saturday"}


@pytest.mark.parametrize("title", ["Ännchens Abend", " Friday ", "It's “ours”", '"', "100% \\ 🂡"])
def test_evening_is_erased_whatever_its_title(instance: Instance, title: str) -> None:
    _erased(instance, "evening", title, title)


def test_evening_without_a_title_is_erased_by_its_id(instance: Instance) -> None:
    _erased(instance, "evening", "", "evening")


@pytest.mark.parametrize("evening_id", ["-dash", "_line", "0", "-1"])
def test_evening_is_erased_whatever_its_id(instance: Instance, evening_id: str) -> None:
    """An id is made by chance, and one in 64 begins with a dash."""
    _erased(instance, evening_id, "Sunday", "Sunday")


def test_evenings_are_listed_with_what_erasing_needs(instance: Instance) -> None:
    with Session(instance.engine) as session:
        Scribe.opens(session, plan("-dash", title="")).write(Closed())
    instance.change("UPDATE evenings SET date = '2026-01-08' WHERE id = 'saturday'")
    result = instance.call("evenings")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "-dash  2026-01-09  closed  0 deals  (no title)  Anna, Ben, Carla, Dan",
        "friday  2026-01-09  open  2 deals  Friday  Anna, Ben, Carla, Dan",
        "saturday  2026-01-08  open  1 deal  Saturday  Anna, Ben, Carla, Dan",
    ]


def test_evening_without_a_head_is_listed_too(instance: Instance) -> None:
    instance.change("DELETE FROM heads WHERE evening_id = 'friday'")
    listed = {line.split()[0]: line for line in instance.call("evenings").stdout.splitlines()}
    assert "Friday" in listed["friday"]
    assert "verify --rebuild" in listed["friday"]


def test_database_without_evenings_says_so(instance: Instance) -> None:
    for name in ("friday", "saturday"):
        instance.call("erase", name, given=f"{name.title()}\n")
    assert instance.call("evenings").stdout == "There is no evening yet.\n"
    assert "`tavern-ledger evenings` lists them" in one_sentence(instance.call("erase", "friday"))


def test_commands_are_all_there() -> None:
    listed = call("--help").stdout
    for name in ("settle", "replay", "rulesets", "verify", "evenings", "backup", "restore", "erase", "serve"):
        assert name in listed
        assert call(name, "--help").exit_code == 0
    assert call("conquer").exit_code == 2
