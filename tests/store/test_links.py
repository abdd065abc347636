"""Links into an evening: signed, never stored, each for one evening and one role, and revocable at once."""

import datetime

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ledger.store import links, queries
from ledger.store.links import Role
from tests.store.scribe import MADE, NAMES, NOW, Scribe, contents, plan

SECRET = "0123456789abcdef" * 2
LATER = NOW + datetime.timedelta(hours=1)


@pytest.fixture(autouse=True)
def scribe(session: Session) -> Scribe:
    Scribe.opens(session, plan("saturday"))
    return Scribe.opens(session)


def test_token_is_signed_by_our_secret_alone() -> None:
    token = links.signed(SECRET, "abc-_9")
    assert links.unsigned(SECRET, token) == "abc-_9"
    assert links.unsigned(SECRET.upper(), token) is None
    for forged in (
        token[:-1],
        token + "A",
        token.upper(),
        "xyz" + token[3:],
        "abc-_9",
        "",
        ".",
        "ä.ö",
        "a\0.b",
    ):
        assert links.unsigned(SECRET, forged) is None


def test_both_links_are_made_once(session: Session) -> None:
    made = links.make_both(session, "friday", NOW)
    assert set(made) == set(Role)
    assert links.make_both(session, "friday", LATER) == made
    assert links.of_evening(session, "friday") == made
    assert links.of_evening(session, "saturday") == {}
    assert [made[role].writes for role in (Role.WRITE, Role.WATCH)] == [True, False]
    for role, link in made.items():
        assert links.find(session, link.id) == link
        assert links.first_made(session, "friday", role) == link


def test_token_is_not_in_the_database(session: Session) -> None:
    made = links.make_both(session, "friday", NOW)
    stored = repr(contents(session))
    for link in made.values():
        _id, signature = links.signed(SECRET, link.id).rsplit(".", 1)
        assert signature not in stored


def test_renewed_link_stops_at_once_and_leaves_the_other(engine: Engine, session: Session) -> None:
    old = links.make_both(session, "friday", NOW)
    other = links.make_both(session, "saturday", NOW)
    new = links.renew(session, "friday", Role.WRITE, LATER)
    assert new.id != old[Role.WRITE].id
    assert links.find(session, old[Role.WRITE].id) is None
    assert queries.pulse(engine, "friday", old[Role.WRITE].id) is None
    assert queries.visit(session, "friday", old[Role.WRITE].id) is None
    assert links.first_made(session, "friday", Role.WRITE) is None
    assert links.of_evening(session, "friday") == {Role.WRITE: new, Role.WATCH: old[Role.WATCH]}
    assert links.of_evening(session, "saturday") == other


def test_link_made_anew_by_a_clock_set_back_is_not_the_first(session: Session) -> None:
    links.make_both(session, "friday", LATER)
    links.renew(session, "friday", Role.WRITE, NOW)
    assert links.first_made(session, "friday", Role.WRITE) is None


def test_link_revoked_meanwhile_writes_nothing(scribe: Scribe, session: Session) -> None:
    old = links.make_both(session, "friday", NOW)[Role.WRITE]
    new = links.renew(session, "friday", Role.WRITE, LATER, by=old.id)
    before = contents(session)
    with pytest.raises(links.RevokedLinkError):
        scribe.write(MADE, link_id=old.id)
    with pytest.raises(links.RevokedLinkError):
        links.renew(session, "friday", Role.WRITE, LATER, by=old.id)
    assert contents(session) == before
    assert scribe.write(MADE, link_id=new.id).revision == 1


def test_link_opens_no_other_evening(engine: Engine, session: Session) -> None:
    made = links.make_both(session, "friday", NOW)
    for role, link in made.items():
        pulse = queries.pulse(engine, "friday", link.id)
        assert pulse is not None
        assert (pulse.number, pulse.role) == (0, role)
        visited = queries.visit(session, "friday", link.id)
        assert visited is not None
        assert (visited[0], visited[1].id, tuple(visited[1].names.values())) == (link, "friday", NAMES)
        assert queries.visit(session, "saturday", link.id) is None
        assert queries.pulse(engine, "saturday", link.id) is None


def test_evenings_are_listed_by_links_in_force(session: Session, scribe: Scribe) -> None:
    friday = links.make_both(session, "friday", NOW)
    saturday = links.make_both(session, "saturday", NOW)
    kept = {"friday": friday[Role.WATCH].id, "saturday": saturday[Role.WRITE].id}
    listed = queries.listed(session, kept)
    assert {(evening.id, evening.writes) for evening in listed} == {("friday", False), ("saturday", True)}
    assert [tuple(evening.names) for evening in listed] == [NAMES, NAMES]
    session.rollback()
    links.renew(session, "saturday", Role.WRITE, LATER)
    assert [evening.id for evening in queries.listed(session, kept)] == ["friday"]
    assert queries.listed(session, {}) == []
    session.rollback()
    assert scribe.revision() == 0


def test_device_is_known_by_its_label(session: Session) -> None:
    made = links.make_both(session, "friday", NOW)
    assert links.of_evening_and_label(session, "friday", "phone") == (made, "")
    session.rollback()
    for label in ("Anna's phone", "Änni’s 📱", ""):
        links.label_device(session, "phone", label)
        assert links.of_evening_and_label(session, "friday", "phone") == (made, label)
        assert links.of_evening_and_label(session, "friday", "other") == (made, "")
        session.rollback()
    assert contents(session)["devices"] == []


def test_link_of_no_evening_is_refused(session: Session) -> None:
    with pytest.raises(IntegrityError):
        links.renew(session, "nowhere", Role.WRITE, NOW)
    session.rollback()
    assert session.execute(sa.text("SELECT count(*) FROM links")).scalar() == 0
