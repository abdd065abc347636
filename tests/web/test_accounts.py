"""Accounts to pay into: a picture for banking apps where one can be made, and forgotten when asked."""

import pytest

from tests.web.conftest import Reader
from tests.web.dues import IBAN, THREE, closed, paid, settle
from tests.web.evening import Evening
from tests.web.phone import Phone


def test_account_makes_a_picture_to_pay_by(phone: Phone, other_phone: Phone) -> None:
    evening = closed(phone, chip="1", currency="EUR")
    watcher = evening.by_link("watch", other_phone)
    assert not watcher.page("settling/1").root.all(class_="qr")
    page = phone.follow(phone.press(evening.page("settling/1"), "/account", iban=IBAN, holder="Ben Büchi"))
    assert len(page.root.all("svg", class_="qr")) == 1
    (more, _other) = watcher.page("settling").root.one(class_="dues").all("a", class_="button")
    seen = other_phone.get(more.get("href"))
    assert len(seen.root.all("svg", class_="qr")) == 1
    assert IBAN in seen.text
    assert "Ben Büchi" in seen.text
    assert not seen.has_form("/account")
    # Who else pays him finds it too; once all is paid there is nothing to scan.
    assert watcher.page("settling/2").root.all(class_="qr")
    paid(evening, 1, "1")
    assert not watcher.page("settling/1").root.all(class_="qr")


def test_account_is_forgotten_by_an_empty_field(phone: Phone, stored: Reader) -> None:
    evening = closed(phone, chip="1", currency="EUR")
    before = stored()
    phone.press(evening.page("settling/1"), "/account", iban=IBAN)
    assert [row[2] for row in stored()["ibans"]] == [IBAN.replace(" ", "")]
    phone.press(evening.page("settling/1"), "/account", iban="")
    assert stored() == before


@pytest.mark.parametrize(
    "iban", ["Anna", "DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 0", "x" * 200]
)
def test_account_that_is_none_is_refused_with_what_was_typed(phone: Phone, stored: Reader, iban: str) -> None:
    evening = closed(phone, chip="1", currency="EUR")
    before = stored()
    page = phone.press(evening.page("settling/1"), "/account", iban=iban)
    assert page.status == 422
    assert page.root.one("input", id="iban").get("value") == iban
    assert stored() == before


def test_no_account_is_asked_for_where_no_picture_can_be_made(phone: Phone) -> None:
    assert not closed(phone).page("settling/1").has_form("/account")
    assert not closed(phone, chip="1", currency="CHF").page("settling/1").has_form("/account")
    evening = Evening.starts(phone, names=THREE)
    evening.write(declarer="nobody")
    settle(evening, chip="1", currency="EUR")
    page = evening.page("settling/1")
    assert not page.has_form("/account")
