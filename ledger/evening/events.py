"""The kinds of event an evening is made of: frozen values, each with a version, to and from plain data.

Events name seats by id, never by name, so that names can be mended and erased without touching history.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from ledger.rules.builder import build, values_of
from ledger.rules.deal import Blind, Deal
from ledger.rules.plain import plain_deal
from ledger.rules.ruleset import Ruleset
from ledger.rules.seat import Seat

ENGINE: Final = 1
"""Number of the engine that settles new evenings; each evening keeps the one it was opened with."""

VERSION: Final = 1
"""Version that new events are written in; `from_plain` lifts older ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Event 0: what the evening starts from, frozen.

    *Attributes*: `ruleset`; `seats` in the direction of dealing; `first_dealer`; `stacks`, starting stacks
    (smallest units; an offset on the screen, never a posting); `engine`.
    """

    ruleset: Ruleset
    seats: tuple[Seat, ...]
    first_dealer: Seat
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    engine: int = ENGINE


@dataclass(frozen=True, slots=True)
class DealWritten:
    """A deal was written down."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest effective event was taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The latest undo was taken back."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The evening was closed; what is carried stays recorded in the pot."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """A closed evening was opened again."""


Event = Opened | DealWritten | Undone | Redone | Closed | Reopened

KINDS: Final[Mapping[str, type[Event]]] = {
    "open": Opened,
    "deal": DealWritten,
    "undo": Undone,
    "redo": Redone,
    "close": Closed,
    "reopen": Reopened,
}
_NAMES: Final[Mapping[type[Event], str]] = {event: kind for kind, event in KINDS.items()}


class UnreadableEventError(Exception):
    """A stored event is of a kind or version this program does not know: a bug, or a newer database."""


def kind_of(event: Event) -> str:
    """Return the word an event of this kind is stored and filed under."""
    return _NAMES[type(event)]


def to_plain(event: Event) -> dict[str, object]:
    """Return what `event` says as plain data, seats by id (as text, as JSON keys are)."""
    if isinstance(event, DealWritten):
        deal = event.deal
        seats = {deal.declarer, *deal.joined, *deal.tricks, *deal.trick_order}
        return plain_deal(deal, {seat: str(seat) for seat in seats if seat is not None})
    if isinstance(event, Opened):
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
        }
    return {}


def from_plain(kind: str, version: int, body: Mapping[str, object]) -> Event:
    """Return the event that was stored as `body`. Raises `UnreadableEventError`."""
    if kind not in KINDS or not 1 <= version <= VERSION:
        raise UnreadableEventError(f"event kind {kind!r}, version {version}")
    if kind == "deal":
        return DealWritten(_stored_deal(body))
    if kind == "open":
        return _opened(body)
    return KINDS[kind]()  # type: ignore[call-arg]


def _stored_deal(body: Mapping[str, object]) -> Deal:
    """Return the deal that `to_plain` made `body` of. What we wrote ourselves is decoded, not checked."""
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


def _opened(body: Mapping[str, object]) -> Opened:
    frozen = cast(Mapping[str, object], body["ruleset"])
    stacks = cast(Mapping[str, int], body.get("stacks") or {})
    return Opened(
        ruleset=build(
            str(frozen["slug"]), str(frozen["terms"]), cast(Mapping[str, object], frozen["values"])
        ),
        seats=tuple(Seat(number) for number in cast(list[int], body["seats"])),
        first_dealer=Seat(cast(int, body["first_dealer"])),
        stacks={Seat(int(seat)): stack for seat, stack in stacks.items()},
        engine=cast(int, body["engine"]),
    )
