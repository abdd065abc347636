"""Amendments in evening files: answers computed by hand, and targets that are none."""

import pytest

from tests.unit.filing import ALONE, LOST, MADE, Data, answer, dealt, refusals, said, stands

TWO = (dealt(MADE), dealt(LOST))


def test_two_deals_as_they_were() -> None:
    told = answer(*TWO)
    assert stands(told) == ({"Anna": 0, "Ben": -7, "Carla": 1}, 6, "Carla")


def test_corrected_deal_keeps_its_place_and_moves_what_follows() -> None:
    """Deal 1 was lost, too: 6 carried, so deal 2 is for 9 and Ben pays 18."""
    told = answer(*TWO, said("correct", target=1, deal=LOST, reason="miscounted"))
    assert [deal["pot"] for deal in told["deals"]] == [3, 9]
    assert [deal["balances"] for deal in told["deals"]] == [
        {"Anna": -1, "Ben": -7, "Carla": 2},
        {"Anna": -2, "Ben": -26, "Carla": 10},
    ]
    assert stands(told) == ({"Anna": -2, "Ben": -26, "Carla": 10}, 18, "Carla")


def test_target_is_the_deals_own_number_also_after_it_was_corrected() -> None:
    once = said("correct", target=1, deal=LOST)
    assert stands(answer(*TWO, once, said("correct", target=1, deal=MADE))) == stands(answer(*TWO))
    told = answer(*TWO, once, said("correct", target=3, deal=MADE))
    assert refusals(told) == [(4, "bad-target", "events.4.target")]


def test_struck_deal_is_not_in_deals_and_comes_back_with_its_last_facts() -> None:
    told = answer(*TWO, said("strike", target=1))
    assert len(told["deals"]) == 1
    assert stands(told) == ({"Anna": -1, "Ben": -7, "Carla": 2}, 6, "Ben")
    assert stands(answer(*TWO, said("strike", target=1), said("restore", target=1))) == stands(answer(*TWO))
    events = (said("correct", target=1, deal=LOST), said("strike", target=1), said("restore", target=1))
    assert stands(answer(*TWO, *events)) == stands(answer(*TWO, events[0]))


def test_inserted_deal_stands_before_the_event_it_names() -> None:
    """MADE, then LOST (6 carried), then MADE for 9: Anna 6, Ben 3."""
    told = answer(dealt(MADE), dealt(MADE), said("insert", before=2, deal=LOST))
    assert [deal["dealer"] for deal in told["deals"]] == ["Anna", "Ben", "Carla"]
    assert [deal["pot"] for deal in told["deals"]] == [3, 3, 9]
    assert stands(told) == ({"Anna": 5, "Ben": -5, "Carla": 0}, 0, "Anna")


def test_insert_before_one_past_the_last_event_is_at_the_end_as_of_now() -> None:
    told = answer(dealt(MADE), said("insert", before=2, deal=LOST), dealt(ALONE))
    assert [deal["pot"] for deal in told["deals"]] == [3, 3, 9]
    assert told["deals"][2]["payouts"] == {"Carla": 9}


def test_several_inserts_before_the_same_event_stand_as_they_were_written() -> None:
    inserts = (said("insert", before=1, deal=LOST), said("insert", before=1, deal=ALONE))
    told = answer(dealt(MADE), *inserts)
    assert [sorted(deal["payouts"]) for deal in told["deals"]] == [["Carla"], ["Carla"], ["Anna", "Ben"]]
    assert [deal["pot"] for deal in told["deals"]] == [3, 9, 3]


def test_insert_has_a_place_and_can_be_corrected_and_struck() -> None:
    inserted = (dealt(MADE), said("insert", before=1, deal=LOST))
    again = answer(*inserted, said("insert", before=2, deal=ALONE))
    assert [sorted(deal["payouts"]) for deal in again["deals"]] == [["Carla"], ["Carla"], ["Anna", "Ben"]]
    assert [deal["pot"] for deal in again["deals"]] == [3, 3, 9]
    assert stands(answer(*inserted, said("correct", target=2, deal=MADE))) == stands(
        answer(dealt(MADE), dealt(MADE))
    )
    assert stands(answer(*inserted, said("strike", target=2))) == stands(answer(dealt(MADE)))


def test_undo_and_redo_take_amendments_back_and_forth() -> None:
    correct, undo, redo = said("correct", target=1, deal=LOST), said("undo"), said("redo")
    assert stands(answer(*TWO, correct, undo)) == stands(answer(*TWO))
    assert stands(answer(*TWO, correct, undo, redo)) == stands(answer(*TWO, correct))
    assert stands(answer(*TWO, correct, undo, undo)) == stands(answer(dealt(MADE)))
    told = answer(dealt(MADE), undo, correct)
    assert refusals(told) == [(3, "bad-target", "events.3.target")]


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (said("correct", target=0, deal=LOST), "target"),
        (said("correct", target=3, deal=LOST), "target"),
        (said("correct", target=4, deal=LOST), "target"),
        (said("strike", target=99), "target"),
        (said("restore", target=1), "target"),
        (said("insert", before=5, deal=LOST), "before"),
        (said("insert", before=0, deal=LOST), "before"),
        (said("insert", before=-1, deal=LOST), "before"),
        (said("dealer", player="Ben", before=9), "before"),
    ],
)
def test_target_that_is_none_is_a_bad_target(event: Data, field: str) -> None:
    told = answer(*TWO, said("count", amount=6), event)
    assert refusals(told) == [(4, "bad-target", f"events.4.{field}")]


def test_struck_deal_can_be_restored_and_nothing_else() -> None:
    for event in (said("correct", target=1, deal=MADE), said("strike", target=1)):
        assert refusals(answer(*TWO, said("strike", target=1), event)) == [
            (4, "bad-target", "events.4.target")
        ]
    # It still has a place.
    told = answer(*TWO, said("strike", target=1), said("insert", before=1, deal=MADE))
    assert stands(told) == stands(answer(*TWO))


@pytest.mark.parametrize("kind", ["count", "rebuy"])
def test_what_has_no_place_is_none_to_put_something_before(kind: str) -> None:
    other = said("count", amount=3) if kind == "count" else said("rebuy", player="Ben", amount=3)
    told = answer(dealt(MADE), other, said("insert", before=2, deal=LOST))
    assert refusals(told) == [(3, "bad-target", "events.3.before")]


def test_correction_that_makes_a_later_deal_impossible_is_named_by_that_deal() -> None:
    """In Kratzen the dealer declares: without deal 1, deal 2 is dealt by Anna and declared by Ben."""
    muss: Data = {"declarer": "Anna", "joined": ["Ben", "Carla"], "tricks": {"Anna": 2, "Ben": 2}}
    second: Data = {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 2, "Carla": 2}}
    told = answer(dealt(muss), dealt(second), said("strike", target=1), ruleset="kratzen")
    assert {problem["event"] for problem in told["problems"]} == {2}
    assert "declarer-must-be-dealer" in [problem["code"] for problem in told["problems"]]


def test_corrected_facts_that_cannot_be_are_named_by_their_deal() -> None:
    told = answer(*TWO, said("correct", target=1, deal={**MADE, "tricks": {"Anna": 5}}))
    assert refusals(told) == [(1, "tricks-sum", "events.1.tricks")]


def test_dealer_before_an_event_keeps_the_later_dealers() -> None:
    """Without deal 1 deal 2 would be Anna's; the table says Ben dealt it."""
    told = answer(*TWO, said("strike", target=1), said("dealer", player="Ben", before=2))
    assert [deal["dealer"] for deal in told["deals"]] == ["Ben"]
    assert stands(told)[2] == "Carla"


def test_closed_evening_takes_nothing_but_its_reopening_and_reopening_takes_the_closing_back() -> None:
    closed = (*TWO, said("close", pot="split"))
    # Carried 6: two each.
    assert stands(answer(*closed)) == ({"Anna": 2, "Ben": -5, "Carla": 3}, 0, "Carla")
    for event in (said("strike", target=1), dealt(MADE), said("close"), said("join", player="Eva")):
        assert refusals(answer(*closed, event))[0][:2] == (4, "evening-closed")
    assert stands(answer(*closed, said("reopen"))) == stands(answer(*TWO))
    again = (said("reopen"), said("strike", target=1), said("close", pot="split"))
    assert stands(answer(*closed, *again)) == ({"Anna": 1, "Ben": -5, "Carla": 4}, 0, "Ben")
    assert stands(answer(*closed, said("reopen"), said("undo"))) == stands(answer(*closed))
    assert refusals(answer(*closed, said("reopen"), said("reopen"))) == [(5, "bad-target", "events.5.kind")]
    assert refusals(answer(*TWO, said("reopen"))) == [(3, "bad-target", "events.3.kind")]


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (said("correct", target="1", deal=LOST), "target"),
        (said("correct", target=1), "deal"),
        (said("correct", target=1, deal={"kind": "deal"}), "deal.kind"),
        (said("correct", target=1, deal=LOST, note="why"), "note"),
        (said("strike", target=1, reason=7), "reason"),
        (said("strike"), "target"),
        (said("insert", deal=LOST), "before"),
        (said("insert", before=1.5, deal=LOST), "before"),
        (said("undo", target=1), "target"),
    ],
)
def test_amendment_of_a_wrong_shape_is_refused_with_its_place(event: Data, field: str) -> None:
    assert refusals(answer(*TWO, event)) == [(3, "bad-shape", f"events.3.{field}")]


def test_stranger_in_corrected_facts_is_unknown() -> None:
    told = answer(*TWO, said("correct", target=1, deal={"declarer": "Eva"}))
    assert refusals(told) == [(3, "unknown-player", "events.3.deal.declarer")]
