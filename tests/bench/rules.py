"""What a checked settlement and a replay cost, as ratios against the floor, in one run on one core."""

import gc
import random
import time
from collections.abc import Callable

from ledger.evening.book import replay
from ledger.evening.events import DealWritten, Opened
from ledger.evening.line import Line
from ledger.evening.state import start
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal, Table
from ledger.rules.seat import Seat
from ledger.rules.settlement import settle
from tests.bench.floor import chratze_sum
from tests.bench.result import Result

DEALS = 10_000
SEATS = tuple(Seat(number) for number in range(5))


def played_deals(seed: int = 20) -> list[Deal]:
    """Return 10,000 played deals of five players as they fall: two to four in, tricks by chance."""
    chance = random.Random(seed)
    deals = []
    for _ in range(DEALS):
        declarer, *others = chance.sample(SEATS, 5)
        joined = tuple(others[: chance.randint(1, 3)])
        tricks = dict.fromkeys((declarer, *joined), 0)
        for _trick in range(4):
            tricks[chance.choice([declarer, *joined])] += 1
        deals.append(Deal(declarer=declarer, joined=joined, tricks=tricks))
    return deals


def compared(work: Callable[[], object], base: Callable[[], object], rounds: int = 9) -> float:
    """Return how many times the processor time of `base` `work` takes.

    Rounds alternate, the best of each counts, and the collector is off while a round runs (as in `timeit`):
    what neighbours on a shared machine do to one side they do to the other.
    """
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for side, call in enumerate((work, base)):
            gc.collect()
            gc.disable()
            begun = time.process_time()
            call()
            best[side] = min(best[side], time.process_time() - begun)
            gc.enable()
    return best[0] / best[1]


def measure() -> list[Result]:
    """Return both ratios of the rules."""
    chratze = find("chratze")
    chance = random.Random(3)
    deals = played_deals()
    pots = [chance.randint(5, 500) for _ in deals]
    tables = [Table(ruleset=chratze, seats=SEATS, dealer=Seat(n % 5), pot=pot) for n, pot in enumerate(pots)]
    bare = [
        (
            5,
            n % 5,
            deal.declarer or 0,
            [*map(int, deal.joined)],
            [deal.tricks.get(seat, 0) for seat in SEATS],
            pot,
        )
        for n, (deal, pot) in enumerate(zip(deals, pots, strict=True))
    ]
    checked = compared(
        lambda: [settle(deal, table) for deal, table in zip(deals, tables, strict=True)],
        lambda: [chratze_sum(*facts) for facts in bare],
    )
    # A cap on what is in play lets an evening of 10,000 such deals stay within the limit of amounts.
    opened = Opened(ruleset=find("chratze", {"pot_cap": 100}), seats=SEATS, first_dealer=Seat(0))
    lines = [Line(number, DealWritten(deal)) for number, deal in enumerate(deals, start=1)]
    book = replay(opened, lines)
    states = [start(opened), *(entry.after for entry in book.entries)]
    met = [(entry.deal, state.next.table) for entry, state in zip(book.entries, states[:-1], strict=True)]
    replayed = compared(lambda: replay(opened, lines), lambda: [settle(deal, table) for deal, table in met])
    return [
        Result("checked settlement / bare Chratze sum", checked, 8.0),
        Result("replay of 10,000 deals / its settlements", replayed, 1.5),
    ]
