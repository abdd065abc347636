"""Complaints: what is said to who wrote down several wrong things, or one that looks like many."""

from typing import Any

import pytest

from ledger.evening import interchange
from ledger.rules import casefile
from tests.unit.test_problems import CHRATZE, EVENING, KRATZEN, NOBODY, ZWICKEN, but, found

Data = dict[str, Any]
THREE_TRICKS: Data = {"tricks": {"Ben": 2, "Carla": 1}}


def codes(case: Data) -> list[str]:
    """Return the codes an answer to `case` holds, sorted."""
    return sorted(code for code, _field in found(casefile.answer(case)))


def test_all_problems_are_reported_at_once() -> None:
    """Table, roles, tricks, facts and options: one wrong thing of each, each at its own field."""
    deal = {
        "declarer": "Ben",
        "joined": ["Ben", "Carla"],
        "tricks": {"Ben": 2, "Carla": -1, "Dan": 1},
        "blind": "single",
        "trump_card": 7,
        "dealer_has_trump": True,
    }
    answer = casefile.answer(but(CHRATZE, deal, pot=0, options={"jokers": 1, "end": "never"}))
    assert set(found(answer)) == {
        ("unknown-option", "options.jokers"),
        ("option-value", "options.end"),
        ("pot-not-positive", "pot"),
        ("role-twice", "deal.joined.Ben"),
        ("tricks-negative", "deal.tricks.Carla"),
        ("tricks-to-non-player", "deal.tricks.Dan"),
        ("tricks-sum", "deal.tricks"),
        ("blind-not-dealer", "deal.blind"),
        ("blind-after-second-trump", "deal.blind"),
        ("trump-card-range", "deal.trump_card"),
        ("not-in-ruleset", "deal.dealer_has_trump"),
    }


def test_every_unreadable_fact_is_reported_at_once() -> None:
    deal: Data = {"declarer": 7, "joined": None, "tricks": [], "blind": 1, "seven": "no", "trick_order": "AB"}
    case: Data = {"ruleset": "jass", "players": ["A", "a", ""], "dealer": None, "pot": None, "deal": deal}
    assert set(found(casefile.answer(case | {"forced": 1, "redeals": "3", "options": 5}))) == {
        ("unknown-ruleset", "ruleset"),
        ("duplicate-player", "players.1"),
        ("bad-shape", "players.2"),
        ("bad-shape", "dealer"),
        ("bad-shape", "pot"),
        ("bad-shape", "forced"),
        ("bad-shape", "redeals"),
        ("bad-shape", "options"),
        ("bad-shape", "deal.declarer"),
        ("bad-shape", "deal.tricks"),
        ("bad-shape", "deal.blind"),
        ("bad-shape", "deal.seven"),
        ("bad-shape", "deal.trick_order"),
    }


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"dealer": "Zoe"}, "unknown-dealer"),
        ({"pot": "five"}, "bad-shape"),
        ({"pot": 10**16}, "amount-too-large"),
        ({"redeals": -1}, "bad-shape"),
        ({"ruleset": "chratze-cash", "pot": 103}, "pot-not-in-coins"),
        ({"players": [*CHRATZE["players"], "anna"]}, "duplicate-player"),
        ({"options": {"players.min": 99}}, "option-value"),
        ({"options": {"declarer": "whoever"}}, "option-value"),
        ({"options": {"jokers": 2}}, "unknown-option"),
    ],
)
def test_wrong_table_does_not_hide_that_a_trick_is_missing(wrong: Data, code: str) -> None:
    """Who deals, what lies in the pot and what the house plays have no part in how many tricks there are."""
    assert codes(but(CHRATZE, THREE_TRICKS) | wrong) == sorted([code, "tricks-sum"])


@pytest.mark.parametrize("fact", [{"trump_card": "x"}, {"note": "late"}, {"blind": "triple"}])
def test_unreadable_fact_does_not_hide_that_a_trick_is_missing(fact: Data) -> None:
    assert "tricks-sum" in codes(but(CHRATZE, THREE_TRICKS | fact))


def test_player_named_twice_does_not_hide_who_is_missing_from_a_muss() -> None:
    """A strikes, B is down twice, C not at all: two things to mend, at once."""
    deal = {"joined": ["B", "B"], "tricks": {"A": 2, "B": 2}}
    answer = casefile.answer(but(KRATZEN, deal, forced="pot-empty"))
    assert set(found(answer)) == {("role-twice", "deal.joined.B"), ("all-must-play", "deal.joined.C")}


def test_player_named_twice_is_one_player_not_two() -> None:
    """Ben chratzes and is down as coming along too: nobody is against him, so no tricks are missing."""
    assert codes(but(CHRATZE, {"joined": ["Ben"], "tricks": {}})) == ["role-twice"]


def test_unreadable_trick_count_is_no_wrong_sum() -> None:
    assert codes(but(CHRATZE, {"tricks": {"Ben": 2.5, "Carla": 1.5}})) == ["tricks-not-integer"] * 2
    assert codes(but(CHRATZE, {"tricks": {"Ben": 2, "Carla": "two"}})) == ["tricks-not-integer"]


def test_unknown_player_makes_nobody_missing() -> None:
    """A slip in a name is one thing to mend: no declarer missing, no tricks too few, nobody left out."""
    assert codes(but(CHRATZE, {"declarer": "Bne"})) == ["unknown-player"]
    assert codes(but(CHRATZE, {"tricks": {"Bne": 2, "Carla": 2}})) == ["unknown-player"]
    assert codes(but(KRATZEN, {"joined": ["B", "c"]}, forced="pot-empty")) == ["unknown-player"]
    assert codes(but(ZWICKEN, {"joined": ["a"], "tricks": {}})) == ["unknown-player"]


@pytest.mark.parametrize("name", ["anna", " Anna", "ＡＮＮＡ", "An\u00adna", "Anna\u200b", "pot", "Pot "])
def test_name_that_nobody_could_tell_apart_is_taken(name: str) -> None:
    """Look-alikes of another player; and the pot, which stands among the names in every line."""
    answer = casefile.answer(but(CHRATZE, players=["Anna", "Ben", "Carla", name]))
    assert found(answer) == [("duplicate-player", "players.3")]


def test_missing_deal_is_one_problem() -> None:
    for case in (CHRATZE, KRATZEN, ZWICKEN):
        assert codes({key: value for key, value in case.items() if key != "deal"}) == ["bad-shape"]


def test_unreadable_players_make_nobody_unknown() -> None:
    """The list itself cannot be read: then no single name in the deal is a mistake."""
    assert codes(but(CHRATZE, players="Anna, Ben, Carla")) == ["bad-shape"]


def test_unreadable_players_of_an_evening_make_nobody_unknown() -> None:
    assert found(interchange.answer(EVENING | {"players": "A, B, C"})) == [("bad-shape", "players")]


def test_duplicate_player_is_not_also_a_player_too_few() -> None:
    case = but(KRATZEN, NOBODY | {"declarer": "A"}, players=["A", "B", "B"])
    assert codes(case) == ["duplicate-player"]


def test_fact_of_another_game_forces_nobody_to_play() -> None:
    """Chratze knows no seven and no Muss, so nobody had to come along."""
    assert codes(but(CHRATZE, {"seven": True})) == ["not-in-ruleset"]
    assert codes(but(CHRATZE, forced="pot-empty")) == ["not-in-ruleset"]


def test_wrong_option_is_judged_by_the_shipped_value() -> None:
    """What an option wrongly says must not make the deal look wrong as well."""
    coins = but(CHRATZE, ruleset="chratze-cash", options={"unit.coin": 4})
    assert codes(coins | {"pot": 5}) == ["option-value"]
    for leftover in ("trick-order", "by-age"):
        case = but(CHRATZE, {"trick_order": ["Dan"]}, options={"leftover": leftover})
        assert codes(case) == ["option-value"]


def test_problem_in_a_name_is_shown_by_that_name() -> None:
    """Parameters are for sentences: a dealer is a name there, never the number of a seat."""
    answer: Data = casefile.answer(but(CHRATZE, {"blind": "single"}))
    assert answer["problems"][0]["params"] == {"dealer": "Anna"}
    wrong_striker = {"kind": "deal", "declarer": "B", "joined": ["A", "C"], "tricks": {"B": 4}}
    replayed: Data = interchange.answer(EVENING | {"ruleset": "kratzen", "events": [wrong_striker]})
    assert [problem["params"] for problem in replayed["problems"]] == [{"dealer": "A"}]


def test_evening_reports_every_flaw_of_its_shape_at_once() -> None:
    events = [{"kind": "toast"}, {"kind": "deal", "declarer": "Zoe"}, {"kind": "deal", "tricks": {"A": 1.5}}]
    answer: Data = interchange.answer(EVENING | {"date": 5, "first_dealer": "Zoe", "events": events})
    assert [
        (*pair, problem.get("event")) for pair, problem in zip(found(answer), answer["problems"], strict=True)
    ] == [
        ("bad-shape", "date", None),
        ("unknown-dealer", "first_dealer", None),
        ("bad-shape", "events.1.kind", 1),
        ("unknown-player", "events.2.declarer", 2),
        ("tricks-not-integer", "events.3.tricks.A", 3),
    ]
