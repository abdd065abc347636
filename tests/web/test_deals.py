"""Deals, written through the form of the table: the worked example, and what each game has of its own."""

import pytest

from ledger.web.forms import ActionForm
from tests.web.conftest import Reader
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")


@pytest.fixture
def kratzen(phone: Phone) -> Evening:
    """Return an evening of Kratzen; its first deal is a Muss, Anna's."""
    return Evening.starts(phone, "kratzen", THREE)


@pytest.fixture
def zwicken(phone: Phone) -> Evening:
    """Return an evening of Zwicken, Anna deals first."""
    return Evening.starts(phone, "zwicken", THREE)


def pot_on_table(evening: Evening) -> str:
    return evening.page().root.one("h1", class_="pot").text.removeprefix("Pot ")


def test_worked_example_leaves_the_balances_of_the_rules(evening: Evening) -> None:
    page = evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    assert page.root.one(class_="said").text == "Deal 1 Dan +4 · Carla +1 · Ben −5"
    assert page.root.one(class_="meta").text == "Pot · Deal 2 · Ben deals · 5 + 5 antes"
    page = evening.write(declarer="Carla", joined=["Dan", "Eva"], tricks={"Dan": 3})
    assert page.root.one(class_="said").text == "Deal 2 Dan +10 · Eva −10 · Carla −20"
    assert page.root.one(class_="meta").text == "Pot · Deal 3 · Carla deals · 30 + 5 antes"
    assert pot_on_table(evening) == "35"
    evening.write(declarer="Anna", joined=["Ben", "Eva"], tricks={"Ben": 1, "Eva": 1})
    assert evening.balances() == {"Anna": "+21", "Ben": "−3", "Carla": "−22", "Dan": "+11", "Eva": "−8"}
    assert evening.pot() == "1"


@pytest.mark.parametrize("written", ["", "2"])
def test_declarer_has_the_rest_of_the_tricks_until_somebody_sets_them(evening: Evening, written: str) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2, "Dan": written})
    assert evening.balances()["Dan"] == "+3"
    explained = evening.page("book").root.one("details").text
    assert "Tricks: Dan 2" in explained or "Dan 2" in explained


def test_unopposed_declarer_takes_the_pot_and_who_was_asked_last_is_susi(evening: Evening) -> None:
    page = evening.write(declarer="Carla")
    assert evening.balances()["Carla"] == "+4"
    assert pot_on_table(evening) == "5"
    ben = page.root.one("li", **{"data-seat": evening.seat("Ben")})
    assert "Susi" in ben.text
    assert "Susi" not in page.root.one("li", **{"data-seat": evening.seat("Dan")}).text


def test_nobody_declares_so_all_ante_again_and_the_same_dealer_deals(evening: Evening) -> None:
    page = evening.write(declarer="nobody")
    assert page.root.one(class_="said").text == "Deal 1 nobody played"
    assert page.root.one(class_="meta").text == "Pot · Deal 2 · Anna deals · 5 + 5 antes"
    assert set(evening.balances().values()) == {"−1"}


def test_cash_is_redealt_three_times_before_the_deal_passes_on(phone: Phone) -> None:
    evening = Evening.starts(phone, "chratze-cash", THREE)
    assert pot_on_table(evening) == "0.60"
    for _redeal in range(3):
        page = evening.write(declarer="nobody")
        assert "Anna deals" in page.root.one(class_="meta").text
        assert pot_on_table(evening) == "0.60"
    page = evening.write(declarer="nobody")
    assert "Ben deals · 0.60 + 0.60 antes" in page.root.one(class_="meta").text
    evening.write(declarer="Ben", joined=["Carla"], tricks={"Carla": 1})
    # Two thirds of 1.20; the antes were 0.40 each.
    assert evening.balances() == {"Ben": "+0.40", "Carla": "0.00", "Anna": "−0.40"}


def test_muss_takes_everybody_in_and_pays_nothing_out(kratzen: Evening) -> None:
    page = kratzen.page()
    assert "Muss" in page.root.one(class_="meta").text
    assert page.form("/deals").fields.getlist("joined") == ["1", "2"]
    assert page.form("/deals").fields["declarer"] == "0"
    kratzen.write(tricks={"Ben": 1})
    assert kratzen.balances() == {"Ben": "−1", "Anna": "−2", "Carla": "−5"}
    assert kratzen.pot() == "8"


def test_muss_is_not_written_before_anybody_has_a_trick(kratzen: Evening) -> None:
    refused = kratzen.send(kratzen.deal())
    assert refused.status == 422
    assert refused.notice == "Who won the tricks?"


def test_striker_and_joiner_share_quarters_of_an_ordinary_pot(kratzen: Evening) -> None:
    kratzen.write(tricks={"Ben": 1})
    assert pot_on_table(kratzen) == "9"
    kratzen.write(joined=["Carla"], tricks={"Carla": 1})
    assert kratzen.balances() == {"Ben": "+4¾", "Anna": "−2", "Carla": "−2¾"}
    assert "Muss" in kratzen.page().root.one(class_="meta").text


def test_striker_takes_the_pot_when_all_others_fold(kratzen: Evening) -> None:
    kratzen.write(tricks={"Ben": 1})
    kratzen.write(fold="1")
    assert kratzen.balances() == {"Ben": "+7", "Anna": "−2", "Carla": "−5"}


def test_pot_is_not_the_strikers_before_it_is_said_that_all_others_fold(
    kratzen: Evening, stored: Reader
) -> None:
    kratzen.write(tricks={"Ben": 1})
    before = stored()
    for typed in ({}, {"Ben": 0}, {"Anna": 0}):
        refused = kratzen.send(kratzen.deal(tricks=typed))
        assert (refused.status, refused.notice) == (422, "Who comes along?")
    both = kratzen.send(kratzen.deal(fold="1", joined=["Carla"], tricks={"Carla": 1}))
    assert (both.status, both.notice) == (422, "Somebody comes along, or all fold: both cannot be.")
    fields = both.form("/deals").fields
    assert (fields["fold"], fields["joined"], fields["tricks_2"]) == ("1", kratzen.seat("Carla"), "1")
    assert stored() == before


def test_deal_that_has_become_a_muss_is_not_one_in_which_all_fold(kratzen: Evening) -> None:
    kratzen.write(tricks={"Ben": 1})
    old = kratzen.deal(fold="1")
    kratzen.write(fold="1")
    page = kratzen.send(old)
    assert page.status == 409
    assert "fold" not in page.form("/deals").names
    assert page.root.one(class_="says").text == "Who won the tricks?"


def test_turned_seven_brings_everybody_in_without_payout_for_one_trick_each(kratzen: Evening) -> None:
    kratzen.write(tricks={"Ben": 1})
    page = kratzen.write(seven="1", tricks={"Ben": 1, "Carla": 3})
    # Ben strikes and needs only one; Anna, who had not been ticked, is in and has none.
    assert page.root.one(class_="said").text == "Deal 2 Ben 0 · Carla 0 · Anna −9"
    assert kratzen.balances() == {"Ben": "−2", "Carla": "−5", "Anna": "−11"}
    assert "a 7 was turned" in kratzen.page("book").text


def test_zwicken_pays_a_third_of_the_pot_for_every_trick(zwicken: Evening) -> None:
    zwicken.write(joined=THREE, tricks={"Anna": 2, "Ben": 1})
    assert zwicken.balances() == {"Ben": "+1", "Anna": "−1", "Carla": "−3"}
    assert zwicken.pot() == "3"


@pytest.mark.parametrize(("holds", "anna", "next_pot"), [("yes", "0", "3"), ("no", "−3", "6")])
def test_pot_that_nobody_plays_for_is_the_dealers_only_with_a_trump(
    zwicken: Evening, holds: str, anna: str, next_pot: str
) -> None:
    page = zwicken.write(dealer_trump=holds)
    assert zwicken.balances()["Anna"] == anna
    assert pot_on_table(zwicken) == next_pot
    assert "Ben deals" in page.root.one(class_="meta").text


def test_lone_player_of_zwicken_takes_the_pot(zwicken: Evening) -> None:
    says = zwicken.preview(zwicken.deal(joined=["Ben"]))["says"]
    assert says == "Nobody else plays: Ben takes 3"
    zwicken.write(joined=["Ben"])
    assert zwicken.balances()["Ben"] == "+3"


def test_odd_coin_goes_to_the_first_trick_where_the_house_says_so(phone: Phone) -> None:
    house = {"opt__ante__dealer": "4", "opt__leftover": "trick-order", "opt__ante__indivisible": "yes"}
    evening = Evening.starts(phone, "zwicken", THREE, **house)
    order = [evening.seat(name) for name in ("Carla", "Anna", "Anna")]
    evening.write(joined=["Anna", "Carla"], tricks={"Anna": 2, "Carla": 1}, order=order)
    # A third of 4 is 1; the fourth chip is Carla's, who won the first trick.
    assert evening.balances() == {"Carla": "+2", "Ben": "0", "Anna": "−2"}
    assert "an odd coin that could not be shared" in evening.page("book").text


@pytest.mark.parametrize(("kind", "word"), [("single", "blind"), ("double", "double blind")])
def test_blind_dealer_is_recorded_and_costs_the_same(evening: Evening, kind: str, word: str) -> None:
    evening.write(declarer="Anna", joined=["Ben"], tricks={"Ben": 2}, blind=kind)
    assert evening.balances()["Anna"] == "+3"
    tags = [tag.text for tag in evening.page("book").root.one("details").all(class_="tag")]
    assert tags == [word]


def test_form_is_validated_once_for_each_writing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    validate = ActionForm.validate

    def counted(form: ActionForm) -> bool:
        asked.append(form)
        return bool(validate(form))

    deal = evening.deal(declarer="Dan")
    monkeypatch.setattr(ActionForm, "validate", counted)
    evening.send(deal)
    assert len(asked) == 1
    evening.press("undo")
    assert len(asked) == 2


def test_trump_card_says_what_it_is(evening: Evening) -> None:
    page = evening.page()
    button = page.root.one("button", id="card")
    assert button.text == "Trump 1"
    assert "tap for the next one" in page.root.one(id=button.get("aria-describedby")).text
    label = page.root.one("select", name="trump_card").parent
    assert label is not None
    assert label.text.startswith("Trump card turned last")


def test_later_trump_card_is_recorded(evening: Evening) -> None:
    evening.write(declarer="Ben", trump_card="3")
    assert "trump card 3" in evening.page("book").text


def test_players_sit_in_deal_order_from_the_dealer_on(evening: Evening) -> None:
    evening.write(declarer="Eva")
    rows = [row.one("button", class_="who").one("bdi").text for row in evening.page().root.all("li")]
    assert rows == [*NAMES[1:], NAMES[0]]
