"""Section by section, evening files with answers computed by hand: five players, the two deals of RULES.md.

Anna deals, Dan makes it, Ben fails; Ben deals, Carla fails, Dan takes all, Eva fails: 30 are carried.
"""

from typing import Any, Final

import pytest

from tests.unit.filing import Data, answer, dealt, said, stands

FIVE: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
FIRST: Final[Data] = {"declarer": "Dan", "joined": ["Carla", "Ben"], "tricks": {"Dan": 2, "Carla": 2}}
SECOND: Final[Data] = {"declarer": "Carla", "joined": ["Dan", "Eva"], "tricks": {"Carla": 1, "Dan": 3}}
# At P 35 Ben and Dan share, 17 each, 1 is left; Anna pays 70, Eva 35.
THIRD: Final[Data] = {
    "declarer": "Anna",
    "joined": ["Ben", "Dan", "Eva"],
    "tricks": {"Anna": 1, "Ben": 2, "Dan": 1},
}
NOBODY: Final[Data] = {}
EVA: Final[Data] = {"declarer": "Eva"}
SPLIT, WINNERS, REFUND = (said("close", pot=pot) for pot in ("split", "winners", "refund"))
Case = tuple[tuple[Data, ...], tuple[int, ...], int, str]

CASES: Final[dict[str, Case]] = {
    "as written": ((), (-2, -7, -21, 12, -12), 30, "Carla"),
    "first struck": ((said("strike", target=1),), (-1, -1, -11, 4, -6), 15, "Ben"),
    "put in at the front": ((said("insert", before=1, deal=NOBODY),), (-3, -13, -30, 19, -18), 45, "Carla"),
    "put in at the end": ((said("insert", before=3, deal=NOBODY),), (-3, -8, -22, 11, -13), 35, "Carla"),
    "two put in, in the order written": (
        (said("insert", before=2, deal=NOBODY), said("insert", before=2, deal=EVA)),
        (-4, -9, -13, 5, 6),
        15,
        "Dan",
    ),
    "put in before one that was struck": (
        (said("strike", target=1), said("insert", before=1, deal=NOBODY)),
        (-2, -2, -22, 8, -12),
        30,
        "Ben",
    ),
    "put in before somebody left": (
        (said("leave", player="Carla"), said("insert", before=3, deal={"declarer": "Carla"})),
        (-3, -8, 13, 11, -13),
        0,
        "Dan",
    ),
    "split": ((SPLIT,), (4, -1, -15, 18, -6), 0, "Carla"),
    "odd coins go on behind the last dealer": (
        (said("adjust", from_="Eva", to="pot", amount=2), SPLIT),
        (4, -1, -14, 19, -8),
        0,
        "Carla",
    ),
    "the last dealer, not who was set to be next": (
        (said("dealer", player="Anna"), said("adjust", from_="Eva", to="pot", amount=2), SPLIT),
        (4, -1, -14, 19, -8),
        0,
        "Anna",
    ),
    "who left has no part in a split": (
        (said("leave", player="Carla"), SPLIT),
        (5, 0, -21, 20, -4),
        0,
        "Dan",
    ),
    "who sits out has": ((said("sit-out", player="Carla"), SPLIT), (4, -1, -15, 18, -6), 0, "Dan"),
    "refund": ((REFUND,), (-2, -7, -1, 12, -2), 0, "Carla"),
    "refund to who left": ((said("leave", player="Eva"), REFUND), (-2, -7, -1, 12, -2), 0, "Carla"),
    "refund of what is left of the oldest": (
        (said("adjust", from_="pot", to="Anna", amount=25), REFUND),
        (23, -7, -21, 12, -7),
        0,
        "Carla",
    ),
    "winners behind a deal that paid nobody": ((dealt(NOBODY), WINNERS), (-3, -8, -22, 46, -13), 0, "Carla"),
    "winners share": ((dealt(THIRD), WINNERS), (-73, 62, -22, 81, -48), 0, "Dan"),
    "an odd coin in seat order": (
        (dealt(THIRD), said("adjust", from_="Anna", to="pot", amount=1), WINNERS),
        (-74, 63, -22, 81, -48),
        0,
        "Dan",
    ),
    "an odd coin in the order they sit in now": (
        (
            dealt(THIRD),
            said("adjust", from_="Anna", to="pot", amount=1),
            said("reorder", players=["Eva", "Dan", "Carla", "Ben", "Anna"]),
            WINNERS,
        ),
        (-74, 62, -22, 82, -48),
        0,
        "Dan",
    ),
    "winners of what is in force": (
        (dealt(EVA), WINNERS, said("reopen"), said("strike", target=3), WINNERS),
        (-2, -7, -21, 42, -12),
        0,
        "Carla",
    ),
    "reopened, nothing is shared": ((SPLIT, said("reopen")), (-2, -7, -21, 12, -12), 30, "Carla"),
    "all struck": (
        (said("strike", target=1), said("strike", target=2), SPLIT),
        (0, 0, 0, 0, 0),
        0,
        "Anna",
    ),
}


@pytest.mark.parametrize(("events", "balances", "pot", "dealer"), CASES.values(), ids=CASES)
def test_answer_is_the_one_computed_by_hand(
    events: tuple[Data, ...], balances: tuple[int, ...], pot: int, dealer: str
) -> None:
    told: dict[str, Any] = answer(dealt(FIRST), dealt(SECOND), *events, players=list(FIVE))
    assert stands(told) == (dict(zip(FIVE, balances, strict=True)), pot, dealer)
