"""Refusals: what cannot be written says why, at its field, and nothing that was typed is lost."""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.rules.problems import Code
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.words import problem

THREE = ("Anna", "Ben", "Carla")
IDENTITY = {"csrf_token", "token", "revision"}


def refused(evening: Evening, facts: Mapping[str, Any]) -> Page:
    """Return the page that a deal comes back on, with every field as it was sent."""
    sent = evening.deal(**facts)
    page = evening.send(sent)
    assert page.status == 422
    shown = page.form("/deals").fields
    for name in sent:
        if name not in IDENTITY:
            assert shown.getlist(name) == sent.getlist(name), name
    return page


@pytest.mark.parametrize(
    ("tricks", "name", "code"),
    [
        ({"Ben": 1, "Carla": 1}, "Carla", Code.TRICKS_TO_NON_PLAYER),
        ({"Ben": -1}, "Ben", Code.TRICKS_NEGATIVE),
    ],
)
def test_what_is_wrong_with_a_player_stands_in_the_players_row(
    evening: Evening, tricks: Mapping[str, int], name: str, code: Code
) -> None:
    page = refused(evening, {"declarer": "Dan", "joined": ["Ben"], "tricks": tricks})
    assert page.flaw_of(f"tricks_{evening.seat(name)}") == problem(code, player=name)
    assert problem(code, player=name) in page.notice


def test_player_ticked_in_both_roles_is_told_and_shown_once(evening: Evening) -> None:
    page = evening.send(evening.deal(declarer="Dan", joined=["Ben", "Dan"], tricks={"Ben": 1}))
    assert page.status == 422
    assert page.notice == problem(Code.ROLE_TWICE, player="Dan")
    evening.phone.follow(evening.send(page.form("/deals").fields))
    assert evening.balances()["Dan"] == "+3"


@pytest.mark.parametrize("typed", ["two", "1.5", "½", "--5", "-", "1e3", "٣", "999999", "²"])
def test_tricks_that_are_no_number_stay_as_typed(evening: Evening, typed: str) -> None:
    page = refused(evening, {"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": typed}})
    assert page.flaw_of(f"tricks_{evening.seat('Ben')}") == problem(Code.TRICKS_NOT_INTEGER)


def test_declarers_tricks_that_are_no_number_stay_as_typed_too(evening: Evening) -> None:
    page = refused(evening, {"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": 1, "Dan": "two"}})
    assert page.flaw_of(f"tricks_{evening.seat('Dan')}") == problem(Code.TRICKS_NOT_INTEGER)


MISSING, TOO_MANY = problem(Code.TRICKS_SUM, total=2, tricks=4), problem(Code.TRICKS_SUM, total=5, tricks=4)
WHO, ALONE = problem(Code.NO_DECLARER), problem(Code.TRICKS_WITHOUT_PLAY)
NOT_BLIND, TOO_LATE = problem(Code.BLIND_NOT_DEALER), problem(Code.BLIND_AFTER_SECOND_TRUMP)
IN_CHRATZE = [
    ({}, WHO),
    ({"joined": ["Ben"]}, WHO),
    ({"tricks": {"Ben": 4}}, WHO),
    ({"declarer": "nobody", "joined": ["Ben", "Eva"]}, WHO),
    ({"declarer": "Dan", "joined": ["Ben"], "tricks": {"Dan": 1, "Ben": 1}}, MISSING),
    ({"declarer": "Dan", "joined": ["Ben"], "tricks": {"Dan": 3, "Ben": 2}}, TOO_MANY),
    ({"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": 5}}, TOO_MANY),
    ({"declarer": "Dan", "tricks": {"Dan": 3}}, ALONE),
    ({"declarer": "Dan", "blind": "single"}, NOT_BLIND),
    ({"declarer": "nobody", "blind": "double"}, NOT_BLIND),
    ({"declarer": "Anna", "blind": "single", "trump_card": "2"}, TOO_LATE),
]


@pytest.mark.parametrize(("facts", "sentence"), IN_CHRATZE)
def test_what_chratze_does_not_allow_is_said_next_to_the_button(
    evening: Evening, stored: Reader, facts: Mapping[str, Any], sentence: str
) -> None:
    before = stored()
    page = refused(evening, facts)
    assert sentence in page.notice
    assert sentence in page.root.one(class_="write").one(class_="says").text
    assert stored() == before


UNUSED = Code.NOT_IN_RULESET
IN_KRATZEN = [
    ({"joined": ["Ben"], "tricks": {"Ben": 4}}, Code.ALL_MUST_PLAY, {"player": "Carla"}),
    (
        {"declarer": "Ben", "joined": ["Anna", "Carla"], "tricks": {"Anna": 4}},
        Code.DECLARER_MUST_BE_DEALER,
        {},
    ),
    ({"blind": "single", "tricks": {"Ben": 1}}, UNUSED, {}),
    ({"trump_card": "2", "tricks": {"Ben": 1}}, UNUSED, {}),
]
IN_ZWICKEN = [
    ({}, Code.NO_DECLARER, {}),
    ({"tricks": {"Ben": 3}}, Code.TRICKS_WITHOUT_PLAY, {}),
    ({"joined": ["Ben", "Carla"], "tricks": {"Ben": 3}, "turned_own": "1"}, Code.DEALER_MUST_PLAY, {}),
    ({"dealer_trump": "yes", "turned_own": "1"}, Code.DEALER_MUST_PLAY, {}),
    ({"joined": ["Ben", "Carla"], "tricks": {"Ben": 2}}, Code.TRICKS_SUM, {"total": 2, "tricks": 3}),
    ({"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 3}}, Code.DECLARER_NOT_IN_RULESET, {}),
    ({"seven": "1", "tricks": {"Ben": 3}}, UNUSED, {}),
    ({"joined": ["Ben"], "order": ["1"]}, UNUSED, {}),
]
ELSEWHERE = [("kratzen", *case) for case in IN_KRATZEN] + [("zwicken", *case) for case in IN_ZWICKEN]


@pytest.mark.parametrize(("slug", "facts", "code", "params"), ELSEWHERE)
def test_what_another_game_does_not_allow_is_said(
    phone: Phone, slug: str, facts: Mapping[str, Any], code: Code, params: Mapping[str, Any]
) -> None:
    evening = Evening.starts(phone, slug, THREE)
    page = evening.send(evening.deal(**facts))
    assert page.status == 422
    assert problem(code, slug, **params) in page.notice


def test_trick_order_that_disagrees_with_the_tricks_is_said_and_kept(phone: Phone) -> None:
    evening = Evening.starts(phone, "zwicken", THREE, opt__leftover="trick-order")
    facts = {"joined": ["Anna", "Ben"], "tricks": {"Anna": 2, "Ben": 1}, "order": ["0", "1", "1"]}
    assert problem(Code.TRICK_ORDER_MISMATCH) in refused(evening, facts).notice


def test_gap_in_the_trick_order_stays_where_it_was(phone: Phone) -> None:
    evening = Evening.starts(phone, "zwicken", THREE, opt__leftover="trick-order")
    refused(evening, {"joined": ["Anna", "Ben"], "tricks": {"Anna": 2, "Ben": 1}, "order": ["0", "", "1"]})


RANGE = problem(Code.TRUMP_CARD_RANGE, last=3)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("declarer", "99", problem(Code.UNKNOWN_PLAYER, name="?")),
        ("blind", "triple", problem(Code.BAD_SHAPE)),
        ("trump_card", "4", RANGE),
        ("trump_card", "0", RANGE),
        ("trump_card", "x", problem(Code.TRUMP_CARD_RANGE)),
    ],
)
def test_choice_that_the_form_does_not_offer_is_refused(
    evening: Evening, field: str, value: str, sentence: str
) -> None:
    facts: dict[str, Any] = {"declarer": "Anna", field: value}
    page = evening.send(evening.deal(**facts))
    assert page.status == 422
    assert sentence in page.notice


@pytest.mark.parametrize("seat", ["99", "x", "-1", "9" * 5000])
def test_seat_that_is_not_at_this_table_cannot_come_along(
    evening: Evening, stored: Reader, seat: str
) -> None:
    deal = evening.deal(declarer="Anna", joined=["Ben"], tricks={"Ben": 1})
    deal.setlist("joined", ["1", seat])
    before = stored()
    page = evening.send(deal)
    assert page.status == 422
    assert "too old" not in page.notice
    assert stored() == before


def test_sum_past_the_limit_is_refused_with_what_to_do(phone: Phone) -> None:
    evening = Evening.starts(
        phone, names=THREE, opt__ante__each="3" + "0" * 14, opt__ante__dealer="3" + "0" * 14
    )
    page = refused(evening, {"declarer": "Anna", "joined": ["Ben"], "tricks": {"Ben": 4}})
    assert problem(Code.AMOUNT_TOO_LARGE, limit=10**15) in page.notice
