"""Rule card and score sheet: one page each, and every number on them is the engine's or the ruleset's."""

import pytest
from hypothesis import given

from ledger.report.example import example
from ledger.report.page import card_page, sheet_page
from ledger.report.rulecard import rule_card
from ledger.report.scoresheet import score_sheet
from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.options import OPTIONS
from ledger.rules.ruleset import Ruleset
from ledger.wording.language import LANGUAGES, language
from tests.report.conftest import Printer
from tests.report.evenings import long_names
from tests.unit.strategies import rulesets

ENGLISH = language("en")
# As many house rules as one table can have: each takes a sentence or a place in the list.
MANY = {
    "unit.name": "guilders",
    "unit.coin": 50,
    "ante.each": 100,
    "ante.dealer": 250,
    "ante.on_empty_pot.each": 150,
    "ante.on_empty_pot.dealer": 350,
    "quota.joiner": 2,
    "award.share": "3/4",
    "leftover": "seat-order",
    "penalty.basis": "paid-out",
    "penalty.declarer": 7,
    "penalty.joiner": 3,
    "penalty.cap": 5000,
    "pot_cap": 100000,
    "forced.triggers": ["pot-empty", "seven"],
    "forced.seven_quota": 2,
    "forced.seven_declarer_penalty": 3,
    "passed_out.redeals": 9,
    "passed_out.ante": True,
    "end": "rotation",
}


def said(ruleset: Ruleset) -> str:
    """Return everything that the card of `ruleset` says in sentences."""
    return " ".join(
        sentence for _heading, sentences in rule_card(ruleset, ENGLISH).parts for sentence in sentences
    )


def test_card_says_how_many_trump_cards_there_are() -> None:
    assert "a new trump card is turned, 3 in all" in said(find("chratze"))
    assert "trump card" not in said(find("chratze", {"passed_out.procedure": "redeal"}))
    assert "everybody antes again" in said(find("zwicken", {"passed_out.procedure": "reante"}))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("slug", SHIPPED)
def test_card_and_sheet_are_one_page_each(printed: Printer, slug: str, code: str) -> None:
    for make in (card_page, sheet_page):
        paper = printed(make(find(slug), language(code)))
        assert len(paper.sheets) == 1
        assert paper.strays() == []
        assert paper.info["Tagged"] == "yes"


def test_card_of_a_table_with_many_house_rules_is_one_page(printed: Printer) -> None:
    assert set(MANY) < set(OPTIONS)
    paper = printed(card_page(find("chratze-cash", MANY), language("de")))
    assert len(paper.sheets) == 1
    assert paper.strays() == []


def test_card_says_what_the_shipped_rules_say() -> None:
    assert "2 to 7 players, 4 tricks in a deal." in said(find("chratze"))
    assert "takes two thirds of the pot, rounded up to 1\u00a0chip" in said(find("chratze"))
    assert (
        "A Chratzer who fails pays twice the pot. Whoever comes along and fails pays the whole pot."
        in said(find("chratze"))
    )
    assert "everybody antes CHF\u00a00.20." in said(find("chratze-cash"))
    assert "up to 3 times" in said(find("chratze-cash"))
    assert "Into an empty pot: everybody antes 1\u00a0counter, the dealer 2\u00a0counters." in said(
        find("kratzen")
    )
    assert "Each trick wins 1/3 of the pot" in said(find("zwicken"))


def test_house_rules_change_what_the_card_says() -> None:
    ruleset = find("chratze", {"penalty.declarer": 3, "penalty.joiner": 0, "pot_cap": 40, "end": "free"})
    card = said(ruleset)
    assert "A Chratzer who fails pays 3 times the pot." in card
    assert "Whoever comes along and fails pays nothing." in card
    assert "At most 40\u00a0chips is in play" in card
    assert "When the table likes." in card
    assert {value for _name, value in rule_card(ruleset, ENGLISH).options} >= {
        "3",
        "40",
        "when the table likes",
    }


def test_example_is_worked_out_by_the_engine() -> None:
    worked = example(find("chratze"), ENGLISH)
    assert worked is not None
    assert (worked.dealer, worked.pot) == ("Anna", "8")
    assert [(player.tricks, player.result) for player in worked.players] == [
        ("", ""),
        ("2", "+6"),
        ("2", "+2"),
        ("0", "−8"),
    ]
    assert (worked.carried, worked.next_dealer, worked.next_pot) == ("8", "Ben", "12")


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_shipped_game_has_an_example(slug: str) -> None:
    worked = example(find(slug), ENGLISH)
    assert worked is not None
    assert {player.result[:1] for player in worked.players} >= {"+", "−"}


@given(ruleset=rulesets())
def test_card_can_be_written_for_any_ruleset(ruleset: Ruleset) -> None:
    for code in LANGUAGES:
        assert "%(" not in card_page(ruleset, language(code))


def test_sheet_has_a_numbered_line_a_deal_and_a_column_a_player() -> None:
    blank = score_sheet(find("zwicken"), ENGLISH)
    assert (len(blank.players), blank.declares, blank.wide) == (10, False, True)
    named = score_sheet(find("chratze"), ENGLISH, ["Anna", "Ben"])
    assert (named.players, named.declares, named.wide) == (["Anna", "Ben"], True, False)
    assert list(named.rows) == list(range(1, 31))


def test_sheet_for_long_names_stays_one_page(printed: Printer) -> None:
    names = long_names(10)
    paper = printed(sheet_page(find("zwicken"), ENGLISH, names))
    assert len(paper.sheets) == 1
    assert paper.strays() == []
    for name in names:
        assert name.replace(" ", "") in paper.text.replace("\u2068", "").replace("\u2069", "")
