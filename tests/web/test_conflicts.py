"""Conflicts: whoever writes on an old page loses nothing, sees what came in between, and decides."""

from typing import Any

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")
IDENTITY = {"csrf_token", "token", "revision"}


def as_typed(page: Page) -> dict[str, list[str]]:
    """Return what a deal's form holds, without what identifies it."""
    fields = page.form("/deals").fields
    return {name: values for name, values in fields.lists() if name not in IDENTITY and any(values)}


def meanwhile(page: Page) -> list[str]:
    """Return what a page says came in between."""
    return [line.text for notice in page.root.all(class_="notice") for line in notice.all("li")]


def test_deal_on_an_old_page_shows_what_came_in_between_and_stays_on_the_form(
    evening: Evening, stored: Reader
) -> None:
    facts: dict[str, Any] = {"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": 2, "Dan": 2}}
    old = evening.deal(**facts, trump_card="2")
    typed = {name: values for name, values in old.lists() if name not in IDENTITY and any(values)}
    evening.write(declarer="Eva")
    evening.write(declarer="nobody")
    before = stored()
    page = evening.send(old)
    assert page.status == 409
    assert stored() == before
    assert meanwhile(page) == ["Deal 1: Eva +5", "Deal 2: nobody played"]
    assert "write it as deal 3" in page.notice
    assert as_typed(page) == typed
    evening.phone.follow(evening.send(page.form("/deals").fields))
    assert evening.page().root.one(class_="said").text == "Deal 3 Dan +7 · Ben +3"


def test_deal_that_came_too_late_can_be_left(evening: Evening) -> None:
    evening.write(declarer="Ben")
    before = evening.page()
    old = evening.deal(before, declarer="Dan")
    evening.write(declarer="Eva")
    page = evening.send(old)
    (leave,) = page.root.one(class_="notice").all("a")
    left = evening.phone.get(leave.get("href"))
    assert left.notice == ""
    assert as_typed(left) == as_typed(evening.page()) != as_typed(page)
    # What takes nothing along has nothing to leave.
    assert not evening.press("undo", before).root.one(class_="notice").all("a")


def test_what_another_phone_wrote_carries_its_name(evening: Evening, other_phone: Phone) -> None:
    old = evening.deal(declarer="Dan")
    other = evening.by_link("write", other_phone)
    other.phone.press(other.page("share/write"), "/device", label="Ben's phone")
    other.write(declarer="Eva")
    other.press("undo")
    page = evening.send(old)
    assert page.status == 409
    assert meanwhile(page) == ["A deal that was undone since. (Ben's phone)", "Undone. (Ben's phone)"]


def test_token_used_for_another_deal_is_a_conflict_and_the_draft_stays(
    evening: Evening, stored: Reader
) -> None:
    first = evening.deal(declarer="Dan")
    evening.send(first)
    before = stored()
    other = first.copy()
    other["declarer"] = evening.seat("Eva")
    page = evening.send(other)
    assert page.status == 409
    assert stored() == before
    assert page.form("/deals").fields["declarer"] == evening.seat("Eva")
    assert page.form("/deals").fields["token"] != first["token"]
    evening.phone.follow(evening.send(page.form("/deals").fields))
    assert evening.balances()["Eva"] == "+3"


def test_token_used_for_another_deal_on_the_newest_page_names_that_deal(evening: Evening) -> None:
    first = evening.deal(declarer="Dan")
    evening.send(first)
    other = evening.deal(declarer="Eva", token=first["token"])
    page = evening.send(other)
    assert page.status == 409
    # "The book has moved on" would be no reason: it has not, since this page was opened.
    assert meanwhile(page) == ["Deal 1: Dan +5"]


def test_undo_on_an_old_page_takes_nothing_back(evening: Evening, stored: Reader) -> None:
    evening.write(declarer="Dan")
    old = evening.page()
    evening.write(declarer="Eva")
    before = stored()
    page = evening.press("undo", old)
    assert page.status == 409
    assert meanwhile(page) == ["Deal 2: Eva +5"]
    assert stored() == before


def test_closing_on_an_old_page_closes_nothing(evening: Evening, stored: Reader) -> None:
    old = evening.page("close")
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    before = stored()
    page = evening.phone.press(old, "/close")
    assert page.status == 409
    assert stored() == before
    # What stays in the pot is what it is now, not what it was on the old page.
    assert "10\u00a0chips" in page.root.one(class_="lead").text
    evening.phone.follow(evening.phone.press(page, "/close"))


def test_deal_for_an_evening_closed_meanwhile_is_not_lost(evening: Evening) -> None:
    old = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": 2})
    evening.close()
    page = evening.send(old)
    assert page.status in (409, 422)
    assert "The evening is closed: reopen it to write." in page.notice
    assert any(link.get("href") == evening.path("reopen") for link in page.root.all("a"))
    assert not page.has_form("/undo")
    fields = page.form("/deals").fields
    assert (fields["declarer"], fields["tricks_1"]) == (evening.seat("Dan"), "2")


def test_deal_for_a_closed_evening_reopens_it_and_is_written_in_one_action(
    evening: Evening, stored: Reader
) -> None:
    evening.write(declarer="Eva")
    old = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": 2})
    evening.close()
    page = evening.send(old)
    assert page.root.one("button", class_="write").one(class_="do").text == "Reopen and write"
    deal = page.form("/deals").fields
    # The numbers are those of the table that is reopened, in the page and as they are tapped.
    assert page.root.one(class_="meta").text == "Pot · Deal 2 · Ben deals"
    assert page.root.one("h1", class_="pot").text == "Pot 5"
    assert page.root.one("button", class_="write").one(class_="says").text == "Pot 5 → 5"
    assert evening.preview(deal)["says"] == "Pot 5 → 5"
    before = stored()["events"]
    written = evening.phone.follow(evening.send(deal))
    assert written.root.one(class_="said").text == "Deal 2 Dan +4 · Ben +1"
    events = stored()["events"][len(before) :]
    assert [row[2] for row in events] == ["reopen", "deal"]
    assert len({row[5] for row in events}) == 1
    assert evening.send(deal).status == 303
    assert len(stored()["events"]) == len(before) + 2


def test_payments_that_reopening_touches_are_shown_before_a_deal_reopens_the_evening(
    evening: Evening, stored: Reader
) -> None:
    evening.write(declarer="Eva")
    old = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": 2}, trump_card="2")
    evening.close()
    asked = evening.send(old)
    assert "taken into account" not in asked.text
    # Somebody pays while the question stands on the page: it is asked again, with what was paid.
    evening.phone.follow(evening.phone.press(evening.page("settling"), "/settling/1"))
    before = stored()
    again = evening.send(asked.form("/deals").fields)
    assert again.status == 409
    assert stored() == before
    assert "See what reopening changes" in again.notice
    assert "They stay noted, and are taken into account then: Anna → Eva 1" in again.text
    assert as_typed(again) == as_typed(asked) | {"reopen": ["3"]}
    written = evening.phone.follow(evening.send(again.form("/deals").fields))
    assert written.root.one(class_="said").text == "Deal 2 Dan +4 · Ben +1"
    # Sent once more, it leads where it led.
    assert evening.send(again.form("/deals").fields).status == 303
    assert [row[2] for row in stored()["events"]][-2:] == ["reopen", "deal"]


def test_payments_are_shown_on_the_page_that_asks_to_reopen(evening: Evening) -> None:
    evening.write(declarer="Eva")
    old = evening.deal(declarer="Dan")
    evening.close()
    evening.phone.follow(evening.phone.press(evening.page("settling"), "/settling/1"))
    asked = evening.send(old)
    assert "They stay noted, and are taken into account then: Anna → Eva 1" in asked.text
    assert evening.send(asked.form("/deals").fields).status == 303


def test_deal_that_cannot_be_written_reopens_nothing(evening: Evening, stored: Reader) -> None:
    old = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": 2})
    evening.close()
    deal = evening.send(old).form("/deals").filled(tricks_1="5")
    before = stored()
    page = evening.send(deal)
    assert page.status == 422
    assert page.notice == "Tricks too many: 1. There are 4."
    assert page.form("/deals").fields["tricks_1"] == "5"
    assert stored() == before


def test_deal_for_an_evening_that_another_phone_reopened_is_a_conflict(
    evening: Evening, stored: Reader
) -> None:
    old = evening.deal(declarer="Dan")
    evening.close()
    deal = evening.send(old).form("/deals").fields
    evening.reopen()
    before = stored()
    page = evening.send(deal)
    assert page.status == 409
    assert stored() == before
    assert page.root.one("button", class_="write").one(class_="do").text == "Write it down"
    evening.phone.follow(evening.send(page.form("/deals").fields))
    assert evening.balances()["Dan"] == "+4"


def test_striker_of_an_old_page_does_not_drop_out_when_another_deals(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    old = evening.deal(tricks={"Ben": 1, "Carla": 2})
    evening.write(tricks={"Ben": 1})
    page = evening.send(old)
    assert page.status == 409
    # Anna struck with one trick. As Ben's deal that is another deal: her trick and her part must be visible.
    fields = page.form("/deals").fields
    assert evening.seat("Anna") in fields.getlist("joined")


def test_conflict_keeps_what_could_not_be_read(evening: Evening) -> None:
    old = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": "two"})
    evening.write(declarer="Eva")
    page = evening.send(old)
    assert page.status in (409, 422)
    assert page.form("/deals").fields["tricks_1"] == "two"


def test_other_evenings_writing_is_no_conflict(evening: Evening) -> None:
    elsewhere = Evening.starts(evening.phone)
    deal = evening.deal(declarer="Dan")
    elsewhere.write(declarer="Eva")
    assert evening.send(deal).status == 303
