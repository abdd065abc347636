"""Handing over the book: one tap takes it, one tap takes it back, and nothing typed is lost on the way."""

import pytest

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

BEN = "Ben's phone"


@pytest.fixture
def other(evening: Evening, other_phone: Phone) -> Evening:
    """Return the evening on a second phone that may write, which is called Ben's phone."""
    other = evening.by_link("write", other_phone)
    other_phone.follow(other_phone.press(other.page("share/write"), "/device", label=BEN))
    return other


def take(evening: Evening) -> Page:
    """Take the book over on the share page, and return the page that follows."""
    return evening.phone.follow(evening.phone.press(evening.page("share/write"), "/scribe"))


def take_back(phone: Phone, refused: Page) -> Page:
    """Press the one button of the page that refused, as a browser does: it sends the form again."""
    form = refused.form("/scribe")
    data = form.filled()
    page = phone.post(form.action, data)
    assert page.status == 307
    return phone.post(page.location, data)


def test_table_that_never_hands_over_notices_nothing(evening: Evening, other: Evening) -> None:
    evening.write(declarer="Dan")
    other.write(declarer="Eva")
    page = evening.write(declarer="Ben")
    assert "took over" not in page.text
    assert not page.has_form("/scribe")


def test_page_shows_who_is_writing(evening: Evening, other: Evening) -> None:
    watcher = evening.by_link("watch", Phone(evening.phone.app))
    other.write(declarer="Dan")
    assert f"{BEN} writes now." in evening.page("share/write").text
    assert f"{BEN} writes now." in watcher.page("share").text
    assert "This phone writes now." in other.page("share/write").text
    take(evening)
    assert "This phone writes now." in evening.page("share/write").text
    assert "Another phone writes now." in other.page("share/write").text
    assert not evening.page("share/write").has_form("/scribe")


def test_book_is_taken_over_from_either_page_of_links(evening: Evening, other: Evening) -> None:
    evening.write(declarer="Dan")
    for phone in (evening, other):
        for where in ("share", "share/write"):
            place = phone.page(where).root.one(class_="scribe")
            assert "phone writes now." in place.one(class_="scribe-row").text
            assert place.one("form").get("action").endswith("/scribe")
    watcher = evening.by_link("watch", Phone(evening.phone.app))
    assert not watcher.page("share").has_form("/scribe")


def test_phone_takes_the_book_over_with_one_tap(evening: Evening, other: Evening) -> None:
    page = take(other)
    assert page.has_form("/deals")
    assert evening.send(evening.deal(declarer="Dan")).status == 409
    other.write(declarer="Eva")


def test_old_scribe_is_told_who_has_the_book(evening: Evening, other: Evening, stored: Reader) -> None:
    deal = evening.deal(declarer="Dan")
    take(other)
    before = stored()
    page = evening.send(deal)
    assert page.status == 409
    assert f"{BEN} took over the book at " in page.notice
    assert stored() == before


def test_page_that_refuses_shows_the_deal_it_keeps(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2, "Ben": 0})
    take(other)
    refused = evening.send(deal)
    assert refused.root.one("strong").text == "Dan Chratzer 2 · Ben 0 · Carla 2"
    form = refused.form("/scribe")
    again = evening.phone.post(form.action, form.filled(csrf_token="expired"))
    assert again.root.one("strong").text == refused.root.one("strong").text
    deal["declarer"] = "99"
    assert not evening.send(deal).root.all("strong")


def test_one_tap_takes_it_back_and_writes_what_was_typed(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2, "Ben": 0})
    take(other)
    page = evening.phone.follow(take_back(evening.phone, evening.send(deal)))
    assert page.root.one(class_="said").text == "Deal 1 Dan +4 · Carla +1 · Ben −5"
    assert other.send(other.deal(declarer="Eva")).status == 409


def test_taking_it_back_writes_over_nothing_that_came_meanwhile(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    take(other)
    other.write(declarer="Eva")
    page = take_back(evening.phone, evening.send(deal))
    assert page.status == 409
    assert "Eva" in page.notice
    # The deal is still on the form, to be written or left.
    evening.phone.follow(evening.phone.press(page, "/deals"))
    assert [evening.balances()[name] for name in ("Dan", "Eva")] == ["+3", "+3"]


@pytest.mark.parametrize("action", ["undo", "redo", "close", "reopen"])
def test_whatever_writes_can_be_taken_back_with_the_book(
    evening: Evening, other: Evening, stored: Reader, action: str
) -> None:
    evening.write(declarer="Dan")
    if action == "redo":
        evening.press("undo")
    if action == "reopen":
        evening.close()
    asked = evening.page(action if action in ("close", "reopen") else "")
    take(other)
    refused = evening.phone.press(asked, f"/{action}")
    assert refused.status == 409
    events = len(stored()["events"])
    assert take_back(evening.phone, refused).status == 303
    assert len(stored()["events"]) == events + 1


def test_tapping_twice_writes_once(evening: Evening, other: Evening, stored: Reader) -> None:
    deal = evening.deal(declarer="Dan")
    take(other)
    refused = evening.send(deal)
    for _time in range(2):
        assert take_back(evening.phone, refused).status == 303
    assert len(stored()["events"]) == 2


def test_deal_that_was_written_is_known_though_the_book_went_on(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    evening.send(deal)
    take(other)
    assert evening.send(deal).status == 303


def test_table_of_the_old_scribe_says_so_and_takes_it_back(evening: Evening, other: Evening) -> None:
    take(other)
    page = evening.page()
    assert f"{BEN} took over the book at " in page.notice
    assert "took over" not in other.page().text
    evening.phone.follow(evening.phone.press(page, "/scribe"))
    evening.write(declarer="Dan")


def test_numbers_go_on_while_another_has_the_book(evening: Evening, other: Evening) -> None:
    take(other)
    assert evening.preview(evening.deal(declarer="Dan"))["ready"] is True


def test_page_too_old_loses_nothing(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    take(other)
    form = evening.send(deal).form("/scribe")
    page = evening.phone.post(form.action, form.filled(csrf_token="expired"))
    assert page.status == 422
    assert "too old" in page.notice
    assert take_back(evening.phone, page).status == 303
    assert evening.balances()["Dan"] == "+4"


@pytest.mark.parametrize(
    "then", ["https://evil.example/", "//evil.example/", "/e/other/deals", "/", "/language", "\\evil"]
)
def test_taking_over_leads_to_nothing_outside_the_evening(evening: Evening, then: str) -> None:
    data = {"csrf_token": evening.phone.csrf_token, "then": then}
    page = evening.phone.post(evening.path("scribe"), data)
    assert (page.status, page.location) == (303, evening.path())


def test_taking_over_does_not_lead_in_circles(evening: Evening) -> None:
    data = {"csrf_token": evening.phone.csrf_token, "then": evening.path("scribe")}
    assert evening.phone.post(evening.path("scribe"), data).status == 303


def test_handover_is_no_change_of_the_book(evening: Evening, other: Evening) -> None:
    evening.write(declarer="Dan")
    tag = evening.page("live").response.headers["ETag"]
    take(other)
    poll = evening.phone.get(evening.path("live"), headers={"If-None-Match": tag})
    assert poll.status == 304


def test_handovers_are_in_the_trail(evening: Evening, other: Evening) -> None:
    watcher = evening.by_link("watch", Phone(evening.phone.app))
    assert not evening.page("book").root.all(class_="remarks")
    take(other)
    take(evening)
    remarks = [line.text for line in watcher.page("book").root.one(class_="remarks").all("li")]
    assert [text.split(" ", 1)[1] for text in remarks] == [
        f"{BEN} took over the book.",
        "Another phone took over the book.",
    ]
    own = [line.text for line in evening.page("book").root.one(class_="remarks").all("li")]
    assert own[1].endswith(" This phone took over the book.")


def test_taker_is_told_once_and_asked_for_a_name_where_it_has_none(evening: Evening, other: Evening) -> None:
    page = take(other)
    assert page.notice == "You have the book now."
    assert other.page().notice == ""
    page = take(evening)
    assert page.notice == "You have the book now. Name this phone"
    (link,) = page.root.one(class_="notice").all("a")
    path, _, anchor = link.get("href").partition("#")
    assert evening.phone.get(path).root.one(id=anchor).get("name") == "label"


def test_taker_who_writes_along_is_told_too(evening: Evening, other: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    take(other)
    page = evening.phone.follow(take_back(evening.phone, evening.send(deal)))
    assert "You have the book now." in page.notice


def test_who_shuts_the_others_out_has_the_book(evening: Evening, other: Evening) -> None:
    take(other)
    evening.phone.follow(evening.phone.press(evening.page("share/write"), "/links/write"))
    evening.write(declarer="Dan")
    assert other.page().status == 404


def test_flag_is_shown_to_who_has_the_book(evening: Evening, other: Evening) -> None:
    evening.write(declarer="Dan")
    watcher = evening.by_link("watch", Phone(evening.phone.app))
    watcher.press("flags")
    assert evening.page().has_form("flags/1/right")
    take(other)
    assert not evening.page().has_form("flags/1/right")
    assert other.page().has_form("flags/1/right")
