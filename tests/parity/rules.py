"""House rules: what is counted as a value of an option, and cases played with each."""

from math import lcm
from random import Random
from typing import Any, Final

from ledger.rules.builder import CASH_COINS
from ledger.rules.catalogue import shipped_values
from ledger.rules.options import OPTIONS, Kind, Option
from ledger.rules.seat import LIMIT
from tests.unit.wild import NAMES

Data = dict[str, Any]

_DENOMINATORS: Final = (1, 2, 4, 10, 100)
_COINS: Final = (1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 10, 5000, 10**7, 10**12)
_PENALTIES: Final = (0, 1, 2, 3, 4, 10, 99, 100)
_UNITS: Final = ("chip", "CHF", "counter", "Ø", "Zwanzig Buchstaben !")
_SHARES: Final = ("1/9999", "1/3", "1/2", "2/3", "9998/9999", "1/1")
_TRIGGERS: Final[tuple[list[str], ...]] = ([], ["pot-empty"], ["seven"], ["pot-empty", "seven"])
_FREE: Final = (
    *("direction", "ante.when", "ante.indivisible", "ask_from"),
    *("penalty.basis", "passed_out.ante", "end"),
)
_FEW: Final = 21
"""So many numbers that an option can be are all counted; of more, both ends and some between."""
_COUNTED: Final[dict[str, tuple[object, ...]]] = {
    "unit.denominator": _DENOMINATORS,
    "unit.coin": (*range(1, 7), *CASH_COINS),
    "unit.name": _UNITS,
    "award.share": _SHARES,
}
_BANDS: Final = (("tens", 100), ("thousands", 10**6), ("millions", 10**12), ("vast", LIMIT), ("limit", None))


def value_of(key: str, value: object) -> str:
    """Return the name that `value` of the option `key` is counted under: amounts from 2 on by their size."""
    if OPTIONS[key].kind is not Kind.AMOUNT or not isinstance(value, int) or value < 2 or key == "unit.coin":
        return str(value)
    return next(name for name, end in _BANDS if end is None or value < end)


def counted(key: str, option: Option) -> set[str]:
    """Return the names of all values of an option that a case has to be played with."""
    if option.kind is Kind.CHOICE:
        values: tuple[object, ...] = option.choices
    elif option.kind is Kind.FLAG:
        values = (True, False)
    elif option.kind is Kind.TRIGGERS:
        return {str(some) for some in _TRIGGERS}
    elif key in _COUNTED:
        values = _COUNTED[key]
    elif option.kind is Kind.AMOUNT:
        # No ante of the limit leaves room for a pot to grow in; a cap of the limit does.
        bands = [name for name, end in _BANDS if end is not None or "cap" in key]
        values = (*range(option.least, 2), *bands)
    else:
        every = range(option.least, option.most + 1)
        values = tuple(every) if len(every) <= _FEW else _PENALTIES
    return {str(value) for value in values} | ({"None"} if option.optional else set())


def with_other_rules(case: Data, rng: Random) -> Data:
    """Return a legal case by other rules of the same game, at times with more players; its deal fits them.

    Now and then its sums are too large. Options that are shipped are left out.
    """
    grown = rng.choice((0, 0, 0, 0, rng.randint(3, 12), *[rng.randint(8, 12)] * 2))
    players = [*case["players"], *NAMES[len(case["players"]) : grown]]
    values = case["options"] | _counts(case["options"], len(players), rng) | _choices(rng)
    values |= _money(values, rng)
    shipped, coin = shipped_values(case["ruleset"]), values["unit.coin"]
    most = rng.choice((60, 60, 10**11, LIMIT // 50, LIMIT)) // coin or 1
    return case | {
        "options": {key: value for key, value in values.items() if value != shipped[key]},
        "players": players,
        "pot": coin * rng.randint(1, most),
        "redeals": rng.randint(0, values["passed_out.redeals"]),
        "deal": _fitted(case, players, values, rng),
    }


def _counts(values: Data, players: int, rng: Random) -> Data:
    tricks, most = rng.choice((*range(1, 14), *range(8, 14))), rng.randint(players, 12)
    per_trick = values["award.kind"] == "per-trick"

    def quota() -> int:
        # All of them, or there would be few quotas of ten and more.
        return tricks if rng.random() < 0.6 else rng.randint(0, tricks)

    leftovers = ("pot", "pot", "seat-order", "trick-order")
    counts: Data = {
        "players.min": rng.choice((players, players, rng.randint(2, players))),
        "players.max": rng.choice((players, most)),
        "tricks": tricks,
        "unit.name": rng.choice(_UNITS),
        "unit.denominator": rng.choice((*_DENOMINATORS, 100)),
        "award.share": rng.choice(_SHARES),
        "leftover": rng.choice(leftovers if per_trick else leftovers[:3]),
        "passed_out.redeals": rng.randint(0, 20),
        **{key: quota() for key in ("quota.declarer", "quota.joiner", "forced.seven_quota")},
        **{
            key: rng.choice(_PENALTIES)
            for key in ("penalty.declarer", "penalty.joiner", "forced.seven_declarer_penalty")
        },
    }
    # What is absent stays so at times.
    return {key: count for key, count in counts.items() if values[key] is not None or rng.random() < 0.6}


def _choices(rng: Random) -> Data:
    """Return some of the choices that are free whatever else is chosen."""
    return {
        key: rng.choice([*(OPTIONS[key].choices or (True, False)), *([None] * OPTIONS[key].optional)])
        for key in _FREE
        if rng.random() < 0.5
    }


def _money(values: Data, rng: Random) -> Data:
    coin = rng.choice(CASH_COINS if values["unit.denominator"] == 100 else _COINS)
    shared = values["award.kind"] == "per-trick" and not values["ante.indivisible"]
    step = lcm(coin, values["tricks"]) if shared else coin

    def about(least: int, of: int) -> int:
        """Return a multiple of `of`, of any size."""
        most = rng.choice((1, 1, 1, 99 // of, 10**6 // of, 10**12 // of, LIMIT // 40 // of))
        return of * rng.randint(least, max(least, most))

    pairs: Data = {}
    for pair in ("ante", "ante.on_empty_pot"):
        if values[f"{pair}.each"] is not None or rng.random() < 0.4:
            both = [about(0, step), about(1, step)]
            rng.shuffle(both)
            pairs |= {f"{pair}.each": both[0], f"{pair}.dealer": both[1]}
    caps = {
        cap: rng.choice((None, about(1, coin), about(1, coin), LIMIT // coin * coin))
        for cap in ("penalty.cap", "pot_cap")
    }
    return {"unit.coin": coin, **pairs, **caps}


def _fitted(case: Data, players: list[str], values: Data, rng: Random) -> Data:
    """Return the deal of `case` with who came in addition, and with as many tricks as there are now."""
    deal: Data = case["deal"]
    more, joined = players[len(case["players"]) :], list(deal["joined"])
    if case["forced"] or deal.get("seven"):
        joined += more
    elif joined:
        joined += [name for name in more if rng.random() < 0.5]
    playing = [name for name in (deal["declarer"], *joined) if name is not None]
    winners = playing if rng.random() < 0.7 else playing[:1]
    won = [rng.choice(winners) for _ in range(values["tricks"])] if len(playing) > 1 else []
    tricks = {name: won.count(name) for name in players if name in won or name in deal["tricks"]}
    fitted = deal | {"joined": joined, "tricks": tricks, "trick_order": won}
    if values["leftover"] != "trick-order":
        del fitted["trick_order"]
    return fitted
