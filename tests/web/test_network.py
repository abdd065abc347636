"""Links for phones: opened on the server's own machine, a page gives away its address in the network."""

from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from tests.web.conftest import AppMaker
from tests.web.evening import Evening
from tests.web.phone import Phone
from tests.web.test_share import of_text, picture

NETWORK = "http://192.0.2.7:8000"
HERE = ("http://localhost", "http://LOCALHOST:8000", "http://127.0.0.1:8000", "http://[::1]:8000")
ONLY_HERE = "Phones cannot open it: this server is reached from its own machine alone."


@pytest.fixture
def in_a_network(make_app: AppMaker) -> Flask:
    """Return an app whose server is in a network."""
    return make_app(NETWORK=lambda: (f"{NETWORK}/", "http://198.51.100.7:8000/"))


def addresses(evening: Evening, base_url: str) -> list[str]:
    """Return the addresses of both links on the page opened at `base_url`, the pictures being of the same."""
    found = []
    for where in ("share", "share/write"):
        page = evening.phone.get(evening.path(where), base_url=base_url)
        address = page.root.one(id="address").text
        assert picture(page) == of_text(address, 3)
        assert (ONLY_HERE in page.text) is ("localhost" in address)
        found.append(address.partition("/l/")[0])
    return found


@pytest.mark.parametrize("base_url", HERE)
def test_own_machine_gives_away_its_address_in_the_network(in_a_network: Flask, base_url: str) -> None:
    evening = Evening.starts(Phone(in_a_network))
    evening.phone.get(evening.link("write"), base_url=base_url)
    assert addresses(evening, base_url) == [NETWORK] * 2


@pytest.mark.parametrize("base_url", ["http://192.168.1.4:8000", "https://ledger.example.org"])
def test_address_that_others_know_is_given_away_as_it_is(in_a_network: Flask, base_url: str) -> None:
    evening = Evening.starts(Phone(in_a_network))
    evening.phone.get(evening.link("write"), base_url=base_url)
    assert addresses(evening, base_url) == [base_url] * 2


def test_where_there_is_no_network_the_page_says_so(evening: Evening) -> None:
    assert addresses(evening, "http://localhost") == ["http://localhost"] * 2


def test_code_is_entered_at_the_address_in_the_network(in_a_network: Flask) -> None:
    evening = Evening.starts(Phone(in_a_network))
    assert f"{NETWORK}/" in evening.page("share").root.one(id="code").text


def test_print_opens_in_the_network(in_a_network: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.starts(Phone(in_a_network))
    told: list[str] = []

    def printed(shown: Sequence[object], _page: Callable[[], str]) -> bytes:
        told.extend(map(str, shown))
        return b""

    monkeypatch.setattr("ledger.web.paper._printed", printed)
    evening.phone.get(evening.path("report.pdf"))
    assert [part for part in told if part.startswith(f"{NETWORK}/l/")]
