"""Closing: what it leaves, that a closed evening can only be read, and the way back."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.web.conftest import Reader
from tests.web.evening import NAMES, Evening
from tests.web.page import Page
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
    assert page.root.one("main").one("a", class_="button").get("href") == evening.path()
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
    page = evening.reopen()
    assert page.has_form("/deals")
    assert page.root.one(class_="said").text == "The evening was reopened."
    assert page.root.one(class_="meta").text == "Pot · Deal 2 · Ben deals · 10 + 5 antes"
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


# 30 carried and 35 with the antes, Carla having failed: what each way gives to whom of the five, and leaves.
WAYS: Mapping[str, tuple[Mapping[str, int], str, str]] = {
    "keep": ({}, "30", "The evening was closed."),
    "split": (dict.fromkeys(NAMES, 6), "0", "The evening was closed. The pot was split equally."),
    "winners": ({"Dan": 30}, "0", "The evening was closed. The pot went to who won last."),
    "refund": (
        {"Carla": 20, "Eva": 10},
        "0",
        "The evening was closed. The pot went back to those whose money it was.",
    ),
}
BEFORE: Mapping[str, int] = {"Anna": -2, "Ben": -7, "Carla": -21, "Dan": 12, "Eva": -12}


def carried(evening: Evening) -> None:
    """Write two deals that leave 30 in the pot, 35 with the antes."""
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Dan": 2, "Carla": 2})
    evening.write(declarer="Carla", joined=["Dan", "Eva"], tricks={"Carla": 1, "Dan": 3})
    assert evening.page().root.one(class_="meta").text.endswith("30 + 5 antes")


def as_number(text: str) -> int:
    """Return a gain or loss as it is shown; a dash is none."""
    return int(text.replace("−", "-").replace("–", "0"))


def shared(page: Page) -> dict[str, dict[str, int]]:
    """Return what the closing page says each way would give everybody."""
    table = page.root.one("table", class_="ways")
    ways = [radio.get("value") for radio in table.all("input", name="pot")]
    gives: dict[str, dict[str, int]] = {way: {} for way in ways}
    for row in table.one("tbody").all("tr"):
        for way, cell in zip(ways, row.all("td"), strict=True):
            if got := as_number(cell.text):
                gives[way][row.one("bdi").text] = got
    return gives


def test_open_pot_is_shown_with_what_each_way_would_give_everybody(evening: Evening) -> None:
    carried(evening)
    page = evening.page("close")
    assert page.root.one(class_="lead").text == "In the pot: 30\u00a0chips. What becomes of it?"
    assert "5\u00a0chips: everybody takes them back." in page.text
    assert shared(page) == {way: dict(gives) for way, (gives, _pot, _told) in WAYS.items()}
    assert page.form("/close").fields["pot"] == "keep"
    assert "Play one more deal, then choose again" in page.text


def test_empty_pot_is_told_apart_from_the_antes_of_a_next_deal(evening: Evening) -> None:
    page = evening.page("close")
    assert page.root.one(class_="lead").text == "The pot is empty."
    assert "5\u00a0chips: everybody takes them back." in page.text
    evening.close()
    assert "takes them back" not in evening.page("close").text


@pytest.mark.parametrize("way", WAYS)
def test_way_that_is_chosen_is_booked_with_its_reason_and_reopening_takes_it_back(
    evening: Evening, way: str
) -> None:
    gives, pot, told = WAYS[way]
    carried(evening)
    evening.phone.follow(evening.phone.press(evening.page("close"), "/close", pot=way))
    after = {name: as_number(balance) for name, balance in evening.balances().items()}
    assert after == {name: BEFORE[name] + gives.get(name, 0) for name in NAMES}
    assert evening.pot() == pot
    entry = evening.page("book").root.all("li", class_="entry")[0]
    assert entry.one("strong").text == told
    changes = [change.text for change in entry.all(class_="change")]
    assert sorted(changes) == [f"{name} +{got}" for name, got in sorted(gives.items())]
    evening.reopen()
    after = {name: as_number(balance) for name, balance in evening.balances().items()}
    assert (after, evening.pot()) == (dict(BEFORE), "30")


def test_odd_coins_go_out_from_behind_the_last_dealer_on(evening: Evening) -> None:
    carried(evening)
    evening.phone.follow(
        evening.phone.press(evening.page("money/move"), "/money/move", source="-1", target="0", amount="2")
    )
    gives = shared(evening.page("close"))
    assert gives["split"] == {"Carla": 6, "Dan": 6, "Eva": 6, "Anna": 5, "Ben": 5}
    assert gives["refund"] == {"Carla": 18, "Eva": 10}


def test_pot_for_winners_is_not_offered_where_none_of_them_is_here(evening: Evening, stored: Reader) -> None:
    carried(evening)
    seat = evening.seat("Dan")
    evening.phone.follow(evening.phone.press(evening.page(f"people/{seat}"), "/leave"))
    page = evening.page("close")
    assert "disabled" in page.root.one("input", value="winners").attributes
    before = stored()
    assert evening.phone.press(page, "/close", pot="winners").status == 409
    assert stored() == before


def test_way_that_does_not_exist_is_refused_and_the_others_stay_chosen(
    evening: Evening, stored: Reader
) -> None:
    carried(evening)
    before = stored()
    page = evening.phone.press(evening.page("close"), "/close", pot="burn")
    assert page.status == 422
    assert "Choose one of these." in page.text
    again = evening.phone.press(evening.page("close"), "/close", pot="split", chip="a lot")
    assert again.status == 422
    assert again.form("/close").fields["pot"] == "split"
    assert stored() == before


def test_who_left_is_given_back_what_is_theirs_but_no_share(evening: Evening) -> None:
    carried(evening)
    seat = evening.seat("Eva")
    evening.phone.follow(evening.phone.press(evening.page(f"people/{seat}"), "/leave"))
    gives = shared(evening.page("close"))
    assert gives["refund"] == {"Carla": 20, "Eva": 10}
    assert gives["split"] == {"Anna": 7, "Ben": 7, "Carla": 8, "Dan": 8}


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
