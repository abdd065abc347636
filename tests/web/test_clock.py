"""A server whose clock or key is wrong for a while: no phone loses its links, nobody stays locked out."""

import json
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from tests.web.conftest import Reader
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone
from tests.web.routes import routes

DAY = 24 * 3600
MOVES = [-3, -2 * 3600, -9 * 365 * DAY, 401 * DAY, 9 * 365 * DAY]
DATA = {"Accept": "application/json"}
Clock = Callable[[float], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return what sets the server's clock so many seconds off: back where they are negative."""
    right = time.time
    off = [0.0]
    monkeypatch.setattr(time, "time", lambda: right() + off[0])

    def move(seconds: float) -> None:
        off[0] = seconds

    return move


@pytest.fixture
def misread(evening: Evening) -> Evening:
    """Return the evening on a phone whose cookie the server cannot read, as if it had another key."""
    evening.phone.cookie = evening.phone.cookie[:-4] + "AAAA"
    return evening


def signed(clock: Clock, phone: Phone, seconds: float) -> None:
    """Have the cookie of `phone` signed at a wrong time, by choosing a language; the clock is right again."""
    clock(seconds)
    phone.follow(phone.press(phone.get("/rules"), "/language", code="de"))
    clock(0)


@pytest.mark.parametrize("seconds", MOVES)
def test_phone_keeps_its_links_while_the_clock_is_wrong_and_after(
    evening: Evening, clock: Clock, seconds: float
) -> None:
    cookie = evening.phone.cookie
    clock(seconds)
    for where in ("state.json", "live", "beside", "", "standing"):
        assert evening.page(where).status == 200, where
    assert evening.phone.cookie == cookie
    clock(0)
    assert evening.page("state.json").status == 200


@pytest.mark.parametrize("seconds", MOVES)
def test_cookie_signed_at_a_wrong_time_is_good(evening: Evening, clock: Clock, seconds: float) -> None:
    signed(clock, evening.phone, seconds)
    assert evening.page("state.json").status == 200
    assert evening.phone.get("/").root.one("html").get("lang") == "de"


@pytest.mark.parametrize("seconds", MOVES)
def test_cookie_lasts_by_the_clock_of_the_phone(
    evening: Evening, other_phone: Phone, clock: Clock, seconds: float
) -> None:
    """Browsers heed Max-Age before Expires, which a late clock lays into the past."""
    link = evening.link("watch")
    clock(seconds)
    given = other_phone.get(link).response.headers["Set-Cookie"].split("; ")
    assert f"Max-Age={int(timedelta(days=400).total_seconds())}" in given


@pytest.mark.parametrize("seconds", MOVES)
def test_form_that_was_open_is_good_while_the_clock_is_wrong(
    evening: Evening, clock: Clock, seconds: float
) -> None:
    deal = evening.deal(declarer="Dan")
    clock(seconds)
    evening.phone.follow(evening.send(deal))
    during = evening.deal(declarer="Dan")
    clock(0)
    evening.phone.follow(evening.send(during))
    assert evening.page().root.one(class_="said").text.startswith("Deal 2 Dan")


@pytest.mark.parametrize("seconds", MOVES)
def test_deals_that_wait_are_sent_with_a_new_token(evening: Evening, clock: Clock, seconds: float) -> None:
    kept = json.loads(evening.page("state.json").html)["csrf"]
    clock(seconds)
    sent = {"token": "a-token-of-one-deal", "revision": "0", "declarer": "3"}
    path = evening.path("deals")
    old = evening.phone.post(path, {**sent, "csrf_token": "expired"}, headers=DATA)
    told = json.loads(old.html)
    assert (old.status, told["problem"]) == (422, "old")
    assert evening.phone.post(path, {**sent, "csrf_token": told["csrf"]}, headers=DATA).status == 200
    sent |= {"token": "a-token-of-another", "revision": "1", "csrf_token": kept}
    assert evening.phone.post(path, sent, headers=DATA).status == 200


def test_cookie_that_cannot_be_read_outlives_all_that_is_only_read(misread: Evening) -> None:
    for route in routes(misread.phone.app, misread.id):
        if route.method == "GET":
            page = misread.phone.get(route.path)
        elif route.of_evening:
            # A phone sends what waits on it by itself.
            page = misread.phone.post(route.path, {"csrf_token": "of-before"}, headers=DATA)
        else:
            continue
        assert "Set-Cookie" not in page.response.headers, route
    assert misread.page("state.json").response.headers["X-Link"] == "missing"


def test_phone_is_in_again_once_the_server_has_its_key_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as wrong:
        wrong.setitem(evening.phone.app.config, "SECRET_KEY", "of another start, for a while 0123456789")
        for path in (evening.path("state.json"), evening.path(), "/", "/new/chratze"):
            evening.phone.get(path)
    assert evening.page("state.json").status == 200


def test_phone_with_a_cookie_that_cannot_be_read_opens_a_link(evening: Evening, other_phone: Phone) -> None:
    link = evening.link("write")
    other_phone.cookie = "nobody-has.signed.this"
    other_phone.follow(other_phone.get(link))
    assert evening.on(other_phone).page("state.json").status == 200


def test_phone_with_a_cookie_that_cannot_be_read_starts_an_evening(misread: Evening, stored: Reader) -> None:
    path = "/new/chratze"
    again = misread.phone.press(misread.phone.get(path), path, name=NAMES, first="2", title="Thursday")
    assert "This page was too old to be sent." in again.notice
    assert again.form(path).fields["title"] == "Thursday"
    assert misread.phone.follow(misread.phone.press(again, path)).status == 200
    assert len(stored()["evenings"]) == 2


def test_phone_with_a_cookie_that_cannot_be_read_chooses_a_language(misread: Evening) -> None:
    phone = misread.phone
    assert phone.press(phone.get("/rules"), "/language", code="de").status == 400
    phone.follow(phone.press(phone.get("/rules"), "/language", code="de"))
    assert phone.get("/rules").root.one("html").get("lang") == "de"


@pytest.mark.parametrize("seconds", [move for move in MOVES if abs(move) > 60])
def test_nobody_is_locked_out_for_as_long_as_the_clock_was_moved(
    as_served: Flask, clock: Clock, seconds: float
) -> None:
    guesser = Phone(as_served)
    for moved in (0, seconds):
        clock(moved)
        guesses = [guesser.get("/l/guess").status for _guess in range(25)]
        assert (guesses[0], guesses[-1]) == (404, 429)
