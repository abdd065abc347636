"""What a checked settlement and a replay cost, as ratios against the floor, in one run on one core."""

import gc
import random
import time
from collections.abc import Callable
from statistics import median

from ledger.evening.book import replay, start
from ledger.evening.events import DealWritten, Opened
from ledger.evening.resolve import Line
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal, Table
from ledger.rules.seat import Seat
from ledger.rules.settlement import settle
from tests.bench.floor import chratze_sum
from tests.bench.result import Result

DEALS = 10_000
SEATS = tuple(Seat(number) for number in range(5))


def played_deals(seed: int = 20) -> list[Deal]:
    """Return 10,000 distinct played deals of five players; the declarer never fails, so no pot explodes."""
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


def tame_deals(seed: int = 21) -> list[Deal]:
    """Return 10,000 deals in which nobody fails, so that an evening of them stays within the limit."""
    chance = random.Random(seed)
    deals = []
    for _ in range(DEALS):
        declarer, *others = chance.sample(SEATS, 5)
        joined = tuple(others[: chance.randint(1, 2)])
        tricks = {declarer: 2, **dict.fromkeys(joined, 2 // len(joined))}
        deals.append(Deal(declarer=declarer, joined=joined, tricks=tricks))
    return deals


def timed(work: Callable[[], object], rounds: int = 7) -> float:
    """Return the median seconds of `rounds` runs of `work`, garbage collected in between."""
    seconds = []
    for _ in range(rounds):
        gc.collect()
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return median(seconds)


def measure() -> list[Result]:
    """Return both ratios of the rules."""
    chratze = find("chratze")
    chance = random.Random(3)
    deals = played_deals()
    pots = [chance.randint(5, 500) for _ in deals]
    tables = [Table(ruleset=chratze, seats=SEATS, dealer=Seat(n % 5), pot=pot) for n, pot in enumerate(pots)]
    bare = [
        (5, n % 5, deal.declarer or 0, list(deal.joined), [deal.tricks.get(seat, 0) for seat in SEATS], pot)
        for n, (deal, pot) in enumerate(zip(deals, pots, strict=True))
    ]
    floor = timed(lambda: [chratze_sum(*facts) for facts in bare])
    checked = timed(lambda: [settle(deal, table) for deal, table in zip(deals, tables, strict=True)])
    opened = Opened(ruleset=chratze, seats=SEATS, first_dealer=Seat(0))
    lines = [Line(number, DealWritten(deal)) for number, deal in enumerate(tame_deals(), start=1)]
    book = replay(opened, lines)
    states = [start(opened), *(entry.after for entry in book.entries)]
    met = [
        (entry.deal, state.table)
        for entry, state in zip(book.entries, states[:-1], strict=True)
    ]
    settled = timed(lambda: [settle(deal, table) for deal, table in met])
    replayed = timed(lambda: replay(opened, lines))
    return [
        Result("checked settlement / bare Chratze sum", checked / floor, 8.0),
        Result("replay of 10,000 deals / its settlements", replayed / settled, 1.5),
    ]
