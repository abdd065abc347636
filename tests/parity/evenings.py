"""Random evenings with every kind of event: what was written, kept where the Python engine lets it stand."""

from copy import deepcopy
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from ledger.evening import interchange
from ledger.rules.catalogue import find
from ledger.rules.deal import Table
from ledger.rules.plain import plain_deal
from ledger.rules.ruleset import Declarer, Ruleset, Trigger
from ledger.rules.seat import Seat
from tests.parity.apart import apart
from tests.parity.cases import drawn
from tests.parity.scribe import Scribe
from tests.unit.strategies import deals, evenings
from tests.unit.wild import plain_evening

Data = dict[str, Any]

LONGEST: Final = 28
PASSED: Final = 0.25
NOBODY: Final[Data] = {"declarer": None, "joined": [], "tricks": {}, "dealer_has_trump": False}


class Written(NamedTuple):
    """An evening in which all was possible, and what it was at times with one event more that was not.

    Each is an evening file and the answer of the Python engine to it.
    """

    legal: tuple[Data, Data]
    refused: tuple[tuple[Data, Data], ...]


def evening_files(count: int, start: int) -> list[Written]:
    """Return `count` evenings that grow from the seed `start`, all different."""
    return apart(_drawn, count, start)


def _drawn(count: int, start: int) -> list[Written]:
    return drawn(written(), count, start)


@st.composite
def written(draw: st.DrawFn) -> Written:
    """Return what a scribe wrote who tries everything, and what was refused on the way."""
    file: Data = plain_evening(draw(evenings(1))) | {"events": []}
    # The same few bytes are drawn again and again; with the table each evening has a chance of its own.
    rng = Random(f"{draw(st.binary(min_size=8, max_size=8))!r} {file}")
    ruleset = find(file["ruleset"], file["options"])
    answer = interchange.answer(file)
    scribe, refused = Scribe(rng, ruleset.unit.coin), []
    tries = rng.randint(LONGEST // 2, LONGEST)
    # However long that takes, each evening is corrected.
    while tries > 0 or not scribe.corrected:
        tries -= 1
        event, coming = scribe.event(answer)
        if event["kind"] in ("deal", "correct", "insert"):
            # People pass more often than chance has it: then antes are called again and deals dealt again.
            passed = rng.random() < PASSED and ruleset.declarer is not Declarer.DEALER
            facts = deepcopy(NOBODY) if passed else _facts(draw, ruleset, coming)
            event |= facts if event["kind"] == "deal" else {"deal": facts}
        longer = file | {"events": [*file["events"], event]}
        told = interchange.answer(longer)
        if "problems" in told:
            refused.append((longer, told))
        else:
            scribe.wrote(event, answer)
            file, answer = longer, told
    return Written((file, answer), tuple(refused))


def _facts(draw: st.DrawFn, ruleset: Ruleset, coming: Data) -> Data:
    """Return a deal that can happen at the opening `coming`, the `next` of an answer."""
    names = {Seat(place): str(name) for place, name in enumerate(coming["antes"])}
    seats = {name: seat for seat, name in names.items()}
    table = Table(
        ruleset=ruleset,
        seats=tuple(seats.values()),
        dealer=seats[coming["dealer"]],
        pot=coming["pot"],
        forced=None if coming["forced"] is None else Trigger(coming["forced"]),
        redeals=coming["redeals"],
    )
    return plain_deal(draw(deals(table)), names)
