"""Amounts: digits, marks, signs and units as people read them, in each language."""

import pytest

from ledger.rules.unit import Unit
from ledger.wording.amounts import NBSP, amount, signed, unit_word, with_unit
from ledger.wording.language import language

CHIP = Unit(name="chip", denominator=1, coin=1)
CHF = Unit(name="CHF", denominator=100, coin=5)
EUR = Unit(name="EUR", denominator=100, coin=5)
COUNTER = Unit(name="counter", denominator=4, coin=1)
THIN = "\u202f"
EN, DE = language("en"), language("de")


@pytest.mark.parametrize(
    ("unit", "value", "english", "german"),
    [
        (CHF, 240, "2.40", "2.40"),
        (EUR, 240, "2.40", "2,40"),
        (CHF, 5, "0.05", "0.05"),
        (EUR, -5, "−0.05", "−0,05"),
        (CHIP, 0, "0", "0"),
        (CHIP, -12, "−12", "−12"),
        (COUNTER, 9, "2¼", "2¼"),
        (COUNTER, 2, "½", "½"),
        (COUNTER, -3, "−¾", "−¾"),
        (COUNTER, 8, "2", "2"),
        (CHIP, 9_999, "9999", "9999"),
        (CHIP, 10_000, f"10{THIN}000", f"10{THIN}000"),
        (CHIP, -1_234_567, f"−1{THIN}234{THIN}567", f"−1{THIN}234{THIN}567"),
        (EUR, 1_234_567, f"12{THIN}345.67", f"12{THIN}345,67"),
        (CHF, 999_999, "9999.99", "9999.99"),
        (COUNTER, 40_001, f"10{THIN}000¼", f"10{THIN}000¼"),
        (
            CHIP,
            10**15,
            f"1{THIN}000{THIN}000{THIN}000{THIN}000{THIN}000",
        )
        * 1
        + (f"1{THIN}000{THIN}000{THIN}000{THIN}000{THIN}000",),
    ],
)
def test_amounts_are_written_for_each_language(unit: Unit, value: int, english: str, german: str) -> None:
    assert amount(unit, value, EN) == english
    assert amount(unit, value, DE) == german


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [(CHIP, 4, "+4"), (CHIP, 0, "0"), (CHIP, -20, "−20"), (CHF, 5, "+0.05"), (COUNTER, 9, "+2¼")],
)
def test_gains_and_losses_always_have_their_sign(unit: Unit, value: int, text: str) -> None:
    assert signed(unit, value, EN) == text


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        (CHF, 240, f"CHF{NBSP}2.40"),
        (CHIP, 1, f"1{NBSP}chip"),
        (CHIP, 12, f"12{NBSP}chips"),
        (CHIP, 0, f"0{NBSP}chips"),
        (COUNTER, 9, f"2¼{NBSP}counters"),
        (COUNTER, 4, f"1{NBSP}counter"),
        (CHF, -240, f"CHF{NBSP}−2.40"),
        (Unit(name="Jass points", denominator=1, coin=1), 3, f"3{NBSP}Jass points"),
    ],
)
def test_unit_never_leaves_its_number(unit: Unit, value: int, text: str) -> None:
    assert with_unit(unit, value, EN) == text


def test_german_euros_stand_with_their_comma_and_francs_with_their_point() -> None:
    assert with_unit(EUR, 240, DE) == f"EUR{NBSP}2,40"
    assert with_unit(CHF, 240, DE) == f"CHF{NBSP}2.40"


def test_column_is_headed_with_the_plural() -> None:
    assert [unit_word(unit, EN) for unit in (CHIP, COUNTER, CHF)] == ["chips", "counters", "CHF"]


def test_no_minus_is_a_hyphen() -> None:
    for unit in (CHIP, CHF, EUR, COUNTER):
        for value in (-1, -7, -12_345):
            assert "-" not in amount(unit, value, EN) + signed(unit, value, DE)


def test_grouping_is_never_a_mark_that_a_reader_could_take_for_decimals() -> None:
    for spoken in (EN, DE):
        assert not {".", ",", "'", " "} & set(amount(CHIP, 123_456_789, spoken))


def test_what_is_written_can_be_typed_in_again() -> None:
    for unit in (CHIP, CHF, EUR, COUNTER):
        for spoken in (EN, DE):
            for value in (0, 1, 7, 240, 12_345, 1_234_567, -240):
                assert unit.parse(amount(unit, value, spoken)) == value
