"""CSV: the spreadsheet flavour opens by a double click and runs nothing, the machine's never changes."""

import csv
from dataclasses import replace
from io import StringIO

import pytest

from ledger.evening.events import Adjusted, DealWritten, Opened
from ledger.evening.line import Line
from ledger.report.csv import Sheet, deals, machine_deals, machine_postings, number, postings
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.rules.settlement import Reason
from ledger.rules.unit import Unit
from ledger.wording.language import Language, language
from ledger.wording.reasons import heading
from tests.report.telling import sheet

ANNA, BEN, CARLA = SEATS = (Seat(0), Seat(1), Seat(2))
ENGLISH, GERMAN = language("en"), language("de")
MADE = DealWritten(Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 3, CARLA: 1}))
CASH = Opened(ruleset=find("chratze-cash"), seats=SEATS, first_dealer=ANNA)


def told(opened: Opened = CASH, *names: str) -> Sheet:
    """Return an evening of one deal, by players of these names."""
    called = dict(zip(SEATS, names or ("Anna", "Ben", "Carla"), strict=True))
    return sheet(opened, (Line(1, MADE),), called)


def rows(data: bytes, separator: str = ",") -> list[list[str]]:
    """Return what a program reads; the mark at the beginning is no part of it."""
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def units(unit: Unit, text: str) -> int:
    """Return the amount (smallest units) in a cell."""
    return unit.parse(text)


def test_machine_deals_keep_their_columns() -> None:
    text = machine_deals(told()).decode("utf-8")
    assert text.splitlines() == [
        "event,kind,deal,written_at,dealer,declarer,outcome,pot,carried,seat,player,role,tricks,ante,payout,"
        "penalty,change,balance",
        "1,deal,1,2026-01-09T22:51:00Z,Anna,Ben,played,0.60,0.00,0,Anna,out,,0.20,0.00,0.00,-0.20,-0.20",
        "1,deal,1,2026-01-09T22:51:00Z,Anna,Ben,played,0.60,0.00,1,Ben,declarer,3,0.20,0.40,0.00,0.20,0.20",
        "1,deal,1,2026-01-09T22:51:00Z,Anna,Ben,played,0.60,0.00,2,Carla,joiner,1,0.20,0.20,0.00,0.00,0.00",
    ]


def test_machine_postings_keep_their_columns() -> None:
    lines = machine_postings(told()).decode("utf-8").splitlines()
    assert lines[:3] == [
        "event,kind,deal,line,seat,account,amount,reason,why",
        "1,deal,1,0,0,Anna,-0.20,ante,ante",
        "1,deal,1,1,,pot,0.20,ante,ante",
    ]
    assert lines[-1] == "1,deal,1,9,2,Carla,0.20,payout,rest"


def test_spreadsheet_speaks_the_readers_language() -> None:
    """Separator, decimal mark, and the mark that makes a spreadsheet read UTF-8; a column a player."""
    german = deals(told(), GERMAN)
    assert german.startswith(b"\xef\xbb\xbf")
    assert rows(german, ";")[1] == [
        "1",
        "23:51",
        "Anna",
        "Ben 3",
        "Carla 1",
        "0,60",
        "0,00",
        "",
        "-0,20",
        "0,20",
        "0,00",
    ]
    english = deals(told(), ENGLISH)
    assert rows(english)[0][-3:] == ["Anna", "Ben", "Carla"]
    assert rows(english)[1][-3:] == ["-0.20", "0.20", "0.00"]
    assert rows(postings(told(), ENGLISH))[1] == ["1", "1", "Anna", "-0.20", "Antes", "ante"]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "|calc", "%x", "＝1", "＋1", "\t=1", '=HYPERLINK("http://a")']
)
def test_no_name_runs_as_a_formula(name: str) -> None:
    told_by = told(CASH, name, "Ben", "Carla")
    for data in (deals(told_by, ENGLISH), postings(told_by, ENGLISH)):
        cells = {cell for row in rows(data) for cell in row}
        assert name not in cells
        assert "'" + name.replace("|", "\\|") in cells
    # A program takes the name as it is, and numbers stay numbers in both.
    assert name in {row[5] for row in rows(machine_postings(told_by))}
    assert "-0.20" in {cell for row in rows(deals(told_by, ENGLISH)) for cell in row}


def test_quotes_separators_and_lines_in_names_survive() -> None:
    name = 'A;"B",C'
    for separator, data in (
        (";", deals(told(CASH, name, "B", "C"), GERMAN)),
        (",", machine_deals(told(CASH, name, "B", "C"))),
    ):
        assert name in {cell for row in rows(data, separator) for cell in row}


def test_quarters_are_decimal_numbers() -> None:
    counter = Unit(name="counter", denominator=4, coin=4)
    assert [number(counter, amount) for amount in (9, -3, 4, 0)] == ["2.25", "-0.75", "1.00", "0.00"]
    assert number(Unit(name="piece", denominator=2, coin=1), -1, ",") == "-0,5"
    assert number(Unit(name="chip", denominator=1, coin=1), -12) == "-12"


def test_moved_money_has_the_tables_own_reason() -> None:
    moved = (Line(1, Adjusted(ANNA, BEN, 40, 1)), Line(2, Adjusted(BEN, ANNA, 40, None)))
    quiet = sheet(CASH, moved, dict(zip(SEATS, ("Anna", "Ben", "Carla"), strict=True)))
    drinks = replace(quiet, story=replace(quiet.story, texts={1: "a round of drinks"}))
    assert [row[-1] for row in rows(postings(drinks, ENGLISH))[1:]] == [
        *("a round of drinks", "a round of drinks", "adjustment", "adjustment")
    ]
    assert [row[7:] for row in rows(deals(drinks, ENGLISH))] == [
        ["What it was", "Anna", "Ben", "Carla"],
        ["Anna → Ben: CHF\u00a00.40 (a round of drinks)", "-0.40", "0.40", "0.00"],
        ["Ben → Anna: CHF\u00a00.40", "0.40", "-0.40", "0.00"],
    ]


@pytest.mark.parametrize("speech", [ENGLISH, GERMAN])
def test_every_kind_of_transfer_has_a_heading_of_its_own(speech: Language) -> None:
    headings = {heading(kind, speech) for kind in Reason}
    assert len(headings) == len(Reason)
    assert all(headings)
