"""Opening an evening: once for each token, however often and from wherever it is sent."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ledger.evening.events import Joined, Left, Opened, Renamed
from ledger.evening.state import start
from ledger.rules.problems import Code, RefusedError
from ledger.rules.seat import Seat
from ledger.store import queries
from ledger.store.journal import Plan, TokenReusedError, Writer, open_evening
from ledger.store.people import Words
from ledger.store.verify import differences
from tests.store.scribe import ANNA, BEN, DAN, MADE, NAMES, NOW, Scribe, codes, contents, plan

FRITZ = Seat(4)


def test_evening_opens_with_its_names_and_dealer(session: Session) -> None:
    open_evening(session, plan(dealer=DAN), Writer(now=NOW, link_id="link", device_id="phone"))
    evening = queries.evening(session, "friday")
    assert evening is not None
    assert tuple(evening.names.values()) == NAMES
    assert evening.head.state == start(plan(dealer=DAN).opened)
    assert (evening.title, evening.place, evening.date) == ("Friday", "The Bear", NOW.date())
    assert list(differences(session)) == []


def test_known_token_opens_nothing_new(session: Session) -> None:
    first = Scribe.opens(session, plan(token="tap"))
    first.write(MADE)
    before = contents(session)
    # Drawn by chance a second time, another deals first: still the same form, sent again.
    assert Scribe.opens(session, plan("other", token="tap", dealer=BEN)).evening_id == "friday"
    with pytest.raises(TokenReusedError):
        Scribe.opens(session, plan("other", token="tap", title="Other"))
    assert contents(session) == before
    assert not session.in_transaction()


def test_known_token_with_other_players_is_a_conflict(session: Session) -> None:
    Scribe.opens(session, plan(token="tap"))
    before = contents(session)
    for names in (("Anna", "Ben", "Carla", "Eva"), tuple(reversed(NAMES))):
        with pytest.raises(TokenReusedError):
            Scribe.opens(session, replace(plan("other", token="tap"), names=names))
    assert contents(session) == before
    assert not session.in_transaction()


def test_known_token_with_another_worth_of_a_chip_is_a_conflict(session: Session) -> None:
    francs = replace(plan(token="tap"), opened=replace(plan().opened, chip=10, currency="CHF"))
    assert Scribe.opens(session, francs).evening_id == Scribe.opens(session, francs).evening_id
    for opened in (plan().opened, replace(plan().opened, chip=10, currency="EUR")):
        with pytest.raises(TokenReusedError):
            Scribe.opens(session, replace(francs, opened=opened))


def test_known_token_opens_nothing_new_after_somebody_joined_or_was_renamed(session: Session) -> None:
    scribe = Scribe.opens(session, plan(token="tap"))
    scribe.write(Joined(FRITZ), words=Words(names={FRITZ: "Fritz"}))
    scribe.write(Renamed(BEN, 0), words=Words(texts=["Benno"]))
    scribe.write(Left(ANNA))
    before = contents(session)
    assert Scribe.opens(session, plan("other", token="tap")).evening_id == "friday"
    for names in (("Anna", "Benno", "Carla", "Dan"), ("Anna", "Ben", "Carla", "Fritz")):
        with pytest.raises(TokenReusedError):
            Scribe.opens(session, replace(plan("other", token="tap"), names=names))
    assert contents(session) == before


def _raced(engine: Engine, plans: list[Plan]) -> list[str]:
    """Open all of `plans` at the same moment, and return what each was told."""
    barrier = Barrier(len(plans))

    def opened(evening: Plan) -> str:
        with Session(engine) as session:
            barrier.wait()
            return open_evening(session, evening, Writer(now=NOW))

    with ThreadPoolExecutor(len(plans)) as threads:
        return list(threads.map(opened, plans))


def test_taps_at_the_same_moment_open_one_evening(engine: Engine, session: Session) -> None:
    for attempt in range(10):
        told = _raced(engine, [plan(f"{attempt}-{tap}", token=f"tap-{attempt}") for tap in range(5)])
        assert len(set(told)) == 1
        assert told[0].startswith(f"{attempt}-")
    assert len(contents(session)["evenings"]) == 10
    assert list(differences(session)) == []


def _too_few(evening: Plan) -> Plan:
    opened = Opened(ruleset=evening.opened.ruleset, seats=(DAN,), first_dealer=DAN)
    return replace(evening, opened=opened, names=("Dan",))


def _dealt_by_nobody(evening: Plan) -> Plan:
    return replace(evening, opened=replace(evening.opened, first_dealer=Seat(9)))


@pytest.mark.parametrize(
    ("spoil", "code"), [(_too_few, Code.PLAYER_COUNT), (_dealt_by_nobody, Code.UNKNOWN_DEALER)]
)
def test_refused_evening_writes_nothing_and_uses_up_no_token(
    session: Session, spoil: Callable[[Plan], Plan], code: Code
) -> None:
    with pytest.raises(RefusedError) as refused:
        Scribe.opens(session, spoil(plan(token="tap")))
    assert codes(refused.value) == [code]
    assert not any(contents(session).values())
    assert Scribe.opens(session, plan(token="tap")).evening_id == "friday"


def test_taken_id_is_no_repeat(session: Session) -> None:
    Scribe.opens(session)
    before = contents(session)
    with pytest.raises(IntegrityError):
        Scribe.opens(session, plan(token="another"))
    assert contents(session) == before


def test_one_name_for_each_seat(session: Session) -> None:
    with pytest.raises(ValueError, match="shorter"):
        Scribe.opens(session, replace(plan(), names=NAMES[:3]))
    assert not any(contents(session).values())


def test_events_of_an_evening_need_the_evening(session: Session) -> None:
    with pytest.raises(IntegrityError):
        session.execute(sa.text("INSERT INTO seats (evening_id, seat, name) VALUES ('nowhere', 0, 'Eva')"))
