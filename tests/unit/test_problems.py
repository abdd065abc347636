"""Problems: each code with the deal that earns it, all of a deal's at once, and none that only follows."""

from typing import Any

import pytest

from ledger.evening import interchange
from ledger.rules import casefile
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal, Table
from ledger.rules.problems import Code, RefusedError, check
from ledger.rules.seat import LIMIT, Seat
from ledger.rules.settlement import settle

Data = dict[str, Any]
Found = list[tuple[str, str]]

CHRATZE: Data = {
    "ruleset": "chratze",
    "players": ["Anna", "Ben", "Carla", "Dan", "Eva"],
    "dealer": "Anna",
    "pot": 5,
    "deal": {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 2, "Carla": 2}},
}
KRATZEN: Data = {
    "ruleset": "kratzen",
    "players": ["A", "B", "C"],
    "dealer": "A",
    "pot": 20,
    "deal": {"declarer": "A", "joined": ["B", "C"], "tricks": {"A": 2, "B": 1, "C": 1}},
}
ZWICKEN: Data = {
    "ruleset": "zwicken",
    "players": ["A", "B", "C"],
    "dealer": "A",
    "pot": 3,
    "deal": {"joined": ["A", "B"], "tricks": {"A": 2, "B": 1}},
}
PEEL: Data = {"ante.dealer": 1, "ante.indivisible": True, "leftover": "trick-order"}
NOBODY: Data = {"declarer": None, "joined": [], "tricks": {}}
ALL_IN: Data = {"joined": ["Carla", "Dan", "Eva", "Anna"]}
LONE: Data = {"joined": ["A"], "tricks": {}}
OWN: Data = {"declarer": "Anna", "tricks": {"Anna": 4}}


def but(case: Data, deal: Data | None = None, **changes: object) -> Data:
    """Return `case` with keys changed, those of its deal by `deal`."""
    return case | changes | {"deal": case["deal"] | (deal or {})}


def found(answer: Data) -> Found:
    """Return what an answer complains of: codes and fields."""
    return [(problem["code"], problem["field"]) for problem in answer.get("problems", [])]


# One deal each: it has this one problem and no other.
ALONE = [
    ("bad-shape", "pot", but(CHRATZE, pot="5")),
    ("bad-shape", "pot", but(CHRATZE, pot=True)),
    ("bad-shape", "pot", but(CHRATZE, pot=2.5)),
    ("bad-shape", "forced", but(KRATZEN, forced="seven")),
    ("bad-shape", "redeals", but(CHRATZE, redeals=-1)),
    ("bad-shape", "options", but(CHRATZE, options=[])),
    ("bad-shape", "deal.note", but(CHRATZE, {"note": "late"})),
    ("bad-shape", "deal.blind", but(CHRATZE, {"declarer": "Anna", "tricks": {"Anna": 4}, "blind": "triple"})),
    ("bad-shape", "deal.joined", but(CHRATZE, {"joined": "Carla"})),
    ("unknown-ruleset", "ruleset", but(CHRATZE, ruleset="jass")),
    ("unknown-ruleset", "ruleset", but(CHRATZE, ruleset=["chratze"])),
    ("unknown-option", "options.jokers", but(CHRATZE, options={"jokers": 2})),
    ("option-value", "options.pot_cap", but(CHRATZE, options={"pot_cap": -1})),
    ("option-value", "options.pot_cap", but(CHRATZE, ruleset="chratze-cash", options={"pot_cap": 42})),
    (
        "option-value",
        "options.unit.coin",
        but(CHRATZE, ruleset="chratze-cash", pot=20, options={"unit.coin": 4}),
    ),
    (
        "option-value",
        "options.leftover",
        but(CHRATZE, {"joined": [], "tricks": {}}, options={"leftover": "trick-order"}),
    ),
    ("option-value", "options.end", but(CHRATZE, options={"end": "never"})),
    ("not-in-ruleset", "forced", but(CHRATZE, ALL_IN, forced="pot-empty")),
    ("not-in-ruleset", "deal.seven", but(CHRATZE, ALL_IN | {"seven": True})),
    ("not-in-ruleset", "deal.blind", but(KRATZEN, {"blind": "single"})),
    ("not-in-ruleset", "deal.trump_card", but(KRATZEN, {"trump_card": 2})),
    ("not-in-ruleset", "deal.dealer_has_trump", but(CHRATZE, {"dealer_has_trump": True})),
    ("not-in-ruleset", "deal.dealer_turned_own", but(CHRATZE, {"dealer_turned_own": True})),
    ("not-in-ruleset", "deal.trick_order", but(ZWICKEN, {"trick_order": ["A", "B", "A"]})),
    ("player-count", "players", but(KRATZEN, {"joined": ["B"], "tricks": {"A": 4}}, players=["A", "B"])),
    ("duplicate-player", "players.3", but(KRATZEN, players=["A", "B", "C", " a "])),
    ("unknown-player", "deal.declarer", but(CHRATZE, {"declarer": "Zoe"})),
    ("unknown-player", "deal.joined.1", but(CHRATZE, {"joined": ["Carla", "Zoe"]})),
    ("unknown-player", "deal.tricks.Zoe", but(CHRATZE, {"tricks": {"Ben": 3, "Zoe": 1}})),
    ("unknown-dealer", "dealer", but(CHRATZE, dealer="Zoe")),
    ("pot-not-positive", "pot", but(CHRATZE, pot=0)),
    ("pot-not-positive", "pot", but(CHRATZE, pot=-5)),
    ("pot-not-in-coins", "pot", but(CHRATZE, ruleset="chratze-cash", pot=103)),
    (
        "ante-not-in-coins",
        "options.ante.each",
        but(CHRATZE, ruleset="chratze-cash", options={"ante.each": 12}),
    ),
    ("ante-not-divisible", "options.ante.dealer", but(ZWICKEN, options={"ante.dealer": 4})),
    ("no-declarer", "deal.declarer", but(CHRATZE, NOBODY | {"joined": ["Carla"]})),
    ("no-declarer", "deal.declarer", but(KRATZEN, NOBODY)),
    ("declarer-not-in-ruleset", "deal.declarer", but(ZWICKEN, {"declarer": "A", "joined": ["B"]})),
    ("declarer-must-be-dealer", "deal.declarer", but(KRATZEN, {"declarer": "B", "joined": ["A", "C"]})),
    ("role-twice", "deal.joined.Ben", but(CHRATZE, {"joined": ["Ben", "Carla"]})),
    ("role-twice", "deal.joined.Carla", but(CHRATZE, {"joined": ["Carla", "Carla"]})),
    ("tricks-to-non-player", "deal.tricks.Dan", but(CHRATZE, {"tricks": {"Ben": 3, "Dan": 1}})),
    ("tricks-negative", "deal.tricks.Carla", but(CHRATZE, {"tricks": {"Ben": 5, "Carla": -1}})),
    ("tricks-not-integer", "deal.tricks.Ben", but(CHRATZE, {"tricks": {"Ben": 2.5, "Carla": 1}})),
    ("tricks-not-integer", "deal.tricks.Ben", but(CHRATZE, {"tricks": {"Ben": "2", "Carla": 2}})),
    ("tricks-not-integer", "deal.tricks.Ben", but(CHRATZE, {"tricks": {"Ben": True, "Carla": 3}})),
    ("tricks-sum", "deal.tricks", but(CHRATZE, {"tricks": {"Ben": 2, "Carla": 1}})),
    ("tricks-sum", "deal.tricks", but(CHRATZE, {"tricks": {}})),
    ("tricks-without-play", "deal.tricks", but(CHRATZE, {"joined": [], "tricks": {"Ben": 4}})),
    ("trick-order-mismatch", "deal.trick_order", but(ZWICKEN, options=PEEL)),
    ("trick-order-mismatch", "deal.trick_order", but(ZWICKEN, LONE | {"trick_order": ["A"]}, options=PEEL)),
    ("trick-order-mismatch", "deal.trick_order", but(ZWICKEN, {"trick_order": list("ABB")}, options=PEEL)),
    ("blind-not-dealer", "deal.blind", but(CHRATZE, {"blind": "single"})),
    ("blind-not-dealer", "deal.blind", but(CHRATZE, NOBODY | {"blind": "double"})),
    ("blind-after-second-trump", "deal.blind", but(CHRATZE, OWN | {"blind": "single", "trump_card": 2})),
    ("trump-card-range", "deal.trump_card", but(CHRATZE, {"trump_card": 4})),
    ("trump-card-range", "deal.trump_card", but(CHRATZE, {"trump_card": 0})),
    ("trump-card-range", "deal.trump_card", but(CHRATZE, {"trump_card": 2}, ruleset="chratze-cash")),
    (
        "all-must-play",
        "deal.joined.C",
        but(KRATZEN, {"joined": ["B"], "tricks": {"A": 4}}, forced="pot-empty"),
    ),
    ("all-must-play", "deal.joined.C", but(KRATZEN, {"joined": ["B"], "tricks": {"A": 4}, "seven": True})),
    ("dealer-trump-unknown", "deal.dealer_has_trump", but(ZWICKEN, NOBODY)),
    (
        "dealer-must-play",
        "deal.dealer_turned_own",
        but(ZWICKEN, {"joined": ["B", "C"], "tricks": {"B": 3}, "dealer_turned_own": True}),
    ),
    ("amount-too-large", "pot", but(CHRATZE, pot=LIMIT + 1)),
    ("amount-too-large", "pot", but(CHRATZE, {"tricks": {"Carla": 4}}, pot=LIMIT // 2)),
]


@pytest.mark.parametrize(("code", "field", "case"), ALONE)
def test_deal_is_refused_with_this_code_at_this_field(code: str, field: str, case: Data) -> None:
    assert found(casefile.answer(case)) == [(code, field)]


DEAL: Data = {"kind": "deal", "declarer": "A", "joined": ["B"], "tricks": {"A": 2, "B": 2}}
UNDO, REDO, CLOSE, REOPEN = ({"kind": kind} for kind in ("undo", "redo", "close", "reopen"))
EVENING: Data = {"ruleset": "chratze", "players": ["A", "B", "C"], "first_dealer": "A", "events": [DEAL]}
IN_EVENINGS = [
    ("bad-shape", "players", EVENING | {"players": "ABC", "first_dealer": "A"}),
    ("bad-shape", "first_dealer", EVENING | {"first_dealer": None}),
    ("bad-shape", "date", EVENING | {"date": "31.12.2025"}),
    ("bad-shape", "version", EVENING | {"version": 99}),
    ("bad-shape", "start_balance", EVENING | {"start_balance": "20"}),
    ("bad-shape", "events.2.kind", EVENING | {"events": [DEAL, {"kind": "toast"}]}),
    ("bad-shape", "events.1.pot", EVENING | {"events": [DEAL | {"pot": 3}]}),
    ("unknown-dealer", "first_dealer", EVENING | {"first_dealer": "Zoe"}),
    ("unknown-player", "start_balance.Zoe", EVENING | {"start_balance": {"Zoe": 20}}),
    ("unknown-ruleset", "ruleset", EVENING | {"ruleset": None}),
    ("unknown-option", "options.jokers", EVENING | {"options": {"jokers": 2}}),
    ("player-count", "players", EVENING | {"players": ["A"], "events": []}),
    ("duplicate-player", "players.3", EVENING | {"players": ["A", "B", "C", "b"]}),
    ("tricks-sum", "events.2.tricks", EVENING | {"events": [DEAL, DEAL | {"tricks": {"A": 4, "B": 1}}]}),
    ("tricks-negative", "events.1.tricks.B", EVENING | {"events": [DEAL | {"tricks": {"A": 5, "B": -1}}]}),
    ("bad-target", "events.1.kind", EVENING | {"events": [UNDO]}),
    ("bad-target", "events.2.kind", EVENING | {"events": [DEAL, REDO]}),
    ("bad-target", "events.2.kind", EVENING | {"events": [DEAL, REOPEN]}),
    ("evening-closed", "events.2.kind", EVENING | {"events": [CLOSE, DEAL]}),
    ("evening-closed", "events.3.kind", EVENING | {"events": [DEAL, CLOSE, CLOSE]}),
    ("amount-too-large", "events.1.balances.A", EVENING | {"start_balance": {"A": LIMIT}}),
    ("amount-too-large", "start_balance", EVENING | {"start_balance": LIMIT + 1}),
    # An evening whose first pot is past the limit cannot begin; one that gets there is refused at that deal.
    ("amount-too-large", "options.ante.each", EVENING | {"options": {"ante.each": LIMIT}}),
    ("amount-too-large", "options.ante.dealer", EVENING | {"options": {"ante.dealer": LIMIT}}),
    (
        "amount-too-large",
        "options.ante.on_empty_pot.each",
        EVENING | {"options": {"ante.on_empty_pot.each": LIMIT, "ante.on_empty_pot.dealer": 1}},
    ),
    (
        "amount-too-large",
        "events.1.pot",
        EVENING | {"options": {"ante.each": LIMIT // 4}, "events": [{"kind": "deal"}, {"kind": "deal"}]},
    ),
]


@pytest.mark.parametrize(("code", "field", "evening"), IN_EVENINGS)
def test_evening_is_refused_with_this_code_at_this_field(code: str, field: str, evening: Data) -> None:
    problems = interchange.answer(evening)
    assert (code, field) in found(problems)


def test_evening_names_the_event_that_cannot_be() -> None:
    answer: Data = interchange.answer(EVENING | {"events": [DEAL, DEAL | {"tricks": {}}]})
    assert [problem["event"] for problem in answer["problems"]] == [2]


def test_seat_that_is_not_at_the_table() -> None:
    """By name nobody can write this; a stored deal of a changed roster could say it."""
    table = Table(ruleset=find("chratze"), seats=(Seat(1), Seat(2)), dealer=Seat(1), pot=2)
    problems = check(Deal(declarer=Seat(7)), table)
    assert [(problem.code, problem.seat) for problem in problems] == [(Code.NOT_SEATED, Seat(7))]


def test_every_code_a_deal_or_an_evening_can_have_is_tried_here() -> None:
    """Roster changes and pots paid out by hand come with a later issue, and their two codes with them."""
    tried = {code for code, _field, _file in [*ALONE, *IN_EVENINGS]} | {Code.NOT_SEATED}
    assert tried == set(Code) - {Code.ALREADY_SEATED, Code.POT_TOO_SMALL, Code.TOO_MANY}


def test_pot_past_the_limit_is_refused_though_the_next_one_is_small() -> None:
    """Antes alone can come to this: a case file is refused while it is read, an evening has only this."""
    table = Table(ruleset=find("chratze"), seats=(Seat(1), Seat(2)), dealer=Seat(1), pot=LIMIT + 1)
    with pytest.raises(RefusedError) as refused:
        settle(Deal(declarer=Seat(1)), table)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        (Code.AMOUNT_TOO_LARGE, "pot")
    ]


def test_dealers_trump_is_asked_for_only_when_nobody_is_in() -> None:
    options = {"passed_out.procedure": "dealer-if-trump"}
    assert found(casefile.answer(but(CHRATZE, {"joined": [], "tricks": {}}, options=options))) == []
    assert found(casefile.answer(but(ZWICKEN, {"dealer_has_trump": True}))) == []


def test_limit_itself_is_still_an_amount() -> None:
    """10^15 is the last that counts; one more in the next pot is not."""
    unopposed: Data = {"joined": [], "tricks": {}}
    assert found(casefile.answer(but(CHRATZE, unopposed, pot=LIMIT))) == []
    assert found(casefile.answer(but(CHRATZE, NOBODY, pot=LIMIT - 5))) == []
    assert found(casefile.answer(but(CHRATZE, NOBODY, pot=LIMIT - 4))) == [("amount-too-large", "pot")]
