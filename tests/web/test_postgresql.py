"""The pages on PostgreSQL: what its driver, its types and its way of locking make different."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from ledger.evening.events import Opened
from ledger.evening.line import Line
from ledger.extensions import db
from ledger.store import queries
from ledger.store.reading import read_events
from tests.conftest import Server
from tests.web.conftest import AppMaker
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone
from tests.web.routes import routes


@pytest.fixture(scope="module")
def served(make_app: AppMaker, server: Server, postgresql_template: str) -> Iterator[Flask]:
    """Yield an app as a server runs it, on a PostgreSQL database of its own."""
    name = f"{server.run}_web"
    app = make_app(
        SQLALCHEMY_DATABASE_URI=server.make(name, postgresql_template), TESTING=False, RATELIMIT_ENABLED=False
    )
    yield app
    with app.app_context():
        db.engine.dispose()
    server.drop(name)


@pytest.fixture
def played(served: Flask) -> Evening:
    """Return an evening of Chratze."""
    return Evening.starts(Phone(served))


def test_worked_example_is_the_same_there(played: Evening) -> None:
    played.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    played.write(declarer="Carla", joined=["Dan", "Eva"], tricks={"Dan": 3})
    played.write(declarer="nobody")
    played.press("undo")
    played.write(declarer="Anna", joined=["Ben", "Eva"], tricks={"Ben": 1, "Eva": 1})
    assert played.balances() == {"Anna": "+21", "Ben": "−3", "Carla": "−22", "Dan": "+11", "Eva": "−8"}
    played.close()
    played.reopen()
    for where in ("", "book", "standing", "rules", "close", "live"):
        assert played.page(where).status == 200, where


def test_people_and_money_are_the_same_there(played: Evening) -> None:
    phone = played.phone

    def press(where: str, ending: str = "", **typed: str) -> None:
        phone.follow(phone.press(played.page(where), ending or f"/{where}", **typed))

    played.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    press("people/join", name="Fritz", place="2", pays="other", amount="2")
    press("people/1", "/people/1/sit-out")
    press("people/3", "/people/3/leave")
    press("people/0", "/people/0/name", name="Annabelle")
    press("money/move", source="0", target="-1", amount="3", reason="a broken glass")
    press("money/count", amount="15")
    assert "a broken glass" in played.page("money/move").text
    assert "Right: the pot before the antes." in played.page("money/count").notice
    expected = {"Ben": "+4", "Carla": "−1", "Eva": "−1", "Fritz": "−2", "Annabelle": "−4", "Dan": "−11"}
    assert played.balances() == expected
    played.press("undo")
    for where in ("people", "people/0", "money", "money/chips", "pot", "book", "slips/3"):
        assert played.page(where).status == 200, where
    press("close", pot="refund")
    assert (played.balances()["Dan"], played.pot()) == ("−1", "0")


def test_byte_that_this_database_cannot_store_is_no_crash(played: Evening) -> None:
    for path in ("", "close"):
        for element in played.page(path).root.all("form"):
            action = element.get("action")
            form = played.page(path).form(action)
            for name in form.names:
                if name not in ("csrf_token", "do"):
                    value = f"{form.fields.get(name, '')}\x00"
                    assert played.phone.post(action, form.filled(**{name: value})).status < 500, (
                        action,
                        name,
                    )


def test_byte_in_a_start_is_no_crash(served: Flask) -> None:
    phone = Phone(served)
    form = phone.get("/new/chratze-cash").form("/new/chratze-cash")
    for name in form.names:
        if name != "csrf_token":
            token = f"{name:-<24}"
            sent = form.filled(
                **{"name": list(NAMES), "token": token, name: f"{form.fields.get(name, '')}\x00"}
            )
            assert phone.post(form.action, sent).status < 500, name


def test_byte_in_an_address_is_no_crash(served: Flask, played: Evening) -> None:
    for route in routes(served, "%00"):
        if route.method == "GET":
            assert played.phone.get(route.path).status < 500, route


@pytest.mark.parametrize("where", ["book", "standing"])
def test_page_read_while_a_deal_is_written_is_whole(
    played: Evening, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = played.deal(declarer="Dan")
    scribe = played.by_link("write", Phone(played.phone.app))
    token = scribe.phone.csrf_token

    def read(session: Session, evening_id: str) -> tuple[Opened, list[Line]]:
        found = read_events(session, evening_id)
        # Here, between two questions of one page, this database lets another phone commit.
        monkeypatch.undo()
        # In a thread of its own, as on a server: here the two would share a session, and so a commit.
        sent = {**deal, "csrf_token": token}
        with ThreadPoolExecutor(1) as other:
            other.submit(scribe.phone.post, scribe.path("deals"), sent).result()
        return found

    monkeypatch.setattr(queries, "read_events", read)
    assert played.page(where).status == 200
    assert scribe.page().root.one(class_="said").text == "Deal 1 Dan +5"
