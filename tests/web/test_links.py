"""Links: each opens one evening in one role, can be revoked at once, and cannot be made up."""

import datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from ledger.extensions import db
from ledger.store import links, queries
from ledger.store.links import Link, Role
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

NAMES = ("Anna", "Ben", "Carla")


def test_link_is_kept_in_the_cookie_and_leads_to_an_address_without_it(
    evening: Evening, other_phone: Phone
) -> None:
    path = evening.link("watch")
    page = other_phone.get(path)
    assert page.status == 303
    assert page.location == evening.path()
    assert other_phone.get(page.location).status == 200


def test_link_to_write_writes(evening: Evening, other_phone: Phone) -> None:
    other = evening.by_link("write", other_phone)
    other.write(declarer="Dan")
    assert evening.balances()["Dan"] == "+4"


def test_revoked_link_to_watch_stops_at_once(evening: Evening, watcher: Evening, other_phone: Phone) -> None:
    old = evening.link("watch")
    tag = watcher.page("live").response.headers["ETag"]
    evening.press("watch")
    for where in ("", "book", "standing", "rules", "live"):
        assert watcher.page(where).status == 404, where
    assert other_phone.get(evening.path("live"), headers={"If-None-Match": tag}).status == 404
    assert other_phone.get(old).status == 404
    assert "closed" not in other_phone.get("/").text
    assert evening.id not in other_phone.get("/").html
    assert other_phone.get(evening.link("watch")).status == 303


def test_renewing_the_link_to_write_keeps_this_phone_and_stops_the_others(
    evening: Evening, other_phone: Phone, stored: Reader
) -> None:
    other = evening.by_link("write", other_phone)
    deal = other.deal(declarer="Ben")
    old = evening.link("write")
    evening.phone.follow(evening.press("write"))
    assert other.send(deal).status == 404
    assert other.page().status == 404
    assert other_phone.get(old).status == 404
    evening.write(declarer="Dan")
    assert evening.link("write") != old
    assert len(stored()["events"]) == 2


def test_phone_that_never_hears_of_its_new_link_has_it_all_the_same(
    evening: Evening, other_phone: Phone, stored: Reader
) -> None:
    other = evening.by_link("write", other_phone)
    page = evening.page("share/write")
    before = evening.phone.cookie
    for _tap in range(2):
        # The answer is lost, with the cookie in it, and the button is tapped again.
        evening.phone.press(page, "/links/write")
        evening.phone.cookie = before
    for where in ("live", "beside", "state.json"):
        assert evening.page(where).status == 200, where
        evening.phone.cookie = before
    assert [row[2] for row in stored()["links"]].count("write") == 2
    evening.write(declarer="Dan")
    assert other.page().status == 404
    # The next one is made as the first was.
    old = evening.link("write")
    evening.phone.follow(evening.press("write"))
    assert evening.link("write") != old


def test_two_taps_at_once_make_one_link(
    evening: Evening, stored: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = evening.page("share/write")
    before, renew = evening.phone.cookie, links.renew
    taps: list[str] = []

    def tap_again_then_renew(session: Session, *arguments: Any, **named: Any) -> Link:
        if not taps:
            taps.append("second")
            other = Phone(evening.phone.app)
            other.cookie = before
            assert other.press(page, "/links/write").status == 303
            session.rollback()
        return renew(session, *arguments, **named)

    monkeypatch.setattr(links, "renew", tap_again_then_renew)
    assert evening.phone.follow(evening.phone.press(page, "/links/write")).status == 200
    assert [row[2] for row in stored()["links"]].count("write") == 2
    evening.write(declarer="Dan")


def test_promise_opens_nothing_before_it_is_kept(evening: Evening, other_phone: Phone) -> None:
    other = evening.by_link("write", other_phone)
    assert other.page("share/write").status == 200
    evening.phone.follow(evening.press("write"))
    assert other.page().status == 404
    # Nor where this phone comes back by another way in.
    other.phone.follow(other.phone.get(evening.link("write")))
    other.phone.follow(other.press("write"))
    other.write(declarer="Dan")


@pytest.mark.parametrize("what", ["deals", "close", "links/watch", "links/write"])
def test_link_revoked_between_the_look_and_the_write_writes_nothing(
    evening: Evening, stored: Reader, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    deal = evening.deal(declarer="Dan")
    app, link_id = evening.phone.app, evening.phone.kept[evening.id]
    look = queries.visit

    def look_then_revoke(session: Session, evening_id: str, link: str) -> tuple[Link, queries.Evening] | None:
        found = look(session, evening_id, link)
        session.rollback()
        links.renew(session, evening_id, Role.WRITE, datetime.datetime(2026, 1, 9))
        return found

    monkeypatch.setattr(queries, "visit", look_then_revoke)
    assert evening.phone.post(evening.path(what), deal).status == 404
    assert len(stored()["events"]) == 1
    in_force = [row for row in stored()["links"] if row[-1] is None]
    assert len(in_force) == 2
    with app.app_context():
        assert links.find(db.session(), link_id) is None
    assert evening.phone.kept[evening.id] == link_id


def test_renewing_one_link_leaves_the_other(evening: Evening, watcher: Evening) -> None:
    evening.press("write")
    assert watcher.page().status == 200


def test_phone_whose_link_was_revoked_does_not_get_a_new_one_by_starting_again(
    phone: Phone, other_phone: Phone
) -> None:
    form = phone.get("/new/chratze").form("/new/chratze")
    data = form.filled(name=list(NAMES))
    started = phone.post(form.action, data)
    evening = Evening(phone=phone, id=started.location.split("/")[2], names=NAMES)
    other = evening.by_link("write", other_phone)
    other.phone.follow(other.press("write"))
    assert evening.page().status == 404
    # Reloading the page that started the evening sends the form again; that must not be a way back in.
    phone.post(form.action, data)
    assert evening.page().status == 404


def test_link_to_watch_does_not_take_writing_away(evening: Evening) -> None:
    evening.phone.follow(evening.phone.get(evening.link("watch")))
    evening.write(declarer="Dan")


def test_link_to_write_gives_a_watcher_the_form(evening: Evening, watcher: Evening) -> None:
    assert not watcher.page().has_form("/deals")
    assert evening.by_link("write", watcher.phone).page().has_form("/deals")


def test_watching_phone_of_a_revoked_writer_can_watch(evening: Evening, other_phone: Phone) -> None:
    other = evening.by_link("write", other_phone)
    evening.press("write")
    other.phone.follow(other.phone.get(evening.link("watch")))
    assert other.page().status == 200
    assert not other.page().has_form("/deals")


@pytest.mark.parametrize("role", ["admin", "WRITE", "write%20", "watch/write"])
def test_there_is_no_third_kind_of_link(evening: Evening, stored: Reader, role: str) -> None:
    before = stored()
    token = evening.phone.csrf_token
    assert evening.phone.post(evening.path(f"links/{role}"), {"csrf_token": token}).status == 404
    assert stored() == before


def test_tampered_token_opens_nothing(evening: Evening, other_phone: Phone) -> None:
    token = evening.link("write").removeprefix("/l/")
    link_id, signature = token.rsplit(".", 1)
    watch_id = evening.link("watch").removeprefix("/l/").rsplit(".", 1)[0]
    flipped = ("B" if signature[0] == "A" else "A") + signature[1:]
    made_up = [
        link_id,
        f"{link_id}.",
        f".{signature}",
        f"{link_id}.{flipped}",
        f"{watch_id}.{signature}",
        f"{token}x",
        f"x{token}",
        token.swapcase(),
        evening.id,
        "%00",
        "%F0%9F%82%A1.%FF",
        "x" * 5000,
    ]
    for token in made_up:
        assert other_phone.get(f"/l/{token}").status == 404, token
    assert other_phone.get(evening.path()).status == 404


def test_tokens_are_never_stored(evening: Evening, stored: Reader) -> None:
    signature = evening.link("write").rsplit(".", 1)[1]
    assert signature not in repr(stored())


def test_guesses_are_counted_by_address_and_good_links_are_not(as_served: Flask) -> None:
    evening = Evening.starts(Phone(as_served))
    link = evening.link("watch")
    guesser = Phone(as_served, address="198.51.100.9")
    for _time in range(25):
        assert guesser.get(link).status == 303
    answers = [guesser.get(f"/l/guess-{number}.xyz").status for number in range(25)]
    assert answers[:15] == [404] * 15
    assert answers[-1] == 429
    assert guesser.get(link).status == 429
    assert "Too many tries." in guesser.get(link).text
    assert Phone(as_served, address="198.51.100.10").get(link).status == 303


def test_phone_forgets_the_evening_it_opened_longest_ago(phone: Phone) -> None:
    # Opened in this order, which is not the one that their ids would sort in.
    ids = [f"{chr(ord('z') - number % 26)}-{number:014}" for number in range(63)]
    for evening_id in ids:
        phone.claim(evening_id, evening_id)
    assert set(phone.kept) == set(ids[-60:])
    # A browser drops a cookie that is any larger.
    assert len(phone.cookie) < 4000


def labelled(evening: Evening, label: str) -> Page:
    """Send a name for the phone, and return the answer."""
    return evening.phone.press(evening.page("share/write"), "/device", label=label)


def test_label_that_is_too_long_is_told_at_its_field_and_kept(evening: Evening) -> None:
    page = labelled(evening, "x" * 41)
    assert page.status == 422
    assert "at most 40" in page.text
    assert page.form("/device").fields["label"] == "x" * 41
    assert "at most 40" in page.flaw_of("label")


def test_label_names_the_phone_in_the_book_until_it_is_taken_away(evening: Evening) -> None:
    evening.phone.follow(labelled(evening, "  Anna's\n phone "))
    evening.write(declarer="Dan")
    assert "Anna's phone" in evening.page("book").text
    assert evening.page("share/write").form("/device").fields["label"] == "Anna's phone"
    evening.phone.follow(labelled(evening, " "))
    assert "Anna's phone" not in evening.page("book").text


def test_control_characters_of_a_label_are_not_stored(evening: Evening, stored: Reader) -> None:
    evening.phone.follow(labelled(evening, "Anna's\x00 phone\x07"))
    assert [row[1] for row in stored()["devices"]] == ["Anna's phone"]
