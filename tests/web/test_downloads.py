"""Files to take along: named after the evening, and the same behind the real server."""

import csv
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from io import StringIO
from pathlib import Path
from urllib.parse import unquote, urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.browser.form import changed, fields_of
from tests.cli.serving import serving
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

KINDS = ("evening.json", "deals.csv", "postings.csv", "deals-machine.csv", "postings-machine.csv")
TITLE = 'Büchi & Söhne / "Jass" ♠'


def called(disposition: str) -> tuple[str, str]:
    """Return the name for old programs, and the one with every letter."""
    plain = re.search(r'filename="?([^";]+)"?', disposition)
    full = re.search(r"filename\*=UTF-8''(\S+)", disposition)
    assert plain, disposition
    return plain[1], unquote(full[1] if full else plain[1])


def rows(page: Page, separator: str = ",") -> list[list[str]]:
    """Return the cells of a CSV file."""
    text = page.response.get_data().decode("utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter=separator))


def test_page_offers_every_file(evening: Evening) -> None:
    evening.write(declarer="Dan")
    cards = evening.page("files").root.all("a", class_="card")
    links = [card.get("href") for card in cards if "download" in card.attributes]
    assert [link.rsplit("/", 1)[1] for link in links] == list(KINDS)
    for link in links:
        page = evening.phone.get(link)
        assert page.status == 200
        assert page.response.headers["Content-Disposition"].startswith("attachment; ")
    assert "/files" in "".join(link.get("href") for link in evening.page().root.one(id="links").all("a"))


def test_no_other_file_is_there(evening: Evening) -> None:
    assert evening.page("files/secret.key").status == 404


def test_columns_add_up_to_the_standing(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Dan": 2, "Carla": 2})
    evening.write(declarer="Carla", joined=["Dan", "Eva"], tricks={"Carla": 1, "Dan": 3})
    head, *lines = rows(evening.page("files/deals.csv"))
    for name, balance in evening.balances().items():
        total = sum(int(line[head.index(name)]) for line in lines)
        assert f"{total:+d}".replace("-", "−") == balance


def test_spreadsheet_speaks_the_language_of_the_phone(phone: Phone) -> None:
    evening = Evening.starts(Phone(phone.app, "de"), "chratze-cash", ("Anna", "Ben", "Cläre"))
    evening.write(declarer="Ben")
    head, line = rows(evening.page("files/deals.csv"), ";")
    assert head[:2] == ["Spiel", "Zeit"]
    assert line[-3:] == ["-0,20", "0,40", "-0,20"]


@pytest.mark.parametrize(
    ("title", "plain", "full"),
    [
        ("", "2026-01-02 deals.csv", "2026-01-02 deals.csv"),
        ("Bären", "2026-01-02 Baren deals.csv", "2026-01-02 Bären deals.csv"),
        (TITLE, "2026-01-02 Buchi & Sohne Jass  deals.csv", "2026-01-02 Büchi & Söhne Jass ♠ deals.csv"),
        ("../../etc", "2026-01-02 .. .. etc deals.csv", "2026-01-02 .. .. etc deals.csv"),
        ("Ма́ша", "2026-01-02  deals.csv", "2026-01-02 Ма́ша deals.csv"),
    ],
)
def test_file_is_named_after_the_evening(phone: Phone, title: str, plain: str, full: str) -> None:
    evening = Evening.starts(phone, title=title, date="2026-01-02")
    disposition = evening.page("files/deals.csv").response.headers["Content-Disposition"]
    assert called(disposition) == (plain, full)
    assert disposition.isascii()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the real server."""
    with serving(tmp_path_factory.mktemp("downloads") / "instance") as served:
        yield f"http://127.0.0.1:{served.port}"


def started(opener: OpenerDirector, server: str, **fields: str | list[str]) -> str:
    """Start an evening on the real server, and return the address of its table."""
    address = f"{server}/new/chratze"
    with opener.open(address) as answer:
        form = fields_of(answer.read().decode(), "/new/chratze")
    sent = changed(form, name=["Änne", "Bo", "Cläre"], first="0", do="start", **fields)
    with opener.open(address, urlencode(sent).encode()) as answer:
        return str(answer.url)


def test_names_with_umlauts_pass_the_real_server(server: str, tmp_path: Path) -> None:
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    table = started(opener, server, title=TITLE, date="2026-01-02")
    for kind in KINDS:
        with opener.open(f"{table}files/{kind}") as answer:
            data = answer.read()
            plain, full = called(answer.headers["Content-Disposition"])
        assert answer.status == 200
        assert plain == f"2026-01-02 Buchi & Sohne Jass  {kind}"
        assert full == f"2026-01-02 Büchi & Söhne Jass ♠ {kind}"
        assert len(data) == int(answer.headers["Content-Length"])
        # The name is one that a file can have.
        (tmp_path / full).write_bytes(data)
