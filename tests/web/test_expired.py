"""Expired pages: a form sent with an outlived or missing CSRF token comes back with everything typed."""

import time
from collections.abc import Sequence

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.phone import Phone

TOO_OLD = "This page was too old to be sent."
EXPIRED = ["", "expired", None]


def test_form_typed_during_a_long_deal_is_still_good(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = evening.deal(declarer="Dan")
    moment = int(time.time()) + 9 * 3600
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: moment)
    assert evening.send(deal).status == 303


@pytest.mark.parametrize("token", EXPIRED)
def test_deal_on_an_expired_page_is_kept_and_then_written(
    evening: Evening, stored: Reader, token: str | None
) -> None:
    deal = evening.deal(declarer="Dan", joined=["Ben"], tricks={"Ben": 2}, trump_card="2", csrf_token=token)
    before = stored()
    page = evening.send(deal)
    assert TOO_OLD in page.notice
    assert stored() == before
    again = page.form("/deals").fields
    for name in deal:
        if name not in ("csrf_token", "token"):
            assert again.getlist(name) == deal.getlist(name), name
    evening.phone.follow(evening.send(again))
    assert evening.balances()["Dan"] == "+3"


@pytest.mark.parametrize("token", EXPIRED)
def test_new_evening_on_an_expired_page_is_kept_and_then_started(
    phone: Phone, stored: Reader, token: str | None
) -> None:
    path = "/new/chratze-cash"
    typed: dict[str, str | Sequence[str] | None] = {
        "name": ["Anna", "Ben", "", "Carla"],
        "first": "3",
        "title": "Thursday",
        "place": "The Bear",
        "until": "01:30",
        "date": "2026-01-02",
        "stack": "5.00",
        "opt__ante__each": "0.40",
        "opt__ante__dealer": "0.40",
        "opt__pot_cap": "20",
        "opt__leftover": "seat-order",
    }
    form = phone.get(path).form(path)
    sent = form.filled(**typed, csrf_token=token)
    page = phone.post(path, sent)
    assert TOO_OLD in page.notice
    assert stored()["evenings"] == []
    again = page.form(path).fields
    for name in sent:
        if name not in ("csrf_token", "token"):
            assert again.getlist(name) == sent.getlist(name), name
    phone.follow(phone.post(path, again))
    assert len(stored()["evenings"]) == 1


@pytest.mark.parametrize("token", EXPIRED)
@pytest.mark.parametrize("button", ["undo", "close"])
def test_button_of_an_expired_page_does_nothing_until_it_is_pressed_again(
    evening: Evening, stored: Reader, button: str, token: str | None
) -> None:
    evening.write(declarer="Dan")
    before = stored()
    page = evening.phone.press(evening.page("close" if button == "close" else ""), button, csrf_token=token)
    assert page.status == 422
    assert TOO_OLD in page.notice
    assert stored() == before
    evening.phone.follow(evening.phone.press(page, button))
    assert stored() != before


def test_reopening_on_an_expired_page_does_nothing_until_it_is_pressed_again(evening: Evening) -> None:
    evening.close()
    page = evening.phone.press(evening.page("reopen"), "/reopen", csrf_token="expired")
    assert TOO_OLD in page.notice
    evening.phone.follow(evening.phone.press(page, "/reopen"))


def test_name_of_a_phone_on_an_expired_page_is_kept(evening: Evening) -> None:
    asked = evening.page("share/write")
    page = evening.phone.press(asked, "/device", label="Anna's phone", csrf_token="expired")
    assert TOO_OLD in page.notice
    assert page.form("/device").fields["label"] == "Anna's phone"
    evening.phone.follow(evening.phone.press(page, "/device"))


@pytest.mark.parametrize(("where", "path"), [("share", "links/watch"), ("share/write", "links/write")])
def test_link_is_not_renewed_from_an_expired_page(
    evening: Evening, stored: Reader, where: str, path: str
) -> None:
    before = stored()
    page = evening.phone.press(evening.page(where), path, csrf_token="expired")
    assert TOO_OLD in page.text
    assert stored() == before


@pytest.mark.parametrize("path", ["deals", "undo", "redo", "close", "reopen"])
def test_expired_page_of_a_phone_without_a_link_is_not_found(as_served: Flask, path: str) -> None:
    stranger = Phone(as_served)
    assert stranger.post(f"/e/nothing-here/{path}", {}).status == 404


def test_expired_page_of_a_game_that_is_unknown_is_not_found(as_served: Flask) -> None:
    stranger = Phone(as_served)
    assert stranger.post("/new/poker", {}).status == 404
