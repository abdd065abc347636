"""Error pages: each says what is wrong and what to do, in a sentence, and leads back to the start."""

import pytest
from flask import Flask, abort

from tests.web.conftest import AppMaker
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone


def told(page: Page, status: int) -> str:
    """Return the sentence of an error page with this status."""
    assert page.status == status
    assert page.root.one("h1").text == "That did not work"
    assert page.root.one("a", class_="button").get("href") == "/"
    return page.root.one(class_="lead").text


def test_page_that_is_not_there(phone: Phone) -> None:
    for path in ("/nowhere", "/e/", "/e/x/", "/e/x/y", "/l/x", "/static/../ledger/config.py", "/%00", "/%ff"):
        assert told(phone.get(path), 404).startswith("Nothing is here, or the link was revoked.")


def test_method_that_is_not_answered(evening: Evening) -> None:
    page = evening.page("deals")
    assert page.status == 405
    assert page.root.one(class_="lead").text.startswith("This page cannot be used like that.")
    # Who reloads what a bad line left of a form gets back to the table; who may not see that, does not.
    assert [link.get("href") for link in page.root.all("a", class_="button")] == [evening.path(), "/"]
    stranger = Phone(evening.phone.app, address="192.0.2.78").get(evening.path("deals"))
    assert told(stranger, 405).startswith("This page cannot be used like that.")


def test_form_without_a_token_and_without_a_page_to_show_again(phone: Phone) -> None:
    assert told(phone.post("/language", {}), 400).startswith("This page was too old to be sent.")


def test_too_much_at_once(phone: Phone) -> None:
    assert (
        told(phone.post("/language", {"back": "x" * 300_000}), 413) == "That was too much at once. Send less."
    )


def test_too_many_tries(as_served: Flask) -> None:
    phone = Phone(as_served)
    pages = [phone.get("/l/guess") for _try in range(25)]
    assert told(pages[-1], 429) == "Too many tries. Wait a minute, then try again."


def test_too_many_starts(as_served: Flask) -> None:
    phone = Phone(as_served)
    form = phone.get("/new/chratze").form("/new/chratze")
    pages = [phone.post(form.action, form.filled(do="x" * 300_000)) for _start in range(3)]
    assert {page.status for page in pages} == {413}
    statuses = [phone.post("/new/poker", form.fields).status for _start in range(70)]
    assert (statuses[0], statuses[-1]) == (404, 429)


def test_buttons_of_the_names_are_no_start(as_served: Flask) -> None:
    phone = Phone(as_served)
    form = phone.get("/new/chratze").form("/new/chratze")
    buttons = [
        phone.post(form.action, form.filled(do=("add", "up:1")[turn % 2])).status for turn in range(70)
    ]
    assert set(buttons) == {200}
    assert phone.post(form.action, form.filled(name=["Anna", "Ben"])).status == 303


def test_limits_are_shared_out_among_the_workers(make_app: AppMaker) -> None:
    phone = Phone(make_app(TESTING=False, RATELIMIT_ENABLED=True, WORKERS=4))
    guesses = [phone.get("/l/guess").status for _guess in range(6)]
    starts = [
        phone.post("/new/poker", phone.get("/new/chratze").form("/new/chratze").fields).status
        for _ in range(16)
    ]
    assert guesses == [404] * 5 + [429]
    assert starts == [404] * 15 + [429]


def test_our_fault(make_app: AppMaker) -> None:
    app = make_app(TESTING=False)

    @app.get("/broken")
    def broken() -> str:
        raise ValueError

    assert told(Phone(app).get("/broken"), 500).startswith("That was our fault")


@pytest.mark.parametrize("status", [401, 406, 410, 415, 418, 422, 501, 503])
def test_any_other_status_has_a_page_too(make_app: AppMaker, status: int) -> None:
    app = make_app(TESTING=False)

    @app.get("/odd")
    def odd() -> str:
        abort(status)

    assert told(Phone(app).get("/odd"), status)


def test_error_pages_speak_the_language_of_the_reader(app: Flask) -> None:
    page = Phone(app, "de").get("/nowhere")
    assert page.root.one("html").get("lang") == "de"


def test_redirect_of_the_router_is_no_error(phone: Phone, evening: Evening) -> None:
    page = phone.get(evening.path().rstrip("/"))
    assert page.status == 308
    assert page.location.endswith(evening.path())
