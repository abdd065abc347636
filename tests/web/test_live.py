"""The poll of the other phones: nothing while nothing is written, the table as it is when something was."""

import datetime

import pytest

from ledger.web import live, table
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone


def poll(evening: Evening, tag: str = "") -> Page:
    """Ask whether anything was written since the answer with `tag`."""
    return evening.phone.get(evening.path("live"), headers={"If-None-Match": tag} if tag else {})


def tag_of(page: Page) -> str:
    return page.response.headers["ETag"]


def test_idle_table_costs_a_304_without_content(watcher: Evening) -> None:
    first = poll(watcher)
    assert first.status == 200
    again = poll(watcher, tag_of(first))
    assert (again.status, again.html) == (304, "")
    assert tag_of(again) == tag_of(first)


def test_page_holds_the_tag_of_what_it_shows(evening: Evening, watcher: Evening) -> None:
    # What is written between the page and its first poll must be no less new than what comes later.
    page = watcher.page()
    tag = f'"{page.root.one(id="watched").get("data-tag")}"'
    assert poll(watcher, tag).status == 304
    evening.write(declarer="Dan")
    assert poll(watcher, tag).status == 200


def test_tag_that_a_proxy_made_weak_is_known(watcher: Evening) -> None:
    assert poll(watcher, f"W/{tag_of(poll(watcher))}").status == 304


def test_poll_after_a_deal_shows_it(evening: Evening, watcher: Evening) -> None:
    tag = tag_of(poll(watcher))
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    page = poll(watcher, tag)
    assert page.status == 200
    assert tag_of(page) != tag
    assert page.root.one(class_="said").text == "Deal 1 Ben +5 · Dan −10"
    assert page.root.one("h1", class_="pot").text == "Pot 15"
    assert poll(watcher, tag_of(page)).status == 304


@pytest.mark.parametrize("action", ["undo", "redo", "close", "reopen"])
def test_every_change_of_the_book_is_noticed(evening: Evening, watcher: Evening, action: str) -> None:
    evening.write(declarer="Dan")
    evening.write(declarer="Eva")
    evening.press("undo")
    if action == "reopen":
        evening.close()
    tag = tag_of(poll(watcher))
    actions = {"close": evening.close, "reopen": evening.reopen}
    if action in actions:
        actions[action]()
    else:
        evening.phone.follow(evening.press(action))
    assert poll(watcher, tag).status == 200


def test_what_is_not_in_the_book_is_not_noticed(evening: Evening, watcher: Evening) -> None:
    tag = tag_of(poll(watcher))
    evening.phone.press(evening.page("share/write"), "/device", label="A phone")
    evening.press("links/write")
    evening.send(evening.deal(joined=["Ben"]))
    assert poll(watcher, tag).status == 304


def test_what_is_polled_is_what_the_page_showed(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan")
    shown = watcher.page().root.one(id="watched")
    polled = poll(watcher).root
    # The page puts the answer in place of what it showed: what is not in it is gone, menu and links too.
    assert polled.text == shown.text
    assert [link.get("href") for link in polled.all("a")] == [link.get("href") for link in shown.all("a")]


def test_polled_part_has_nothing_to_write_a_deal_with(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan")
    assert {form.get("action") for form in poll(watcher).root.all("form")} <= {"/language"}
    # Whoever writes may poll too, and has the links to give away in what it gets, as on the page.
    for ending in ("/deals", "/undo", "/redo", "/close"):
        assert not poll(evening).has_form(ending)


def test_other_language_is_another_answer(watcher: Evening) -> None:
    tag = tag_of(poll(watcher))
    token = watcher.phone.csrf_token
    watcher.phone.post("/language", {"code": "de", "back": "/", "csrf_token": token})
    assert poll(watcher, tag).status == 200


def test_poll_ends_with_the_link(evening: Evening, watcher: Evening) -> None:
    tag = tag_of(poll(watcher))
    evening.press("links/watch")
    assert poll(watcher, tag).status == 404
    assert poll(watcher).status == 404


def test_poll_of_a_phone_without_a_link_is_not_found(evening: Evening, other_phone: Phone) -> None:
    tag = tag_of(poll(evening))
    assert poll(evening.on(other_phone), tag).status == 404


def test_end_of_the_playing_time_is_noticed(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.starts(phone, "zwicken", date="2026-01-02", until="20:00")
    evening.write(joined=["Ben"])

    def at(hour: int, minute: int) -> None:
        moment = datetime.datetime(2026, 1, 2, hour, minute)
        for module in (live, table):
            monkeypatch.setattr(module, "now", lambda: moment)

    at(18, 59)
    page = poll(evening)
    assert "Time is up" not in page.text
    at(19, 0)
    assert "Time is up" in poll(evening).text
    # Nothing was written, yet there is something new to read.
    assert poll(evening, tag_of(page)).status == 200
