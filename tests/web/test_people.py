"""People come and go between deals: no change of who sits where moves money, and nobody is mistaken."""

from collections.abc import Callable

import pytest

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.roster import at_the_table, join, meta, press, rename, reorder, said, seated

Change = Callable[[Evening], Page]


ROSTER: dict[str, Change] = {
    "join": lambda evening: join(evening, "Fritz", place="2"),
    "leave": lambda evening: press(evening, "Carla", "leave"),
    "sit out": lambda evening: press(evening, "Ben", "sit-out"),
    "rename": lambda evening: evening.phone.follow(rename(evening, "Dan", "Daniel")),
    "reorder": lambda evening: reorder(evening, "down:0", "up:4"),
    "dealer": lambda evening: press(evening, "Eva", "deal"),
}


@pytest.mark.parametrize("change", ROSTER.values(), ids=ROSTER)
def test_no_roster_change_moves_money(evening: Evening, stored: Reader, change: Change) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    before, pot, postings = evening.balances(), evening.pot(), stored()["postings"]
    change(evening)
    after = {("Dan" if name == "Daniel" else name): balance for name, balance in evening.balances().items()}
    assert after.pop("Fritz", "0") == "0"
    assert (after, evening.pot(), stored()["postings"]) == (before, pot, postings)


@pytest.mark.parametrize("change", ROSTER.values(), ids=ROSTER)
def test_roster_change_is_undone_and_redone_from_the_table(evening: Evening, change: Change) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    before = (seated(evening.page("people")), meta(evening), evening.balances())
    change(evening)
    after = (seated(evening.page("people")), meta(evening), evening.balances())
    assert after != before
    evening.press("undo", evening.page("people"))
    assert (seated(evening.page("people")), meta(evening), evening.balances()) == before
    evening.press("redo")
    assert (seated(evening.page("people")), meta(evening), evening.balances()) == after


def test_latecomer_sits_where_it_was_chosen_and_the_dealer_stays(evening: Evening) -> None:
    evening.write(declarer="Dan")
    dealer = meta(evening)
    page = join(evening, "Fritz", place=evening.seat("Carla"))
    assert seated(page) == ["Anna", "Ben", "Fritz", "Carla", "Dan", "Eva"]
    assert "Fritz sits down." in page.root.one(class_="said").text
    assert dealer == meta(evening) == "Pot · Deal 2 · Ben deals"
    assert at_the_table(evening) == ["Ben", "Fritz", "Carla", "Dan", "Eva", "Anna"]
    evening.write(declarer="Eva")
    assert evening.balances()["Fritz"] == "−1"
    assert meta(evening) == "Pot · Deal 3 · Fritz deals"


def test_latecomer_sits_between_the_last_and_the_first_where_nothing_was_chosen(evening: Evening) -> None:
    page = evening.page("people/join")
    assert page.root.one("select", id="place").all("option")[0].text == "Between Eva and Anna"
    assert page.form("/join").fields["place"] == ""
    assert seated(join(evening, "Fritz")) == [*evening.names, "Fritz"]


def test_latecomer_is_offered_what_everybody_has_in_the_pot(evening: Evening) -> None:
    assert "as everybody has in it" not in evening.page("people/join").text
    evening.write(declarer="nobody")
    evening.write(declarer="nobody")
    move = evening.page("money/move")
    evening.phone.follow(evening.phone.press(move, "/money/move", source="0", target="-1", amount="5"))
    # Anna has more in it than the others: everybody has 2.
    assert "Also 2\u00a0chips, as everybody has in it" in evening.page("people/join").text
    join(evening, "Fritz", pays="share")
    assert said(evening) == "Fritz sits down and pays 2\u00a0chips into the pot."
    assert (evening.balances()["Fritz"], evening.pot()) == ("−2", "17")


def test_latecomer_pays_another_sum(evening: Evening) -> None:
    join(evening, "Fritz", pays="other", amount="7")
    assert (evening.balances()["Fritz"], evening.pot()) == ("−7", "7")


def test_latecomer_pays_no_fraction_of_a_coin(phone: Phone, stored: Reader) -> None:
    evening = Evening.starts(phone, "chratze-cash")
    before = stored()
    for typed, words in (("0,51", "Coins of"), ("1.500", "could be"), ("", "How much?"), ("-1", "More than")):
        page = phone.press(evening.page("people/join"), "/join", name="Fritz", pays="other", amount=typed)
        assert page.status == 422
        assert words in page.flaw_of("amount")
        form = page.form("/join").fields
        assert (form["name"], form["pays"], form["amount"]) == ("Fritz", "other", typed)
    assert stored() == before


def test_sum_that_is_typed_is_never_forgotten(evening: Evening, stored: Reader) -> None:
    before = stored()
    page = evening.phone.press(evening.page("people/join"), "/join", name="Fritz", amount="5")
    assert page.status == 422
    assert "another sum" in page.flaw_of("amount")
    assert stored() == before


@pytest.mark.parametrize(
    ("name", "words"),
    [("", "Give a name."), ("anna ", "already sits"), ("Pot", "The pot goes by"), ("x" * 41, "Too long")],
)
def test_name_that_will_not_do_is_refused_at_its_field(
    evening: Evening, stored: Reader, name: str, words: str
) -> None:
    before = stored()
    page = evening.phone.press(evening.page("people/join"), "/join", name=name, place="3")
    assert page.status == 422
    assert words in page.flaw_of("name")
    assert page.form("/join").fields["place"] == "3"
    assert stored() == before


def test_joining_twice_by_a_double_tap_is_done_once(evening: Evening, stored: Reader) -> None:
    form = evening.page("people/join").form("/join")
    sent = form.filled(name="Fritz")
    assert evening.phone.post(form.action, sent).status == 303
    before = stored()
    assert evening.phone.post(form.action, sent).status == 303
    assert stored() == before


def test_seat_number_made_up_by_hand_is_refused(evening: Evening, stored: Reader) -> None:
    before = stored()
    for seat in ("-1", "9", "", "x"):
        page = evening.phone.press(evening.page("people/join"), "/join", name="Fritz", seat=seat)
        assert page.status == 422
    assert stored() == before


def test_leaver_keeps_the_balance_and_is_seen_in_standing_slip_and_book(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    page = press(evening, "Dan", "leave")
    assert seated(page) == ["Anna", "Ben", "Carla", "Eva"]
    assert (
        page.root.one("ul", class_="people").text == "Dan −11 sits out"
        or "Dan" in page.root.one("ul", class_="people").text
    )
    assert evening.balances()["Dan"] == "−11"
    assert "−11" in evening.page(f"slips/{evening.seat('Dan')}").text
    assert "Dan leaves." in evening.page("book").text
    assert "Dan" not in at_the_table(evening)
    evening.write(declarer="Eva")
    assert evening.balances()["Dan"] == "−11"
    assert evening.close().status == 200


def test_leaver_who_was_about_to_deal_hands_the_deal_on(evening: Evening) -> None:
    page = evening.page(f"people/{evening.seat('Anna')}")
    assert "Ben deals next." in page.text
    press(evening, "Anna", "leave")
    assert meta(evening) == "Pot · Deal 1 · Ben deals"


def test_who_left_comes_back_as_the_same_person(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    press(evening, "Dan", "leave")
    page = evening.page("people/join")
    assert any(link.get("href").endswith("name=Dan") for link in page.root.all("a"))
    back = evening.phone.follow(evening.phone.press(page, "/join", name="dan", place=evening.seat("Anna")))
    assert seated(back) == ["Dan", "Anna", "Ben", "Carla", "Eva"]
    assert evening.balances()["Dan"] == "−11"
    assert len(evening.balances()) == 5


def test_who_sits_out_antes_nothing_and_is_not_asked(evening: Evening) -> None:
    press(evening, "Anna", "sit-out")
    assert at_the_table(evening) == ["Ben", "Carla", "Dan", "Eva"]
    refused = evening.send(evening.deal(declarer="Anna"))
    assert refused.status == 422
    evening.write(declarer="Eva")
    assert evening.balances() == {"Eva": "+3", "Anna": "0", "Ben": "−1", "Carla": "−1", "Dan": "−1"}
    row = evening.page("people").root.one("ol", class_="people").all("li")[0]
    assert row.text == "Anna sits out 0"
    press(evening, "Anna", "return")
    assert at_the_table(evening) == ["Carla", "Dan", "Eva", "Anna", "Ben"]


def test_too_few_is_said_at_once_with_what_is_still_possible(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", ("Anna", "Ben", "Carla"))
    assert "2 are at the table, this game needs 3" in evening.page("people/2").text
    page = press(evening, "Carla", "leave")
    for words in ("2 are at the table, this game needs 3", "Money can be moved"):
        assert words in page.notice
    table = evening.page()
    assert table.root.one("button", class_="write").one(class_="says").text == (
        "This game is for 3 to 6 players, here are 2."
    )
    assert table.root.one("a", class_="fact").get("href") == evening.path("people")
    refused = evening.send(evening.deal(joined=["Anna", "Ben"], tricks={"Ben": 4}))
    assert refused.status == 422
    assert "This game is for 3 to 6 players, here are 2." in refused.notice
    join(evening, "Carla")
    assert evening.page("people").notice == ""


def test_too_many_is_said_before_and_after(phone: Phone) -> None:
    evening = Evening.starts(phone, names=("A", "B", "C", "D", "E", "F", "G"))
    words = "8 are at the table, this game is for 7"
    assert words in evening.page("people/join").notice
    assert words in join(evening, "Harry").notice
    press(evening, "A", "sit-out")
    assert evening.page("people").notice == ""


def test_last_one_at_the_table_cannot_leave(phone: Phone, stored: Reader) -> None:
    evening = Evening.starts(phone, names=("Anna", "Ben"))
    press(evening, "Ben", "leave")
    page = evening.page("people/0")
    assert "close the evening instead" in page.text
    assert not page.has_form("/leave")
    before = stored()
    form = evening.page("people/0").form("/name").fields
    refused = phone.post(evening.path("people/0/leave"), form)
    assert refused.status == 422
    assert stored() == before


def test_change_on_an_old_page_shows_what_came_in_between(evening: Evening, stored: Reader) -> None:
    page = evening.page("people/1")
    evening.write(declarer="Dan")
    before = stored()
    late = evening.phone.press(page, "/leave")
    assert late.status == 409
    assert "Deal 1: Dan +5" in late.notice
    assert stored() == before


def test_old_token_loses_nothing_typed(evening: Evening, stored: Reader) -> None:
    before = stored()
    page = evening.phone.press(evening.page("people/join"), "/join", name="Fritz", csrf_token="old")
    assert page.status == 422
    assert page.form("/join").fields["name"] == "Fritz"
    assert stored() == before


def test_closed_evening_says_so_and_offers_nothing(evening: Evening) -> None:
    form = evening.page("people/1").form("/leave")
    evening.close()
    for where in ("people", "people/1", "people/join", "people/order"):
        page = evening.page(where)
        assert "The evening is closed: reopen it to write." in page.notice
        assert {element.get("action") for element in page.root.all("form")} == {"/language"}
    assert evening.phone.post(form.action, form.fields).status == 409


def test_nobody_of_that_number_is_not_found(evening: Evening) -> None:
    assert evening.page("people/77").status == 404
