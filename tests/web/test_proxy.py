"""The proxy: what it says of the caller counts, and nobody else's word does."""

import pytest
from flask import Flask, request

from tests.web.conftest import AppMaker
from tests.web.evening import Evening
from tests.web.phone import Phone

FORWARDED = {
    "X-Forwarded-For": "203.0.113.50",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "club.example",
}
BELIEVED = "10.1.2.3"


@pytest.fixture
def behind_proxy(make_app: AppMaker) -> Flask:
    """Return an app that believes what comes from one network."""
    app = make_app(PROXY=("10.1.0.0/16", "2001:db8::/32"), RATELIMIT_ENABLED=True)

    @app.get("/caller")
    def caller() -> str:
        return f"{request.remote_addr} {request.host_url}"

    return app


@pytest.mark.parametrize("address", [BELIEVED, "2001:db8::1", f"::ffff:{BELIEVED}"])
def test_believed_proxy_says_who_calls_by_which_name(behind_proxy: Flask, address: str) -> None:
    page = Phone(behind_proxy, address=address).get("/caller", headers=FORWARDED)
    assert page.html == "203.0.113.50 https://club.example/"


@pytest.mark.parametrize(
    "address", ["10.2.0.1", "203.0.113.50", "::1", "::ffff:10.2.0.1", "::10.1.2.3", "", "unix"]
)
def test_nobody_else_is_believed(behind_proxy: Flask, address: str) -> None:
    page = Phone(behind_proxy, address=address).get("/caller", headers=FORWARDED)
    assert "club.example" not in page.html
    assert "203.0.113.50 https" not in page.html


def test_only_the_last_hop_of_a_believed_proxy_counts(behind_proxy: Flask) -> None:
    headers = {**FORWARDED, "X-Forwarded-For": "198.51.100.1, 203.0.113.50"}
    page = Phone(behind_proxy, address=BELIEVED).get("/caller", headers=headers)
    assert page.html.startswith("203.0.113.50 ")


def test_cookie_is_secure_behind_a_believed_proxy_only(behind_proxy: Flask) -> None:
    for address, secure in ((BELIEVED, True), ("10.2.0.1", False)):
        page = Phone(behind_proxy, address=address).get("/new/chratze", headers=FORWARDED)
        assert ("Secure" in page.response.headers["Set-Cookie"].split("; ")) is secure


def test_https_is_asked_for_ever_after_behind_a_believed_proxy_only(behind_proxy: Flask) -> None:
    for address, asked in ((BELIEVED, True), ("10.2.0.1", False)):
        page = Phone(behind_proxy, address=address).get("/", headers=FORWARDED)
        assert ("Strict-Transport-Security" in page.response.headers) is asked


def test_proxy_named_as_a_mapped_address_is_believed(make_app: AppMaker) -> None:
    phone = Phone(make_app(PROXY=("::ffff:10.1.2.3/128",)), address=f"::ffff:{BELIEVED}")
    assert "Secure" in phone.get("/new/chratze", headers=FORWARDED).response.headers["Set-Cookie"]


def test_links_are_shown_with_the_name_the_proxy_is_known_by(behind_proxy: Flask) -> None:
    phone = Phone(behind_proxy, address="10.2.0.1")
    evening = Evening.starts(phone)
    phone.address = BELIEVED
    for where in ("share", "share/write"):
        shown = phone.get(evening.path(where), headers=FORWARDED).root.one(class_="address").text
        assert shown.startswith("https://club.example/l/")


def test_guesses_are_counted_by_who_calls_the_proxy(behind_proxy: Flask) -> None:
    phone = Phone(behind_proxy, address=BELIEVED)
    answers = [phone.get("/l/guess", headers=FORWARDED).status for _number in range(25)]
    assert answers[-1] == 429
    elsewhere = {**FORWARDED, "X-Forwarded-For": "203.0.113.51"}
    assert phone.get("/l/guess", headers=elsewhere).status == 404


def test_without_a_proxy_setting_nobody_is_believed(as_served: Flask) -> None:
    page = Phone(as_served, address="127.0.0.1").get("/new/chratze", headers=FORWARDED)
    assert "Secure" not in page.response.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("believed", [(), ("10.1.0.0/16",)])
def test_proxy_that_is_not_believed_is_named_once_in_the_log(
    make_app: AppMaker, caplog: pytest.LogCaptureFixture, believed: tuple[str, ...]
) -> None:
    app = make_app(PROXY=believed)
    Phone(app, address="127.0.0.1").get("/")
    assert caplog.messages == []
    for _time in range(3):
        Phone(app, address="127.0.0.1").get("/", headers=FORWARDED)
    (line,) = caplog.messages
    assert "LEDGER_PROXY=127.0.0.1" in line


def test_proxy_that_is_believed_is_no_news(behind_proxy: Flask, caplog: pytest.LogCaptureFixture) -> None:
    Phone(behind_proxy, address=BELIEVED).get("/caller", headers=FORWARDED)
    assert caplog.messages == []
