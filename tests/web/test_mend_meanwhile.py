"""Putting the book right while others write, close or put it right too: nothing is lost."""

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.mending import looked, opened, three_deals, wrote
from tests.web.phone import Phone


def test_of_two_phones_that_correct_the_same_deal_the_other_sees_both_versions(
    evening: Evening, other_phone: Phone, stored: Reader
) -> None:
    three_deals(evening)
    other = evening.by_link("write", other_phone)
    mine = looked(evening, opened(evening, "correct-1"), tricks_2="1", tricks_1="1")
    theirs = looked(other, opened(other, "correct-1"), tricks_2="3")
    wrote(evening, mine, reason="Ben had one")
    before = stored()
    page = other.phone.press(theirs, "/mend/write", reason="Carla had three")
    assert page.status == 409
    assert stored() == before
    assert "Deal 1 was corrected: Dan Chratzer 2 · Ben 1 · Carla 1" in page.notice
    versions = page.root.one(class_="versions").text
    assert versions.startswith("Deal 1 In the book Dan Chratzer 2 · Ben 1 · Carla 1")
    assert versions.endswith("New Dan Chratzer 1 · Ben 0 · Carla 3")
    assert page.form("/mend/write").fields["reason"] == "Carla had three"
    assert page.root.one("button", class_="primary").text == "Write it anyway"
    book = wrote(other, page)
    history = [step.text for step in book.root.one(id="event-1").one(class_="history").all("li")]
    assert [line.split()[0] for line in history] == ["Written", "Corrected", "Corrected"]
    assert history[2].endswith("Dan Chratzer 1 · Ben 0 · Carla 3 Reason: Carla had three")


def test_form_of_a_deal_that_was_corrected_meanwhile_loses_nothing(
    evening: Evening, other_phone: Phone
) -> None:
    three_deals(evening)
    other = evening.by_link("write", other_phone)
    form = opened(other, "correct-1")
    wrote(evening, looked(evening, opened(evening, "correct-1"), tricks_2="3"))
    page = looked(other, form, tricks_1="2", tricks_2="1")
    assert page.status == 409
    assert "New Dan Chratzer 1 · Ben 2 · Carla 1" in page.text
    assert page.has_form("/mend/write")


def test_deal_that_was_struck_meanwhile_is_said_to_be_gone(
    evening: Evening, other_phone: Phone, stored: Reader
) -> None:
    three_deals(evening)
    other = evening.by_link("write", other_phone)
    theirs = looked(other, opened(other, "correct-1"), tricks_2="3")
    form = opened(other, "correct-1")
    wrote(evening, opened(evening, "strike-1"))
    before = stored()
    for page in (other.phone.press(theirs, "/mend/write"), looked(other, form, tricks_2="3")):
        assert page.status == 409
        assert "Not in the book any more" in page.text
    assert "Dan Chratzer 1 · Ben 0 · Carla 3" in other.phone.press(theirs, "/mend/write").text
    assert stored() == before


def test_correction_sent_again_is_written_once(evening: Evening, stored: Reader) -> None:
    evening.write(declarer="nobody")
    evening.write(declarer="Carla")
    page = looked(evening, opened(evening, "correct-1"), declarer=evening.seat("Ben"))
    first = evening.phone.press(page, "/mend/write", reason="it was Ben")
    once = stored()
    again = evening.phone.press(page, "/mend/write", reason="it was Ben")
    assert (again.status, again.location) == (first.status, first.location)
    assert stored() == once


def test_closed_evening_is_reopened_first_and_keeps_what_was_typed(evening: Evening, stored: Reader) -> None:
    three_deals(evening)
    form = opened(evening, "correct-1")
    evening.close()
    page = opened(evening, "correct-1")
    assert "reopen the evening first" in page.text
    reopening = evening.phone.get(page.root.one("a", class_="primary").get("href"))
    evening.phone.follow(evening.phone.press(reopening, "/reopen"))
    looked_at = looked(evening, form, tricks_2="3")
    evening.close()
    before = stored()
    page = evening.phone.press(looked_at, "/mend/write", reason="typed")
    assert page.status == 409
    assert stored() == before
    assert "Dan Chratzer 1 · Ben 0 · Carla 3" in page.text
    assert "These payments are open, and will be worked out anew" in page.text
    page = evening.phone.press(page, "/mend/reopen")
    assert page.form("/mend/write").fields["reason"] == "typed"
    wrote(evening, page)
    assert "Carla 3" in evening.page("book").root.one(id="event-1").text


def test_choice_made_while_the_book_moved_on_shows_it_anew_first(
    evening: Evening, other_phone: Phone
) -> None:
    evening.write(declarer="nobody")
    evening.write(declarer="Carla")
    page = looked(evening, opened(evening, "correct-1"), declarer=evening.seat("Ben"))
    evening.by_link("write", other_phone).write(declarer="Dan")
    again = evening.phone.press(page, "/mend")
    assert again.status == 409
    assert "Deal 3: Dan" in again.notice
    assert evening.phone.press(again, "/mend").status == 200
