"""Events to and from plain data, as they are stored: seats by id, texts and other events by number."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final, cast

from ledger.evening import events
from ledger.evening.events import Event
from ledger.evening.way import Mode, Way
from ledger.rules.builder import build, values_of
from ledger.rules.deal import Blind, Deal
from ledger.rules.plain import plain_deal
from ledger.rules.seat import Seat

VERSION: Final = 1
"""Version that new events are written in; `from_plain` lifts older ones."""

KINDS: Final[Mapping[str, type[Event]]] = {
    "open": events.Opened,
    "deal": events.DealWritten,
    "undo": events.Undone,
    "redo": events.Redone,
    "correct": events.Corrected,
    "strike": events.Struck,
    "restore": events.Restored,
    "insert": events.Inserted,
    "join": events.Joined,
    "leave": events.Left,
    "sit-out": events.SatOut,
    "return": events.Returned,
    "rename": events.Renamed,
    "reorder": events.Reordered,
    "dealer": events.DealerSet,
    "adjust": events.Adjusted,
    "rebuy": events.Rebought,
    "count": events.Counted,
    "void": events.Voided,
    "close": events.Closed,
    "reopen": events.Reopened,
    "payment": events.PaymentMarked,
}
_NAMES: Final[Mapping[type[Event], str]] = {event: kind for kind, event in KINDS.items()}
# What each kind of event says, with what it says where nothing is said.
_DEFAULTS: Final[Mapping[type[Event], Mapping[str, object]]] = {
    event: {told.name: told.default for told in fields(event)} for event in KINDS.values()
}


class UnreadableEventError(Exception):
    """A stored event is of a kind or version this program does not know: a bug, or a newer database."""


def kind_of(event: Event) -> str:
    """Return the word an event of this kind is stored and filed under."""
    return _NAMES[type(event)]


def to_plain(event: Event) -> dict[str, object]:
    """Return what `event` says as plain data; what says nothing (a default) is left out."""
    if isinstance(event, events.DealWritten):
        return _plain_deal(event.deal)
    if isinstance(event, events.Opened):
        return _plain_start(event)
    body: dict[str, object] = {}
    for name, default in _DEFAULTS[type(event)].items():
        value = getattr(event, name)
        if value != default:
            body[name] = _WRITTEN[name](value) if name in _WRITTEN else value
    return body


def from_plain(kind: str, version: int, body: Mapping[str, object]) -> Event:
    """Return the event that was stored as `body`.

    Raises `UnreadableEventError`; what stands where something else belongs raises `TypeError` and the like.
    """
    if kind not in KINDS or not 1 <= version <= VERSION:
        raise UnreadableEventError(f"event kind {kind!r}, version {version}")
    if kind == "deal":
        return events.DealWritten(_stored_deal(body))
    if kind == "open":
        return _opened(body)
    event: Callable[..., Event] = KINDS[kind]
    return event(**{name: _READ.get(name, _whole)(value) for name, value in body.items()})


def _plain_deal(deal: Deal) -> dict[str, object]:
    seats = {deal.declarer, *deal.joined, *deal.tricks, *deal.trick_order}
    return plain_deal(deal, {seat: str(seat) for seat in seats if seat is not None})


def _plain_start(event: events.Opened) -> dict[str, object]:
    return {
        "ruleset": {
            "slug": event.ruleset.slug,
            "terms": event.ruleset.terms,
            "values": values_of(event.ruleset),
        },
        "seats": list(event.seats),
        "first_dealer": event.first_dealer,
        "stacks": {str(seat): stack for seat, stack in event.stacks.items() if stack},
        "engine": event.engine,
        **({} if event.chip is None else {"chip": event.chip, "currency": event.currency}),
    }


def plain_way(way: Way) -> dict[str, object]:
    """Return `way` as plain data; what says nothing is left out."""
    said = {told.name: getattr(way, told.name) for told in fields(way)}
    return {name: value for name, value in said.items() if value != getattr(Way(), name)}


def stored_way(value: object) -> Way:
    """Return the way that `plain_way` made `value` of. Raises `TypeError` or `ValueError`."""
    told = dict(cast(Mapping[str, object], value))
    mode, currency = told.pop("mode", Mode.FEWEST), told.pop("currency", "")
    paid = tuple(_three(told_of) for told_of in cast(list[object], told.pop("paid", [])))
    way: Callable[..., Way] = Way
    numbers = {name: _whole(number) for name, number in told.items()}
    return way(mode=Mode(str(mode)), currency=str(currency), paid=paid, **numbers)


def _three(value: object) -> tuple[int, int, int]:
    source, target, amount = map(_whole, cast(list[object], value))
    return source, target, amount


def _whole(value: object) -> int:
    """Return `value`, which must be a whole number."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _stored_deal(value: object) -> Deal:
    """Return the deal that `to_plain` made `value` of. What we wrote ourselves is decoded, not checked."""
    body = cast(Mapping[str, object], value)
    text = cast(Mapping[str, str], body)
    seats = cast(Mapping[str, list[str]], body)
    declarer, blind = text.get("declarer"), text.get("blind")
    return Deal(
        declarer=None if declarer is None else Seat(int(declarer)),
        joined=tuple(Seat(int(seat)) for seat in seats["joined"]),
        tricks={Seat(int(seat)): won for seat, won in cast(Mapping[str, int], body["tricks"]).items()},
        blind=None if blind is None else Blind(blind),
        trump_card=cast(int, body.get("trump_card", 1)),
        seven=bool(body.get("seven")),
        dealer_has_trump=cast("bool | None", body.get("dealer_has_trump")),
        dealer_turned_own=bool(body.get("dealer_turned_own")),
        trick_order=tuple(Seat(int(seat)) for seat in seats.get("trick_order", ())),
    )


def _opened(body: Mapping[str, object]) -> events.Opened:
    frozen = cast(Mapping[str, object], body["ruleset"])
    stacks = cast(Mapping[str, int], body.get("stacks") or {})
    return events.Opened(
        ruleset=build(
            str(frozen["slug"]), str(frozen["terms"]), cast(Mapping[str, object], frozen["values"])
        ),
        seats=tuple(Seat(number) for number in cast(list[int], body["seats"])),
        first_dealer=Seat(cast(int, body["first_dealer"])),
        stacks={Seat(int(seat)): stack for seat, stack in stacks.items()},
        engine=cast(int, body["engine"]),
        chip=cast("int | None", body.get("chip")),
        currency=str(body.get("currency", "")),
    )


# What is more than a number, by the name it has in every kind of event.
_WRITTEN: Final[Mapping[str, Callable[..., object]]] = {
    "deal": _plain_deal,
    "seats": list,
    "pot": str,
    "settle": plain_way,
}
_READ: Final[Mapping[str, Callable[..., object]]] = {
    "deal": _stored_deal,
    "seats": lambda seats: tuple(_whole(seat) for seat in seats),
    "pot": events.Sharing,
    "settle": stored_way,
}
