"""Money that is no deal, and the pot at the end: answers computed by hand."""

import pytest

from ledger.evening import interchange
from ledger.evening.book import replay
from ledger.evening.bowl import layers
from ledger.rules.settlement import Why
from tests.unit.filing import ALONE, LOST, MADE, START, Data, answer, dealt, refusals, said, stands

# Anna −1, Ben −7, Carla 2; 6 carried, all of it Ben's; Anna dealt.
OPEN = dealt(LOST)
TO_POT = said("adjust", from_="Anna", to="pot", amount=2, reason="misdeal")


def test_adjustments_go_between_any_two() -> None:
    assert stands(answer(OPEN, TO_POT)) == ({"Anna": -3, "Ben": -7, "Carla": 2}, 8, "Ben")
    out = said("adjust", from_="pot", to="Ben", amount=6)
    assert stands(answer(OPEN, out)) == ({"Anna": -1, "Ben": -1, "Carla": 2}, 0, "Ben")
    across = said("adjust", from_="Carla", to="Anna", amount=5)
    assert stands(answer(OPEN, across)) == ({"Anna": 4, "Ben": -7, "Carla": -3}, 6, "Ben")


def test_adjustment_that_empties_the_pot_makes_the_next_deal_a_muss() -> None:
    """Kratzen, in quarters: Muss 4 + 4 + 8; Ben and Carla make no trick and pay 16 each."""
    muss: Data = {"declarer": "Anna", "joined": ["Ben", "Carla"], "tricks": {"Anna": 4}}
    told = answer(dealt(muss), ruleset="kratzen")
    assert (told["pot"], told["next"]["pot"], told["next"]["forced"]) == (48, 52, None)
    empty = said("adjust", from_="pot", to="Ben", amount=48)
    told = answer(dealt(muss), empty, ruleset="kratzen")
    assert (told["pot"], told["next"]["pot"], told["next"]["forced"]) == (0, 16, "pot-empty")


def test_who_left_can_still_be_adjusted() -> None:
    told = answer(OPEN, said("leave", player="Ben"), said("adjust", from_="Anna", to="Ben", amount=7))
    assert stands(told) == ({"Anna": -8, "Ben": 0, "Carla": 2}, 6, "Carla")


def test_rebuy_grows_the_stack_and_moves_nothing() -> None:
    told = answer(OPEN, said("rebuy", player="Ben", amount=20), start_balance=10)
    assert stands(told) == ({"Anna": 9, "Ben": 23, "Carla": 12}, 6, "Ben")
    # Settled is balance minus stacks.
    assert told["settle_up"] == answer(OPEN)["settle_up"]


def test_counting_the_bowl_moves_nothing() -> None:
    assert answer(OPEN, said("count", amount=4)) == answer(OPEN)


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (said("adjust", from_="pot", to="Ben", amount=7), "pot-too-small", "amount"),
        (said("adjust", from_="Ben", to="Ben", amount=7), "bad-shape", "to"),
        (said("adjust", from_="pot", to="pot", amount=2), "bad-shape", "to"),
        (said("adjust", from_="Anna", to="Ben", amount=0), "bad-shape", "amount"),
        (said("adjust", from_="Anna", to="Ben", amount=-3), "bad-shape", "amount"),
        (said("adjust", from_="Anna", to="Ben", amount="3"), "bad-shape", "amount"),
        (said("adjust", from_="Anna", to="Ben", amount=10**15 + 1), "amount-too-large", "amount"),
        (said("close", settle={"chip": 25, "currency": "USD"}), "option-value", "settle.currency"),
        (said("close", settle={"chip": 25}), "option-value", "settle.currency"),
        (said("close", settle={"currency": "\ud800"}), "option-value", "settle.currency"),
        (said("close", settle={"chip": 10**9, "currency": "EUR"}), "bad-shape", "settle.chip"),
        (
            said("close", settle={"paid": [{"from": "Ben", "to": "Anna", "paid": 10**15}] * 2}),
            "amount-too-large",
            "settle.Anna",
        ),
        (said("adjust", from_="Zoe", to="Ben", amount=3), "unknown-player", "from"),
        (said("adjust", from_="Anna", amount=3), "bad-shape", "to"),
        (said("adjust", from_="Anna", to="Ben", amount=3, reason=4), "bad-shape", "reason"),
        (said("rebuy", player="Ben", amount=0), "bad-shape", "amount"),
        (said("rebuy", player="Ben", amount=10**15), "amount-too-large", "balances.Ben"),
        (said("count", amount=-1), "bad-shape", "amount"),
        (said("count"), "bad-shape", "amount"),
        (said("close", pot="burn"), "option-value", "pot"),
        (said("close", pot=3), "option-value", "pot"),
        (said("close", settle="fewest"), "bad-shape", "settle"),
        (said("close", settle={"mode": "somehow"}), "option-value", "settle.mode"),
        (said("close", settle={"mode": "through"}), "bad-shape", "settle.through"),
        (said("close", settle={"through": "Ben"}), "bad-shape", "settle.through"),
        (said("close", settle={"mode": "through", "through": "Zoe"}), "unknown-player", "settle.through"),
        (said("close", settle={"coin": 0}), "bad-shape", "settle.coin"),
        (said("close", settle={"purse": 1}), "bad-shape", "settle.purse"),
    ],
)
def test_money_that_cannot_move_is_named(event: Data, code: str, field: str) -> None:
    told = answer(OPEN, event, start_balance=10)
    assert (2, code, f"events.2.{field}") in refusals(told)


@pytest.mark.parametrize(("party", "fine"), [("pot", False), ("Ben", True)])
def test_pot_takes_whole_coins_only(party: str, fine: bool) -> None:
    """Chratze for cash: the smallest coin is 5 Rappen."""
    event = said("adjust", from_="Anna", to=party, amount=7)
    told = answer(event, ruleset="chratze-cash")
    assert ("problems" not in told) is fine
    if not fine:
        assert refusals(told) == [(1, "pot-not-in-coins", "events.1.amount")]
    joins = answer(said("join", player="Eva", pays=7), ruleset="chratze-cash")
    assert refusals(joins) == [(1, "pot-not-in-coins", "events.1.pays")]


def test_balance_past_the_limit_is_refused() -> None:
    half = said("adjust", from_="Anna", to="Ben", amount=6 * 10**14)
    assert refusals(answer(half, half)) == [(2, "amount-too-large", "events.2.balances.Anna")]
    full = said("adjust", from_="Anna", to="pot", amount=10**15)
    assert refusals(answer(full)) == [(1, "amount-too-large", "events.1.pot")]


@pytest.mark.parametrize(
    ("pot", "balances", "left"),
    [
        ("keep", {"Anna": -3, "Ben": -7, "Carla": 2}, 8),
        # 2 each, and behind Anna, who dealt last, Ben and Carla get the odd coins.
        ("split", {"Anna": -1, "Ben": -4, "Carla": 5}, 0),
        ("winners", {"Anna": -3, "Ben": -7, "Carla": 10}, 0),
        ("refund", {"Anna": -1, "Ben": -1, "Carla": 2}, 0),
    ],
)
def test_eight_chips_at_the_end_in_every_way(pot: str, balances: Data, left: int) -> None:
    told = answer(OPEN, TO_POT, said("close", pot=pot))
    assert (told["balances"], told["pot"]) == (balances, left)
    assert stands(answer(OPEN, TO_POT, said("close", pot=pot), said("undo"))) == stands(answer(OPEN, TO_POT))


def test_split_without_a_deal_begins_with_who_would_have_dealt() -> None:
    told = answer(said("adjust", from_="Anna", to="pot", amount=5), said("close", pot="split"))
    # 1 each; Anna would have dealt, so she and Ben get the odd coins.
    assert told["balances"] == {"Anna": -3, "Ben": 2, "Carla": 1}


def test_split_is_among_all_who_are_seated() -> None:
    """Ben sits out and has his part, Carla left and has none: 8 in two."""
    away = (said("sit-out", player="Ben"), said("leave", player="Carla"))
    told = answer(OPEN, TO_POT, *away, said("close", pot="split"))
    assert told["balances"] == {"Anna": 1, "Ben": -3, "Carla": 2}


def test_odd_coins_begin_behind_the_place_of_a_last_dealer_who_left() -> None:
    """Anna dealt and left; behind her sits Ben, then Carla, then Eva: 8 among three."""
    people = (said("join", player="Eva"), said("leave", player="Anna"))
    told = answer(OPEN, TO_POT, *people, said("close", pot="split"))
    assert told["balances"] == {"Anna": -3, "Ben": -4, "Carla": 5, "Eva": 2}


def test_winners_are_those_of_the_last_deal_that_paid_as_far_as_they_are_there() -> None:
    """MADE paid Anna and Ben; passed out, nobody: 3 antes, again 3. 5 in two: the odd coin is Anna's."""
    deals = (dealt(MADE), dealt({}), said("adjust", from_="Carla", to="pot", amount=2))
    told = answer(*deals, said("close", pot="winners"))
    # Anna 1 − 1 + 3, Ben 0 − 1 + 2, Carla −1 − 1 − 2.
    assert told["balances"] == {"Anna": 3, "Ben": 1, "Carla": -4}
    told = answer(*deals, said("leave", player="Anna"), said("close", pot="winners"))
    assert told["balances"] == {"Anna": 0, "Ben": 4, "Carla": -4}


def test_winners_without_any_are_a_bad_target() -> None:
    assert refusals(answer(dealt({}), said("close", pot="winners"))) == [(2, "bad-target", "events.2.pot")]
    gone = answer(OPEN, said("leave", player="Carla"), said("close", pot="winners"))
    assert refusals(gone) == [(3, "bad-target", "events.3.pot")]


def test_refund_is_for_those_who_left_too() -> None:
    told = answer(OPEN, TO_POT, said("leave", player="Ben"), said("close", pot="refund"))
    assert told["balances"] == {"Anna": -1, "Ben": -1, "Carla": 2}


def test_what_is_no_whole_coin_stays() -> None:
    """Cash: 60 antes, passed out; three Rappen coins of 5 do not go into 4 equal parts: 15, 15, 15, 15."""
    told = answer(dealt({}), said("join", player="Eva"), said("close", pot="split"), ruleset="chratze-cash")
    assert told["balances"] == {"Anna": -5, "Ben": -5, "Carla": -5, "Eva": 15}
    assert told["pot"] == 0


def test_layers_name_whose_money_it_is_and_since_when() -> None:
    """LOST: three antes in, 3 out, 6 in by Ben. ALONE: three antes, all out. Then 2 by Anna, 1 taken."""
    events = [OPEN, TO_POT, said("adjust", from_="pot", to="Carla", amount=1)]
    file = interchange.read({**START, "events": events})
    book = replay(file.opened, file.events)
    told = [(file.names[layer.seat], layer.amount, layer.number, layer.why) for layer in layers(book.past)]
    assert told == [("Ben", 5, 1, Why.FAILED), ("Anna", 2, 2, Why.ADJUSTMENT)]
    file = interchange.read({**START, "events": [OPEN, TO_POT, dealt(ALONE), dealt({})]})
    book = replay(file.opened, file.events)
    told = [(file.names[layer.seat], layer.amount, layer.number, layer.why) for layer in layers(book.past)]
    assert told == [(name, 1, 4, Why.ANTE) for name in ("Anna", "Ben", "Carla")]


def test_payments_are_marked_against_the_plan_and_change_no_answer() -> None:
    """Anna −1, Ben −7, Carla 2, 6 in the pot: Ben owes 6 to the pot and 1 to Carla, Anna 1 to Carla."""
    closed = (OPEN, said("close"))
    paid = said("payment", from_="Ben", to="pot", paid=6)
    assert answer(*closed, paid) == answer(*closed)
    file = interchange.read({**START, "events": [*closed, paid, {**paid, "paid": 4}]})
    assert list(replay(file.opened, file.events).paid.values()) == [4]
    file = interchange.read({**START, "events": [*closed, paid, {**paid, "paid": 0}]})
    assert replay(file.opened, file.events).paid == {}
    # Neither undone nor ended by it: the undo opens the evening, the redo brings closing and payment back.
    assert stands(answer(*closed, paid, said("undo"))) == stands(answer(OPEN))
    file = interchange.read({**START, "events": [*closed, said("undo"), said("redo"), paid]})
    assert list(replay(file.opened, file.events).paid.values()) == [6]
    file = interchange.read({**START, "events": [*closed, paid, said("reopen"), said("close")]})
    assert replay(file.opened, file.events).paid == {}


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ([OPEN, said("payment", from_="Ben", to="pot", paid=6)], (2, "bad-target", "events.2.kind")),
        (
            [OPEN, said("close"), said("payment", from_="Carla", to="pot", paid=6)],
            (3, "bad-target", "events.3.to"),
        ),
        (
            [OPEN, said("close"), said("payment", from_="Ben", to="pot", paid=7)],
            (3, "amount-too-large", "events.3.paid"),
        ),
        (
            [OPEN, said("close"), said("payment", from_="Ben", to="pot", paid=-1)],
            (3, "bad-shape", "events.3.paid"),
        ),
    ],
)
def test_payment_that_nobody_planned_is_refused(events: list[Data], problem: tuple[int, str, str]) -> None:
    assert refusals(answer(*events)) == [problem]
