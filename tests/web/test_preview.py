"""The live numbers: what the page says while a deal is tapped is what writing it does."""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.rules.problems import Code
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.phone import Phone
from tests.web.words import problem

THREE = ("Anna", "Ben", "Carla")
POSSIBLE = [
    ("chratze", {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Carla": 1}}),
    ("chratze", {"declarer": "Ben", "joined": ["Anna", "Carla"], "tricks": {"Carla": 3}}),
    ("chratze", {"declarer": "Anna", "blind": "double"}),
    ("chratze", {"declarer": "nobody"}),
    ("chratze-cash", {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Carla": 2}}),
    ("chratze-cash", {"declarer": "nobody"}),
    ("kratzen", {"tricks": {"Ben": 3}}),
    ("kratzen", {"seven": "1", "tricks": {"Ben": 3}}),
    ("zwicken", {"joined": ["Anna", "Carla"], "tricks": {"Carla": 3}}),
    ("zwicken", {"joined": ["Carla"]}),
    ("zwicken", {"dealer_trump": "yes"}),
    ("zwicken", {"dealer_trump": "no"}),
]


def pot_of(page_text: str) -> str:
    return page_text.rsplit(" ", 1)[-1]


@pytest.mark.parametrize(("slug", "facts"), POSSIBLE)
def test_preview_says_what_writing_then_does(
    phone: Phone, stored: Reader, slug: str, facts: Mapping[str, Any]
) -> None:
    evening = Evening.starts(phone, slug, THREE)
    deal = evening.deal(**facts)
    before = stored()
    shown = evening.preview(deal)
    assert shown["ready"]
    assert stored() == before
    page = phone.follow(evening.send(deal))
    said = page.root.one(class_="said")
    results = [(part.one("bdi").text, part.one("b").text) for part in said.all(class_="nowrap")]
    assert dict(results) == {evening.names[int(seat)]: won for seat, won in shown["results"].items()}
    if "→" in shown["says"]:
        assert pot_of(shown["says"]) == pot_of(page.root.one("h1", class_="pot").text)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": 2}}, "Pot 5 → 5"),
        ({"declarer": "Dan", "joined": ["Ben"], "tricks": {"Ben": 4}}, "Pot 5 → 15"),
        ({"declarer": "Carla"}, "Nobody came along: Carla takes 5"),
        ({"declarer": "nobody"}, "Everybody antes again: 5 → 10"),
    ],
)
def test_button_says_what_it_will_do(evening: Evening, facts: Mapping[str, Any], says: str) -> None:
    assert evening.preview(evening.deal(**facts))["says"] == says


def test_unfinished_deal_is_told_what_is_missing(evening: Evening, stored: Reader) -> None:
    before = stored()
    unfinished = evening.preview(evening.deal(joined=["Ben"]))
    assert (unfinished["ready"], unfinished["missing"]) == (False, problem(Code.NO_DECLARER))
    too_many = evening.preview(evening.deal(declarer="Dan", joined=["Ben"], tricks={"Dan": 3, "Ben": 3}))
    assert (too_many["ready"], too_many["missing"]) == (False, problem(Code.TRICKS_SUM, total=6, tricks=4))
    assert too_many["results"] == {}
    assert stored() == before


def test_signs_say_in_a_word_what_colour_says(evening: Evening) -> None:
    facts: dict[str, Any] = {"declarer": "Dan", "joined": ["Ben", "Eva"], "tricks": {"Ben": 2}}
    shown = evening.preview(evening.deal(**facts))
    assert {evening.names[int(seat)]: sign for seat, sign in shown["signs"].items()} == {
        "Dan": "gain",
        "Ben": "gain",
        "Eva": "loss",
    }


def test_preview_of_a_closed_evening_says_so_and_writes_nothing(evening: Evening, stored: Reader) -> None:
    deal = evening.deal(declarer="Dan")
    evening.close()
    before = stored()
    shown = evening.preview(deal)
    assert not shown["ready"]
    assert shown["missing"] == problem(Code.EVENING_CLOSED)
    assert stored() == before


def test_preview_tells_which_revision_its_numbers_are_for(evening: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    assert evening.preview(deal)["revision"] == 0
    evening.write(declarer="Eva")
    assert evening.preview(deal)["revision"] == 1


def test_preview_without_a_good_token_shows_nothing(evening: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    deal.poplist("csrf_token")
    assert evening.phone.post(evening.path("preview"), deal).status == 400
