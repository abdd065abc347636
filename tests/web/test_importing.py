"""Importing an evening file: the same book on another phone, and files that are none are told why."""

import json
from typing import Any

import pytest

from ledger.web.importing import MOST, MOST_EVENTS
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Form, Page
from tests.web.phone import Phone

Data = dict[str, Any]
REOPEN = {"kind": "reopen"}
PAYMENT = {"kind": "payment", "from": "Anna", "to": "Ben"}
BOUNDARY = "boundary-of-a-test"
THREE = ("Anna", "Ben", "Carla")


def sent(phone: Phone, content: bytes | str | object, form: Form | None = None) -> Page:
    """Send a file by the form that imports it."""
    if not isinstance(content, bytes | str):
        content = json.dumps(content)
    fields = (form or phone.get("/import").form("/import")).fields
    # Put together here: the test client would leave a file open for a large one.
    parts = [
        f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()
    ]
    parts.append('Content-Disposition: form-data; name="file"; filename="evening.json"\r\n\r\n')
    body = b"".join(f"--{BOUNDARY}\r\n{part}\r\n".encode() for part in parts)[:-2]
    body += content if isinstance(content, bytes) else content.encode()
    return Page(
        phone.client.post(
            "/import",
            data=body + f"\r\n--{BOUNDARY}--\r\n".encode(),
            content_type=f"multipart/form-data; boundary={BOUNDARY}",
            headers={"Accept-Language": phone.language},
        )
    )


def file_of(evening: Evening) -> Data:
    """Return the evening file that the page of files gives."""
    data: Data = json.loads(evening.page("files/evening.json").response.get_data())
    return data


def imported(phone: Phone, data: object) -> Evening:
    """Import a file, and return the evening it made."""
    answer = sent(phone, data)
    assert answer.status == 303, answer.notice
    return Evening(phone=phone, id=answer.location.split("/")[2], names=THREE)


def flaws(page: Page) -> list[str]:
    """Return what the page says is wrong, line by line."""
    assert page.status == 422
    return [item.text for item in page.root.one(id="flaws").all("li")]


@pytest.fixture
def played(phone: Phone) -> Evening:
    """Return an evening with deals, an undo, a closing and a payment."""
    evening = Evening.starts(
        phone, names=THREE, title="Büchi & Söhne", place="Bären", date="2026-01-02", stack="20"
    )
    evening.write(declarer="Ben", joined=["Anna"], tricks={"Ben": 1, "Anna": 3})
    evening.write(declarer="nobody")
    evening.press("undo")
    evening.write(declarer="Carla")
    evening.phone.follow(phone.press(evening.page("close"), "/close", chip="0.25", currency="EUR"))
    phone.press(evening.page("settling"), "/settling/1")
    return evening


def test_imported_evening_has_the_same_book(played: Evening, other_phone: Phone) -> None:
    data = file_of(played)
    again = imported(other_phone, data)
    assert again.balances() == played.balances()
    for where in ("book", "settling", "slips/0"):
        assert again.page(where).root.one("main").text == played.page(where).root.one("main").text
    assert file_of(again) == data
    assert "Büchi & Söhne" in other_phone.get("/").text


def test_imported_evening_can_be_written(played: Evening, other_phone: Phone) -> None:
    again = imported(other_phone, file_of(played))
    again.reopen()
    again.write(declarer="Ben")
    assert again.page().root.one(class_="said").text.startswith("Deal 3")


def test_file_sent_twice_is_one_evening(played: Evening, stored: Reader) -> None:
    form, data = played.phone.get("/import").form("/import"), file_of(played)
    places = {sent(played.phone, data, form).location for _again in range(2)}
    assert len(places) == 1
    assert len(stored()["evenings"]) == 2


def test_only_ruleset_players_and_dealer_are_needed(phone: Phone) -> None:
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "kratzen",
        "players": list(THREE),
        "first_dealer": "Ben",
    }
    assert "Ben deals" in imported(phone, header).page().text


@pytest.mark.parametrize(
    ("content", "flaw"),
    [
        ("", "Choose a file first."),
        ("{", "line 1, column 2: Here the file is broken"),
        (b"\xff\xfe\x00", "The file is no text."),
        ("[" * 100_000, "The file is nested too deeply"),
        ("1" * 10_000, "The file is nested too deeply"),
        ("[]", "format: This is no evening file."),
        ('{"format": "somebody-elses"}', "format: This is no evening file."),
        ('{"players": ["Anna", "Ben"]}', "format: This is no evening file."),
    ],
)
def test_file_that_is_none_is_refused(phone: Phone, stored: Reader, content: bytes | str, flaw: str) -> None:
    before = stored()
    (said,) = flaws(sent(phone, content))
    assert said.startswith(flaw)
    assert stored() == before


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": 2}, "version"),
        ({"ruleset": "poker"}, "ruleset"),
        ({"players": ["Anna", "anna", "Carla"]}, "players.1"),
        ({"players": ["Anna"]}, "players"),
        ({"players": ["Anna", "B" * 41, "Carla"]}, "players.1"),
        ({"players": ["Anna", "B\u202een", "Carla"]}, "players.1"),
        ({"players": ["Anna", "B\x00en", "Carla"]}, "players.1"),
        ({"players": ["Anna", "B\ud800", "Carla"]}, "players.1"),
        ({"title": "x" * 101}, "title"),
        ({"title": "a\nb"}, "title"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": "0001-01-01"}, "date"),
        ({"first_dealer": "Zoe"}, "first_dealer"),
        ({"start_balance": {"Anna": 10**30}}, "start_balance.Anna"),
        ({"chip": 0, "currency": "CHF"}, "chip"),
        ({"chip": 10**9, "currency": "CHF"}, "chip"),
        ({"chip": 10, "currency": "shells"}, "currency"),
        ({"chip": 10, "currency": "CHF", "ruleset": "chratze-cash"}, "chip"),
        ({"options": {"ante.each": 10**15}}, "options.ante.each"),
        ({"events": [{"kind": "toast"}]}, "events.1.kind"),
        ({"events": [{"kind": "deal"}], "written_at": ["9999-12-31T23:59:59"]}, "written_at.0"),
        ({"events": [{"kind": "deal"}], "written_at": ["0001-01-01T00:00:00"]}, "written_at.0"),
        ({"events": [{"kind": "deal"}], "written_at": ["2090-01-01T00:00:00"]}, "written_at.0"),
        ({"plays_until": "9999-12-31T23:59:59"}, "plays_until"),
        ({"plays_until": "0001-01-01T00:00:00"}, "plays_until"),
        ({"events": [{"kind": "close", "settle": {"currency": "\ud800"}}]}, "events.1.settle.currency"),
        (
            {"events": [{"kind": "close", "settle": {"currency": "a\x00b"}}, REOPEN]},
            "events.1.settle.currency",
        ),
        ({"events": [{"kind": "close"}, {**PAYMENT, "paid": 10**15}, REOPEN]}, "events.2.to"),
        ({"events": [{"kind": "deal"}] * 10_001}, "events"),
        ({"events": [{"kind": "join", "player": f"Guest {n}"} for n in range(98)]}, "events.98.player"),
        (
            {"events": [{"kind": "deal", "declarer": "Ben", "joined": ["Anna"], "tricks": {"Ben": 9}}]},
            "events.1.tricks",
        ),
        ({"events": [{"kind": "undo"}]}, "events.1.kind"),
        ({"events": [{"kind": "close", "pot": "mine"}]}, "events.1.pot"),
        ({"events": [{"kind": "close", "settle": {"mode": "never"}}]}, "events.1.settle.mode"),
        (
            {"events": [{"kind": "adjust", "from": "Anna", "to": "Ben", "amount": 1, "reason": "x" * 201}]},
            "events.1",
        ),
    ],
)
def test_file_with_a_flaw_is_refused_with_its_place(
    phone: Phone, stored: Reader, change: Data, place: str
) -> None:
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "chratze",
        "players": list(THREE),
        "first_dealer": "Anna",
    }
    before = stored()
    said = flaws(sent(phone, header | change))
    assert any(line.startswith(f"{place}: ") for line in said), said
    assert stored() == before


def test_key_that_stands_twice_is_named(phone: Phone, stored: Reader) -> None:
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "chratze",
        "players": list(THREE),
        "first_dealer": "Anna",
        "events": [{"kind": "deal", "declarer": "Ben", "joined": ["Anna"], "tricks": {}}],
    }
    before = stored()
    twice = json.dumps(header).replace('"tricks": {}', '"tricks": {"Ben": 4, "Ben": 2, "Anna": 2}')
    assert flaws(sent(phone, twice)) == ["events.1.tricks.Ben: Ben stands here twice: leave one of them."]
    assert stored() == before


def test_many_flaws_are_counted(phone: Phone) -> None:
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "chratze",
        "players": list(THREE),
        "first_dealer": "Anna",
    }
    said = flaws(sent(phone, header | {"events": [{"kind": "toast"}] * 50}))
    assert len(said) == 21
    assert said[-1] == "30 more"


def test_names_in_files_are_text(phone: Phone) -> None:
    hostile = ["<script>alert(1)</script>", "=1+1", "{{ 7 * 7 }}"]
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "chratze",
        "players": hostile,
        "first_dealer": "=1+1",
    }
    page = imported(phone, header).page("standing")
    assert {row.text for row in page.root.all("a", class_="slip-link")} == set(hostile)


def test_file_of_a_long_evening_is_taken_and_one_without_end_is_not(phone: Phone, stored: Reader) -> None:
    header = {
        "format": "tavern-ledger-evening",
        "ruleset": "chratze",
        "players": list(THREE),
        "first_dealer": "Anna",
    }
    long = {"events": [{"kind": "deal", "declarer": "Ben", "joined": [], "tricks": {}}] * 6000}
    assert imported(phone, header | long).page().status == 200
    before = stored()
    page = sent(phone, b" " * (25 * 1024 * 1024))
    assert page.status == 413
    assert (
        page.root.one(id="flaws").one("li").text
        == "The file is too large: an evening file has at most 24 MB."
    )
    assert page.has_form("/import")
    assert stored() == before


def test_other_forms_take_no_more_than_before(phone: Phone) -> None:
    assert phone.post("/new/chratze", {"name": "x" * 300_000}).status == 413


def test_home_page_leads_to_it(phone: Phone) -> None:
    assert [link for link in phone.get("/").root.all("a") if link.get("href") == "/import"]


def test_file_has_room_for_the_most_events_with_long_names(phone: Phone) -> None:
    """Seven players of forty Russian letters, all of them in every deal: as it is exported, not longer."""
    names = [f"{'Ш' * 38}{number:02}" for number in range(7)]
    evening = Evening.starts(phone, names=names)
    evening.write(declarer=names[0], joined=names[1:], tricks={names[0]: 2, names[1]: 2})
    small = len(evening.page("files/evening.json").response.get_data())
    evening.write(declarer=names[0], joined=names[1:], tricks={names[0]: 2, names[1]: 2})
    each = len(evening.page("files/evening.json").response.get_data()) - small
    assert small + each * (MOST_EVENTS - 1) < MOST
