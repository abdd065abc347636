"""Settlements: what is true of every deal, under every ruleset there can be."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledger.rules.deal import Deal, Table
from ledger.rules.options import OPTIONS
from ledger.rules.problems import check
from ledger.rules.ruleset import Basis, Declarer
from ledger.rules.seat import POT, Seat
from ledger.rules.settlement import Outcome, Reason, Settlement, settle
from tests.unit.reference import worth
from tests.unit.strategies import every_option, tables_and_deals


@given(every_option())
def test_options_drawn_for_these_tests_are_all_of_them(options: dict[str, object]) -> None:
    """A new row in RULES.md's table is varied here or fails here."""
    assert set(options) == set(OPTIONS)


@settings(max_examples=4 * settings().max_examples)
@given(tables_and_deals())
def test_settlement_is_what_the_rules_say_read_a_second_time(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement, expected = settle(deal, table), worth(deal, table)
    assert settlement.payouts == expected.payouts
    assert settlement.penalties == expected.penalties
    assert settlement.made == tuple(expected.made)
    assert settlement.failed == tuple(expected.failed)
    assert settlement.let_go == expected.let_go
    assert settlement.next.dealer == expected.dealer
    assert settlement.next.table.redeals == expected.redeals
    assert {seat: ante for seat, ante in settlement.next.antes.items() if ante} == expected.antes


@given(tables_and_deals())
def test_transfers_are_positive_and_add_up_to_nothing(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement = settle(deal, table)
    accounts: Counter[Seat] = Counter()
    for transfer in settlement.transfers:
        assert transfer.amount > 0
        seats = {transfer.source, transfer.target} - {POT}
        # Between the pot and one seat of this table, never to oneself and never between two players.
        assert len(seats) == 1
        assert seats <= set(table.seats)
        assert (transfer.source == POT) == (transfer.reason is Reason.PAYOUT)
        accounts[transfer.source] -= transfer.amount
        accounts[transfer.target] += transfer.amount
    assert sum(accounts.values()) == 0
    assert accounts[POT] == settlement.carried - table.pot
    assert all(accounts[seat] == settlement.result(seat) for seat in table.seats)


@given(tables_and_deals())
def test_lines_add_up_to_every_payout_and_penalty(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement = settle(deal, table)
    payouts: Counter[Seat] = Counter()
    penalties: Counter[Seat] = Counter()
    for transfer in settlement.transfers:
        if transfer.reason is Reason.PAYOUT:
            payouts[transfer.target] += transfer.amount
        else:
            penalties[transfer.source] += transfer.amount
    assert payouts == settlement.payouts
    assert penalties == settlement.penalties


@given(tables_and_deals())
def test_payouts_are_whole_coins_and_no_more_than_is_in_play(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement, cap = settle(deal, table), table.ruleset.pot_cap
    paid = sum(settlement.payouts.values())
    assert 0 <= paid <= (table.pot if cap is None else min(table.pot, cap))
    assert settlement.left_in_pot == table.pot - paid
    assert all(amount % table.ruleset.unit.coin == 0 for amount in settlement.payouts.values())


@given(tables_and_deals())
def test_pot_stays_in_whole_coins(drawn: tuple[Table, Deal]) -> None:
    """Else the next deal of an evening would be refused with `pot-not-in-coins`."""
    table, deal = drawn
    settlement = settle(deal, table)
    assert settlement.carried % table.ruleset.unit.coin == 0
    assert settlement.next.pot % table.ruleset.unit.coin == 0
    assert settlement.next.pot > 0


@given(tables_and_deals())
def test_penalties_are_multiples_of_what_was_in_play_or_paid_out_up_to_the_cap(
    drawn: tuple[Table, Deal],
) -> None:
    table, deal = drawn
    settlement, rules = settle(deal, table), table.ruleset
    basis = table.pot if rules.pot_cap is None else min(table.pot, rules.pot_cap)
    if rules.penalty.basis is Basis.PAID_OUT:
        basis = sum(settlement.payouts.values())
    for seat in table.seats:
        times = 0
        if seat in settlement.failed:
            promised = rules.forced.seven_declarer_penalty if deal.seven else rules.penalty.declarer
            times = (promised or 0) if seat == deal.declarer else rules.penalty.joiner
        full = times * basis
        paid = settlement.penalties.get(seat, 0)
        assert paid == (full if rules.penalty.cap is None else min(full, rules.penalty.cap))


@given(tables_and_deals())
def test_made_and_failed_are_who_played_in_seat_order(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement = settle(deal, table)
    playing = [seat for seat in table.seats if deal.plays(seat)]
    places = {seat: place for place, seat in enumerate(table.seats)}
    if settlement.outcome is Outcome.PLAYED:
        assert sorted(settlement.made + settlement.failed, key=places.__getitem__) == playing
        assert list(settlement.made) == sorted(settlement.made, key=places.__getitem__)
        assert list(settlement.failed) == sorted(settlement.failed, key=places.__getitem__)
    else:
        assert len(playing) < 2
        assert settlement.made == settlement.failed == ()
    assert settlement.may_finish == (bool(playing) and not settlement.failed)


@given(tables_and_deals())
def test_carried_is_the_pot_without_payouts_with_penalties(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    settlement = settle(deal, table)
    paid, fined = sum(settlement.payouts.values()), sum(settlement.penalties.values())
    assert settlement.carried == table.pot - paid + fined
    assert settlement.next.pot == settlement.carried + sum(settlement.next.antes.values())
    assert settlement.next.carried == settlement.carried


@given(tables_and_deals(), st.randoms(use_true_random=False))
def test_relabelling_seats_permutes_the_result(drawn: tuple[Table, Deal], chance: Random) -> None:
    """What a seat is called has no influence: ids are names, not places."""
    table, deal = drawn
    labels = list(range(100, 100 + len(table.seats)))
    chance.shuffle(labels)
    new = {seat: Seat(label) for seat, label in zip(table.seats, labels, strict=True)}
    settlement = settle(deal, table)
    seats = tuple(new[seat] for seat in table.seats)
    relabelled = settle(_renamed(deal, new), table._replace(seats=seats, dealer=new[table.dealer]))
    assert relabelled.payouts == {new[seat]: amount for seat, amount in settlement.payouts.items()}
    assert relabelled.penalties == {new[seat]: amount for seat, amount in settlement.penalties.items()}
    assert relabelled.made == tuple(new[seat] for seat in settlement.made)
    assert relabelled.failed == tuple(new[seat] for seat in settlement.failed)
    assert relabelled.let_go == (None if settlement.let_go is None else new[settlement.let_go])
    assert relabelled.next.antes == {new[seat]: ante for seat, ante in settlement.next.antes.items()}
    assert relabelled.next.dealer == new[settlement.next.dealer]


@given(tables_and_deals(), st.integers(1, 11))
def test_first_seat_of_the_circle_is_as_good_as_any(drawn: tuple[Table, Deal], turn: int) -> None:
    table, deal = drawn
    cut = turn % len(table.seats)
    settlement = settle(deal, table)
    turned = settle(deal, table._replace(seats=table.seats[cut:] + table.seats[:cut]))
    assert turned.payouts == settlement.payouts
    assert turned.penalties == settlement.penalties
    assert turned.let_go == settlement.let_go
    assert turned.next.antes == settlement.next.antes
    assert turned.next.dealer == settlement.next.dealer


@given(tables_and_deals(), st.data())
def test_dropped_out_seat_changes_nothing(drawn: tuple[Table, Deal], data: st.DataObject) -> None:
    """Apart from what the seat does as a neighbour: next antes, next dealer, who was asked last."""
    table, deal = drawn
    out = [seat for seat in table.seats if not deal.plays(seat) and seat != table.dealer]
    assume(out and len(table.seats) > table.ruleset.players.min)
    gone = data.draw(st.sampled_from(out))
    settlement = settle(deal, table)
    fewer = table._replace(seats=tuple(seat for seat in table.seats if seat != gone))
    tricks = {seat: won for seat, won in deal.tricks.items() if seat != gone}
    without = settle(replace(deal, tricks=tricks), fewer)
    assert _what_players_get(without) == _what_players_get(settlement)


@given(tables_and_deals())
def test_order_of_coming_along_changes_nothing(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    backwards = replace(deal, joined=deal.joined[::-1], tricks=dict(reversed(list(deal.tricks.items()))))
    assert _what_players_get(settle(backwards, table)) == _what_players_get(settle(deal, table))


@given(tables_and_deals())
def test_legal_deal_has_no_problem(drawn: tuple[Table, Deal]) -> None:
    table, deal = drawn
    assert check(deal, table) == ()
    assert (deal.declarer is None) or table.ruleset.declarer is not Declarer.NONE


def _renamed(deal: Deal, new: Mapping[Seat, Seat]) -> Deal:
    return replace(
        deal,
        declarer=None if deal.declarer is None else new[deal.declarer],
        joined=tuple(new[seat] for seat in deal.joined),
        tricks={new[seat]: won for seat, won in deal.tricks.items()},
        trick_order=tuple(new[seat] for seat in deal.trick_order),
    )


def _what_players_get(settlement: Settlement) -> tuple[object, ...]:
    return (
        dict(settlement.payouts),
        dict(settlement.penalties),
        settlement.carried,
        settlement.made,
        settlement.failed,
        settlement.may_finish,
    )
