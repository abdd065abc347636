"""A player's slip: every line that makes up a balance, deal by deal, and the deals that mattered most."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.evening.book import Book
from ledger.rules.seat import Seat
from ledger.rules.settlement import Reason, Transfer

MATTERED: Final = 3


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

    *Attributes*: `stack` the player began with; `lines`; `totals` by reason; `balance` as shown, which is
    stack + lines; `mattered`, at most three deals, the largest swing first (of equals, the earlier).
    """

    seat: Seat
    stack: int
    lines: tuple[SlipLine, ...]
    totals: Mapping[Reason, int]
    balance: int
    mattered: tuple[Swing, ...]


def slip(book: Book, seat: Seat) -> Slip:
    """Return what makes up the balance of `seat`."""
    stack = book.state.opened.stacks.get(seat, 0)
    balance = stack
    lines, totals, swings = list[SlipLine](), dict[Reason, int](), list[Swing]()
    for deal, entry in enumerate(book.entries, start=1):
        before = balance
        for transfer in entry.transfers:
            amount = received(transfer, seat)
            if amount:
                balance += amount
                totals[transfer.reason] = totals.get(transfer.reason, 0) + amount
                lines.append(SlipLine(entry.number, deal, amount, balance, transfer))
        swings.append(Swing(entry.number, deal, balance - before))
    swings.sort(key=lambda swing: -abs(swing.change))
    return Slip(
        seat=seat,
        stack=stack,
        lines=tuple(lines),
        totals=totals,
        balance=balance,
        mattered=tuple(swing for swing in swings[:MATTERED] if swing.change),
    )


def received(transfer: Transfer, seat: Seat) -> int:
    """Return what `transfer` brings `seat` (smallest units): < 0 where it pays, 0 where it is no party."""
    return transfer.amount * ((transfer.target == seat) - (transfer.source == seat))
