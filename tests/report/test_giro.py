"""Payment codes: what a banking app reads is who gets how much, and for what (EPC069-12, version 2)."""

import pytest
import segno

from ledger.evening.settle_up import settle_up
from ledger.evening.way import Way
from ledger.report.giro import MOST, can_be_coded, payment_code
from ledger.rules.seat import Seat
from ledger.rules.unit import Unit

IBAN = "DE89370400440532013000"
CHIP = Unit(name="chip", denominator=1, coin=1)
FRANCS = Unit(name="CHF", denominator=100, coin=5)


def code_of(*lines: str, charset: str) -> segno.QRCode:
    """Return the code whose content is `lines`, as the guideline lists them."""
    return segno.make_qr("\n".join(lines).encode(charset), error="m", boost_error=False)


def test_code_says_who_gets_how_much_and_for_what() -> None:
    expected = code_of(
        "BCD",
        "002",
        "2",
        "SCT",
        "",
        "Bärbel Büchi",
        IBAN,
        "EUR12.3",
        "",
        "",
        "Jass, 2026-01-02",
        charset="latin-1",
    )
    assert payment_code("Bärbel Büchi", IBAN, 1230, "Jass, 2026-01-02").matrix == expected.matrix


def test_names_in_other_letters_are_sent_as_they_are() -> None:
    expected = code_of(
        "BCD", "002", "5", "SCT", "", "Маша", IBAN, "EUR0.01", "", "", "Zwicken", charset="iso-8859-5"
    )
    assert payment_code("Маша", IBAN, 1, "Zwicken").matrix == expected.matrix


def test_name_and_text_cannot_add_lines_of_their_own() -> None:
    expected = code_of("BCD", "002", "2", "SCT", "", "A B", IBAN, "EUR5", "", "", "C D", charset="latin-1")
    assert payment_code("A\nB", IBAN, 500, "C\r\nD").matrix == expected.matrix


@pytest.mark.parametrize("letter", ["x", "é", "Ж", "漢", "♠"])
def test_longest_names_and_texts_have_room(letter: str) -> None:
    assert int(payment_code(letter * 80, IBAN, MOST, letter * 300).version) <= 13


def test_only_plans_in_euros_are_coded() -> None:
    balances = {Seat(0): 1, Seat(1): -1}
    assert can_be_coded(settle_up(balances, CHIP, Way(chip=10, currency="EUR")))
    assert not can_be_coded(settle_up(balances, CHIP, Way(chip=10, currency="CHF")))
    assert not can_be_coded(settle_up(balances, CHIP, Way()))
    assert not can_be_coded(settle_up(balances, FRANCS, Way()))
