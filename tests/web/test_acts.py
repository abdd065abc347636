"""Acts: everything that is no deal has a sentence in every language."""

from dataclasses import replace
from typing import Final, get_args

import pytest

from ledger.evening.book import replay
from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    Counted,
    DealerSet,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Left,
    Opened,
    PaymentMarked,
    Rebought,
    Redone,
    Renamed,
    Reopened,
    Reordered,
    Restored,
    Returned,
    SatOut,
    Sharing,
    Struck,
    Undone,
    Voided,
)
from ledger.evening.line import Line
from ledger.rules.catalogue import find
from ledger.rules.deal import Deal
from ledger.rules.seat import POT, Seat
from ledger.wording.acts import Teller
from ledger.wording.language import LANGUAGES, language
from tests.web.page import as_read

ANNA, BEN, CARLA = (Seat(number) for number in range(3))
NAMES: Final = {ANNA: "Anna", BEN: "Ben", CARLA: "Carla"}
OPENED: Final = Opened(ruleset=find("chratze"), seats=(ANNA, BEN, CARLA), first_dealer=ANNA)
# What is told as a deal, or not at all.
ELSEWHERE: Final = {Opened, DealWritten, Undone, Redone, Corrected, Struck, Restored, Inserted, PaymentMarked}
ACTS: Final[list[tuple[Event, str]]] = [
    (Joined(CARLA), "Carla sits down."),
    (Joined(CARLA, None, 3), "Carla sits down and pays 3\u00a0chips into the pot."),
    (Left(BEN), "Ben leaves."),
    (SatOut(BEN), "Ben sits out."),
    (Returned(BEN), "Ben plays again."),
    (Renamed(BEN, 1), "Ben is called Benno from now on."),
    (Renamed(BEN, 7), "Ben has a new name."),
    (Reordered((BEN, ANNA, CARLA)), "New order: Ben, Anna, Carla."),
    (DealerSet(BEN), "Ben deals next."),
    (Adjusted(ANNA, POT, 1, 2), "Anna → Pot: 1\u00a0chip (forgot)"),
    (Adjusted(POT, BEN, 2), "Pot → Ben: 2\u00a0chips"),
    (Rebought(ANNA, 20), "Anna buys 20\u00a0chips more."),
    (Counted(7), "Counted in the bowl: 7\u00a0chips."),
    (Voided(), "Misdeal: nothing moves, the same dealer deals again."),
    (Closed(), "The evening was closed."),
    (Closed(Sharing.SPLIT), "The evening was closed. The pot was split equally."),
    (Closed(Sharing.WINNERS), "The evening was closed. The pot went to who won last."),
    (Closed(Sharing.REFUND), "The evening was closed. The pot went back to those whose money it was."),
    (Reopened(), "The evening was reopened."),
]


def teller(code: str) -> Teller:
    unit = OPENED.ruleset.unit
    return Teller(names=NAMES, unit=unit, language=language(code), texts={1: "Benno", 2: "forgot"})


@pytest.mark.parametrize(("event", "text"), ACTS)
def test_act_is_told_in_words(event: Event, text: str) -> None:
    assert as_read(teller("en").act(event)) == as_read(text)


def test_name_that_was_erased_is_not_told() -> None:
    erased = replace(teller("en"), texts={1: ""})
    assert as_read(erased.act(Renamed(BEN, 1))) == "Ben has a new name."


def test_every_kind_of_event_is_told_here_or_elsewhere() -> None:
    assert {type(event) for event, _text in ACTS} | ELSEWHERE == set(get_args(Event))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_act_has_a_sentence_of_its_own_in_every_language(code: str) -> None:
    told = [teller(code).act(event) for event, _text in ACTS]
    assert len(set(told)) == len(ACTS)
    assert all(told)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (6, "Right: the pot before the antes."),
        (9, "Right: the pot with the antes."),
        (7, "Not the pot of 6: 1 too much. Not 9 with the antes: 2 too little."),
    ],
)
def test_count_is_compared_with_the_pot_before_and_with_the_antes(found: int, verdict: str) -> None:
    lost = DealWritten(Deal(declarer=BEN, joined=(ANNA,), tricks={BEN: 1, ANNA: 3}))
    state = replay(OPENED, [Line(1, lost)]).state
    assert (state.carried, state.next.pot) == (6, 9)
    assert teller("en").verdict(found, state) == verdict


def test_count_without_antes_is_compared_with_the_pot() -> None:
    once = find("chratze", {"ante.when": "pot-empty"})
    opened = Opened(ruleset=once, seats=(ANNA, BEN, CARLA), first_dealer=ANNA)
    lost = DealWritten(Deal(declarer=BEN, joined=(ANNA,), tricks={BEN: 1, ANNA: 3}))
    state = replay(opened, [Line(1, lost)]).state
    assert teller("en").verdict(6, state) == "Right: the pot."
    assert teller("en").verdict(8, state) == "Not the pot of 6: 2 too much."
