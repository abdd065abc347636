"""The same sums wherever an evening is told: slip, standing, CSV and book."""

from collections import Counter

from flask import Flask
from hypothesis import given, settings

from ledger.evening.statement import slip
from ledger.report.csv import deals, machine_deals, machine_postings, postings
from ledger.rules.seat import Seat
from ledger.web.standing import places
from tests.conftest import LONGER
from tests.report.telling import sheet
from tests.report.test_csv import ENGLISH, GERMAN, rows, units
from tests.unit.kinds import Written, written


@settings(max_examples=200 * LONGER)
@given(written())
def test_slip_standing_and_csv_columns_give_the_sums_of_the_book(
    app_of_all_tests: Flask, evening: Written
) -> None:
    """Also of evenings with people who come and go, adjustments, corrections and a pot that is shared."""
    names = {Seat(number): f"Seat {number}" for number in range(60)}
    one = sheet(evening.opened, evening.events, names)
    state, unit = one.story.book.state, one.unit
    without_stack = {names[seat]: balance for seat, balance in state.balances.items()}

    accounts: Counter[str] = Counter()
    for row in rows(machine_postings(one))[1:]:
        accounts[row[5]] += units(unit, row[6])
    assert {name: accounts[name] for name in without_stack} == without_stack
    assert accounts["pot"] == state.carried

    by_player: Counter[str] = Counter()
    for row in rows(machine_deals(one))[1:]:
        by_player[row[10]] += units(unit, row[16])
        if row[1] == "deal":
            assert units(unit, row[16]) == units(unit, row[14]) - units(unit, row[15]) - units(unit, row[13])
    assert {name: by_player[name] for name in without_stack} == without_stack

    for speech, separator in ((ENGLISH, ","), (GERMAN, ";")):
        head, *lines = rows(deals(one, speech), separator)
        sums = {name: sum(units(unit, line[head.index(name)]) for line in lines) for name in without_stack}
        assert sums == without_stack
        assert sum(units(unit, line[3]) for line in rows(postings(one, speech), separator)[1:]) == 0

    with app_of_all_tests.test_request_context():
        standing = {place.name: units(unit, place.balance) for place in places(one.evening)}
    for seat in state.balances:
        assert slip(one.story.book, seat).balance == state.shown(seat) == standing[names[seat]]
