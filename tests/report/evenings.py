"""The evenings that are printed: the three deals of the example, and long ones with long names."""

import datetime
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ledger.evening.interchange import read
from ledger.report.page import evening_page
from ledger.report.source import Source, from_file
from ledger.wording.language import language

MADE: Final = datetime.datetime(2026, 11, 28, 0, 41)
FIVE: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
Data = dict[str, Any]

THREE_DEALS: Final[Sequence[Data]] = (
    {"kind": "deal", "declarer": "Dan", "joined": ["Carla", "Ben"], "tricks": {"Dan": 2, "Carla": 2}},
    {"kind": "deal", "declarer": "Carla", "joined": ["Dan", "Eva"], "tricks": {"Carla": 1, "Dan": 3}},
    {"kind": "deal", "declarer": "Anna", "joined": ["Ben", "Eva"], "tricks": {"Anna": 2, "Ben": 1, "Eva": 1}},
)


def file(
    events: Sequence[Data], *, names: Sequence[str] = FIVE, ruleset: str = "chratze", **head: object
) -> Data:
    """Return an evening file; the first of `names` deals first."""
    return {
        "format": "tavern-ledger-evening",
        "version": 1,
        "title": "Friday at the Bear",
        "place": "The Bear",
        "date": "2026-11-27",
        "ruleset": ruleset,
        "players": list(names),
        "first_dealer": names[0],
        "events": list(events),
        **head,
    }


def example() -> Data:
    """Return the example evening, closed."""
    return file([*THREE_DEALS, {"kind": "close"}])


def long_names(count: int) -> list[str]:
    """Return names of forty letters, some in one piece, some in words."""
    names = [f"Maximiliane-Theodora {number} von und zu Rabenstein"[:40] for number in range(count)]
    return [name if number % 2 else name.replace(" ", "").ljust(40, "x") for number, name in enumerate(names)]


def long_evening(names: Sequence[str], deals: int, ruleset: str = "chratze", seed: int = 1) -> Data:
    """Return a chance evening of `deals` deals, every tenth written twice and taken back once."""
    chance = random.Random(seed)
    tricks_of = {"chratze": 4, "chratze-cash": 4, "zwicken": 3}[ruleset]
    events: list[Data] = []
    for number in range(deals):
        events.append(_deal(chance, names, tricks_of, declares=ruleset != "zwicken"))
        if number % 10 == 4:
            events += [{"kind": "undo"}, _deal(chance, names, tricks_of, declares=ruleset != "zwicken")]
    # Without a cap the pots of a chance evening grow past every limit.
    options = {"pot_cap": 60 if ruleset != "chratze-cash" else 3000}
    return file(events, names=names, ruleset=ruleset, options=options)


def _deal(chance: random.Random, names: Sequence[str], tricks_of: int, *, declares: bool) -> Data:
    playing = chance.sample(list(names), chance.randint(1, min(5, len(names))))
    won: Mapping[str, int] = {}
    if len(playing) > 1:
        winners = [chance.choice(playing) for _trick in range(tricks_of)]
        won = {name: winners.count(name) for name in playing}
    declarer = playing[0] if declares else None
    return {"kind": "deal", "declarer": declarer, "joined": playing[declares:], "tricks": dict(won)}


def source(data: Data) -> Source:
    """Return the evening of a file."""
    return from_file(read(data))


def page(data: Data, code: str = "en") -> str:
    """Return the report of a file, ready to be laid out."""
    return evening_page(source(data), language(code), made=MADE)
