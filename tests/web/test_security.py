"""Security: what every answer carries, and what the app refuses to do for anybody."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from flask import Flask

from ledger.web.security import POLICY
from tests.web.conftest import AppMaker
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.routes import routes

ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
HTTPS = "https://ledger.example"


def answers(evening: Evening) -> Iterator[tuple[str, Page]]:
    """Yield an answer of every route, good or not."""
    token = evening.phone.csrf_token
    for route in routes(evening.phone.app, evening.id):
        # Who revokes its own link or closes the evening would see nothing of what comes behind.
        if route.method == "GET":
            yield str(route), evening.phone.get(route.path)
        elif route.endpoint != "links.renew":
            yield str(route), evening.phone.post(route.path, {"csrf_token": token})


def test_every_answer_carries_the_headers(evening: Evening) -> None:
    for name, page in answers(evening):
        for header, value in ALWAYS.items():
            assert page.response.headers.getlist(header) == [value], (name, header)


def test_errors_carry_the_headers_too(as_served: Flask) -> None:
    @as_served.get("/broken")
    def broken() -> str:
        raise RuntimeError

    phone = Phone(as_served)
    for page in (phone.get("/nowhere"), phone.post("/language", {}), phone.get("/broken")):
        for header, value in ALWAYS.items():
            assert page.response.headers[header] == value, (page.status, header)


def test_policy_allows_nothing_inline_and_nobody_else() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    assert rules["base-uri"] == "'none'"
    assert rules["form-action"] == "'self'"
    assert "unsafe" not in POLICY
    assert "*" not in POLICY
    assert "http" not in POLICY


def test_no_page_may_be_stored(evening: Evening) -> None:
    for name, page in answers(evening):
        assert page.response.headers["Cache-Control"] == "no-store", name


def test_assets_are_kept_for_ever_under_an_address_that_changes_with_them(evening: Evening) -> None:
    page = evening.page()
    addresses = [element.get("src") or element.get("href") for element in page.root.all()]
    assets = [address for address in addresses if address.startswith("/static/")]
    assert len(assets) >= 4
    # Modules have it in their path, so that it is in the address of what they import too.
    marks = [re.search(r"\?v=([0-9a-f]{8,})$|/js-([0-9a-f]{8,})/", address) for address in assets]
    assert all(marks), assets
    for address, mark in zip(assets, marks, strict=True):
        assert mark is not None
        kept = evening.phone.get(address)
        assert kept.status == 200
        assert kept.response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert kept.response.headers["X-Content-Type-Options"] == "nosniff"
        other = address.replace("/js-", "/js-0") if mark[2] else address.partition("?")[0]
        assert "immutable" not in evening.phone.get(other).response.headers["Cache-Control"]


def test_missing_asset_is_not_kept(phone: Phone) -> None:
    page = phone.get("/static/css/nothing.css?v=123456789012")
    assert page.status == 404
    assert "immutable" not in page.response.headers.get("Cache-Control", "")


def test_cookie_is_out_of_reach_of_scripts_and_of_other_sites(phone: Phone) -> None:
    page = phone.get("/new/chratze")
    (cookie,) = page.response.headers.getlist("Set-Cookie")
    name, *flags = cookie.split("; ")
    assert name.startswith("ledger=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(flags)
    assert "Secure" not in flags


def test_cookie_is_secure_over_https(phone: Phone) -> None:
    page = phone.get("/new/chratze", base_url=HTTPS)
    assert "Secure" in page.response.headers["Set-Cookie"].split("; ")


def test_page_over_https_asks_for_https_from_now_on(phone: Phone) -> None:
    for path, base_url, asked in (
        ("/", HTTPS, ["max-age=31536000"]),
        ("/nowhere", HTTPS, ["max-age=31536000"]),
        ("/", None, []),
    ):
        headers = phone.get(path, base_url=base_url).response.headers
        assert headers.getlist("Strict-Transport-Security") == asked, path


def test_cookie_of_whoever_has_a_link_lasts(evening: Evening, other_phone: Phone) -> None:
    """As long as browsers keep one: whoever plays once a year is still known."""
    entered = other_phone.get(evening.link("watch")).response
    expires = parsedate_to_datetime(entered.headers["Set-Cookie"].split("Expires=")[1].split(";")[0])
    assert abs(expires - datetime.now(UTC) - timedelta(days=400)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("size", "kind"), [(300_000, "application/x-www-form-urlencoded"), (140_000, "multipart/form-data")]
)
def test_too_much_at_once_is_refused(phone: Phone, size: int, kind: str) -> None:
    page = Page(phone.client.post("/new/chratze", data={"name": "x" * size}, content_type=kind))
    assert page.status == 413
    assert page.root.one(class_="lead").text == "That was too much at once. Send less."


def test_too_many_parts_are_refused(phone: Phone) -> None:
    parts = {f"part-{number}": "x" for number in range(500)}
    response = phone.client.post("/new/chratze", data=parts, content_type="multipart/form-data")
    assert response.status_code == 413


def test_view_that_raises_gives_a_page_without_a_trace(make_app: AppMaker) -> None:
    app = make_app(TESTING=False)

    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the secret is in here")

    page = Phone(app).get("/broken")
    assert page.status == 500
    assert page.root.one("h1").text == "That did not work"
    assert "That was our fault" in page.text
    for trace in ("Traceback", "RuntimeError", "secret", "werkzeug", ".py"):
        assert trace not in page.html


def test_debugger_is_off(as_served: Flask) -> None:
    assert not as_served.debug
    assert Phone(as_served).get("/console").status == 404
    assert Phone(as_served).get("/?__debugger__=yes&cmd=resource&f=debugger.js").status == 200


def test_every_post_without_a_token_is_refused(evening: Evening) -> None:
    # Closed, there are payments to mark too.
    evening.write(declarer="Dan")
    evening.close()
    for route in routes(evening.phone.app, evening.id):
        if route.method != "GET":
            page = evening.phone.post(route.path, {})
            assert page.status in (400, 422), route


def test_only_get_and_post_are_answered(evening: Evening) -> None:
    methods = {route.method for route in routes(evening.phone.app, evening.id)}
    assert methods == {"GET", "POST"}
    for method in ("PUT", "PATCH", "DELETE", "TRACE"):
        response = evening.phone.client.open(evening.path(), method=method)
        assert response.status_code == 405
        # Whoever is told that a method is wrong is told which are right.
        assert "GET" in response.headers.get("Allow", "")
