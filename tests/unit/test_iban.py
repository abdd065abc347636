"""Account numbers: typing errors are found before somebody pays a stranger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.evening.iban import UnreadableIbanError, grouped, read_iban

# The examples that the registry of IBANs prints for its countries.
GOOD = (
    "CH9300762011623852957",
    "DE89370400440532013000",
    "AT611904300234573201",
    "LI21088100002324013AA",
    "GB29NWBK60161331926819",
    "MT84MALT011000012345MTLCAST001S",
)


@pytest.mark.parametrize("iban", GOOD)
def test_iban_is_read_however_it_is_spaced(iban: str) -> None:
    assert read_iban(iban) == iban
    assert read_iban(f"  {grouped(iban).lower()} ") == iban
    assert read_iban(grouped(iban).replace(" ", "\u00a0")) == iban


def test_iban_is_printed_in_groups_of_four() -> None:
    assert grouped("CH9300762011623852957") == "CH93 0076 2011 6238 5295 7"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "shape"),
        ("Anna", "shape"),
        ("0000 0000 0000 0000", "shape"),
        ("DE89 3704", "shape"),
        ("DE89" + "1" * 40, "shape"),
        ("ＤＥ89370400440532013000", "shape"),
        ("DE8937040044053201300²", "shape"),
        ("DE893704004405320130", "length"),
        ("CH93007620116238529570", "length"),
        ("DE88370400440532013000", "digits"),
        ("MT84MALT011000012345MTLCAST001T", "digits"),
    ],
)
def test_what_is_no_iban_says_why(text: str, code: str) -> None:
    with pytest.raises(UnreadableIbanError) as error:
        read_iban(text)
    assert error.value.code == code


@given(st.sampled_from(GOOD), st.data())
def test_one_wrong_digit_or_two_swapped_are_found(iban: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(4, len(iban) - 2))
    one, other = iban[place], iban[place + 1]
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != one]))
    for wrong in (iban[:place] + digit + iban[place + 1 :], iban[:place] + other + one + iban[place + 2 :]):
        if wrong != iban:
            with pytest.raises(UnreadableIbanError):
                read_iban(wrong)
