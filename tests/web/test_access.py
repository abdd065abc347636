"""Access: by links alone; who watches changes nothing, and no id opens the evening of others."""

import pytest
from werkzeug.datastructures import MultiDict

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.routes import Route, routes

# Pages that only whoever writes has a use for.
FOR_WRITERS = {
    *("closing.ask", "closing.before_reopening", "share.write"),
    *("people.show", "people.one", "joining.ask", "seating.ask", "mend.begin"),
    *("money.show", "money.ask", "money.chips", "counting.ask"),
}
# The one thing that who watches may send; it changes nothing in the book.
FOR_WATCHERS = {"flags.put_up"}
# Pages of what there is only once the evening is closed.
ONCE_CLOSED = {"settling.one"}
THREE = ("Xaver", "Yvonne", "Zoe")


def asked(phone: Phone, route: Route, data: MultiDict[str, str] | None = None) -> Page:
    """Return the answer to `route`; what is posted has a good token and whatever any form of the app has."""
    if route.method == "GET":
        return phone.get(route.path)
    sent = MultiDict(data or {})
    sent["csrf_token"] = phone.csrf_token
    return phone.post(route.path, sent)


@pytest.fixture
def complete(evening: Evening) -> MultiDict[str, str]:
    """Return what would be a good deal, action or label, wherever a scribe sent it."""
    return evening.deal(declarer="Dan", label="A phone", csrf_token=None)


def test_phone_without_a_link_finds_nothing(
    evening: Evening, other_phone: Phone, stored: Reader, complete: MultiDict[str, str]
) -> None:
    before = stored()
    of_evening = [route for route in routes(other_phone.app, evening.id) if route.of_evening]
    assert len(of_evening) > 10
    for route in of_evening:
        page = asked(other_phone, route, complete)
        assert page.status == 404, route
        assert "Anna" not in page.html, route
    assert stored() == before


def test_watcher_changes_nothing(watcher: Evening, stored: Reader, complete: MultiDict[str, str]) -> None:
    before = stored()
    for route in routes(watcher.phone.app, watcher.id):
        if route.method != "GET" and route.of_evening and route.endpoint not in FOR_WATCHERS:
            page = asked(watcher.phone, route, complete)
            assert page.status == 403, route
            assert "lets it watch" in page.text
    assert stored() == before


def test_watcher_sees_every_page(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 1})
    for route in routes(watcher.phone.app, watcher.id):
        if route.method == "GET" and route.of_evening:
            page = watcher.phone.get(route.path)
            status = 403 if route.endpoint in FOR_WRITERS else 404 if route.endpoint in ONCE_CLOSED else 200
            assert page.status == status, route
    evening.close()
    assert watcher.page("settling/1").status == 200


def test_watcher_is_offered_nothing_that_writes(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan")
    for where in ("", "book", "standing", "rules"):
        actions = {form.get("action") for form in watcher.page(where).root.all("form")}
        assert actions <= {"/language", watcher.path("flags")}, where
        assert not watcher.page(where).root.all(class_="address"), where
    evening.close()
    assert not watcher.page("standing").has_form("/reopen")


def test_phone_with_an_evening_finds_nothing_of_another(
    evening: Evening, other_phone: Phone, stored: Reader, complete: MultiDict[str, str]
) -> None:
    Evening.starts(other_phone, names=THREE)
    before = stored()
    for route in routes(other_phone.app, evening.id):
        if route.of_evening:
            page = asked(other_phone, route, complete)
            assert page.status == 404, route
            assert "Anna" not in page.html, route
    assert stored() == before


def test_link_of_another_evening_opens_only_that_one(evening: Evening, other_phone: Phone) -> None:
    elsewhere = Evening.starts(other_phone, names=THREE)
    other_phone.claim(evening.id, other_phone.kept[elsewhere.id])
    for where in ("", "live", "book"):
        assert other_phone.get(evening.path(where)).status == 404
    assert "Anna" not in other_phone.get("/").html


def test_seat_of_another_evening_is_nobodys_here(
    evening: Evening, other_phone: Phone, stored: Reader
) -> None:
    elsewhere = Evening.starts(other_phone, names=THREE)
    deal = elsewhere.deal(declarer="Xaver", joined=["Yvonne"], tricks={"Yvonne": 1})
    before = stored()
    assert elsewhere.send(MultiDict({**deal, "declarer": evening.seat("Eva")})).status == 422
    sneaked = deal.copy()
    sneaked["tricks_4"] = "1"
    page = other_phone.follow(elsewhere.send(sneaked))
    assert page.root.one(class_="said").text == "Deal 1 Xaver +2 · Yvonne +1"
    assert stored()["seats"] == before["seats"]


def test_token_of_another_evening_is_a_new_one_here(evening: Evening, other_phone: Phone) -> None:
    elsewhere = Evening.starts(other_phone, names=THREE)
    deal = evening.deal(declarer="Ben")
    evening.send(deal)
    elsewhere.write(declarer="Xaver", token=deal["token"])
    assert evening.page().root.one(class_="said").text == "Deal 1 Ben +5"
    assert elsewhere.page().root.one(class_="said").text == "Deal 1 Xaver +3"


def test_csrf_token_of_another_phone_is_refused(evening: Evening, other_phone: Phone, stored: Reader) -> None:
    before = stored()
    page = evening.send(evening.deal(declarer="Ben", csrf_token=other_phone.csrf_token))
    assert page.status == 422
    assert stored() == before


def test_home_and_known_names_are_this_phones_alone(evening: Evening, other_phone: Phone) -> None:
    assert "Anna" in evening.phone.get("/").text
    assert "Anna" in evening.phone.get("/new/chratze").text
    assert "Anna" not in other_phone.get("/").text
    assert "Anna" not in other_phone.get("/new/chratze").text


def test_ids_of_evenings_cannot_be_guessed(phone: Phone) -> None:
    ids = {Evening.starts(phone).id for _number in range(5)}
    assert len(ids) == 5
    for one in ids:
        assert len(one) >= 16
    # Were they counted or made from the clock, they would begin or end alike.
    assert len({one[:4] for one in ids}) == 5
    assert len({one[-4:] for one in ids}) == 5


def test_what_is_wrong_with_a_cookie_is_no_way_in(evening: Evening, other_phone: Phone) -> None:
    good = evening.phone.cookie
    for cookie in ("", "x", good[:-1], good[1:], good.replace(".", "", 1), "." + good):
        other_phone.cookie = cookie
        assert other_phone.get(evening.path()).status == 404, cookie
