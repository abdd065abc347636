"""An evening of Chratze with Anna, Ben and Carla, Anna dealing first, as an evening file."""

from typing import Any, Final

from ledger.evening import interchange

Data = dict[str, Any]
START: Final[Data] = {"ruleset": "chratze", "players": ["Anna", "Ben", "Carla"], "first_dealer": "Anna"}


def said(kind: str, **facts: object) -> Data:
    """Return an event as a file has it; `from_` and `before_seat` are what they look like."""
    return {"kind": kind, **{key.rstrip("_"): fact for key, fact in facts.items()}}


def dealt(facts: Data) -> Data:
    """Return a deal as an event."""
    return {"kind": "deal", **facts}


# At P 3: Anna 2, Ben 1, the pot is empty.
MADE: Final[Data] = {"declarer": "Anna", "joined": ["Ben"], "tricks": {"Anna": 2, "Ben": 2}}
# At P 3: Carla 3, Ben pays 6 into the next pot.
LOST: Final[Data] = {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Ben": 1, "Carla": 3}}
# Carla takes P.
ALONE: Final[Data] = {"declarer": "Carla"}


def answer(*events: Data, **start: object) -> Data:
    """Return the replay answer to an evening of these events."""
    return interchange.answer({**START, **start, "events": list(events)})


def stands(told: Data) -> tuple[Data, int, str]:
    """Return the balances, the pot and who deals next."""
    assert "problems" not in told, told["problems"]
    return told["balances"], told["pot"], told["next"]["dealer"]


def refusals(told: Data) -> list[tuple[int, str, str]]:
    """Return number, code and field of every problem."""
    return [(problem["event"], problem["code"], problem["field"]) for problem in told["problems"]]
