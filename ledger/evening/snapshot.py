"""The head of an evening: its state, and what was written last, to and from plain data.

What a head holds is O(seats) and follows from the events: it can be deleted and rebuilt at any time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self, cast

from ledger.evening.book import Book
from ledger.evening.events import DealWritten, Opened
from ledger.evening.resolve import Line
from ledger.evening.state import State
from ledger.evening.stored import kind_of
from ledger.rules.deal import Deal
from ledger.rules.opening import AnteCall, opening
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome, Settlement


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """What was written last and is in force, for the line under the pot.

    *Attributes*: `number` of its event; `kind` of event; of a deal: its `deal` number, `outcome`, and
    `results` (payouts − penalties, smallest units) of who was in or was paid, in seat order.
    """

    number: int
    kind: str
    deal: int = 0
    outcome: Outcome | None = None
    results: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where an evening stands.

    *Attributes*: `number` of the latest event of any kind; `revision` of the book; `state`; `last`, None
    before anything is in force; `redoable`, how many undos could be taken back.
    """

    number: int
    revision: int
    state: State
    last: Last | None
    redoable: int

    @classmethod
    def of(cls, book: Book, *, number: int, revision: int) -> Self:
        """Return the head that a replayed `book` has after event `number`."""
        last = None
        if book.lines:
            line = book.lines[-1]
            entry = book.entries[-1] if isinstance(line.event, DealWritten) else None
            last = summarise(line, book.state, entry.settlement if entry else None)
        return cls(number=number, revision=revision, state=book.state, last=last, redoable=len(book.undone))


def summarise(line: Line, after: State, settlement: Settlement | None) -> Last:
    """Return the summary of `line`, which led to `after` (and to `settlement`, if it is a deal)."""
    if settlement is None or not isinstance(line.event, DealWritten):
        return Last(number=line.number, kind=kind_of(line.event))
    return Last(
        number=line.number,
        kind="deal",
        deal=after.deals,
        outcome=settlement.outcome,
        results=results(after.seats, line.event.deal, settlement),
    )


def results(seats: tuple[Seat, ...], deal: Deal, settlement: Settlement) -> dict[Seat, int]:
    """Return payouts − penalties (smallest units) of who was in or was paid, in seat order."""
    return {seat: settlement.result(seat) for seat in seats if deal.plays(seat) or seat in settlement.payouts}


def plain_head(head: Head) -> dict[str, object]:
    """Return the derived part of `head` as plain data (number and revision have columns of their own)."""
    state, last = head.state, head.last
    return {
        "seats": list(state.seats),
        "balances": {str(seat): balance for seat, balance in state.balances.items()},
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
        "last": None
        if last is None
        else {
            "number": last.number,
            "kind": last.kind,
            "deal": last.deal,
            "outcome": None if last.outcome is None else last.outcome.value,
            "results": {str(seat): result for seat, result in last.results.items()},
        },
    }


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
        balances=_amounts(data["balances"]),
        carried=carried,
        next=coming,
        deals=cast(int, data["deals"]),
        dealt=_seats(data["dealt"]),
        may_finish=bool(data["may_finish"]),
        let_go=_seats(data["let_go"]),
        closed=bool(data["closed"]),
    )
    last = cast("Mapping[str, object] | None", data["last"])
    return Head(
        number=number,
        revision=revision,
        state=state,
        last=None if last is None else _last(last),
        redoable=cast(int, data["redoable"]),
    )


def _last(data: Mapping[str, object]) -> Last:
    outcome = cast("str | None", data["outcome"])
    return Last(
        number=cast(int, data["number"]),
        kind=cast(str, data["kind"]),
        deal=cast(int, data["deal"]),
        outcome=None if outcome is None else Outcome(outcome),
        results=_amounts(data["results"]),
    )


def _seats(data: object) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in cast(list[int], data))


def _amounts(data: object) -> dict[Seat, int]:
    return {Seat(int(seat)): amount for seat, amount in cast(Mapping[str, int], data).items()}
