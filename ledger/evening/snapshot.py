"""The head of an evening: its state, and what was written last, to and from plain data.

What a head holds is O(seats) and follows from the events: it can be deleted and rebuilt at any time. What
says nothing is left out, so that a head of an evening without later kinds of event reads as it always did.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self, cast

from ledger.evening.book import Book
from ledger.evening.dues import Paid
from ledger.evening.entry import Aside, Entry
from ledger.evening.events import Corrected, DealWritten, Event, Inserted, Opened, Renamed, Restored
from ledger.evening.line import Line
from ledger.evening.state import State
from ledger.evening.stored import VERSION, from_plain, kind_of, plain_way, stored_way, to_plain
from ledger.rules.deal import Deal
from ledger.rules.opening import AnteCall, opening
from ledger.rules.seat import Party, Seat
from ledger.rules.settlement import Outcome, Settlement

_ALONE: Final[Mapping[int, int]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """What was written last and is in force, for the line under the pot.

    *Attributes*: `number` of its event; `kind` of event; `event`, None for a deal; of a deal, and of what
    puts one right or back: its `deal` number, `outcome`, and `results` (payouts − penalties, smallest units)
    of who was in or was paid, in seat order; of a new name, the number of the text that was the name before,
    `was`: 0 for the first one.
    """

    number: int
    kind: str
    event: Event | None = None
    was: int = 0
    deal: int = 0
    outcome: Outcome | None = None
    results: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where an evening stands.

    *Attributes*: `number` of the latest event of any kind; `revision` of the book; `state`; `last`, None
    before anything is in force; `redoable`, how many undos could be taken back; `undoes`, how many events
    the last action in force has, which is how many undos take it back; `redoes`, how many redos bring back
    the action undone last; `paid` since the evening was closed.
    """

    number: int
    revision: int
    state: State
    last: Last | None
    redoable: int
    undoes: int = 0
    redoes: int = 0
    paid: Paid = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book, *, number: int, revision: int, revisions: Mapping[int, int] = _ALONE) -> Self:
        """Return the head that a replayed `book` has after event `number`.

        `revisions` says which event was written with which revision: those that share one are one action.
        Where it is silent, each event is its own.
        """
        return cls(
            number=number,
            revision=revision,
            state=book.state,
            last=_last_of(book),
            redoable=len(book.undone),
            undoes=_together(reversed(book.effective), revisions),
            redoes=_together(reversed(book.undone), revisions),
            paid=book.paid,
        )


def _together(lines: Iterable[Line], revisions: Mapping[int, int]) -> int:
    """Return how many of `lines`, from the first on, are one action."""
    count, action = 0, None
    for line in lines:
        its = revisions.get(line.number)
        if count and (its is None or its != action):
            break
        count, action = count + 1, its
    return count


def _last_of(book: Book) -> Last | None:
    if not book.effective:
        return None
    line = book.effective[-1]
    target = line.number
    if isinstance(line.event, Corrected | Restored):
        target = line.event.target
    elif isinstance(line.event, Renamed):
        return replace(summarise(line, None), was=_called(book, line.number, line.event.seat))
    elif not isinstance(line.event, DealWritten | Inserted):
        return summarise(line, None)
    entry = next((entry for entry in reversed(book.entries) if entry.number == target), None)
    return summarise(line, entry)


def _called(book: Book, before: int, seat: Seat) -> int:
    """Return the number of the text that was the name of `seat` before event `before`, 0 for the first."""
    renamed = (aside.event for aside in reversed(book.asides) if aside.number < before)
    return next((event.text for event in renamed if isinstance(event, Renamed) and event.seat == seat), 0)


def summarise(line: Line, done: Entry | Aside | None) -> Last:
    """Return the summary of `line`; `done` is what it did, or the deal it put right or back."""
    event = None if isinstance(line.event, DealWritten) else line.event
    if not isinstance(done, Entry):
        return Last(number=line.number, kind=kind_of(line.event), event=event)
    return Last(
        number=line.number,
        kind=kind_of(line.event),
        event=event,
        deal=done.after.deals,
        outcome=done.settlement.outcome,
        results=results(done.after.seats, done.deal, done.settlement),
    )


def results(seats: Sequence[Seat], deal: Deal, settlement: Settlement) -> dict[Seat, int]:
    """Return payouts − penalties (smallest units) of who was in or was paid, in seat order."""
    return {seat: settlement.result(seat) for seat in seats if deal.plays(seat) or seat in settlement.payouts}


def plain_head(head: Head) -> dict[str, object]:
    """Return the derived part of `head` as plain data (number and revision have columns of their own)."""
    state, last = head.state, head.last
    return {
        "seats": list(state.seats),
        "balances": _plain_amounts(state.balances),
        "carried": state.carried,
        "dealer": state.next.dealer,
        "redeals": state.next.table.redeals,
        "call": state.next.call.value,
        "deals": state.deals,
        "dealt": list(state.dealt),
        "may_finish": state.may_finish,
        "let_go": list(state.let_go),
        "closed": state.closed,
        "redoable": head.redoable,
        "last": None if last is None else _plain_last(last),
        **_plain_extras(head),
    }


def _plain_extras(head: Head) -> dict[str, object]:
    """Return what most heads have nothing to say about."""
    state, extras = head.state, dict[str, object]()
    if state.order != state.seats:
        extras["order"] = list(state.order)
    if state.stacks != state.opened.stacks:
        extras["stacks"] = _plain_amounts(state.stacks)
    if state.renamed:
        extras["renamed"] = _plain_amounts(state.renamed)
    if state.settle is not None:
        extras["settle"] = plain_way(state.settle)
    if head.undoes > 1:
        extras["undoes"] = head.undoes
    if head.redoes > 1:
        extras["redoes"] = head.redoes
    if head.paid:
        extras["paid"] = [[source, target, amount] for (source, target), amount in sorted(head.paid.items())]
    return extras


def _plain_last(last: Last) -> dict[str, object]:
    told: dict[str, object] = {
        "number": last.number,
        "kind": last.kind,
        "deal": last.deal,
        "outcome": None if last.outcome is None else last.outcome.value,
        "results": _plain_amounts(last.results),
    }
    body = {} if last.event is None else to_plain(last.event)
    return told | ({"event": body} if body else {}) | ({"was": last.was} if last.was else {})


def _plain_amounts(amounts: Mapping[Seat, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in amounts.items()}


def head_from_plain(opened: Opened, data: Mapping[str, object], *, number: int, revision: int) -> Head:
    """Return the head that `plain_head` made `data` of, for an evening that began with `opened`."""
    seats = _seats(data["seats"])
    carried = cast(int, data["carried"])
    coming = opening(
        opened.ruleset,
        seats=seats,
        dealer=Seat(cast(int, data["dealer"])),
        carried=carried,
        redeals=cast(int, data["redeals"]),
        call=AnteCall(cast(str, data["call"])),
    )
    state = State(
        opened=opened,
        seats=seats,
        order=_seats(data["order"]) if "order" in data else seats,
        balances=_amounts(data["balances"]),
        stacks=_amounts(data["stacks"]) if "stacks" in data else opened.stacks,
        renamed=_amounts(data.get("renamed", {})),
        carried=carried,
        next=coming,
        deals=cast(int, data["deals"]),
        dealt=_seats(data["dealt"]),
        may_finish=bool(data["may_finish"]),
        let_go=_seats(data["let_go"]),
        closed=bool(data["closed"]),
        settle=stored_way(data["settle"]) if "settle" in data else None,
    )
    last, redoable = cast("Mapping[str, object] | None", data["last"]), cast(int, data["redoable"])
    return Head(
        number=number,
        revision=revision,
        state=state,
        last=None if last is None else _last(last),
        redoable=redoable,
        undoes=cast(int, data.get("undoes", 0 if last is None else 1)),
        redoes=cast(int, data.get("redoes", min(redoable, 1))),
        paid=_paid(data.get("paid", [])),
    )


def _last(data: Mapping[str, object]) -> Last:
    outcome, kind = cast("str | None", data["outcome"]), cast(str, data["kind"])
    body = cast(Mapping[str, object], data.get("event", {}))
    return Last(
        number=cast(int, data["number"]),
        kind=kind,
        event=None if kind == "deal" else from_plain(kind, VERSION, body),
        was=cast(int, data.get("was", 0)),
        deal=cast(int, data["deal"]),
        outcome=None if outcome is None else Outcome(outcome),
        results=_amounts(data["results"]),
    )


def _paid(data: object) -> Paid:
    paid = cast(list[list[int]], data)
    return {(Party(source), Party(target)): amount for source, target, amount in paid}


def _seats(data: object) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in cast(list[int], data))


def _amounts(data: object) -> dict[Seat, int]:
    return {Seat(int(seat)): amount for seat, amount in cast(Mapping[str, int], data).items()}
