"""People who come and go, in evening files: answers computed by hand."""

import pytest

from ledger.evening.book import step
from ledger.evening.events import Joined, Opened
from ledger.evening.state import start
from ledger.rules.catalogue import find
from ledger.rules.problems import Code, RefusedError
from ledger.rules.seat import Seat
from tests.unit.filing import ALONE, LOST, MADE, Data, answer, dealt, refusals, said, stands

FRITZ = said("join", player="Fritz", before_seat="Ben")


def antes(told: Data) -> Data:
    """Return who antes before the next deal."""
    found: Data = told["next"]["antes"]
    return found


def test_who_joins_sits_where_it_was_said_and_the_next_dealer_stays() -> None:
    told = answer(dealt(MADE), FRITZ)
    assert stands(told) == ({"Anna": 1, "Ben": 0, "Carla": -1, "Fritz": 0}, 0, "Ben")
    assert list(antes(told)) == ["Anna", "Fritz", "Ben", "Carla"]
    # Ben, Carla, Anna, and then Fritz deals.
    dealers = [deal["dealer"] for deal in answer(dealt(MADE), FRITZ, *[dealt(ALONE)] * 4)["deals"]]
    assert dealers == ["Anna", "Ben", "Carla", "Anna", "Fritz"]
    assert list(antes(answer(said("join", player="Fritz")))) == ["Anna", "Ben", "Carla", "Fritz"]


def test_who_joins_can_pay_into_the_pot() -> None:
    told = answer(dealt(MADE), {**FRITZ, "pays": 2})
    assert stands(told) == ({"Anna": 1, "Ben": 0, "Carla": -1, "Fritz": -2}, 2, "Ben")
    assert told["next"]["pot"] == 6


def test_who_leaves_keeps_the_balance_and_whose_turn_it_was_the_next_one_deals() -> None:
    told = answer(dealt(MADE), said("leave", player="Ben"))
    assert stands(told) == ({"Anna": 1, "Ben": 0, "Carla": -1}, 0, "Carla")
    assert antes(told) == {"Anna": 1, "Carla": 1}
    assert stands(answer(dealt(MADE), said("leave", player="Carla")))[2] == "Ben"


def test_who_left_comes_back_as_the_same_person() -> None:
    told = answer(dealt(MADE), said("leave", player="Anna"), said("join", player="Anna", before_seat="Ben"))
    assert stands(told) == ({"Anna": 1, "Ben": 0, "Carla": -1}, 0, "Ben")
    assert list(antes(told)) == ["Anna", "Ben", "Carla"]


def test_who_sits_out_neither_antes_nor_deals_and_returns_to_the_same_place() -> None:
    out = (dealt(MADE), said("sit-out", player="Ben"))
    assert stands(answer(*out)) == ({"Anna": 1, "Ben": 0, "Carla": -1}, 0, "Carla")
    assert antes(answer(*out)) == {"Anna": 1, "Carla": 1}
    # Carla alone takes 2 of the 2 of them; then Anna deals, and Ben is back between them.
    told = answer(*out, dealt(ALONE), said("return", player="Ben"))
    assert stands(told) == ({"Anna": 0, "Ben": 0, "Carla": 0}, 0, "Anna")
    assert list(antes(told)) == ["Anna", "Ben", "Carla"]


def test_redeals_belong_to_the_dealer_and_the_ante_call_stays() -> None:
    """Cash: passed out once, so Anna deals again without a new ante; when she leaves, Ben does."""
    passed_out = dealt({})
    told = answer(passed_out, said("leave", player="Anna"), ruleset="chratze-cash")
    assert (told["next"]["dealer"], told["next"]["redeals"], told["next"]["pot"]) == ("Ben", 0, 60)
    told = answer(passed_out, said("dealer", player="Anna"), ruleset="chratze-cash")
    assert (told["next"]["dealer"], told["next"]["redeals"], told["next"]["pot"]) == ("Anna", 1, 60)
    told = answer(passed_out, said("dealer", player="Carla"), ruleset="chratze-cash")
    assert (told["next"]["dealer"], told["next"]["redeals"], told["next"]["pot"]) == ("Carla", 0, 60)


def test_void_deal_moves_nothing_and_keeps_dealer_redeals_and_call() -> None:
    told = answer(dealt({}), said("void"), ruleset="chratze-cash")
    without = answer(dealt({}), ruleset="chratze-cash")
    assert told == without


def test_names_follow_renaming_undo_and_redo() -> None:
    """Answers use the last name; events the one of their moment."""
    rename = said("rename", player="Ben", to="Benno")
    renamed = {"declarer": "Benno", "joined": ["Carla"], "tricks": {"Benno": 1, "Carla": 3}}
    told = answer(dealt(MADE), rename, dealt(renamed))
    assert stands(told) == ({"Anna": 0, "Benno": -7, "Carla": 1}, 6, "Carla")
    assert told["deals"][0]["payouts"] == {"Anna": 2, "Benno": 1}
    told = answer(dealt(MADE), rename, said("undo"), dealt(LOST))
    assert stands(told) == stands(answer(dealt(MADE), dealt(LOST)))
    again = answer(dealt(MADE), rename, said("undo"), said("redo"), dealt(renamed))
    assert stands(again) == stands(answer(dealt(MADE), rename, dealt(renamed)))
    assert refusals(answer(rename, dealt(LOST)))[0][:2] == (2, "unknown-player")
    assert refusals(answer(FRITZ, said("undo"), said("leave", player="Fritz"))) == [
        (3, "unknown-player", "events.3.player")
    ]


def test_name_that_somebody_gave_up_is_free() -> None:
    told = answer(said("rename", player="Ben", to="Benno"), said("join", player="Ben"))
    assert stands(told)[0] == {"Anna": 0, "Benno": 0, "Carla": 0, "Ben": 0}


@pytest.mark.parametrize("name", ["anna", " Anna ", "ＡＮＮＡ", "Fritz", "pot"])
def test_name_that_somebody_else_has_is_a_duplicate(name: str) -> None:
    """NFKC, trimmed, case folded; also of those who left."""
    before = (FRITZ, said("leave", player="Fritz"))
    told = answer(*before, said("rename", player="Ben", to=name))
    assert refusals(told) == [(3, "duplicate-player", "events.3.to")]
    if name not in ("Fritz", "pot"):
        assert refusals(answer(*before, said("join", player=name))) == [
            (3, "duplicate-player", "events.3.player")
        ]


def test_own_name_can_be_written_in_another_way() -> None:
    assert "BEN" in answer(said("rename", player="Ben", to="BEN"))["balances"]


def test_reordering_moves_no_money_and_the_dealer_stays() -> None:
    told = answer(dealt(MADE), said("reorder", players=["Carla", "Ben", "Anna"]), dealt(ALONE))
    assert [deal["dealer"] for deal in told["deals"]] == ["Anna", "Ben"]
    # 3 antes; Carla takes 3. Behind Ben sits Anna now.
    assert stands(told) == ({"Anna": 0, "Ben": -1, "Carla": 1}, 0, "Anna")


def test_dealer_set_by_hand_deals_next() -> None:
    assert stands(answer(dealt(MADE), said("dealer", player="Anna")))[2] == "Anna"


def test_too_few_or_too_many_are_said_with_the_next_deal() -> None:
    two = (said("leave", player="Ben"), said("leave", player="Carla"))
    assert refusals(answer(*two, dealt({"declarer": "Anna"}))) == [(3, "player-count", "events.3.players")]
    assert refusals(answer(*two, said("void"))) == [(3, "player-count", "events.3.players")]
    many = [said("join", player=f"Guest {number}") for number in range(5)]
    assert refusals(answer(*many, dealt(MADE)))[0] == (6, "player-count", "events.6.players")
    assert "problems" not in answer(*many, said("sit-out", player="Guest 1"), dealt(MADE))


def test_end_by_rotation_asks_who_is_present() -> None:
    """Kratzen ends when every seat present has dealt: joining adds one, leaving removes one."""
    first: Data = {"declarer": "Anna", "joined": ["Ben", "Carla"], "tricks": {"Anna": 2, "Ben": 2}}
    second: Data = {"declarer": "Ben", "joined": ["Anna"], "tricks": {"Ben": 2, "Anna": 2}}
    two = (dealt(first), dealt(second))
    assert [answer(*events, ruleset="kratzen")["may_end"] for events in (two, two[:1])] == [False, False]
    gone = (*two, said("leave", player="Carla"))
    assert answer(*gone, ruleset="kratzen")["may_end"]
    assert answer(*two, said("sit-out", player="Carla"), ruleset="kratzen")["may_end"]
    assert not answer(*gone, said("join", player="Fritz"), ruleset="kratzen")["may_end"]


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (said("join", player="Ben"), "already-seated", "player.Ben"),
        (said("join", player="Eva", before_seat="Fritz"), "not-seated", "before_seat.Fritz"),
        (said("join", player="Eva", before_seat="Zoe"), "unknown-player", "before_seat"),
        (said("join", player="Eva", pays=-1), "bad-shape", "pays"),
        (said("join", player=" "), "bad-shape", "player"),
        (said("join", player="Eva", seat=3), "bad-shape", "seat"),
        (said("leave", player="Fritz"), "not-seated", "player.Fritz"),
        (said("leave", player="Zoe"), "unknown-player", "player"),
        (said("sit-out", player="Fritz"), "not-seated", "player.Fritz"),
        (said("sit-out", player="Hans"), "not-seated", "player.Hans"),
        (said("return", player="Fritz"), "not-seated", "player.Fritz"),
        (said("return", player="Ben"), "already-seated", "player.Ben"),
        (said("rename", player="Zoe", to="Ida"), "unknown-player", "player"),
        (said("rename", player="Ben", to=""), "bad-shape", "to"),
        (said("reorder", players=["Anna", "Ben", "Carla"]), "bad-shape", "players"),
        (said("reorder", players=["Anna", "Ben", "Hans", "Hans"]), "bad-shape", "players"),
        (said("reorder", players=["Anna", "Ben", "Carla", "Fritz"]), "not-seated", "players.Fritz"),
        (said("reorder", players=["Anna", "Ben", "Carla", "Zoe"]), "unknown-player", "players.3"),
        (said("reorder", players="Anna"), "bad-shape", "players"),
        (said("dealer", player="Hans"), "not-seated", "player.Hans"),
        (said("dealer", player="Fritz"), "not-seated", "player.Fritz"),
        (said("rebuy", player="Fritz", amount=3), "not-seated", "player.Fritz"),
    ],
)
def test_who_is_not_where_it_says_is_named(event: Data, code: str, field: str) -> None:
    """Fritz was there and left, Hans sits out, nobody knows Zoe."""
    fritz = (FRITZ, said("leave", player="Fritz"))
    hans = (said("join", player="Hans"), said("sit-out", player="Hans"))
    told = answer(*fritz, *hans, event)
    assert (5, code, f"events.5.{field}") in refusals(told)
    assert len({code for _number, code, _field in refusals(told)}) == 1


def test_last_one_present_can_neither_leave_nor_sit_out() -> None:
    alone = (said("leave", player="Ben"), said("sit-out", player="Carla"))
    for kind in ("leave", "sit-out"):
        assert refusals(answer(*alone, said(kind, player="Anna"))) == [
            (3, "player-count", "events.3.player.Anna")
        ]
    assert "problems" not in answer(*alone, said("leave", player="Carla"))


def test_so_many_people_can_have_had_a_seat_and_no_more() -> None:
    """Three at the start, and 97 who join; those whose joining was taken back have none."""
    guests = [said("join", player=f"Guest {number}") for number in range(97)]
    gone = [said("join", player="Zoe"), said("undo")]
    full = answer(*gone, *guests)
    assert len(stands(full)[0]) == 100
    assert refusals(answer(*guests, said("join", player="Zoe")))[0] == (98, "too-many", "events.98.player")
    back = answer(*guests, said("leave", player="Guest 7"), said("join", player="Guest 7"))
    assert len(stands(back)[0]) == 100


def test_seats_are_counted_in_the_book_too() -> None:
    """The journal asks the book alone."""
    state = start(Opened(ruleset=find("chratze"), seats=(Seat(0), Seat(1)), first_dealer=Seat(0)))
    for number in range(2, 100):
        state, _settled = step(state, Joined(Seat(number)))
    with pytest.raises(RefusedError) as refused:
        step(state, Joined(Seat(100)))
    assert [problem.code for problem in refused.value.problems] == [Code.TOO_MANY]
