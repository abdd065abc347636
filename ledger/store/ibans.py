"""Accounts that payments go to: kept apart from what was written, so that they can be mended and erased."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ledger.rules.seat import Seat
from ledger.store.connection import writing
from ledger.store.models import IBANS


@dataclass(frozen=True, slots=True)
class Account:
    """Where to pay somebody: an IBAN, capital and without spaces, and the name of who holds it."""

    iban: str
    name: str


def of_evening(session: Session, evening_id: str) -> dict[Seat, Account]:
    """Return the accounts that were entered for an evening, by whose they are."""
    rows = session.execute(sa.select(IBANS).where(IBANS.c.evening_id == evening_id))
    return {Seat(row.seat): Account(row.iban, row.name) for row in rows}


def keep(session: Session, evening_id: str, seat: Seat, account: Account | None) -> None:
    """Keep where to pay `seat` instead of what was there, and commit; None forgets it."""
    one = sa.and_(IBANS.c.evening_id == evening_id, IBANS.c.seat == seat)
    with writing(session):
        session.execute(sa.delete(IBANS).where(one))
        if account is not None:
            row = {"evening_id": evening_id, "seat": seat, "iban": account.iban, "name": account.name}
            session.execute(sa.insert(IBANS), row)
