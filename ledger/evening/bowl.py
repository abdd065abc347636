"""Whose money lies in the pot: layers, oldest first, of what was paid in and has not been paid out."""

from collections import deque
from typing import NamedTuple

from ledger.evening.entry import Past
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Reason, Why


class Layer(NamedTuple):
    """What `seat` paid in with the event `number`, and why: `amount` (smallest units) still lies there."""

    seat: Seat
    amount: int
    number: int
    reason: Reason
    why: Why


def layers(past: Past) -> tuple[Layer, ...]:
    """Return what the pot is made of now, oldest first; the amounts add up to what is carried.

    Money comes in in the order of the transfers, and what is paid out uses up the oldest first.
    """
    bowl: deque[Layer] = deque()
    for line in past.in_order():
        for transfer in line.transfers:
            if transfer.target == POT:
                bowl.append(
                    Layer(transfer.source, transfer.amount, line.number, transfer.reason, transfer.why)
                )
            elif transfer.source == POT:
                _take(bowl, transfer.amount)
    return tuple(bowl)


def _take(bowl: deque[Layer], amount: int) -> None:
    while amount:
        oldest = bowl.popleft()
        if oldest.amount > amount:
            bowl.appendleft(oldest._replace(amount=oldest.amount - amount))
        amount -= min(oldest.amount, amount)
