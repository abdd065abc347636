"""Three tables to settle a deal at, by name: what house rules change is told in the words people use."""

from typing import Any

from ledger.rules import casefile

Data = dict[str, Any]
FIVE = ("Anna", "Ben", "Carla", "Dan", "Eva")
THREE = ("A", "B", "C")
NOBODY: Data = {"declarer": None, "joined": [], "tricks": {}}
MADE: Data = {"declarer": "Ben", "joined": ["Carla", "Dan"], "tricks": {"Ben": 2, "Carla": 1, "Dan": 1}}
FAILED: Data = {"declarer": "Ben", "joined": ["Carla", "Dan"], "tricks": {"Ben": 1, "Carla": 3, "Dan": 0}}
ALONE: Data = {"declarer": "Dan", "joined": [], "tricks": {}}


def chratze(pot: int, deal: Data, options: Data | None = None, **more: object) -> Data:
    """Return the answer to a deal of Chratze that Anna dealt."""
    case: Data = {"ruleset": "chratze", "players": FIVE, "dealer": "Anna", "pot": pot, "deal": deal}
    return casefile.answer(case | {"options": options} | more)


def kratzen(pot: int, tricks: Data, options: Data | None = None, **more: object) -> Data:
    """Return the answer to a deal of Kratzen that A dealt, all three playing."""
    seven = {"seven": more.pop("seven", False)}
    deal = {"declarer": "A", "joined": ["B", "C"], "tricks": tricks} | seven
    case: Data = {"ruleset": "kratzen", "players": THREE, "dealer": "A", "pot": pot, "deal": deal}
    return casefile.answer(case | {"options": options} | more)


def zwicken(pot: int, deal: Data, options: Data | None = None) -> Data:
    """Return the answer to a deal of Zwicken that A dealt."""
    case: Data = {"ruleset": "zwicken", "players": THREE, "dealer": "A", "pot": pot, "deal": deal}
    return casefile.answer(case | {"options": options})


def paid(answer: Data) -> tuple[Data, Data, int]:
    """Return payouts, penalties and what is carried."""
    assert "problems" not in answer, answer
    return answer["payouts"], answer["penalties"], answer["pot_carried"]


def following(answer: Data) -> tuple[str, int, int]:
    """Return who deals next, what the antes come to and what pot that makes."""
    return answer["next"]["dealer"], sum(answer["next"]["antes"].values()), answer["next"]["pot"]
