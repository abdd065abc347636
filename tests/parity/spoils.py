"""Ways to spoil a case: each makes a legal one earn, at most tables, a problem of its kind."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

Data = dict[str, Any]
Spoil = Callable[[Data, Random], None]

JUNK: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2, 2.5, 7, 10**15, 10**15 + 1, -(10**15), 10**18),
    *("", " ", "pot", "none", "both", "Anna", "Ben", "Zoe", "__proto__", "toString", "2", "1/2", "5/4"),
    *([], ["Anna"], ["Anna", "Anna"], [1], ["seven", "pot-empty"], {}, {"Anna": 1}, {"__proto__": 2}),
)


def _junk(rng: Random) -> Any:
    return deepcopy(rng.choice(JUNK))


def anywhere(case: Data, rng: Random) -> None:
    """Put anything anywhere: in the case, its deal, its options or one of their lists."""
    holders = [case, case, *(value for value in case.values() if isinstance(value, dict))]
    holder = rng.choice(holders)
    holder[rng.choice([*holder, "extra"])] = _junk(rng)


def _missing(case: Data, rng: Random) -> None:
    holder = rng.choice([case, case["deal"]])
    if holder:
        del holder[rng.choice(list(holder))]


def _ruleset(case: Data, rng: Random) -> None:
    case["ruleset"] = rng.choice(("jass", "__proto__", "toString", None, 5, ["chratze"]))


def _option(case: Data, rng: Random) -> None:
    case["options"][rng.choice(("jokers", "unit", "__proto__", "constructor"))] = _junk(rng)


def _option_value(case: Data, rng: Random) -> None:
    case["options"][rng.choice(list(case["options"]))] = _junk(rng)


def _other_ruleset(case: Data, rng: Random) -> None:
    case["ruleset"], case["options"] = rng.choice(("chratze", "chratze-cash", "kratzen", "zwicken")), {}


def _fewer_players(case: Data, rng: Random) -> None:
    del case["players"][rng.randrange(len(case["players"])) :]


def _more_players(case: Data, rng: Random) -> None:
    case["players"] += [f"Gast {number}" for number in range(rng.randint(1, 12))]


def _look_alike(case: Data, rng: Random) -> None:
    name = rng.choice(case["players"])
    taken = rng.choice((name, name.upper(), f" {name}", f"{name}\u200b", "Pot", " "))
    case["players"].insert(rng.randrange(len(case["players"]) + 1), taken)


def _stranger(case: Data, rng: Random) -> None:
    deal = case["deal"]
    where = rng.choice(("declarer", "joined", "tricks", "trick_order"))
    if where == "declarer":
        deal[where] = "Zoe"
    elif where == "tricks":
        deal[where]["Zoe"] = rng.randint(0, 2)
    else:
        deal.setdefault(where, []).append("Zoe")


def _dealer(case: Data, rng: Random) -> None:
    case["dealer"] = rng.choice(("Zoe", "", "__proto__", None, 1))


def _other_dealer(case: Data, rng: Random) -> None:
    case["dealer"] = rng.choice(case["players"])


def _pot(case: Data, rng: Random) -> None:
    case["pot"] = rng.choice((0, -1, -5, case["pot"] + 1, case["pot"] + 0.5, 10**15, 10**15 + 1, "5", True))


def _vast_pot(case: Data, _rng: Random) -> None:
    # The coin may have been spoiled before.
    case["pot"] = 10**15 - 10**15 % (case["options"]["unit.coin"] or 1)


def _antes(case: Data, rng: Random) -> None:
    key = rng.choice(("ante.each", "ante.dealer", "ante.on_empty_pot.each", "ante.on_empty_pot.dealer"))
    case["options"][key] = rng.choice((0, 1, 2, 7, 12, 1001, 10**15))


def _no_declarer(case: Data, _rng: Random) -> None:
    case["deal"]["declarer"] = None


def _other_declarer(case: Data, rng: Random) -> None:
    case["deal"]["declarer"] = rng.choice(case["players"])


def _joined_again(case: Data, rng: Random) -> None:
    case["deal"]["joined"].append(case["deal"].get("declarer") or rng.choice(case["players"]))


def _not_joined(case: Data, rng: Random) -> None:
    del case["deal"]["joined"][rng.randrange(len(case["deal"]["joined"]) + 1) :]


def _tricks(case: Data, rng: Random) -> None:
    case["deal"]["tricks"][rng.choice(case["players"])] = rng.choice(
        (-1, -3, 0, 1, 1.5, 2.0, 3, "2", True, 10**15)
    )


def _no_tricks(case: Data, _rng: Random) -> None:
    case["deal"]["tricks"] = {}


def _trick_order(case: Data, rng: Random) -> None:
    order = case["deal"].get("trick_order") or [rng.choice(case["players"]) for _ in range(rng.randint(1, 4))]
    case["deal"]["trick_order"] = [*order[1:], rng.choice(case["players"])]


def _blind(case: Data, rng: Random) -> None:
    case["deal"]["blind"] = rng.choice(("single", "double", "triple"))


def _trump_card(case: Data, rng: Random) -> None:
    case["deal"]["trump_card"] = rng.choice((0, -1, 2, 3, 4, 2.5, "2", 10**15))


def _blind_and_late(case: Data, rng: Random) -> None:
    case["deal"] |= {"blind": "single", "trump_card": rng.choice((2, 3, 4))}


def _seven(case: Data, _rng: Random) -> None:
    case["deal"]["seven"] = True


def _forced(case: Data, _rng: Random) -> None:
    case["forced"] = "pot-empty"


def _trump(case: Data, rng: Random) -> None:
    case["deal"]["dealer_has_trump"] = rng.choice((True, False, None, None, "yes"))


def _turned_own(case: Data, rng: Random) -> None:
    deal = case["deal"]
    deal["dealer_turned_own"] = True
    if rng.random() < 0.5:
        deal["joined"].remove(case["dealer"])


def _nobody(case: Data, _rng: Random) -> None:
    case["deal"] = {"declarer": None, "joined": [], "tricks": {}}


SPOILS: Final[tuple[Spoil, ...]] = (
    *(anywhere, _missing, _ruleset, _option, _option_value, _other_ruleset, _fewer_players, _more_players),
    *(_look_alike, _stranger, _dealer, _other_dealer, _pot, _antes, _no_declarer, _other_declarer),
    *(_joined_again, _not_joined, _tricks, _no_tricks, _trick_order, _blind, _trump_card, _blind_and_late),
    *(_seven, _forced, _trump, _turned_own, _nobody, _vast_pot, _trick_order, _tricks, _pot, _pot),
    *(_turned_own, _trump, _trump, _antes),
)


def spoiled(case: Data, rng: Random) -> Data:
    """Return a copy of `case` spoiled in one to three ways, as far as each still finds what it spoils."""
    spoilt = case | {key: type(value)(value) for key, value in case.items() if isinstance(value, dict | list)}
    spoilt["deal"] = {
        key: type(value)(value) if isinstance(value, dict | list) else value
        for key, value in case["deal"].items()
    }
    for _ in range(rng.choice((1, 1, 2, 3))):
        try:
            rng.choice(SPOILS)(spoilt, rng)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            # What was spoiled before is no longer of the shape this one spoils.
            continue
    return spoilt


def spoiled_evening(file: Data, rng: Random) -> Data:
    """Return a copy of an evening file with one to three places in it dropped or made anything."""
    spoilt = deepcopy(file)
    for _ in range(rng.choice((1, 1, 2, 3))):
        written = spoilt.get("events")
        events = [event for event in written if isinstance(event, dict)] if isinstance(written, list) else []
        inside = [part for event in events for part in event.values() if isinstance(part, dict)]
        holder = rng.choice([spoilt, *events, *events, *inside])
        key = rng.choice([*holder, "extra", "reason", "before", "mode"])
        if rng.random() < 0.2:
            holder.pop(key, None)
        else:
            holder[key] = _junk(rng)
    return spoilt
