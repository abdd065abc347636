"""“That's not right”: a watcher says so, the scribe sees it and answers, and the book stays as it was."""

import pytest
from flask import Flask

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

SAYS = "A watcher: deal 1 is not right."


def beside(page: Page) -> str:
    """Return what the page shows beside the book."""
    return page.root.one(id="beside").text


def flag(watcher: Evening) -> Page:
    """Say on the table page that the last deal is not right, and return the page that follows."""
    return watcher.phone.follow(watcher.press("flags"))


@pytest.fixture
def dealt(evening: Evening) -> Evening:
    """Return the evening with one deal written."""
    evening.write(declarer="Dan")
    return evening


def test_watcher_flags_and_the_scribe_sees_it(dealt: Evening, watcher: Evening) -> None:
    assert beside(watcher.page()) == "Deal 1: that's not right"
    page = flag(watcher)
    assert beside(page) == "You said that deal 1 is not right. The scribe sees it."
    assert not page.has_form("/flags")
    assert beside(dealt.page()).startswith(SAYS)


@pytest.mark.parametrize(
    ("verdict", "answer"),
    [("right", "deal 1 is right."), ("corrected", "deal 1 was corrected.")],
)
def test_scribe_answers_and_the_watcher_reads_it(
    dealt: Evening, watcher: Evening, verdict: str, answer: str
) -> None:
    flag(watcher)
    page = dealt.phone.follow(dealt.press(f"flags/1/{verdict}"))
    assert SAYS not in page.text
    assert not page.has_form(f"flags/1/{verdict}")
    assert beside(watcher.page()) == f"Another phone answers: {answer}"
    assert dealt.page("book").root.one(class_="remarks").text.endswith(f"This phone answers: {answer}")


def test_answer_goes_once_the_evening_went_on(dealt: Evening, watcher: Evening) -> None:
    flag(watcher)
    dealt.press("flags/1/right")
    dealt.write(declarer="Eva")
    assert "deal 1 is right." in beside(watcher.page())
    dealt.write(declarer="Ben")
    assert "deal 1 is right." not in beside(watcher.page())


def test_answer_goes_when_the_evening_is_closed(dealt: Evening, watcher: Evening) -> None:
    flag(watcher)
    dealt.press("flags/1/right")
    dealt.close()
    assert "deal 1 is right." not in beside(watcher.page())


def test_flag_and_answer_are_in_the_trail(dealt: Evening, watcher: Evening) -> None:
    dealt.phone.follow(dealt.phone.press(dealt.page("share/write"), "/device", label="Anna's phone"))
    flag(watcher)
    dealt.press("flags/1/right")
    remarks = [line.text.split(" ", 1)[1] for line in dealt.page("book").root.one(class_="remarks").all("li")]
    assert remarks == [SAYS, "Anna's phone answers: deal 1 is right."]


def test_flag_changes_nothing_but_itself(dealt: Evening, watcher: Evening, stored: Reader) -> None:
    tag = watcher.page("live").response.headers["ETag"]
    before = stored()
    flag(watcher)
    dealt.press("flags/1/right")
    after = stored()
    assert {name for name in after if after[name] != before[name]} == {"flags"}
    assert watcher.phone.get(watcher.path("live"), headers={"If-None-Match": tag}).status == 304


def test_phone_has_one_open_flag(dealt: Evening, watcher: Evening, stored: Reader) -> None:
    page = watcher.page()
    for _time in range(3):
        assert watcher.press("flags", page).status == 303
    dealt.write(declarer="Eva")
    assert not watcher.page().has_form("/flags")
    assert len(stored()["flags"]) == 1
    dealt.press("flags/1/right")
    flag(watcher)
    assert [row[3] for row in stored()["flags"]] == [1, 2]


def test_deal_that_is_the_last_no_more_is_to_be_looked_at_again(
    dealt: Evening, watcher: Evening, stored: Reader
) -> None:
    page = watcher.page()
    dealt.write(declarer="Eva")
    answer = watcher.press("flags", page)
    assert answer.status == 409
    assert "Something else was written meanwhile." in answer.notice
    assert stored()["flags"] == []
    assert beside(answer) == "Deal 2: that's not right"


def test_there_is_nothing_to_flag_before_a_deal_and_after_closing(evening: Evening, watcher: Evening) -> None:
    assert not watcher.page().has_form("/flags")
    evening.write(declarer="Dan")
    evening.press("undo")
    assert not watcher.page().has_form("/flags")


@pytest.mark.parametrize("event", ["", "x", "0", "-1", "99999999999999999999", None])
def test_flag_for_nothing_is_refused(
    dealt: Evening, watcher: Evening, stored: Reader, event: str | None
) -> None:
    page = watcher.phone.press(watcher.page(), "/flags", event=event)
    assert page.status in (409, 422)
    assert stored()["flags"] == []


def test_page_too_old_is_shown_again(dealt: Evening, watcher: Evening) -> None:
    page = watcher.phone.press(watcher.page(), "/flags", csrf_token="expired")
    assert page.status == 422
    assert "too old" in page.notice
    assert watcher.phone.press(page, "/flags").status == 303


def test_flags_are_counted_by_address(as_served: Flask) -> None:
    evening = Evening.starts(Phone(as_served))
    evening.write(declarer="Dan")
    watcher = evening.by_link("watch", Phone(as_served, address="198.51.100.9"))
    page = watcher.page()
    answers = [watcher.press("flags", page).status for _time in range(8)]
    assert answers[0] == 303
    assert answers[-1] == 429
    assert "Too many tries." in watcher.press("flags", page).text


def test_watcher_answers_no_flag(dealt: Evening, watcher: Evening, stored: Reader) -> None:
    flag(watcher)
    before = stored()
    data = {"csrf_token": watcher.phone.csrf_token}
    assert watcher.phone.post(watcher.path("flags/1/right"), data).status == 403
    assert stored() == before


@pytest.mark.parametrize("verdict", ["wrong", "RIGHT", "right%20"])
def test_there_is_no_third_answer(dealt: Evening, watcher: Evening, stored: Reader, verdict: str) -> None:
    flag(watcher)
    data = {"csrf_token": dealt.phone.csrf_token}
    assert dealt.phone.post(dealt.path(f"flags/1/{verdict}"), data).status == 404
    assert [row[6] for row in stored()["flags"]] == [None]


def test_flag_of_no_number_is_answered_by_nobody(dealt: Evening) -> None:
    data = {"csrf_token": dealt.phone.csrf_token}
    assert dealt.phone.post(dealt.path(f"flags/{'9' * 40}/right"), data).status == 404


def test_phone_that_lost_the_book_answers_no_flag(
    dealt: Evening, watcher: Evening, other_phone: Phone, stored: Reader
) -> None:
    flag(watcher)
    page = dealt.page()
    other = dealt.by_link("write", other_phone)
    other.phone.follow(other.press("scribe", other.page("share/write")))
    assert dealt.press("flags/1/right", page).status == 409
    assert [row[6] for row in stored()["flags"]] == [None]


def test_what_is_beside_the_book_is_polled(dealt: Evening, watcher: Evening, other_phone: Phone) -> None:
    for evening in (dealt, watcher):
        page = evening.page()
        tag = f'"{page.root.one(id="beside").get("data-tag")}"'
        headers = {"If-None-Match": tag}
        assert evening.phone.get(evening.path("beside"), headers=headers).status == 304
        if evening is dealt:
            flag(watcher)
            fresh = evening.phone.get(evening.path("beside"), headers=headers)
            assert fresh.status == 200
            assert beside(fresh) == beside(evening.page())
    dealt.press("links/watch")
    assert watcher.page("beside").status == 404


def test_only_who_waits_for_something_asks(dealt: Evening, watcher: Evening) -> None:
    asks = [evening.page().root.one(id="beside").get("data-asks") for evening in (dealt, watcher)]
    assert asks == ["1", ""]
    assert flag(watcher).root.one(id="beside").get("data-asks") == "1"
    dealt.press("flags/1/right")
    assert watcher.page().root.one(id="beside").get("data-asks") == ""
