"""Closing: what it leaves, that a closed evening can only be read, and the way back."""

import re
from typing import Any

import pytest

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")


def test_closing_says_what_stays_in_the_pot(evening: Evening) -> None:
    lead = evening.page("close").root.one(class_="lead").text
    assert lead == "The pot is empty."
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    assert "10\u00a0chips" in evening.page("close").root.one(class_="lead").text


def test_one_chip_stays_in_the_singular(evening: Evening) -> None:
    facts = {"declarer": "Anna", "joined": ["Ben", "Eva"], "tricks": {"Ben": 1, "Eva": 1}}
    evening.write(**facts)
    lead = evening.page("close").root.one(class_="lead").text
    assert "1\u00a0chip" in lead
    assert not {"chips", "stay"} & set(re.findall(r"\w+", lead))


def test_nothing_is_closed_by_looking(evening: Evening, stored: Reader) -> None:
    before = stored()
    page = evening.page("close")
    assert page.root.one("a", class_="button").get("href") == evening.path()
    assert stored() == before


def test_closing_is_always_possible(evening: Evening) -> None:
    closed = evening.close()
    assert "The evening is closed." in closed.notice
    assert evening.pot() == "0"


def test_closing_books_nothing(evening: Evening, stored: Reader) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    before = (evening.balances(), evening.pot(), stored()["postings"])
    evening.close()
    assert (evening.balances(), evening.pot(), stored()["postings"]) == before


def test_closed_evening_offers_nothing_to_write(evening: Evening) -> None:
    evening.write(declarer="Dan")
    evening.close()
    page = evening.page()
    for ending in ("/deals", "/undo", "/redo"):
        assert not page.has_form(ending)
    assert [link.get("href") for link in page.root.all("a", class_="primary")] == [evening.path("reopen")]
    assert page.root.one(class_="said").text == "The evening is closed."


def test_closed_evening_can_be_read(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan")
    evening.close()
    for where in ("", "book", "standing", "rules", "live"):
        assert evening.page(where).status == 200
        assert watcher.page(where).status == 200


@pytest.mark.parametrize("facts", [{"declarer": "Eva"}, {"declarer": "nobody"}])
def test_closed_evening_takes_no_deal(evening: Evening, stored: Reader, facts: dict[str, Any]) -> None:
    deal = evening.deal(**facts)
    evening.close()
    before = stored()
    for revision in ("0", "1"):
        deal["revision"] = revision
        page = evening.send(deal)
        assert page.status in (409, 422)
        assert "The evening is closed: reopen it to write." in page.notice
    assert stored() == before


def test_closing_twice_by_two_phones_is_told(evening: Evening, other_phone: Phone, stored: Reader) -> None:
    other = evening.by_link("write", other_phone)
    page = other.page("close")
    evening.close()
    before = stored()
    late = other_phone.press(page, "/close")
    assert late.status == 409
    assert "The evening is closed." in late.notice
    assert stored() == before


def test_reopened_evening_goes_on_where_it_was(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    evening.close()
    evening.reopen()
    page = evening.page()
    assert page.root.one(class_="said").text == "The evening was reopened."
    assert page.root.one(class_="meta").text == "Deal 2 · Ben deals · 10 + 5 antes"
    evening.write(declarer="Ben")
    assert evening.balances()["Ben"] == "+18"


def test_reopening_is_one_logged_action(evening: Evening, stored: Reader) -> None:
    evening.close()
    evening.reopen()
    assert [row[2] for row in stored()["events"]] == ["open", "close", "reopen"]


def test_reopening_an_open_evening_is_refused(evening: Evening, stored: Reader) -> None:
    evening.close()
    page = evening.page("reopen")
    evening.reopen()
    before = stored()
    assert evening.phone.press(page, "/reopen", token="another-token-0001").status == 409
    assert stored() == before


def test_rotation_says_when_everybody_has_dealt(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    for _deal in range(3):
        assert "Everybody has dealt" not in evening.page().text
        evening.write(joined=["Anna", "Ben", "Carla"], seven="1", tricks={"Ben": 1, "Anna": 1, "Carla": 2})
    page = evening.page()
    assert "Everybody has dealt: close the evening." in page.text
    assert page.root.one("a", class_="fact").get("href") == evening.path("close")


def test_time_that_is_up_says_what_ends_the_evening(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE, date="2026-01-02", until="20:00")
    assert "Time is up" not in evening.page().text
    evening.write(declarer="Ben", joined=["Anna"], tricks={"Anna": 4})
    assert "Time is up: it ends once nobody fails." in evening.page().text
    evening.write(declarer="Carla")
    assert "Time is up: close the evening." in evening.page().text


def test_playing_time_that_is_not_up_says_nothing(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE, date="2099-01-02", until="20:00")
    evening.write(declarer="Ben")
    assert "Time is up" not in evening.page().text
