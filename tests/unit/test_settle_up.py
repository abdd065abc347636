"""Settling up: the fewest payments, whatever the balances, and every way of paying adds up to them."""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.evening.book import replay
from ledger.evening.settle_up import EXACT, Payment, Plan, Rounding, fewest, owed, settle_up
from ledger.evening.way import Mode, Way
from ledger.rules.seat import POT, Party, Seat
from ledger.rules.unit import Unit
from tests.unit.strategies import Evening, evenings

A, B, C, D = (Seat(number) for number in range(4))
CHIP = Unit(name="chip", denominator=1, coin=1)
COUNTER = Unit(name="counter", denominator=4, coin=4)
FRANCS = Unit(name="CHF", denominator=100, coin=5)


def party(number: int) -> Party:
    """Return party `number`; the first is the pot."""
    return Seat(number - 1)


def numbered(amounts: Sequence[int]) -> dict[Party, int]:
    """Return `amounts` as balances of the pot and of seats."""
    return {party(number): amount for number, amount in enumerate(amounts)}


def settled(payments: Iterable[Payment]) -> Counter[Party]:
    """Return what every party has received, less what it has paid."""
    received: Counter[Party] = Counter()
    for source, target, amount in payments:
        received[source] -= amount
        received[target] += amount
    return received


def most_groups(amounts: Sequence[int]) -> int:
    """Return the most parts, each adding up to 0, that `amounts` can be cut into: every cut is tried.

    Whoever pays or is paid by one another is a part that adds up to 0, and takes at least one payment less
    than it has members.
    """

    def cuts(position: int, sums: list[int]) -> int:
        if position == len(amounts):
            return len(sums) if not any(sums) else 0
        best = 0
        for part in range(len(sums)):
            sums[part] += amounts[position]
            best = max(best, cuts(position + 1, sums))
            sums[part] -= amounts[position]
        sums.append(amounts[position])
        best = max(best, cuts(position + 1, sums))
        sums.pop()
        return best

    return cuts(0, [])


@pytest.mark.parametrize("parties", range(2, 8))
def test_payments_are_as_few_as_a_naive_search_finds(parties: int) -> None:
    """Every choice of balances from −6 to 6 that adds up to 0, for so many parties."""
    amounts = [amount for amount in range(-6, 7) if amount]
    tried = 0
    for balances in combinations_with_replacement(amounts, parties):
        if sum(balances):
            continue
        payments, proved = fewest(numbered(balances))
        assert settled(payments) == Counter(numbered(balances))
        assert len(payments) == parties - most_groups(balances), balances
        assert proved
        tried += 1
    assert tried >= 4


@st.composite
def balances(draw: st.DrawFn, most: int = 10**15, parties: int = 24) -> dict[Party, int]:
    """Return balances that add up to 0, drawn so that many parts of them do too."""
    small = st.integers(-9, 9)
    amounts = draw(st.lists(small | st.integers(-most, most), min_size=1, max_size=parties - 1))
    return numbered([*amounts, -sum(amounts)])


@given(balances())
def test_payments_add_up_to_the_balances(drawn: dict[Party, int]) -> None:
    payments, proved = fewest(drawn)
    assert settled(payments) == Counter(drawn)
    assert all(payment.amount > 0 and payment.source != payment.target for payment in payments)
    assert len({(payment.source, payment.target) for payment in payments}) == len(payments)
    assert len(payments) < max(1, len(drawn)) + (not any(drawn.values()))
    if len(drawn) <= EXACT:
        assert proved


@given(balances(), st.randoms(use_true_random=False))
def test_same_balances_have_the_same_plan_in_any_order(drawn: dict[Party, int], chance: object) -> None:
    shuffled = list(drawn.items())
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    for way in (Way(), Way(mode=Mode.COINS, coin=5), Way(mode=Mode.THROUGH, through=POT)):
        assert settle_up(dict(shuffled), CHIP, way) == settle_up(drawn, CHIP, way)


def test_fourteen_parties_are_searched_exactly_and_at_once() -> None:
    """Three groups of three and one of five, and no opposites: all fourteen are left to the search."""
    amounts = [31, 47, -78, 59, 64, -123, 71, 83, -154, 97, 101, 203, -150, -251]
    assert not {abs(amount) for amount in amounts if -amount in amounts}
    begun = time.process_time()
    payments, proved = fewest(numbered(amounts))
    assert time.process_time() - begun < 0.1
    assert (len(payments), proved) == (10, True)


def test_above_fourteen_the_plan_says_that_it_was_not_proved() -> None:
    amounts = [2**number for number in range(15)]
    payments, proved = fewest(numbered([*amounts, -sum(amounts)]))
    assert (len(payments), proved) == (15, False)
    # Groups of three are still found, and opposites leave so few that the rest is searched exactly.
    trios = [amount for number in range(1, 7) for amount in (10**number, 3 * 10**number, -4 * 10**number)]
    assert len(fewest(numbered(trios))[0]) == 12
    pairs = [amount for number in range(1, 11) for amount in (number, -number)]
    payments, proved = fewest(numbered(pairs))
    assert (len(payments), proved) == (10, True)


def test_pot_is_a_party_of_its_own() -> None:
    """Balances −3 and +2 with 1 left: 2 to the winner and 1 to the bowl."""
    plan = settle_up({A: -3, B: 2, POT: 1}, CHIP, Way())
    assert plan.payments == (Payment(A, B, 2), Payment(A, POT, 1))
    assert (plan.rounding, plan.unit) == ((), CHIP)


def test_nobody_pays_where_nothing_is_owed() -> None:
    for way in (Way(), Way(mode=Mode.THROUGH, through=A)):
        assert settle_up({A: 0, B: 0, POT: 0}, CHIP, way).payments == ()


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        settle_up({A: 1, B: 1}, CHIP, Way())


def test_everything_goes_through_one_party() -> None:
    through_b = settle_up({A: -5, B: -1, C: 4, POT: 2}, CHIP, Way(mode=Mode.THROUGH, through=B))
    assert through_b.payments == (Payment(A, B, 5), Payment(B, C, 4), Payment(B, POT, 2))
    till = settle_up({A: -5, B: -1, C: 4, POT: 2}, CHIP, Way(mode=Mode.THROUGH, through=POT))
    assert till.payments == (Payment(A, POT, 5), Payment(B, POT, 1), Payment(POT, C, 4))


def test_whole_coins_say_what_rounding_moved() -> None:
    plan = settle_up({A: -237, B: 112, C: 125}, FRANCS, Way(mode=Mode.COINS, coin=10))
    assert plan.payments == (Payment(A, B, 110), Payment(A, C, 130))
    assert plan.rounding == (Rounding(A, -3), Rounding(B, -2), Rounding(C, 5))
    assert plan.fine == plan.unit == FRANCS


def test_chip_value_settles_in_money() -> None:
    plan = settle_up({A: 4, B: 1, C: -5}, CHIP, Way(chip=20, currency="EUR"))
    assert plan.payments == (Payment(C, A, 80), Payment(C, B, 20))
    assert (plan.unit.name, plan.unit.denominator, plan.rounding) == ("EUR", 100, ())


def test_quarter_counters_are_rounded_to_cents_and_say_so() -> None:
    """A quarter of a counter worth 0.05 is 1.25 cents."""
    plan = settle_up({A: -3, B: 1, C: 2}, COUNTER, Way(chip=5, currency="CHF"))
    assert plan.payments == (Payment(A, B, 1), Payment(A, C, 3))
    assert [(one.party, plan.fine.plain(one.amount)) for one in plan.rounding] == [
        (A, "-0.0025"),
        (B, "-0.0025"),
        (C, "0.0050"),
    ]


def test_what_was_paid_before_is_not_paid_again() -> None:
    before = [Payment(A, B, 3), Payment(A, C, 1)]
    plan = settle_up({A: -6, B: 2, C: 4}, CHIP, Way(), paid=before)
    # Ben has one too many now, and hands it on.
    assert settled([*before, *plan.payments]) == Counter({A: -6, B: 2, C: 4})
    assert plan.payments == (Payment(A, C, 2), Payment(B, C, 1))


WAYS = st.builds(
    Way,
    mode=st.sampled_from(Mode),
    through=st.sampled_from((A, B, POT)),
    coin=st.sampled_from((1, 5, 10, 50, 100)),
    chip=st.none() | st.integers(1, 500),
    currency=st.just("CHF"),
)


@given(
    balances(most=10**6, parties=9),
    st.sampled_from((1, 2, 4, 10, 100)),
    WAYS,
    st.lists(st.tuples(st.sampled_from((A, POT)), st.just(B), st.integers(1, 99))),
)
def test_every_way_adds_up_to_the_last_unit(
    drawn: dict[Party, int], denominator: int, way: Way, paid: list[tuple[Party, Party, int]]
) -> None:
    """Payments + what was paid before = balances in money + what rounding moved; nobody moves by a coin."""
    drawn = {A: 0, B: 0, **drawn}
    done = [Payment(*one) for one in paid]
    plan = settle_up(drawn, Unit(name="piece", denominator=denominator, coin=1), way, paid=done)
    assert sum(one.amount for one in plan.rounding) == 0
    parts = plan.fine.denominator // plan.unit.denominator
    worth = parts if way.chip is None else parts * way.chip
    assert all(payment.amount % way.coin == 0 for payment in plan.payments)
    received = settled([*plan.payments, *done])
    moved = {one.party: one.amount for one in plan.rounding}
    for one, balance in drawn.items():
        exact = balance * worth if way.chip is None else balance * worth // denominator
        assert way.chip is None or parts == 1 or balance * worth % denominator == 0
        assert received[one] * parts == exact + moved.get(one, 0)
        assert abs(moved.get(one, 0)) < way.coin * parts


@given(evenings())
def test_evening_is_owed_its_balances_without_stacks(evening: Evening) -> None:
    book = replay(evening.opened, evening.events)
    plan: Plan = settle_up(owed(book.state), book.state.ruleset.unit, Way())
    received: Mapping[Party, int] = settled(plan.payments)
    for seat in book.state.seats:
        assert received.get(seat, 0) + evening.opened.stacks.get(seat, 0) == book.state.shown(seat)
    assert received.get(POT, 0) == book.state.carried
