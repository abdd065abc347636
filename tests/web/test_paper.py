"""The evening on paper, from its pages: who may print, what is printed anew, what an old print is told."""

import re
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ledger.report.press import BusyError, NoPangoError, Print
from ledger.store.links import Link, Role
from ledger.store.prints import KEPT
from ledger.web import network, paper
from tests.report.paper import Paper
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

FACTS = {"declarer": "Dan", "joined": ["Carla", "Ben"], "tricks": {"Dan": 2, "Carla": 2}}
Take = Callable[[str], Paper]


@pytest.fixture(autouse=True)
def _nothing_printed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put away what other tests printed: all of them call their evening the same."""
    monkeypatch.setattr(paper.PRESS, "_prints", OrderedDict())


@pytest.fixture
def take(evening: Evening, tmp_path: Path) -> Take:
    """Return what takes a PDF of the evening, and checks that it came as one."""

    def taken(where: str) -> Paper:
        answer = pdf(evening, where)
        assert answer.status_code == 200
        assert answer.mimetype == "application/pdf"
        path = tmp_path / "taken.pdf"
        path.write_bytes(answer.data)
        return Paper(path)

    return taken


def pdf(evening: Evening, where: str = "report.pdf") -> TestResponse:
    """Return the answer to who asks for a PDF of the evening."""
    phone = evening.phone
    return phone.client.get(evening.path(where), headers={"Accept-Language": phone.language})


def notice(page: Page) -> str:
    """Return what a page tells whoever holds a print."""
    return page.root.one("p", role="status").text


def test_evening_is_one_tap_from_its_table_and_its_standing(evening: Evening, watcher: Evening) -> None:
    evening.write(**FACTS)
    for one in (evening, watcher):
        for where in ("", "standing", "files"):
            assert one.page(where).root.all("a", href=one.path("report.pdf")), where


def test_report_shows_the_evening_with_its_hours(evening: Evening, take: Take) -> None:
    evening.write(**FACTS)
    printed = take("report.pdf")
    assert "1.Dan+3" in printed.text
    assert "AnnaDan2Ben0,Carla2" in printed.text
    assert re.search(r"\d\d:\d\dto\d\d:\d\d", printed.text)
    assert "Revision1" in printed.text
    assert "Theeveningisstillopen." in printed.text


def test_watcher_may_print_and_stranger_may_not(watcher: Evening, app: Flask) -> None:
    assert pdf(watcher).status_code == 200
    stranger = watcher.on(Phone(app, address="192.0.2.78"))
    for where in ("report.pdf", "rules.pdf", "sheet.pdf"):
        assert stranger.page(where).status == 404


def test_print_of_who_came_by_a_code_gives_away_no_link(
    evening: Evening, watcher: Evening, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Phone(app, address="192.0.2.78")
    evening.phone.press(evening.page("share"), "/code")
    code = evening.page("share").root.one(class_="spoken").text
    guest.follow(guest.press(guest.get("/code"), "/code", letters=code))
    given: list[Role] = []
    link_address = network.link_address

    def noted(link: Link) -> str:
        given.append(link.role)
        return link_address(link)

    monkeypatch.setattr(paper, "link_address", noted)
    assert pdf(evening.on(guest)).status_code == 200
    assert not given
    assert pdf(watcher).status_code == 200
    assert given == [Role.WATCH]


def test_unchanged_evening_is_not_laid_out_again(evening: Evening, watcher: Evening) -> None:
    evening.write(**FACTS)
    first = pdf(evening).data
    made = paper.PRESS.made
    assert pdf(watcher).data == first
    assert paper.PRESS.made == made


@pytest.mark.parametrize(
    "change", ["a deal", "an undo", "the language", "the stories", "the link", "the template"]
)
def test_whatever_it_shows_makes_it_anew(
    evening: Evening, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.write(**FACTS)
    pdf(evening)
    made, phone = paper.PRESS.made, evening.phone
    if change == "a deal":
        evening.write(declarer="Ben")
    elif change == "an undo":
        evening.press("undo")
    elif change == "the link":
        evening.press("links/watch")
    elif change == "the template":
        monkeypatch.setattr(paper, "template", lambda: "that of another release")
    elif change == "the language":
        phone.language = "de"
    pdf(evening, "report.pdf" + ("?stories=no" if change == "the stories" else ""))
    assert paper.PRESS.made == made + 1


def test_file_is_named_after_the_evening(phone: Phone) -> None:
    evening = Evening.starts(phone, title="Grümpel / Bären", date="2026-01-02")
    for where in ("report.pdf", "rules.pdf", "sheet.pdf"):
        header = phone.client.get(evening.path(where)).headers["Content-Disposition"]
        assert header.startswith("inline")
        assert unquote(header).endswith(f"filename*=UTF-8''2026-01-02 Grümpel Bären {where}")


def test_rules_and_sheet_are_those_of_the_evening(phone: Phone, tmp_path: Path) -> None:
    evening = Evening.starts(phone, opt__pot_cap="40")
    card, sheet = tmp_path / "card.pdf", tmp_path / "sheet.pdf"
    card.write_bytes(phone.client.get(evening.path("rules.pdf")).data)
    sheet.write_bytes(phone.client.get(evening.path("sheet.pdf")).data)
    assert "Atmost40chipsisinplay" in Paper(card).text
    assert "AnnaBenCarlaDanEva" in Paper(sheet).text
    page = evening.page("rules")
    assert page.root.all("a", href=evening.path("rules.pdf"))
    assert page.root.all("a", href=evening.path("sheet.pdf"))


def test_shipped_games_can_be_printed_without_an_evening(phone: Phone) -> None:
    page = phone.get("/rules/zwicken")
    for kind in ("rules", "sheet"):
        assert page.root.all("a", href=f"/rules/zwicken/{kind}.pdf")
        assert phone.client.get(f"/rules/zwicken/{kind}.pdf").mimetype == "application/pdf"
    for path in ("/rules/poker/rules.pdf", "/rules/zwicken/book.pdf"):
        assert phone.get(path).status == 404


def test_code_on_the_print_opens_the_evening_and_says_whether_it_is_right(
    evening: Evening, other_phone: Phone
) -> None:
    evening.write(**FACTS)
    pdf(evening)
    address = evening.link("watch") + "?print=1"
    opened = other_phone.follow(other_phone.get(address))
    assert "shows the book as it is now: revision 1" in notice(opened)
    assert opened.root.one(class_="places").one("tbody").all("bdi")[0].text == "Dan"
    evening.write(declarer="Ben")
    opened = other_phone.follow(other_phone.get(address))
    assert notice(opened) == "Your print is of revision 1; the book is at 2 now."
    pdf(evening)
    opened = other_phone.follow(other_phone.get(address))
    assert "A newer one was made on" in notice(opened)
    assert notice(opened).endswith("of revision 2.")


@pytest.mark.parametrize("revision", ["-1", "2", "99999999999999999999", "x", ""])
def test_print_that_never_was_is_told_nothing(evening: Evening, revision: str) -> None:
    evening.write(**FACTS)
    page = evening.page(f"standing?print={revision}")
    assert page.status == 200
    assert not page.root.all("p", role="status")


def test_only_the_last_prints_are_remembered(
    evening: Evening, stored: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper.PRESS, "make", lambda _key, page: Print(page().encode(), ()))
    for _time in range(KEPT + 3):
        pdf(evening)
    numbers = [row[1] for row in stored()["prints"]]
    assert numbers == list(range(4, KEPT + 4))


def test_printing_leaves_the_book_alone(evening: Evening, stored: Reader) -> None:
    evening.write(**FACTS)
    before = stored()
    pdf(evening)
    after = stored()
    assert {name: rows for name, rows in after.items() if name != "prints"} == {
        name: rows for name, rows in before.items() if name != "prints"
    }


def test_who_comes_when_others_print_is_told_to_come_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_arguments: object) -> Print:
        raise BusyError

    monkeypatch.setattr(paper.PRESS, "make", busy)
    answer = pdf(evening)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Try again in a moment" in answer.text


def test_missing_pango_is_said(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_arguments: object) -> Print:
        raise NoPangoError

    monkeypatch.setattr(paper.PRESS, "make", missing)
    page = evening.page("report.pdf")
    assert page.status == 503
    assert "Pango" in page.text
