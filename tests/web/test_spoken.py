"""A spoken code: made on the share page, entered on the start page, for watching only, not to be guessed."""

import datetime

import pytest
from flask import Flask

from ledger.store import spoken
from ledger.web import spoken as pages
from ledger.web.access import now
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

WRONG = "ABCD EFGH"


def code_of(evening: Evening) -> str:
    """Return the code as the share page shows it."""
    return evening.page("share").root.one(class_="spoken").text


def made(evening: Evening) -> str:
    """Make a code, and return it."""
    page = evening.phone.follow(evening.phone.press(evening.page("share"), "/code"))
    return page.root.one(class_="spoken").text


def enter(phone: Phone, code: str) -> Page:
    return phone.press(phone.get("/"), "/code", letters=code)


def test_code_is_shown_in_groups_of_four(evening: Evening) -> None:
    assert not evening.page("share").root.all(class_="spoken")
    first, second = made(evening).split(" ")
    assert (len(first), len(second)) == (4, 4)
    assert set(first + second) <= set(spoken.ALPHABET)
    assert code_of(evening) == f"{first} {second}"


def test_phone_with_the_code_watches_and_no_more(evening: Evening, other_phone: Phone) -> None:
    page = other_phone.follow(enter(other_phone, made(evening).lower()))
    assert page.root.one("h1", class_="pot").text == "Pot 5"
    assert not page.has_form("/deals")
    watcher = evening.on(other_phone)
    assert watcher.page("share/write").status == 403
    # The link to watch would not stop with the code.
    assert not watcher.page("share").root.all(id="address")
    assert evening.link("watch") not in watcher.page("share").html
    assert not watcher.page("share").root.all(class_="spoken")


def test_phone_that_watches_already_does_not_swap_its_link_for_the_code(
    evening: Evening, watcher: Evening
) -> None:
    watcher.phone.follow(enter(watcher.phone, made(evening)))
    evening.phone.follow(evening.phone.press(evening.page("share"), "/code/revoke"))
    assert watcher.page().status == 200


def test_wrong_codes_are_counted_by_network_where_one_caller_has_many_addresses(as_served: Flask) -> None:
    for number in range(10):
        assert enter(Phone(as_served, address=f"2001:db8::{number}"), WRONG).status == 422
    assert enter(Phone(as_served, address="2001:db8::ffff"), WRONG).status == 429
    assert enter(Phone(as_served, address="2001:db8:0:1::1"), WRONG).status == 422


def test_code_takes_writing_from_nobody(evening: Evening) -> None:
    evening.phone.follow(enter(evening.phone, made(evening)))
    assert evening.page().has_form("/deals")


def test_new_code_stops_the_old_one_at_once(evening: Evening, other_phone: Phone) -> None:
    old = made(evening)
    other_phone.follow(enter(other_phone, old))
    new = made(evening)
    assert new != old
    assert evening.on(other_phone).page().status == 404
    assert enter(other_phone, old).status == 422
    assert other_phone.follow(enter(other_phone, new)).status == 200


def test_revoked_code_is_shown_no_more_and_stops(evening: Evening, other_phone: Phone) -> None:
    code = made(evening)
    other_phone.follow(enter(other_phone, code))
    evening.phone.follow(evening.phone.press(evening.page("share"), "/code/revoke"))
    assert not evening.page("share").root.all(class_="spoken")
    assert evening.on(other_phone).page("live").status == 404
    assert enter(other_phone, code).status == 422


def test_new_link_to_watch_stops_the_code_too(evening: Evening, other_phone: Phone) -> None:
    code = made(evening)
    evening.phone.follow(evening.phone.press(evening.page("share"), "/links/watch"))
    assert enter(other_phone, code).status == 422


def test_code_is_good_for_the_evening(
    evening: Evening, other_phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = made(evening)
    evening.close()
    assert enter(other_phone, code).status == 303
    later = now() + spoken.AFTER_CLOSING + datetime.timedelta(minutes=1)
    monkeypatch.setattr(pages, "now", lambda: later)
    assert enter(Phone(other_phone.app, address="192.0.2.78"), code).status == 422
    # Who came by it goes on reading.
    assert evening.on(other_phone).page().status == 200


@pytest.mark.parametrize("typed", ["", "ABCD", "ABCDEFGI", "x" * 70, "ABCD EFGH K", "\x00", "🂡" * 8])
def test_what_is_no_code_is_told_at_its_field_and_kept(other_phone: Phone, typed: str) -> None:
    page = enter(other_phone, typed)
    assert page.status == 422
    assert "eight letters" in page.flaw_of("letters")
    assert page.form("/code").fields["letters"] == typed.replace("\x00", "")[:60]


def test_wrong_code_says_what_to_do(other_phone: Phone) -> None:
    page = enter(other_phone, WRONG)
    assert page.status == 422
    assert "read it out again" in page.flaw_of("letters")


def test_code_of_a_page_that_was_too_old_is_kept(other_phone: Phone) -> None:
    page = other_phone.press(other_phone.get("/"), "/code", letters=WRONG, csrf_token="expired")
    assert page.status == 422
    assert "too old" in page.flaw_of("letters")
    assert other_phone.press(page, "/code").status == 422


def test_guesses_are_counted_by_address_and_good_codes_are_not(as_served: Flask) -> None:
    evening = Evening.starts(Phone(as_served))
    code = made(evening)
    guesser = Phone(as_served, address="198.51.100.9")
    for _time in range(15):
        assert enter(guesser, code).status == 303
    answers = [enter(guesser, WRONG).status for _time in range(12)]
    assert answers[:8] == [422] * 8
    assert answers[-1] == 429
    assert enter(guesser, code).status == 429
    assert enter(Phone(as_served, address="198.51.100.10"), code).status == 303


def test_code_is_never_stored(evening: Evening, stored: Reader) -> None:
    code = made(evening).replace(" ", "")
    assert code not in repr(stored())


def test_watcher_makes_and_revokes_no_code(evening: Evening, watcher: Evening, stored: Reader) -> None:
    code = made(evening)
    before = stored()
    assert not watcher.page("share").has_form("/code")
    for where in ("code", "code/revoke"):
        answer = watcher.phone.post(watcher.path(where), {"csrf_token": watcher.phone.csrf_token})
        assert answer.status == 403
    assert stored() == before
    assert code_of(evening) == code
