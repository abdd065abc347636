"""The standing on paper: rank and balance, and what each player did all evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.evening.book import Book
from ledger.evening.entry import Entry
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One player's evening; amounts in smallest units.

    *Attributes*: `rank` (equal balances share it); `balance` as shown, starting stack included; `played`, the
    deals the player was in; `declared`, `joined` and how many of them were `declared_made`, `joined_made` (an
    unopposed declarer made it); `gain` and `loss`, the best and the worst change of one deal, 0 for none.
    """

    rank: int
    seat: Seat
    balance: int
    played: int
    declared: int
    declared_made: int
    joined: int
    joined_made: int
    gain: int
    loss: int


def ranking(book: Book) -> list[Place]:
    """Return everybody who sat at the table, best first."""
    state = book.state
    shown = {seat: state.shown(seat) for seat in state.balances}
    order = sorted(shown, key=lambda seat: -shown[seat])
    return [_place(seat, shown, book.entries) for seat in order]


def _place(seat: Seat, shown: Mapping[Seat, int], entries: Sequence[Entry]) -> Place:
    declared = [entry for entry in entries if entry.deal.declarer == seat]
    joined = [entry for entry in entries if seat in entry.deal.joined]
    changes = [entry.change(seat) for entry in entries if seat in entry.after.balances]
    return Place(
        rank=1 + sum(1 for other in shown.values() if other > shown[seat]),
        seat=seat,
        balance=shown[seat],
        played=len(declared) + len(joined),
        declared=len(declared),
        declared_made=sum(made(entry, seat) for entry in declared),
        joined=len(joined),
        joined_made=sum(made(entry, seat) for entry in joined),
        gain=max([0, *changes]),
        loss=min([0, *changes]),
    )


def made(entry: Entry, seat: Seat) -> bool:
    """Return whether `seat`, who was in, reached the quota; who was in alone has nothing to fail at."""
    return entry.settlement.outcome is Outcome.UNOPPOSED or seat in entry.settlement.made
