"""House rules one by one: every row of RULES.md's table down to the award, each with a sum done by hand.

The vectors hold the shipped values; here is what each other value changes. Amounts in smallest units. What
fills and empties the pot (leftover, penalties, caps, forced and passed-out deals) is in `test_pot`.
"""

import pytest

from ledger.rules.catalogue import find
from ledger.rules.problems import Code, RefusedError
from tests.unit.tables import (
    ALONE,
    FAILED,
    FIVE,
    MADE,
    NOBODY,
    Data,
    chratze,
    following,
    kratzen,
    paid,
    zwicken,
)


def test_players_limits_are_the_tables_own() -> None:
    eight = [*FIVE, "Fritz", "Gisela", "Hans"]
    assert following(chratze(8, ALONE, {"players.max": 8}, players=eight)) == ("Ben", 8, 8)
    refused = chratze(5, ALONE, {"players.min": 6})["problems"]
    assert [(problem["code"], problem["params"]["min"]) for problem in refused] == [("player-count", 6)]


def test_direction_is_a_word_and_no_arithmetic() -> None:
    assert chratze(5, MADE, {"direction": "left"}) == chratze(5, MADE, {"direction": "right"})


def test_tricks_five_tricks_are_five_fifths() -> None:
    played = {"joined": ["A", "B"], "tricks": {"A": 3, "B": 2}}
    assert paid(zwicken(25, played, {"tricks": 5, "ante.dealer": 5})) == ({"A": 15, "B": 10}, {}, 0)


def test_unit_coin_takes_the_place_of_a_whole_chip() -> None:
    """Two thirds of 2.50 are 1.67, in coins of 0.50 up to 2.00; the 0.50 left cannot be shared by two."""
    half = {"unit.coin": 50, "ante.each": 50, "ante.dealer": 50}
    assert paid(chratze(250, MADE, half, ruleset="chratze-cash")) == ({"Ben": 200}, {}, 50)


def test_unit_coin_whole_counters_round_each_trick_down() -> None:
    """A quarter of 11 counters is 2¾, in whole counters 2 a trick: 4, 2, 2 and 3 of 11 stay."""
    answer = kratzen(44, {"A": 2, "B": 1, "C": 1}, {"unit.coin": 4})
    assert paid(answer) == ({"A": 16, "B": 8, "C": 8}, {}, 12)


def test_unit_name_and_denominator_do_not_touch_the_sum() -> None:
    assert chratze(5, MADE, {"unit.name": "Batzen", "unit.denominator": 10}) == chratze(5, MADE)


def test_ante_of_the_dealer_is_all_he_pays_not_on_top() -> None:
    answer = chratze(5, ALONE, {"ante.dealer": 3})
    assert answer["next"]["antes"] == {"Anna": 1, "Ben": 3, "Carla": 1, "Dan": 1, "Eva": 1}
    assert following(answer) == ("Ben", 7, 7)


def test_ante_when_pot_empty_a_passed_out_deal_antes_all_the_same() -> None:
    assert following(chratze(5, NOBODY, {"ante.when": "pot-empty"})) == ("Anna", 5, 10)


def test_ante_when_pot_empty_a_deal_passed_on_after_redeals_antes_all_the_same() -> None:
    rules = {"ante.when": "pot-empty", "passed_out.procedure": "redeal"}
    assert following(chratze(5, NOBODY, rules, redeals=3)) == ("Ben", 5, 10)
    assert following(chratze(5, NOBODY, rules, redeals=2)) == ("Anna", 0, 5)


def test_ante_when_pot_empty_a_leftover_chip_is_a_pot() -> None:
    assert following(chratze(5, MADE, {"ante.when": "pot-empty"})) == ("Ben", 0, 1)


def test_ante_on_empty_pot_is_another_pair_when_exactly_nothing_is_carried() -> None:
    pair = {"ante.on_empty_pot.each": 2, "ante.on_empty_pot.dealer": 5}
    assert following(chratze(5, ALONE, pair)) == ("Ben", 13, 13)
    # One chip left over is not an empty pot.
    assert following(chratze(5, MADE, pair)) == ("Ben", 5, 6)
    # Kratzen without its pair: the dealer's counter alone, Muss or no Muss.
    unpaired = {"ante.on_empty_pot.each": None, "ante.on_empty_pot.dealer": None}
    assert following(kratzen(48, {"A": 2, "B": 1, "C": 1}, unpaired)) == ("B", 4, 4)


def test_ante_indivisible_lets_shares_round_down_per_trick() -> None:
    """A third of 8 is 2: two tricks 4, one trick 2, and 2 stay."""
    played = {"joined": ["A", "B"], "tricks": {"A": 2, "B": 1}}
    assert paid(zwicken(8, played, {"ante.dealer": 4, "ante.indivisible": True})) == ({"A": 4, "B": 2}, {}, 2)


def test_declarer_dealer_in_chratze_the_dealer_always_declares() -> None:
    own = {"declarer": "Anna", "joined": ["Ben"], "tricks": {"Anna": 2, "Ben": 2}}
    assert paid(chratze(5, own, {"declarer": "dealer"})) == ({"Anna": 4, "Ben": 1}, {}, 0)
    # Nobody was asked last where nobody could say anything else.
    alone = chratze(5, own | {"joined": [], "tricks": {}}, {"declarer": "dealer"})
    assert (alone["payouts"], alone["let_go"]) == ({"Anna": 5}, None)


def test_declarer_none_in_kratzen_everybody_owes_one_trick() -> None:
    """P 12: one quarter and three quarters; who made none pays P, and nobody pays twice."""
    everybody = {"deal": {"joined": ["A", "B", "C"], "tricks": {"A": 1, "B": 3}}}
    options = {"declarer": "none", "passed_out.procedure": "reante"}
    assert paid(kratzen(48, {}, options, **everybody)) == ({"A": 12, "B": 36}, {"C": 48}, 48)


@pytest.mark.parametrize(
    ("ask_from", "declarer", "let_go"),
    [
        ("declarer", "Dan", "Carla"),
        ("declarer", "Anna", "Eva"),
        ("forehand", "Dan", "Anna"),
        ("forehand", "Anna", "Eva"),
    ],
)
def test_ask_from_says_who_was_asked_last(ask_from: str, declarer: str, let_go: str) -> None:
    """Anna deals: from forehand on she is asked last, and Eva before her if Anna herself is the Chratzer."""
    answer = chratze(5, ALONE | {"declarer": declarer}, {"ask_from": ask_from})
    assert (answer["let_go"], answer["payouts"]) == (let_go, {declarer: 5})


def test_quota_declarer_three_two_tricks_are_not_enough() -> None:
    """P 6: the joiners share 3 and 3, the Chratzer pays 12."""
    assert paid(chratze(6, MADE, {"quota.declarer": 3})) == ({"Carla": 3, "Dan": 3}, {"Ben": 12}, 12)


def test_quota_joiner_two_no_joiner_made_it_so_the_chratzer_takes_all() -> None:
    """The one case where that is not because he took every trick."""
    played = {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 3, "Carla": 1}}
    assert paid(chratze(9, played, {"quota.joiner": 2})) == ({"Ben": 9}, {"Carla": 9}, 9)


def test_quotas_nobody_makes_leave_the_pot_where_it_is() -> None:
    """P 5 stays, and 10 + 5 + 5 are added; a seat order has nobody to give a coin to."""
    options = {"quota.declarer": 3, "quota.joiner": 2, "leftover": "seat-order"}
    answer = paid(chratze(5, MADE, options))
    assert answer == ({}, {"Ben": 10, "Carla": 5, "Dan": 5}, 25)


def test_quota_nought_every_trick_takes_all_though_a_joiner_made_it() -> None:
    swept = {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 4}}
    answer = chratze(5, swept, {"quota.joiner": 0})
    assert (answer["made"], paid(answer)) == (["Ben", "Carla"], ({"Ben": 5}, {}, 0))
    # So does a joiner, past a Chratzer who promised nothing and kept it.
    swept = {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Carla": 4}}
    assert paid(chratze(5, swept, {"quota.declarer": 0})) == ({"Carla": 5}, {}, 0)


def test_award_per_trick_in_chratze_pays_who_failed_too() -> None:
    """A quarter of 10 is 2: one trick 2, three tricks 6, 2 stay; then 20 and 10 come in."""
    options = {"award.kind": "per-trick", "ante.indivisible": True}
    assert paid(chratze(10, FAILED, options)) == ({"Ben": 2, "Carla": 6}, {"Ben": 20, "Dan": 10}, 32)


def test_award_declarer_share_in_kratzen() -> None:
    """Half of 11 counters is 5½ for the striker; two others share the rest, 2¾ each."""
    options = {"award.kind": "declarer-share", "award.share": "1/2"}
    answer = kratzen(44, {"A": 2, "B": 1, "C": 1}, options)
    assert paid(answer) == ({"A": 22, "B": 11, "C": 11}, {}, 0)


@pytest.mark.parametrize(
    ("share", "declarer", "joiner", "left"),
    [("1/2", 4, 1, 1), ("3/4", 6, 0, 1), ("1", 7, 0, 0), ("1/7", 1, 3, 0)],
)
def test_award_share_is_rounded_up_to_a_coin(share: str, declarer: int, joiner: int, left: int) -> None:
    """P 7 for a Chratzer and two joiners who all made it."""
    payouts = {"Ben": declarer} | ({"Carla": joiner, "Dan": joiner} if joiner else {})
    assert paid(chratze(7, MADE, {"award.share": share})) == (payouts, {}, left)


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("players.max", {"players.min": 4, "players.max": 3}),
        ("players.max", {"players.max": 13}),
        ("tricks", {"tricks": 0}),
        ("unit.name", {"unit.name": " "}),
        ("unit.denominator", {"unit.denominator": 3}),
        ("unit.coin", {"unit.coin": 0}),
        ("ante.each", {"ante.each": 0, "ante.dealer": 0}),
        ("ante.each", {"ante.each": -1}),
        ("ante.when", {"ante.when": "sometimes"}),
        ("ante.on_empty_pot.each", {"ante.on_empty_pot.dealer": 2}),
        ("ante.on_empty_pot.dealer", {"ante.on_empty_pot.each": 1}),
        ("ante.indivisible", {"ante.indivisible": "no"}),
        ("declarer", {"declarer": None}),
        ("ask_from", {"ask_from": "dealer"}),
        ("quota.declarer", {"quota.declarer": 5}),
        ("quota.declarer", {"quota.declarer": None}),
        ("quota.joiner", {"quota.joiner": 5}),
        ("award.kind", {"award.kind": "by-luck"}),
        ("award.share", {"award.share": None}),
        ("award.share", {"award.share": "3/2"}),
        ("award.share", {"award.share": "0/2"}),
        ("award.share", {"award.share": 0.5}),
        ("penalty.basis", {"penalty.basis": "ante"}),
        ("penalty.declarer", {"penalty.declarer": None}),
        ("penalty.joiner", {"penalty.joiner": -1}),
        ("penalty.cap", {"penalty.cap": 0}),
        ("penalty.cap", {"penalty.cap": 7, "unit.coin": 5, "ante.each": 5, "ante.dealer": 5}),
        ("pot_cap", {"pot_cap": 7, "unit.coin": 5, "ante.each": 5, "ante.dealer": 5}),
        ("forced.triggers", {"forced.triggers": ["eight"]}),
        ("forced.seven_quota", {"forced.triggers": "seven", "forced.seven_declarer_penalty": 1}),
        ("forced.seven_declarer_penalty", {"forced.triggers": "seven", "forced.seven_quota": 1}),
        ("passed_out.procedure", {"passed_out.procedure": None}),
        ("passed_out.redeals", {"passed_out.redeals": 2.5}),
        ("passed_out.ante", {"passed_out.ante": 1}),
        ("end", {"end": None}),
    ],
)
def test_value_that_cannot_be_is_named_at_its_option(field: str, options: Data) -> None:
    """Alone, or beside the others: the ruleset is not built."""
    with pytest.raises(RefusedError) as refused:
        find("chratze", options)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        (Code.OPTION_VALUE, f"options.{field}")
    ]


@pytest.mark.parametrize(
    "options", [{"award.kind": "declarer-share", "award.share": "1/2"}, {"declarer": "bid"}]
)
def test_zwicken_has_no_declarer_to_share_or_to_promise(options: Data) -> None:
    with pytest.raises(RefusedError):
        find("zwicken", options)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"pot_cap": "none"}, {"pot_cap": None}),
        ({"tricks": 4.0}, {"tricks": 4}),
        ({"unit.name": " chip "}, {}),
        ({"forced.triggers": "none"}, {"forced.triggers": []}),
    ],
)
def test_value_written_in_two_ways_is_one_ruleset(one: Data, other: Data) -> None:
    assert find("chratze", one) == find("chratze", other)


def test_triggers_both_are_the_two_in_any_order() -> None:
    assert find("kratzen", {"forced.triggers": ["seven", "pot-empty"]}) == find("kratzen")
    assert find("kratzen", {"forced.triggers": "both"}) == find("kratzen")
