"""Hypothesis strategies for what nobody should write down: anything where a case or an evening belongs."""

from typing import Any

from hypothesis import strategies as st

from ledger.evening.events import DealWritten
from ledger.evening.stored import kind_of
from ledger.rules.builder import values_of
from ledger.rules.deal import Deal, Table
from ledger.rules.plain import plain_deal
from ledger.rules.seat import Seat
from tests.unit.strategies import Evening, evenings, tables_and_deals

Data = dict[str, Any]
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz", "Gisela", "Hans", "Ida", "Jo", "Karl", "Lea")
_WORDS = (
    "pot",
    "none",
    "both",
    "deal",
    "undo",
    "chratze",
    "kratzen",
    "1/2",
    "1/0",
    "-0",
    "²",
    "\ud800",
    "\x00",
)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(NAMES[:3] + _WORDS)
)
_KEYS = st.text(max_size=3) | st.sampled_from((*NAMES[:3], "kind", "tricks", "unit.coin", "players.min"))
anything: st.SearchStrategy[Any] = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=8,
)


def plain_case(table: Table, deal: Deal) -> Data:
    """Return the case file of `deal` at `table`: players get names in seat order."""
    names = _names(table.seats)
    return {
        "ruleset": table.ruleset.slug,
        "options": values_of(table.ruleset),
        "players": [names[seat] for seat in table.seats],
        "dealer": names[table.dealer],
        "pot": table.pot,
        "forced": table.forced and table.forced.value,
        "redeals": table.redeals,
        "deal": plain_deal(deal, names),
    }


def plain_evening(evening: Evening) -> Data:
    """Return the evening file of `evening`, with every key of its header."""
    opened = evening.opened
    names = _names(opened.seats)
    events: list[Data] = []
    for line in evening.events:
        facts = plain_deal(line.event.deal, names) if isinstance(line.event, DealWritten) else {}
        events.append({"kind": kind_of(line.event)} | facts)
    return {
        "format": "tavern-ledger-evening",
        "version": 1,
        "title": "Stammtisch",
        "date": "2025-12-31",
        "place": "Bären",
        "ruleset": opened.ruleset.slug,
        "options": values_of(opened.ruleset),
        "players": [names[seat] for seat in opened.seats],
        "first_dealer": names[opened.first_dealer],
        "start_balance": {names[seat]: stack for seat, stack in opened.stacks.items()},
        "events": events,
    }


def _names(seats: tuple[Seat, ...]) -> dict[Seat, str]:
    return dict(zip(seats, NAMES, strict=False))


@st.composite
def _spoiled(draw: st.DrawFn, data: Data) -> Data:
    """Return `data` with one to three places in it made anything, dropped or added to."""
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(data))
        holder, key = draw(st.sampled_from(places))
        how = draw(st.sampled_from(("anything", "gone", "more")))
        if how == "more" and isinstance(holder, dict):
            holder[draw(_KEYS)] = draw(anything)
        elif how == "gone":
            del holder[key]
        else:
            holder[key] = draw(anything)
        if not data:
            break
    return data


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return every place in `data`, however deep, as what holds it and the key it is held by."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    inner = [place for key in keys if isinstance(data[key], dict | list) for place in _places(data[key])]
    return [(data, key) for key in keys] + inner


wild_cases: st.SearchStrategy[Any] = anything | tables_and_deals().map(
    lambda drawn: plain_case(*drawn)
).flatmap(_spoiled)
wild_evenings: st.SearchStrategy[Any] = anything | evenings(5).map(plain_evening).flatmap(_spoiled)
