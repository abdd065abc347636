"""Evenings at the limits of what one may hold: a hundred people, and thirty closings taken back."""

from random import Random
from typing import Any, Final

from ledger.evening import interchange
from ledger.evening.resolve import MOST_TAKEN_BACK
from ledger.evening.state import MOST_SEATS

Data = dict[str, Any]

_PLAYERS: Final = ["Anna", "Ben", "Carla", "Dan"]


def crowded(rng: Random) -> Data:
    """Return an evening file with a hundred people in it: one more, or one who comes back, at the end."""
    names = [*_PLAYERS, *(f"Gast {number}" for number in range(MOST_SEATS - len(_PLAYERS)))]
    events: list[Data] = [{"kind": "join", "player": name} for name in names[len(_PLAYERS) :]]
    gone = rng.choice(names)
    events += [{"kind": "leave", "player": gone}, {"kind": "rename", "player": gone, "to": "Zoe"}]
    more: list[Data] = [{"kind": "join", "player": rng.choice(("Zoe", gone, "Hans", "Ida", "Ida"))}]
    if rng.random() < 0.3:
        more[0] |= {"before_seat": rng.choice((*_PLAYERS, "Hans")), "pays": rng.randint(0, 3)}
    if rng.random() < 0.5:
        # Without the name and the leaving, there are as many people as before; without the last, one less.
        more = [{"kind": "undo"}] * rng.randint(1, 3) + more * rng.randint(1, 2)
    return _file([*events, *more], rng)


def reopened(rng: Random) -> Data:
    """Return an evening file closed and reopened about as often as can be, payments marked under each."""
    deal: Data = {"kind": "deal", "declarer": "Ben", "joined": ["Carla", "Dan"], "tricks": {"Carla": 4}}
    file = _file([deal], rng)
    owed: list[Data] = interchange.answer(file)["settle_up"]  # type: ignore[assignment]
    back = rng.choice(("undo", "reopen"))
    for _ in range(rng.randint(MOST_TAKEN_BACK - 2, MOST_TAKEN_BACK + 4)):
        pay = rng.choice(owed)
        paid = rng.randint(0, pay["amount"] + (rng.random() < 0.03))
        payment = {"kind": "payment", "from": pay["from"], "to": pay["to"], "paid": paid}
        # What nothing was paid under can be taken back as often as people like.
        payments = [payment] * (rng.random() < 0.97)
        file["events"] += [{"kind": "close"}, *payments, {"kind": back}]
    if rng.random() < 0.5:
        file["events"] += [{"kind": "close", "settle": {"mode": "through", "through": "pot"}}]
    return file


def _file(events: list[Data], rng: Random) -> Data:
    return {"ruleset": "chratze", "players": _PLAYERS, "first_dealer": rng.choice(_PLAYERS), "events": events}
