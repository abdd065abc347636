"""The rules pages: each game in words, with an example by the engine and a table's own house rules."""

import dataclasses

import pytest
from flask import Flask

from ledger.rules.catalogue import find
from ledger.web import examples
from ledger.wording.houserules import absent_name, choice_name
from ledger.wording.language import language
from ledger.wording.terms import terms
from tests.web.evening import Evening
from tests.web.phone import Phone
from tests.web.words import ENGLISH, house_rule

GAMES = ("chratze", "chratze-cash", "kratzen", "zwicken")
SUBJECTS = (
    *("cards", "dealing", "bidding", "exchange", "play", "pot", "example", "end", "variants", "manners"),
    "glossary",
)
THREE = ("Anna", "Ben", "Carla")


def house_rules(evening: Evening) -> dict[str, str]:
    """Return the house rules that an evening's own page names."""
    lists = evening.page("rules").root.all("dl")
    own = lists[0] if evening.page("rules").root.all("section", class_="notice") else None
    if own is None:
        return {}
    names, values = ([part.text for part in own.all(tag)] for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_is_explained_from_the_cards_to_the_glossary(app: Flask, language: str, slug: str) -> None:
    phone = Phone(app, language)
    assert phone.get("/rules").root.all("a", href=f"/rules/{slug}")
    page = phone.get(f"/rules/{slug}")
    sections = [section.get("id") for section in page.root.all("section")]
    assert [section for section in sections if section != "cash"] == [*SUBJECTS, "recording"]
    assert all(len(section.text) > 80 for section in page.root.all("section"))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("code", ["en", "de"])
def test_rules_use_the_words_of_the_buttons(app: Flask, code: str, slug: str) -> None:
    phone = Phone(app, code)
    recording = phone.get(f"/rules/{slug}").root.one(id="recording").text
    words = terms(find(slug).terms, language(code))
    for word in (words.declarer if words.nobody else "", words.joiner, words.out, words.nobody):
        assert word in recording
    # Every button of the record page is explained by its name.
    table = Evening.starts(phone, slug, THREE).page()
    facts = [button.text for button in table.root.all("button", class_="fact")]
    assert facts
    assert [fact for fact in facts if fact not in recording] == []


@pytest.mark.parametrize("code", ["en", "de"])
def test_prose_introduces_what_the_table_says(app: Flask, code: str) -> None:
    for slug in GAMES:
        page = Phone(app, code).get(f"/rules/{slug}")
        for part in ("bidding", "glossary"):
            said = page.root.one(id=part).text.lower()
            assert "dabei" in said, (slug, part)
            assert "weg" in said, (slug, part)


def test_redealing_table_has_no_second_trump_card_to_record(phone: Phone) -> None:
    shown = {slug: phone.get(f"/rules/{slug}").root.one(id="recording").text for slug in GAMES}
    assert [slug for slug in GAMES if "Trump 1" in shown[slug]] == ["chratze"]


def test_unknown_game_is_not_found(phone: Phone) -> None:
    for path in ("/rules/poker", "/new/poker", "/rules/..", "/rules/chratze.html"):
        assert phone.get(path).status == 404


@pytest.mark.parametrize(
    ("slug", "results", "carried"),
    [
        ("chratze", ["−5", "+1", "+4"], "5"),
        ("kratzen", ["−21", "+6", "+3", "−12"], "36"),
        ("zwicken", ["+2", "+1", "−3"], "3"),
    ],
)
def test_example_is_that_of_the_rules(phone: Phone, slug: str, results: list[str], carried: str) -> None:
    page = phone.get(f"/rules/{slug}")
    table = page.root.all("table", class_="movements")[0]
    shown = [row.all("td", class_="number")[1].text for row in table.one("tbody").all("tr")]
    assert [result for result in shown if result] == results
    assert f"In the pot after the deal: {carried}." in page.text


def test_example_is_worked_out_by_the_engine(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    # Were the numbers written into the page, another pot would change nothing.
    (facts, *_rest) = examples._DEALS["zwicken"]
    other = (dataclasses.replace(facts, pot=30),)
    monkeypatch.setitem(examples._DEALS, "zwicken", other)
    assert "In the pot after the deal: 30." in phone.get("/rules/zwicken").text


def test_rules_begin_with_a_list_of_what_they_hold(phone: Phone) -> None:
    page = phone.get("/rules/chratze")
    listed = [(link.get("href").lstrip("#"), link.text) for link in page.root.one(class_="contents").all("a")]
    heads = [(head.get("id"), head.text) for head in page.root.one("article").all("h2")]
    assert listed == heads
    assert ("recording-h", "How to record a deal") in listed


def test_evening_without_house_rules_says_so(evening: Evening) -> None:
    page = evening.page("rules")
    assert "This table plays without house rules of its own." in page.text
    assert page.root.one(class_="tabs").one("a", href=evening.path()).text == "Table"
    assert house_rules(evening) == {}


def test_evening_shows_the_house_rules_that_differ(phone: Phone) -> None:
    options = {
        "opt__ante__each": "2",
        "opt__ante__dealer": "2",
        "opt__pot_cap": "100",
        "opt__award__share": "1/2",
        "opt__passed_out__ante": "yes",
    }
    evening = Evening.starts(phone, names=THREE, opt__leftover="seat-order", **options)
    assert house_rules(evening) == {
        house_rule("ante.each"): "2",
        house_rule("ante.dealer"): "2",
        house_rule("leftover"): choice_name("leftover", "seat-order", ENGLISH),
        house_rule("pot_cap"): "100",
        house_rule("award.share"): "1/2",
        house_rule("passed_out.ante"): "yes",
    }


def test_evening_shows_what_was_taken_away(phone: Phone) -> None:
    without = {"opt__ante__on_empty_pot__each": "", "opt__ante__on_empty_pot__dealer": ""}
    evening = Evening.starts(phone, "kratzen", THREE, opt__forced__triggers=None, **without)
    gone = ("ante.on_empty_pot.each", "ante.on_empty_pot.dealer", "forced.triggers")
    assert house_rules(evening) == {house_rule(key, "kratzen"): absent_name(key, ENGLISH) for key in gone}


def test_money_of_the_house_is_shown_in_its_unit(phone: Phone) -> None:
    antes = {"opt__ante__each": "0,50", "opt__ante__dealer": "0.50"}
    evening = Evening.starts(
        phone, "chratze-cash", THREE, opt__unit__name="EUR", opt__unit__coin="0.10", **antes
    )
    assert house_rules(evening) == {
        house_rule("unit.name"): "EUR",
        house_rule("unit.coin"): "0.10",
        house_rule("ante.each"): "0.50",
        house_rule("ante.dealer"): "0.50",
    }
