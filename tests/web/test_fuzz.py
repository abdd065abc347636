"""Hostile input: whatever is posted anywhere, the answer is a page, never a crash."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from werkzeug.datastructures import MultiDict

from tests.conftest import LONGER
from tests.web.conftest import AppMaker
from tests.web.evening import Evening
from tests.web.page import Form
from tests.web.phone import Phone
from tests.web.routes import routes

THREE = ("Anna", "Ben", "Carla")
GAMES = ("chratze", "chratze-cash", "kratzen", "zwicken")
EVERY_FIELD = (
    *("token", "revision", "declarer", "joined", "tricks_0", "tricks_1", "tricks_2", "tricks_9", "blind"),
    *("trump_card", "seven", "dealer_trump", "turned_own", "order", "label", "code", "back", "title"),
    *("place", "date", "until", "stack", "name", "first", "do", "opt-ante.each", "opt-ante.dealer"),
    *("opt-unit.coin", "opt-unit.name", "opt-award.share", "opt-leftover", "opt-forced.triggers"),
    *(
        "seat",
        "place",
        "pays",
        "share",
        "amount",
        "from",
        "to",
        "why",
        "reason",
        "events",
        "who",
        "pot",
        "source",
        "target",
    ),
    *("opt-pot_cap", "opt-penalty.cap", "opt-penalty.joiner", "opt-passed_out.redeals", "opt-end", "opt-x"),
)
# What people, browsers and attackers have sent somewhere before, and every kind of number there is.
NASTY = (
    *("", " ", "0", "1", "-1", "--5", "+-5", "1e9", "1.500", "1,5", "½", "¼", "1/0", "0/0", "1 1/3", "²"),
    *("٣", "9" * 20, "9" * 5000, "0x10", "1_0", "NaN", "Infinity", "−1", "\x00", "a\x00b", "\ud7ff"),
    *("\uffff", "\u200b", "\u202e", "\u0301" * 50, "🂡" * 50, "👨\u200d👩\u200d👧", "ﷺ", "İ", "ß", "ſ"),
    *("<script>", "{{ 7*7 }}", "%s%n", "%(name)s", "' OR 1=1 --", "//[", "http://[", "/\\x", "x" * 3000),
    *("up:1", "up:-1", "up:" + "9" * 5000, "up:", "pick:", "pick:Zoe", "add", "start", "chance"),
    *("nobody", "yes", "no", "single", "none", "both", "pot-empty", "trick-order", "a-token-of-a-page"),
    *("9999-12-31", "0001-01-01", "2026-02-30", "00:00", "23:59", "24:00"),
)


@pytest.fixture(scope="module")
def fuzzed(make_app: AppMaker) -> Flask:
    """Return an app that passes every exception on, so that a crash is one here."""
    return make_app()


@pytest.fixture(scope="module")
def evenings(fuzzed: Flask) -> list[Evening]:
    """Return an evening of each game, to write deals to."""
    phone = Phone(fuzzed)
    return [Evening.starts(phone, slug, THREE) for slug in GAMES]


@pytest.fixture(scope="module")
def victims(fuzzed: Flask) -> list[Evening]:
    """Return an evening of each game that may be closed, and its links revoked, by what is sent."""
    phone = Phone(fuzzed)
    return [Evening.starts(phone, slug, THREE) for slug in GAMES]


def bodies(names: tuple[str, ...]) -> SearchStrategy[list[tuple[str, str]]]:
    """Return strategies for what is sent: any of these fields, any number of times, with anything in it."""
    values = st.sampled_from(NASTY) | st.text(max_size=30)
    return st.lists(st.tuples(st.sampled_from(names), values), max_size=25)


def posted(evening: Evening, path: str, data: MultiDict[str, str]) -> None:
    """Send `data`, good token and all, and check that the answer is a page."""
    page = evening.phone.post(path, data)
    assert page.status in (200, 303, 409, 413, 422), (path, page.status)
    assert "<script>" not in page.html


@pytest.mark.parametrize("chunk", range(3))
@settings(max_examples=25 * LONGER)
@given(data=st.data())
def test_no_route_crashes_whatever_is_posted(victims: list[Evening], chunk: int, data: st.DataObject) -> None:
    evening = data.draw(st.sampled_from(victims))
    paths = [route.path for route in routes(evening.phone.app, evening.id) if route.method == "POST"]
    # A third of the routes each time, so that each is met often enough.
    path = data.draw(st.sampled_from(paths[chunk::3]))
    body = data.draw(bodies(EVERY_FIELD))
    posted(evening, path, MultiDict([*body, ("csrf_token", evening.phone.csrf_token)]))


def changed(form: MultiDict[str, str], data: st.DataObject) -> MultiDict[str, str]:
    """Return a good form in which a few fields have something nasty in them, are missing, or twice there."""
    names = st.sampled_from(sorted({*form, "do", "order", "seven", "opt-forced.triggers"} - {"csrf_token"}))
    values = st.lists(st.sampled_from(NASTY) | st.text(max_size=12), max_size=3)
    sent = form.copy()
    for name, value in data.draw(st.dictionaries(names, values, min_size=1, max_size=3)).items():
        sent.setlist(name, value)
    return sent


@settings(max_examples=60 * LONGER)
@given(data=st.data())
def test_no_deal_that_is_nearly_good_crashes(evenings: list[Evening], data: st.DataObject) -> None:
    evening = data.draw(st.sampled_from(evenings))
    deal = changed(evening.deal(joined=["Ben"], tricks={"Ben": 1}), data)
    for where in ("preview", "deals"):
        posted(evening, evening.path(where), deal)


@pytest.fixture(scope="module")
def starts(fuzzed: Flask) -> tuple[Phone, list[Form]]:
    """Return a phone and the forms on it that start each game."""
    phone = Phone(fuzzed)
    return phone, [phone.get(f"/new/{slug}").form(f"/new/{slug}") for slug in GAMES]


@settings(max_examples=60 * LONGER)
@given(data=st.data())
def test_no_start_that_is_nearly_good_crashes(starts: tuple[Phone, list[Form]], data: st.DataObject) -> None:
    phone, forms = starts
    form = data.draw(st.sampled_from(forms))
    # Not drawn: what is drawn comes again, and then with other fields, which is a conflict.
    token = uuid4().hex
    page = phone.post(
        form.action, changed(form.filled(name=THREE, first="1", until="01:30", token=token), data)
    )
    assert page.status in (200, 303, 422)
    if page.status == 303:
        # What was let in must be fit to be shown, too.
        for where in ("", "book", "standing", "rules", "close", "live"):
            assert phone.get(page.location + where).status == 200, where


def raw_bodies() -> Iterator[tuple[str, bytes]]:
    """Yield bodies that are no form at all."""
    yield "application/x-www-form-urlencoded", b"\xff\xfe=\x00&&&===;%%%"
    yield "application/x-www-form-urlencoded", b"a" * 1000 + b"&" * 1000
    yield "application/json", b'{"declarer": 0}'
    yield "multipart/form-data", b"no boundary"
    yield "multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=\x00\r\n\r\n"
    yield "text/plain; charset=nonsense", "ü".encode("utf-16")


@pytest.mark.parametrize(("kind", "body"), list(raw_bodies()))
def test_body_that_is_no_form_is_refused(victims: list[Evening], kind: str, body: bytes) -> None:
    evening = victims[0]
    for route in routes(evening.phone.app, evening.id):
        if route.method == "POST":
            response = evening.phone.client.post(route.path, data=body, content_type=kind)
            assert response.status_code in (400, 422), route
