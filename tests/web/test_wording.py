"""Wording: everything that can be wrong, and every movement, has a sentence in every language."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from ledger.rules.catalogue import SHIPPED, terms_of
from ledger.rules.options import OPTIONS
from ledger.rules.problems import Code
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Reason, Transfer, Why
from ledger.rules.unit import Unit, UnreadableAmountError
from ledger.wording.houserules import choice_name
from ledger.wording.language import LANGUAGES, Language, language
from ledger.wording.problems import unreadable_amount
from ledger.wording.reasons import reason
from ledger.wording.terms import ruleset_name, ruleset_summary, terms
from tests.web.words import ENGLISH, house_rule
from tests.web.words import problem as told

ANNA = Seat(0)
CHIP = Unit(name="chip", denominator=1, coin=1)
CASH = Unit(name="CHF", denominator=100, coin=5)
COUNTER = Unit(name="counter", denominator=4, coin=1)

# The facts that come with each problem, as the engine gives them; a code that is not here fails the test.
FACTS: Mapping[Code, Mapping[str, object]] = {
    Code.BAD_SHAPE: {},
    Code.UNKNOWN_RULESET: {"slug": "poker", "known": "chratze, kratzen"},
    Code.UNKNOWN_OPTION: {"key": "colour"},
    Code.OPTION_VALUE: {"key": "ante.each", "value": -1, "choices": "", "least": 0, "most": 10},
    Code.NOT_IN_RULESET: {},
    Code.PLAYER_COUNT: {"count": 1, "min": 2, "max": 7},
    Code.DUPLICATE_PLAYER: {"name": "Anna"},
    Code.UNKNOWN_PLAYER: {"name": "Zoe"},
    Code.UNKNOWN_DEALER: {},
    Code.POT_NOT_POSITIVE: {"amount": 0},
    Code.POT_NOT_IN_COINS: {"amount": 7, "coin": 5},
    Code.ANTE_NOT_IN_COINS: {"amount": 7, "coin": 5, "tricks": 4},
    Code.ANTE_NOT_DIVISIBLE: {"amount": 4, "coin": 1, "tricks": 3},
    Code.NO_DECLARER: {},
    Code.DECLARER_NOT_IN_RULESET: {},
    Code.DECLARER_MUST_BE_DEALER: {"dealer": ANNA},
    Code.ROLE_TWICE: {},
    Code.TRICKS_TO_NON_PLAYER: {},
    Code.TRICKS_NEGATIVE: {"won": -1},
    Code.TRICKS_NOT_INTEGER: {},
    Code.TRICKS_SUM: {"total": 3, "tricks": 4},
    Code.TRICKS_WITHOUT_PLAY: {},
    Code.TRICK_ORDER_MISMATCH: {},
    Code.BLIND_NOT_DEALER: {"dealer": ANNA},
    Code.BLIND_AFTER_SECOND_TRUMP: {},
    Code.TRUMP_CARD_RANGE: {"card": 4, "last": 3},
    Code.ALL_MUST_PLAY: {},
    Code.DEALER_TRUMP_UNKNOWN: {},
    Code.DEALER_MUST_PLAY: {},
    Code.AMOUNT_TOO_LARGE: {"amount": 2 * 10**15, "limit": 10**15},
    Code.NOT_SEATED: {},
    Code.ALREADY_SEATED: {},
    Code.BAD_TARGET: {},
    Code.POT_TOO_SMALL: {},
    Code.EVENING_CLOSED: {},
    Code.TOO_MANY: {"of": "people", "limit": 100},
}
SEATED = {
    *(Code.TRICKS_TO_NON_PLAYER, Code.TRICKS_NEGATIVE, Code.ROLE_TWICE, Code.ALL_MUST_PLAY),
    *(Code.NOT_SEATED, Code.ALREADY_SEATED),
}
MOVEMENTS: Mapping[Why, Mapping[str, int | str]] = {
    Why.ANTE: {"call": "usual"},
    Why.DECLARER_SHARE: {"of": 5, "share": "2/3", "coin": 1},
    Why.REST: {"of": 1, "sharers": 1, "coin": 1},
    Why.ALL_OF_IT: {"of": 5},
    Why.EQUAL_SHARE: {"of": 5, "sharers": 2, "coin": 1},
    Why.EVERY_TRICK: {"of": 5, "tricks": 4},
    Why.PER_TRICK: {"of": 12, "won": 2, "tricks": 4},
    Why.ODD_COIN: {"coin": 1, "left": 2},
    Why.UNOPPOSED: {"of": 5},
    Why.DEALER_TRUMP: {"of": 3},
    Why.FAILED: {"times": 2, "of": 5, "basis": "pot", "full": 10},
    Why.ADJUSTMENT: {},
    Why.JOINING: {},
    Why.SPLIT: {"of": 30, "sharers": 5},
    Why.WINNERS: {"of": 30, "sharers": 2},
    Why.REFUND: {},
}


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> Language:
    """Return each language in turn."""
    return language(request.param)


def said(code: Code, spoken: Language = ENGLISH, game: str = "chratze", **params: Any) -> str:
    player = "Anna" if code in SEATED else ""
    return told(code, game, player=player, spoken=spoken, **{**FACTS[code], **params})


def why(
    kind: Why, spoken: Language = ENGLISH, *, unit: Unit = CHIP, moved: int = 1, **params: int | str
) -> str:
    transfer = Transfer(POT, ANNA, moved, Reason.PAYOUT, kind, {**MOVEMENTS[kind], **params})
    return reason(transfer, unit, spoken, terms("chratze", spoken))


def is_finished(text: str) -> None:
    assert text
    assert "None" not in text
    assert not re.search(r"%[(sd]|[{}]", text), text


@pytest.mark.parametrize("code", Code)
def test_every_problem_has_a_sentence(code: Code, spoken: Language) -> None:
    for slug in SHIPPED:
        text = said(code, spoken, slug)
        is_finished(text)
        assert text[-1] in ".?!", text
        assert code.value not in text


@pytest.mark.parametrize("code", sorted(SEATED))
def test_problem_of_a_player_names_the_player(code: Code, spoken: Language) -> None:
    assert "Anna" in said(code, spoken)


@pytest.mark.parametrize("kind", Why)
def test_every_movement_has_a_reason(kind: Why, spoken: Language) -> None:
    is_finished(why(kind, spoken))


def test_limits_name_what_there_is_too_much_of() -> None:
    assert "100 people" in said(Code.TOO_MANY)
    assert "again 30 times" in said(Code.TOO_MANY, of="closings", limit=30)


def test_missing_tricks_and_those_too_many_are_counted() -> None:
    assert said(Code.TRICKS_SUM, total=3, tricks=4) == "Tricks still missing: 1 of 4."
    assert said(Code.TRICKS_SUM, total=12, tricks=4) == "Tricks too many: 8. There are 4."


@pytest.mark.parametrize(
    ("kind", "params", "text"),
    [
        (Why.DECLARER_SHARE, {"share": "2/3"}, "two thirds of 5, rounded up"),
        (Why.REST, {"of": 3, "sharers": 2}, "the rest, 3, shared by 2, rounded down"),
        (Why.EQUAL_SHARE, {"sharers": 1}, "Chratzer failed: all of 5"),
        (Why.PER_TRICK, {"won": 1}, "1 trick of 4 from 12"),
        (Why.FAILED, {}, "failed: twice the pot of 5"),
        (Why.FAILED, {"times": 1}, "failed: the pot of 5"),
        (Why.FAILED, {"times": 3, "full": 15}, "failed: 3 times 5"),
        (Why.FAILED, {"basis": "paid-out"}, "failed: twice the 5 paid out"),
        (Why.ANTE, {"call": "again"}, "ante, again because nobody played"),
        (Why.SPLIT, {}, "the pot of 30, split among 5"),
        (Why.WINNERS, {"sharers": 1}, "won last: the pot of 30"),
    ],
)
def test_reasons_are_those_of_the_rules(kind: Why, params: Mapping[str, int | str], text: str) -> None:
    assert why(kind, ENGLISH, unit=CHIP, moved=100, **params) == text


def test_capped_penalty_says_that_it_is() -> None:
    assert why(Why.FAILED, moved=8) == "failed: twice the pot of 5, at most 8"


def test_amounts_in_reasons_are_in_the_tables_unit() -> None:
    assert why(Why.UNOPPOSED, unit=CASH, of=240) == "nobody else was in: all of 2.40"
    assert why(Why.PER_TRICK, unit=COUNTER, of=9, won=2) == "2 tricks of 4 from 2¼"


def test_amount_that_could_be_two_is_shown_in_both_readings(spoken: Language) -> None:
    text = unreadable_amount(UnreadableAmountError("ambiguous", ("1.500", "1500")), spoken)
    is_finished(text)
    assert "1.500" in text
    assert "1500" in text


@pytest.mark.parametrize("code", ["not-a-number", "too-fine", "too-long"])
def test_every_unreadable_amount_has_a_sentence(code: str, spoken: Language) -> None:
    is_finished(unreadable_amount(UnreadableAmountError(code), spoken))


@pytest.mark.parametrize("key", OPTIONS)
def test_every_house_rule_and_every_choice_of_it_has_a_name(key: str, spoken: Language) -> None:
    assert house_rule(key, spoken=spoken) != key
    for value in OPTIONS[key].choices:
        assert choice_name(key, value, spoken) != value


def test_refused_choice_names_the_choices_as_the_form_does() -> None:
    text = said(Code.OPTION_VALUE, key="leftover", choices="pot, seat-order, trick-order")
    assert choice_name("leftover", "seat-order", ENGLISH) in text
    assert "seat-order" not in text


def test_refused_count_says_between_what() -> None:
    text = said(Code.OPTION_VALUE, key="quota.joiner", value="x", least=0, most=13)
    assert "0" in text
    assert "13" in text


def test_refused_trump_card_says_which_there_are() -> None:
    assert "1 to 3" in said(Code.TRUMP_CARD_RANGE, last=3)
    assert "choose 1." in said(Code.TRUMP_CARD_RANGE, last=1)


def test_refused_coin_of_a_game_for_chips_does_not_speak_of_money() -> None:
    assert "money" not in said(Code.OPTION_VALUE, key="unit.coin", value=0)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_a_name_a_summary_and_its_words(slug: str, spoken: Language) -> None:
    assert ruleset_name(slug, spoken)
    assert len(ruleset_summary(slug, spoken)) > 20
    words = terms(terms_of(slug), spoken)
    assert words.game
    assert words.joiner
    assert words.out
    assert words.who_declares
