"""The language: what the browser asks for, until somebody chooses; and never a way to another site."""

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from flask import Flask

from ledger.config import ROOT
from ledger.web.language import local_path
from tests.web.evening import Evening
from tests.web.phone import Phone


def spoken(phone: Phone, path: str = "/") -> str:
    """Return the language a page is in."""
    return phone.get(path).root.one("html").get("lang")


def switch(phone: Phone, code: str, back: str) -> str:
    """Choose a language on a page, and return where that leads."""
    page = phone.post("/language", {"csrf_token": phone.csrf_token, "code": code, "back": back})
    assert page.status == 303
    return page.location


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("de-CH,de;q=0.9,en;q=0.5", "de"),
        ("en-GB", "en"),
        ("sv,de;q=0.4,en;q=0.2", "de"),
        ("fr,it;q=0.5", "en"),
        ("", "en"),
        ("*", "en"),
        ("x" * 2000, "en"),
    ],
)
def test_browser_is_answered_in_what_it_asks_for(app: Flask, asked: str, answered: str) -> None:
    assert spoken(Phone(app, asked)) == answered


def test_choice_is_kept_against_what_the_browser_asks_for(app: Flask) -> None:
    phone = Phone(app, "en")
    switch(phone, "de", "/")
    assert spoken(phone) == "de"
    assert spoken(phone, "/rules/kratzen") == "de"
    switch(phone, "en", "/")
    assert spoken(phone) == "en"


def test_dates_are_day_month_year(phone: Phone) -> None:
    evening = Evening.starts(phone, date="2026-11-30")
    assert "30 November 2026" in evening.page("standing").text
    switch(phone, "de", "/")
    assert "30. November 2026" in evening.page("standing").text


def test_switch_leads_back_to_its_page(evening: Evening) -> None:
    for where in ("", "book?page=2", "standing", "rules", "close"):
        page = evening.page(where)
        if page.has_form("/language"):
            back = page.form("/language").fields["back"]
            assert switch(evening.phone, "de", back) == evening.path(where)
            switch(evening.phone, "en", "/")


def test_switch_is_on_every_page(evening: Evening) -> None:
    for where in ("", "book", "standing", "rules", "close"):
        assert evening.page(where).has_form("/language"), where


def test_switch_on_a_form_that_was_sent_leads_back_to_that_form(phone: Phone) -> None:
    path = "/new/chratze"
    page = phone.press(phone.get(path), path, name=["Anna", "Ben", "Carla", "Dan"], do="add")
    assert page.form("/language").fields["back"] == path


def test_chosen_language_is_marked(phone: Phone) -> None:
    buttons = phone.get("/").form("/language").element.all("button")
    marked = {button.text: button.get("aria-current") for button in buttons}
    assert marked == {"English": "true", "Deutsch": ""}


@pytest.mark.parametrize("code", ["", "fr", "../de", "DE", "en\x00", "x" * 5000])
def test_language_that_there_is_none_changes_nothing(phone: Phone, code: str) -> None:
    switch(phone, code, "/")
    assert spoken(phone) == "en"


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\t/evil.example/",
        "/\n/evil.example/",
        "\x00//evil.example/",
        " //evil.example/",
        "javascript:alert(1)",
        "evil.example",
        "http:evil.example",
        "//[",
        "http://[",
        "//\u2100.example/",
        "",
    ],
)
def test_nothing_leads_to_another_site(phone: Phone, back: str) -> None:
    assert switch(phone, "de", back) == "/"


@pytest.mark.parametrize("path", ["/", "/e/x/?page=2", "/rules/kratzen", "/x#y", "/a:b//c"])
def test_path_of_this_site_is_followed(app: Flask, path: str) -> None:
    with app.test_request_context():
        assert local_path(path) == path


def test_switch_is_at_the_foot_where_the_head_is_full(evening: Evening) -> None:
    for where in ("book", "standing", "close"):
        root = evening.page(where).root
        assert not root.one("header").all("form"), where
        assert [form.get("action") for form in root.one("footer").all("form")] == ["/language"], where


def test_german_that_is_the_english_was_reviewed() -> None:
    """A message that was forgotten reads the same in both: what may is on a list, and nothing else is."""
    with (ROOT / "ledger/translations/de/LC_MESSAGES/messages.po").open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    same = {text for message in catalogue if message.id for text in _same_in_both(message)}
    reviewed = (ROOT / "tests/web/reviewed_german.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(same) == reviewed


def _same_in_both(message: Message) -> set[str]:
    texts = [message.id, message.string]
    english, german = (set(text) if isinstance(text, tuple | list) else {str(text)} for text in texts)
    return english & german
