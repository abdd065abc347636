"""Units: text becomes an amount in one place, and what could be read two ways is never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.unit import Unit, UnreadableAmountError

CHIP = Unit(name="chip", denominator=1, coin=1)
HALF = Unit(name="Batzen", denominator=2, coin=1)
COUNTER = Unit(name="counter", denominator=4, coin=1)
TENTH = Unit(name="Krone", denominator=10, coin=1)
CHF = Unit(name="CHF", denominator=100, coin=5)
UNITS = (CHIP, HALF, COUNTER, TENTH, CHF)
GARBAGE = (
    *("", " ", "-", "+", ".", ",50", "5.", "1.2.3", "1,23,456", "1.234,567,8", "12.34.567", "1.5½", "½½"),
    *("two", "5 CHF", "1e3", "0x10", "1/0", "1/", "1-2", "2 1/4 1/4", "٣", "NaN", "∞"),
)
AMOUNTS = st.integers(-(10**15), 10**15)


def refusal(unit: Unit, text: str) -> UnreadableAmountError:
    """Return why `text` is no amount of `unit`."""
    with pytest.raises(UnreadableAmountError) as refused:
        unit.parse(text)
    return refused.value


@given(st.sampled_from(UNITS), AMOUNTS)
def test_plain_text_is_read_back_as_the_same_amount(unit: Unit, amount: int) -> None:
    assert unit.parse(unit.plain(amount)) == amount


@given(st.sampled_from(UNITS), AMOUNTS)
def test_true_minus_is_a_minus(unit: Unit, amount: int) -> None:
    assert unit.parse(unit.plain(amount).replace("-", "−")) == amount


@given(st.sampled_from((TENTH, CHF)), AMOUNTS)
def test_comma_is_read_as_point_is(unit: Unit, amount: int) -> None:
    assert unit.parse(unit.plain(amount).replace(".", ",")) == amount


@given(st.integers(1_000, 10**15), st.sampled_from((" ", "\u00a0", "\u202f", "\u2009", "'", "’")))
def test_spaces_and_apostrophes_group(amount: int, mark: str) -> None:
    assert CHIP.parse(f"{amount:,}".replace(",", mark)) == amount
    whole, cents = CHF.plain(amount).split(".")
    assert CHF.parse(f"{int(whole):,}".replace(",", mark) + f",{cents}") == amount


@given(st.sampled_from(UNITS), st.text(max_size=40) | st.text("0123456789 .,'/¼½¾+-−", max_size=12))
def test_any_text_is_an_amount_or_unreadable(unit: Unit, text: str) -> None:
    try:
        amount = unit.parse(text)
    except UnreadableAmountError as refused:
        assert refused.code in {"not-a-number", "too-fine", "ambiguous", "too-long"}  # noqa: PT017
    else:
        assert unit.parse(unit.plain(amount)) == amount


@pytest.mark.parametrize(
    ("unit", "amount", "text"),
    [
        (CHIP, 0, "0"),
        (CHIP, -12, "-12"),
        (CHF, 0, "0.00"),
        (CHF, 5, "0.05"),
        (CHF, -240, "-2.40"),
        (CHF, 150000, "1500.00"),
        (TENTH, 7, "0.7"),
        (COUNTER, 9, "2¼"),
        (COUNTER, -3, "-¾"),
        (COUNTER, 2, "½"),
        (COUNTER, 8, "2"),
        (HALF, 5, "2½"),
    ],
)
def test_plain_is_exact_text(unit: Unit, amount: int, text: str) -> None:
    assert unit.plain(amount) == text


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("86,40", 8640),
        ("86.40", 8640),
        ("86,4", 8640),
        ("86", 8600),
        ("1.50", 150),
        ("1,50", 150),
        ("0.500", 50),
        ("+2.40", 240),
        ("−2,40", -240),
        ("- 2.40", -240),
        (" 12 ", 1200),
        ("1 234,50", 123450),
        ("1'234.50", 123450),
        ("1’234,50", 123450),
        ("1.234,50", 123450),
        ("1,234.50", 123450),
        ("1.234.567", 123456700),
        ("1,234,567.89", 123456789),
        ("12345.60", 1234560),
        ("2½", 250),
        ("½", 50),
        ("007", 700),
    ],
)
def test_money_is_read_in_every_way_people_write_it(text: str, amount: int) -> None:
    assert CHF.parse(text) == amount


@pytest.mark.parametrize("text", ["2¼", "2 ¼", "2 1/4", "2.25", "2,25", "9/4"])
def test_quarters_are_read_as_vulgar_and_as_decimal_fractions(text: str) -> None:
    assert COUNTER.parse(text) == 9


@pytest.mark.parametrize(("text", "quarters"), [("5/4", 5), ("21/4", 21), ("13/4", 13), ("10/2", 20)])
def test_fraction_is_not_a_whole_number_run_into_one(text: str, quarters: int) -> None:
    """21/4 is five and a quarter; two and a quarter has a space, or the one sign, between its parts."""
    assert COUNTER.parse(text) == quarters


@pytest.mark.parametrize(
    ("text", "readings"), [("1.500", ("1.500", "1500")), ("12,345", ("12.345", "12345"))]
)
def test_three_decimals_could_be_thousands_and_are_asked_about(text: str, readings: tuple[str, ...]) -> None:
    for unit in (CHF, CHIP, COUNTER):
        refused = refusal(unit, text)
        assert (refused.code, refused.readings) == ("ambiguous", readings)


def test_readings_keep_their_sign() -> None:
    """Who chooses a reading chooses an amount, so the minus is part of it."""
    assert refusal(CHF, "-1.500").readings == ("-1.500", "-1500")


@pytest.mark.parametrize(
    ("unit", "text"),
    [(CHF, "2.405"), (CHF, "1/3"), (CHIP, "2.5"), (CHIP, "½"), (COUNTER, "2.1"), (TENTH, "¼")],
)
def test_finer_than_the_smallest_unit_is_refused_not_rounded(unit: Unit, text: str) -> None:
    assert refusal(unit, text).code in {"too-fine", "ambiguous"}


@pytest.mark.parametrize("text", ["2.0", "2,00", "4/2"])
def test_fraction_that_comes_to_whole_units_is_fine(text: str) -> None:
    assert CHIP.parse(text) == 2


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_no_number(text: str) -> None:
    assert refusal(CHF, text).code == "not-a-number"


@pytest.mark.parametrize("text", ["+-5", "-+5", "--5", "−-5"])
def test_two_signs_are_no_number(text: str) -> None:
    """Which of them was meant nobody knows."""
    assert refusal(CHF, text).code == "not-a-number"


@pytest.mark.parametrize("text", ["5 50", "1'5", "1 2 3", "12 34,50", "5 5.50"])
def test_groups_are_of_three_digits(text: str) -> None:
    """ "5 50" is five francs fifty to who typed it: 550 francs would be a guess."""
    assert refusal(CHF, text).code in {"not-a-number", "ambiguous"}


def test_text_longer_than_any_amount_is_refused() -> None:
    assert refusal(CHF, "1" * 31).code == "too-long"
    assert CHIP.parse("1" * 16) == int("1" * 16)
