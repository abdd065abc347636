"""A player's slip: every line that makes up a balance, deal by deal, and the deals that mattered most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.evening.book import Book
from ledger.evening.entry import Entry
from ledger.evening.state import State
from ledger.evening.stored import kind_of
from ledger.rules.seat import Seat
from ledger.rules.settlement import Reason, Transfer

MATTERED: Final = 3


class Move(NamedTuple):
    """What one line of the book moved.

    *Attributes*: `number` and `kind` of its event; `deal`, its place in the book from 1, and `entry`, 0 and
    None for what was no deal; `transfers`; `after`, the state it left.
    """

    number: int
    kind: str
    deal: int
    entry: Entry | None
    transfers: tuple[Transfer, ...]
    after: State

    def change(self, seat: Seat) -> int:
        """Return what it changed for `seat`, in smallest units."""
        return sum(received(transfer, seat) for transfer in self.transfers)


class SlipLine(NamedTuple):
    """What one transfer did to a player.

    *Attributes*: `number` of its event; `deal`, its place in the book from 1, 0 for what was no deal;
    `amount` (smallest units, > 0: received); `after`, the balance it left, stacks included; `transfer`.
    """

    number: int
    deal: int
    amount: int
    after: int
    transfer: Transfer


class Swing(NamedTuple):
    """What one deal changed in all for a player: `change` is result − ante, in smallest units."""

    number: int
    deal: int
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A player's evening, line by line; amounts in smallest units.

    *Attributes*: `stack` the player was given in all; `lines`; `totals` by reason; `balance` as shown, which
    is stack + lines; `mattered`, at most three deals, the largest swing first (of equals, the earlier).
    """

    seat: Seat
    stack: int
    lines: tuple[SlipLine, ...]
    totals: Mapping[Reason, int]
    balance: int
    mattered: tuple[Swing, ...]


def moves(book: Book) -> Sequence[Move]:
    """Return everything that moved money, in the order of the book."""
    return [
        Move(done.number, "deal", done.after.deals, done, done.transfers, done.after)
        if isinstance(done, Entry)
        else Move(done.number, kind_of(done.event), 0, None, done.transfers, done.after)
        for done in book.past.in_order()
        if isinstance(done, Entry) or done.transfers
    ]


def slip(book: Book, seat: Seat) -> Slip:
    """Return what makes up the balance of `seat`."""
    stack = book.state.stacks.get(seat, 0)
    balance = stack
    lines, totals, swings = list[SlipLine](), dict[Reason, int](), list[Swing]()
    for move in moves(book):
        before = balance
        for transfer in move.transfers:
            amount = received(transfer, seat)
            if amount:
                balance += amount
                totals[transfer.reason] = totals.get(transfer.reason, 0) + amount
                lines.append(SlipLine(move.number, move.deal, amount, balance, transfer))
        if move.deal and balance != before:
            swings.append(Swing(move.number, move.deal, balance - before))
    swings.sort(key=lambda swing: -abs(swing.change))
    return Slip(
        seat=seat,
        stack=stack,
        lines=tuple(lines),
        totals=totals,
        balance=balance,
        mattered=tuple(swings[:MATTERED]),
    )


def received(transfer: Transfer, seat: Seat) -> int:
    """Return what `transfer` brings `seat` (smallest units): < 0 where it pays, 0 where it is no party."""
    return transfer.amount * ((transfer.target == seat) - (transfer.source == seat))
