"""Accounts to pay to: kept, mended and forgotten without a word in what was written."""

from sqlalchemy.orm import Session

from ledger.store import ibans
from ledger.store.erasure import erase
from ledger.store.ibans import Account
from tests.store.scribe import ANNA, BEN, NOW, Scribe, contents, plan

HERS = Account("CH9300762011623852957", "Anna Allmen")
HIS = Account("DE89370400440532013000", "Ben Büchi")


def test_account_is_kept_mended_and_forgotten(session: Session) -> None:
    evening = Scribe.opens(session).evening_id
    before = contents(session)
    ibans.keep(session, evening, ANNA, HIS)
    ibans.keep(session, evening, BEN, HIS)
    ibans.keep(session, evening, ANNA, HERS)
    assert ibans.of_evening(session, evening) == {ANNA: HERS, BEN: HIS}
    session.rollback()
    ibans.keep(session, evening, ANNA, None)
    ibans.keep(session, evening, BEN, None)
    assert contents(session) == before


def test_accounts_belong_to_one_evening_and_go_with_it(session: Session) -> None:
    friday = Scribe.opens(session).evening_id
    saturday = Scribe.opens(session, plan("saturday")).evening_id
    for evening in (friday, saturday):
        ibans.keep(session, evening, ANNA, HERS)
    erase(session, friday, NOW)
    assert ibans.of_evening(session, friday) == {}
    assert ibans.of_evening(session, saturday) == {ANNA: HERS}
