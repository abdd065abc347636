"""Flags: kept beside the book with their answers; one open one a phone; the first answer stays."""

import datetime

import pytest
from sqlalchemy.orm import Session

from ledger.store import flags, handover, links
from ledger.store.flags import Flag, Verdict
from ledger.store.links import RevokedLinkError, Role
from tests.store.scribe import MADE, NOW, Scribe, contents

LATER = NOW + datetime.timedelta(minutes=5)


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    scribe = Scribe.opens(session)
    scribe.write(MADE)
    return scribe


def flag(session: Session, device: str = "dan", *, event: int = 1, now: datetime.datetime = NOW) -> bool:
    return flags.put_up(session, "friday", device, now, event=event, deal=event)


def history(session: Session) -> list[Flag]:
    found = list(flags.history(session, "friday"))
    session.rollback()
    return found


def test_flag_changes_nothing_in_the_book(session: Session) -> None:
    before = contents(session)
    session.rollback()
    assert flag(session)
    flags.answer(session, "friday", 1, Verdict.RIGHT, "anna", LATER)
    after = contents(session)
    assert {name for name in after if after[name] != before[name]} == {"flags"}


def test_phone_has_one_open_flag(session: Session) -> None:
    assert flag(session)
    assert not flag(session)
    assert not flag(session, event=2)
    assert flag(session, "eva")
    assert [one.device_id for one in history(session)] == ["dan", "eva"]


def test_all_phones_together_have_few_open_flags(session: Session) -> None:
    raised = [flag(session, f"phone-{number}") for number in range(flags.MOST_OPEN + 1)]
    assert raised == [True] * flags.MOST_OPEN + [False]
    flags.answer(session, "friday", 1, Verdict.RIGHT, "scribe", NOW)
    assert flag(session, "one more")


def test_who_lost_the_book_answers_no_flag(session: Session) -> None:
    flag(session)
    handover.take(session, "friday", "taker", NOW)
    with pytest.raises(handover.TakenOverError):
        flags.answer(session, "friday", 1, Verdict.RIGHT, "scribe", NOW)
    assert flags.open_ones(session, "friday")


def test_answered_phone_may_flag_another_deal_and_not_the_same(session: Session) -> None:
    flag(session)
    flags.answer(session, "friday", 1, Verdict.RIGHT, "anna", LATER)
    assert not flag(session)
    assert flag(session, event=2, now=LATER)
    assert [one.deal for one in history(session)] == [1, 2]


def test_flag_and_answer_are_kept(session: Session) -> None:
    flag(session)
    flag(session, "eva")
    links.label_device(session, "anna", "Anna's phone")
    flags.answer(session, "friday", 1, Verdict.CORRECTED, "anna", LATER)
    first, second = history(session)
    assert first == Flag(
        number=1,
        event=1,
        deal=1,
        device_id="dan",
        at=NOW,
        answer=Verdict.CORRECTED,
        answered_at=LATER,
        answered_on="anna",
        answered_by="Anna's phone",
    )
    assert (second.answer, second.answered_at, second.answered_by) == (None, None, "")
    assert [one.number for one in flags.open_ones(session, "friday")] == [2]
    latest = flags.latest_of(session, "friday", "dan")
    assert latest == first
    assert flags.latest_of(session, "friday", "nobody") is None


def test_first_answer_stays(session: Session) -> None:
    flag(session)
    flags.answer(session, "friday", 1, Verdict.RIGHT, "anna", NOW)
    flags.answer(session, "friday", 1, Verdict.CORRECTED, "ben", LATER)
    (one,) = history(session)
    assert (one.answer, one.answered_at) == (Verdict.RIGHT, NOW)


def test_answer_to_no_flag_is_nothing(session: Session) -> None:
    flags.answer(session, "friday", 7, Verdict.RIGHT, "anna", NOW)
    assert history(session) == []


def test_revoked_link_neither_flags_nor_answers(session: Session) -> None:
    made = links.make_both(session, "friday", NOW)
    for role in Role:
        links.renew(session, "friday", role, LATER)
    with pytest.raises(RevokedLinkError):
        flags.put_up(session, "friday", "dan", LATER, event=1, deal=1, by=made[Role.WATCH].id)
    flag(session)
    with pytest.raises(RevokedLinkError):
        flags.answer(session, "friday", 1, Verdict.RIGHT, "anna", LATER, by=made[Role.WRITE].id)
    assert [one.answer for one in history(session)] == [None]
