"""Spoken codes: eight letters, good for one evening and for watching only, not to be read in the database."""

import datetime
from string import ascii_uppercase

import pytest
from sqlalchemy.orm import Session

from ledger.evening.events import Closed
from ledger.store import links, spoken
from ledger.store.links import Link, RevokedLinkError, Role
from tests.store.scribe import NOW, Scribe, contents, plan

SECRET = "0123456789abcdef" * 2
HOUR = datetime.timedelta(hours=1)


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    Scribe.opens(session, plan("saturday"))
    return Scribe.opens(session)


@pytest.fixture
def made(session: Session) -> Link:
    links.make_both(session, "friday", NOW)
    return spoken.make(session, SECRET, "friday", NOW)


def found(session: Session, link: Link, now: datetime.datetime = NOW, secret: str = SECRET) -> Link | None:
    """Return what the code of `link` leads to at a time."""
    link_there = spoken.find(session, secret, spoken.spelt(SECRET, link.id), now)
    session.rollback()
    return link_there


def test_code_has_eight_letters_that_look_like_no_other(made: Link) -> None:
    codes = {spoken.spelt(SECRET, f"link-{number}") for number in range(500)}
    assert len(codes) == 500
    assert {len(code) for code in codes} == {8}
    used = set("".join(codes))
    assert used == set(spoken.ALPHABET)
    assert used == set(ascii_uppercase) - set("IJLOQUV")


def test_code_leads_to_its_evening_to_watch(session: Session, made: Link) -> None:
    link = found(session, made)
    assert link == made
    assert (made.evening_id, made.role, made.writes) == ("friday", Role.WATCH, False)
    assert links.find(session, made.id) == made


def test_code_is_read_however_it_is_typed() -> None:
    for typed in (
        "ABCDEFGH",
        "abcd efgh",
        " ab-cd-ef-gh ",
        "ABCD\u00a0EFGH",
        "ABCD–EFGH",
        "A.B.C.D, E F G H.",
        "ＡＢＣＤＥＦＧＨ",
    ):
        assert spoken.read(typed) == "ABCDEFGH"
    for typed in ("", "ABCDEFG", "ABCDEFGHK", "ABCDEFGI", "ABCDEFG1", "ÄBCDEFGH"):
        assert spoken.read(typed) is None


def test_code_is_not_in_the_database(session: Session, made: Link) -> None:
    code = spoken.spelt(SECRET, made.id)
    stored = repr(contents(session)).upper()
    assert code not in stored
    # Nor is what is stored made from the code alone: another secret finds nothing.
    session.rollback()
    assert found(session, made, secret=SECRET[::-1]) is None


def test_new_code_stops_the_old_one_and_who_came_by_it(session: Session, made: Link) -> None:
    newer = spoken.make(session, SECRET, "friday", NOW + HOUR)
    assert found(session, made, NOW + HOUR) is None
    assert links.find(session, made.id) is None
    session.rollback()
    assert found(session, newer, NOW + HOUR) == newer


def test_revoked_code_stops(session: Session, made: Link) -> None:
    spoken.revoke(session, "friday", NOW + HOUR)
    assert found(session, made) is None
    assert spoken.of_evening(session, "friday", NOW) is None
    assert links.find(session, made.id) is None


def test_code_leaves_the_links_alone_and_stops_with_the_link_to_watch(session: Session, made: Link) -> None:
    before = links.of_evening(session, "friday")
    assert made.id not in {link.id for link in before.values()}
    session.rollback()
    links.renew(session, "friday", Role.WRITE, NOW + HOUR)
    assert found(session, made) == made
    links.renew(session, "friday", Role.WATCH, NOW + HOUR)
    assert found(session, made) is None


def test_code_is_good_for_a_day_where_the_evening_is_never_closed(session: Session, made: Link) -> None:
    assert found(session, made, NOW + 24 * HOUR - HOUR / 60) == made
    assert found(session, made, NOW + 24 * HOUR) is None


def test_code_is_good_for_some_hours_after_closing(session: Session, made: Link, scribe: Scribe) -> None:
    # The scribe writes at NOW.
    scribe.write(Closed())
    assert found(session, made, NOW + 6 * HOUR - HOUR / 60) == made
    assert found(session, made, NOW + 6 * HOUR) is None
    # Who came by it may go on reading.
    assert links.find(session, made.id) == made


def test_revoked_link_makes_no_code(session: Session) -> None:
    link = links.make_both(session, "friday", NOW)[Role.WRITE]
    links.renew(session, "friday", Role.WRITE, NOW)
    with pytest.raises(RevokedLinkError):
        spoken.make(session, SECRET, "friday", NOW, by=link.id)
    with pytest.raises(RevokedLinkError):
        spoken.revoke(session, "friday", NOW, by=link.id)
