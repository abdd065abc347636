"""The pot: what stays in it, what comes back into it, and how much of it is played for, by hand.

The rows of RULES.md's table from `leftover` on. Amounts in smallest units.
"""

import pytest

from tests.unit.tables import ALONE, FAILED, MADE, NOBODY, Data, chratze, following, kratzen, paid, zwicken

PEEL = {"ante.dealer": 1, "ante.indivisible": True}


def test_leftover_seat_order_after_a_chratzer_who_made_it() -> None:
    """P 5: 4 for the Chratzer; the chip that two cannot share goes to the first after him, not to him."""
    assert paid(chratze(5, MADE, {"leftover": "seat-order"})) == ({"Ben": 4, "Carla": 1}, {}, 0)


def test_leftover_seat_order_goes_round_past_the_last_seat() -> None:
    """P 11 for three: 3 each and 2 over; after Dan come Eva and Anna, then Ben."""
    joined = {"declarer": "Dan", "joined": ["Ben", "Anna", "Eva"], "tricks": {"Ben": 2, "Anna": 1, "Eva": 1}}
    payouts, penalties, carried = paid(chratze(11, joined, {"leftover": "seat-order"}))
    assert payouts == {"Eva": 4, "Anna": 4, "Ben": 3}
    assert (penalties, carried) == ({"Dan": 22}, 22)


def test_leftover_seat_order_is_a_coin_each_not_a_chip_each() -> None:
    """1.00 in coins of 5 for three: 30 each and two coins over."""
    everybody = {
        "declarer": "Ben",
        "joined": ["Carla", "Dan", "Eva"],
        "tricks": {"Carla": 2, "Dan": 1, "Eva": 1},
    }
    answer = paid(chratze(100, everybody, {"leftover": "seat-order"}, ruleset="chratze-cash"))
    assert answer == ({"Carla": 35, "Dan": 35, "Eva": 30}, {"Ben": 200}, 200)


def test_leftover_seat_order_per_trick_without_declarer_starts_after_the_dealer() -> None:
    """P 8, two a trick, 2 over: B sits behind the dealer A, and A comes last."""
    played = {"joined": ["A", "B"], "tricks": {"A": 2, "B": 1}}
    assert paid(zwicken(8, played, PEEL | {"leftover": "seat-order"})) == ({"A": 5, "B": 3}, {}, 0)
    # With 7 there is one chip over, and it is B's.
    assert paid(zwicken(7, played, PEEL | {"leftover": "seat-order"})) == ({"A": 4, "B": 3}, {}, 0)


def test_leftover_seat_order_with_fewer_sharers_than_coins_leaves_the_rest() -> None:
    """P 11¾: 11 quarters a trick and 3 over for two sharers, a coin each; the third stays."""
    answer = kratzen(47, {"A": 2, "B": 2, "C": 0}, {"leftover": "seat-order", "penalty.joiner": 0})
    assert paid(answer) == ({"A": 23, "B": 23}, {}, 1)


def test_leftover_trick_order_gives_a_coin_in_the_order_the_tricks_were_won() -> None:
    """P 11¾ again: the first three tricks were B's, B's and A's."""
    order = {"declarer": "A", "joined": ["B", "C"], "tricks": {"A": 1, "B": 3}, "trick_order": list("BBAB")}
    rules = {"leftover": "trick-order", "quota.declarer": 1, "quota.joiner": 0}
    assert paid(kratzen(47, {}, rules, deal=order)) == ({"A": 12, "B": 35}, {}, 0)


@pytest.mark.parametrize("leftover", ["pot", "seat-order", "trick-order"])
def test_who_takes_every_trick_takes_the_leftover_too(leftover: str) -> None:
    swept: Data = {"joined": ["A", "B"], "tricks": {"B": 3}}
    swept |= {"trick_order": ["B", "B", "B"]} if leftover == "trick-order" else {}
    assert paid(zwicken(8, swept, PEEL | {"leftover": leftover})) == ({"B": 8}, {"A": 8}, 8)


def test_penalty_basis_paid_out_is_nothing_in_a_muss() -> None:
    """Nothing is paid out, so nothing is owed: A with one trick of two and C with none go free."""
    muss: Data = {"forced": "pot-empty"}
    assert paid(kratzen(16, {"A": 1, "B": 3}, {"penalty.basis": "paid-out"}, **muss)) == ({}, {}, 16)
    assert paid(kratzen(16, {"A": 1, "B": 3}, **muss)) == ({}, {"A": 32, "C": 16}, 64)


def test_penalty_basis_paid_out_counts_odd_coins_that_were_given_away() -> None:
    """P 7, 6 paid out and the seventh chip too: 14 after all."""
    joined = {
        "declarer": "Ben",
        "joined": ["Carla", "Dan", "Eva"],
        "tricks": {"Carla": 2, "Dan": 1, "Eva": 1},
    }
    options = {"penalty.basis": "paid-out"}
    assert paid(chratze(7, joined, options))[1] == {"Ben": 12}
    assert paid(chratze(7, joined, options | {"leftover": "seat-order"}))[1] == {"Ben": 14}


def test_penalty_multiples_are_the_tables_own() -> None:
    assert paid(chratze(5, FAILED, {"penalty.declarer": 3, "penalty.joiner": 2}))[1:] == (
        {"Ben": 15, "Dan": 10},
        25,
    )
    assert paid(chratze(5, FAILED, {"penalty.declarer": 1, "penalty.joiner": 0}))[1:] == ({"Ben": 5}, 5)


def test_penalty_cap_is_the_most_one_player_pays() -> None:
    """P 35: 70 and 35 are owed. At 50 the Chratzer's is cut, at 20 both are, each for himself."""
    assert paid(chratze(35, FAILED, {"penalty.cap": 50}))[1:] == ({"Ben": 50, "Dan": 35}, 85)
    assert paid(chratze(35, FAILED, {"penalty.cap": 20}))[1:] == ({"Ben": 20, "Dan": 20}, 40)


def test_pot_cap_holds_for_an_unopposed_chratzer() -> None:
    assert paid(chratze(35, ALONE, {"pot_cap": 20})) == ({"Dan": 20}, {}, 15)


def test_pot_cap_holds_for_a_lone_winner_and_for_a_dealer_with_a_trump() -> None:
    assert paid(zwicken(9, {"joined": ["C"]}, {"pot_cap": 6})) == ({"C": 6}, {}, 3)
    assert paid(zwicken(9, {"dealer_has_trump": True}, {"pot_cap": 6})) == ({"A": 6}, {}, 3)


def test_pot_cap_every_trick_takes_all_that_is_in_play_and_no_more() -> None:
    swept = {"joined": ["A", "B"], "tricks": {"B": 3}}
    assert paid(zwicken(9, swept, {"pot_cap": 6})) == ({"B": 6}, {"A": 6}, 9)


def test_pot_cap_above_the_pot_changes_nothing() -> None:
    assert chratze(35, FAILED, {"pot_cap": 35}) == chratze(35, FAILED)


def test_forced_triggers_none_an_empty_pot_is_an_ordinary_deal() -> None:
    """Nobody fails, all of P 12 goes, and no Muss follows; antes of an empty pot are due all the same."""
    made = {"A": 2, "B": 1, "C": 1}
    assert kratzen(48, made)["next"]["forced"] == "pot-empty"
    answer = kratzen(48, made, {"forced.triggers": ["seven"]})
    assert (answer["next"]["forced"], following(answer)) == (None, ("B", 16, 16))


def test_forced_triggers_in_chratze_everybody_plays_for_nothing() -> None:
    """P 5: all five play, nothing is paid out, Ben owes 10 and Eva 5; the pot is then 20 before antes."""
    tricks = {"Ben": 1, "Carla": 1, "Dan": 1, "Anna": 1}
    deal = {"declarer": "Ben", "joined": ["Carla", "Dan", "Eva", "Anna"], "tricks": tricks}
    answer = chratze(5, deal, {"forced.triggers": "pot-empty"}, forced="pot-empty")
    assert paid(answer) == ({}, {"Ben": 10, "Eva": 5}, 20)
    assert following(answer) == ("Ben", 5, 25)


def test_forced_seven_quota_is_everybodys() -> None:
    """P 11: with a quota of two the striker's two tricks do, the others' one each does not."""
    answer = kratzen(44, {"A": 2, "B": 1, "C": 1}, {"forced.seven_quota": 2}, seven=True)
    assert (answer["made"], paid(answer)) == (["A"], ({}, {"B": 44, "C": 44}, 132))


@pytest.mark.parametrize(("times", "owed"), [(1, 44), (2, 88), (0, 0)])
def test_forced_seven_declarer_penalty(times: int, owed: int) -> None:
    """The striker without a trick pays this multiple; a joiner would pay P as ever."""
    answer = kratzen(44, {"B": 4}, {"forced.seven_declarer_penalty": times}, seven=True)
    assert paid(answer) == ({}, ({"A": owed} if owed else {}) | {"C": 44}, 88 + owed)


def test_forced_seven_in_a_muss_the_sevens_quota_and_penalty_hold() -> None:
    """P 4, twice forced: one trick does for the striker, and without one he pays as on a seven."""
    rules: Data = {"forced.seven_declarer_penalty": 1}
    muss: Data = {"forced": "pot-empty", "seven": True}
    assert paid(kratzen(16, {"A": 1, "B": 2, "C": 1}, rules, **muss)) == ({}, {}, 16)
    assert paid(kratzen(16, {"B": 2, "C": 2}, rules, **muss)) == ({}, {"A": 16}, 32)


def test_passed_out_redeals_are_counted_for_one_dealer() -> None:
    rules = {"passed_out.procedure": "redeal", "passed_out.redeals": 1}
    first, second = chratze(5, NOBODY, rules), chratze(5, NOBODY, rules, redeals=1)
    assert (following(first), first["next"]["redeals"]) == (("Anna", 0, 5), 1)
    assert (following(second), second["next"]["redeals"]) == (("Ben", 5, 10), 0)
    assert following(chratze(5, NOBODY, rules | {"passed_out.redeals": 0})) == ("Ben", 5, 10)


def test_passed_out_redeals_are_forgotten_when_somebody_chratzes() -> None:
    answer = chratze(5, ALONE, {"passed_out.procedure": "redeal"}, redeals=2)
    assert (following(answer), answer["next"]["redeals"]) == (("Ben", 5, 5), 0)


def test_passed_out_ante_makes_each_redeal_cost_one() -> None:
    rules = {"passed_out.procedure": "redeal", "passed_out.ante": True}
    assert following(chratze(5, NOBODY, rules)) == ("Anna", 5, 10)
    assert following(chratze(5, NOBODY, rules | {"ante.when": "pot-empty"})) == ("Anna", 5, 10)


def test_passed_out_dealer_if_trump_in_chratze() -> None:
    rules = {"passed_out.procedure": "dealer-if-trump"}
    taken = chratze(5, NOBODY | {"dealer_has_trump": True}, rules)
    left = chratze(5, NOBODY | {"dealer_has_trump": False}, rules)
    assert (paid(taken), following(taken)) == (({"Anna": 5}, {}, 0), ("Ben", 5, 5))
    assert (paid(left), following(left)) == (({}, {}, 5), ("Ben", 5, 10))
    # Nobody was in, so this is no deal to finish an evening with, whoever got the pot.
    assert not taken["may_finish"]


def test_passed_out_reante_in_zwicken_the_same_dealer_antes_again() -> None:
    answer = zwicken(3, {"joined": []}, {"passed_out.procedure": "reante"})
    assert (paid(answer), following(answer)) == (({}, {}, 3), ("A", 3, 6))
