"""Money that is no deal: moved, counted, bought, and never moved silently; where the pot comes from."""

import pytest

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

POT = "-1"


def send(evening: Evening, **typed: str) -> Page:
    """Send the form that moves money; players by name."""
    seats = {name: evening.seat(name) for name in evening.names}
    sides = {side: seats.get(typed[side], typed[side]) for side in ("source", "target") if side in typed}
    return evening.phone.press(evening.page("money/move"), "/money/move", **(typed | sides))


def move(evening: Evening, **typed: str) -> Page:
    """Move money, and return the table."""
    return evening.phone.follow(send(evening, **typed))


def count(evening: Evening, amount: str) -> Page:
    """Count the bowl, and return the page that says what it came to."""
    return evening.phone.follow(
        evening.phone.press(evening.page("money/count"), "/money/count", amount=amount)
    )


def acts(evening: Evening) -> list[str]:
    """Return what the book tells of what was no deal, newest first, without the time."""
    entries = evening.page("book").root.all("li", class_="entry")
    return [entry.one("strong").text for entry in entries if entry.all("strong") and not entry.all("details")]


def lost(evening: Evening) -> None:
    """Write a deal that leaves 10 in the pot."""
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})


@pytest.mark.parametrize(
    ("source", "target", "after"),
    [
        ("Anna", POT, {"Anna": "−3", "Dan": "−11", "pot": "12"}),
        (POT, "Dan", {"Anna": "−1", "Dan": "−9", "pot": "8"}),
        ("Anna", "Dan", {"Anna": "−3", "Dan": "−9", "pot": "10"}),
    ],
)
def test_money_is_moved_with_its_reason_and_taken_back(
    evening: Evening, source: str, target: str, after: dict[str, str]
) -> None:
    lost(evening)
    before = (evening.balances(), evening.pot())
    table = move(evening, source=source, target=target, amount="2", why="Revoke")
    expected = dict(after)
    pot = expected.pop("pot")
    assert (evening.balances() | expected, evening.pot()) == (evening.balances(), pot)
    names = ["Pot" if side == POT else side for side in (source, target)]
    told = f"{names[0]} → {names[1]}: 2\u00a0chips (Revoke)"
    assert table.root.one(class_="said").text == told
    assert acts(evening) == [told]
    evening.press("undo")
    assert (evening.balances(), evening.pot()) == before
    evening.press("redo")
    assert evening.pot() == pot


def test_reason_that_is_typed_wins_and_is_remembered(evening: Evening, phone: Phone) -> None:
    usual = evening.page("money/move").root.all("input", name="why")
    assert [radio.get("value") for radio in usual] == [
        *("Misdeal", "Revoke", "Forgot the ante", "Cut card", "Round of drinks")
    ]
    move(evening, source="Anna", target="Ben", amount="1", why="Revoke", reason=" dropped  a card ")
    move(evening, source="Anna", target="Ben", amount="1", why="revoke")
    move(evening, source="Anna", target="Ben", amount="1", reason="dropped a card")
    other = Evening.starts(phone)
    offered = [radio.get("value") for radio in other.page("money/move").root.all("input", name="why")]
    assert offered[:3] == ["dropped a card", "revoke", "Misdeal"]
    assert "Revoke" not in offered


def test_reasons_of_others_are_not_offered(evening: Evening, other_phone: Phone) -> None:
    move(evening, source="Anna", target="Ben", amount="1", reason="our secret")
    other = Evening.starts(other_phone)
    assert "our secret" not in other.page("money/move").text


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"target": "Ben", "amount": "1"}, "source", "Who gives it?"),
        ({"source": "Anna", "target": "", "amount": "1"}, "target", "Who gets it?"),
        ({"source": "Anna", "target": "Anna", "amount": "1"}, "target", "That is who gives it."),
        ({"source": "Anna", "amount": ""}, "amount", "How much?"),
        ({"source": "Anna", "amount": "0"}, "amount", "More than nothing"),
        ({"source": "Anna", "amount": "-2"}, "amount", "More than nothing"),
        ({"source": "Anna", "amount": "1.500"}, "amount", "This could be"),
        ({"source": "Anna", "amount": "0.5"}, "amount", "finer than"),
        ({"source": POT, "target": "Anna", "amount": "11"}, "amount", "not that much in the pot"),
        ({"source": "Anna", "amount": "1000000000000001"}, "amount", "at most"),
    ],
)
def test_what_cannot_be_moved_is_said_at_its_field_and_stays_typed(
    evening: Evening, stored: Reader, typed: dict[str, str], field: str, words: str
) -> None:
    lost(evening)
    before = stored()
    page = send(evening, **typed, why="Revoke", reason="because")
    assert page.status == 422
    assert words in page.flaw_of(field)
    form = page.form("/money/move").fields
    assert (form["amount"], form["why"], form["reason"]) == (typed["amount"], "Revoke", "because")
    assert stored() == before


def test_comma_and_point_are_read_alike(phone: Phone) -> None:
    evening = Evening.starts(phone, "chratze-cash")
    move(evening, source="Anna", target="Ben", amount="1,20")
    move(evening, source="Anna", target="Ben", amount="0.05")
    assert evening.balances()["Ben"] == "+1.25"
    page = send(evening, source="Anna", target=POT, amount="0.01")
    assert "Coins of" in page.flaw_of("amount")


def test_who_left_can_still_be_paid(evening: Evening) -> None:
    lost(evening)
    seat = evening.seat("Dan")
    evening.phone.follow(evening.phone.press(evening.page(f"people/{seat}"), "/leave"))
    move(evening, source=POT, target="Dan", amount="3")
    assert evening.balances()["Dan"] == "−8"


@pytest.mark.parametrize(
    ("amount", "words"),
    [("10", "Right: the pot before the antes."), ("15", "Right: the pot with the antes.")],
)
def test_bowl_that_is_right_says_which_pot_it_is_and_when(
    evening: Evening, stored: Reader, amount: str, words: str
) -> None:
    lost(evening)
    before, postings = evening.balances(), stored()["postings"]
    page = count(evening, amount)
    assert f"Counted in the bowl: {amount}\u00a0chips. {words}" in page.notice
    assert page.notice[2] == ":"
    assert not page.has_form("/money/move")
    assert (evening.balances(), stored()["postings"]) == (before, postings)
    assert acts(evening)[0].endswith(words)


def test_bowl_that_is_short_is_booked_against_whom_the_table_chooses(
    evening: Evening, stored: Reader
) -> None:
    lost(evening)
    postings = stored()["postings"]
    page = count(evening, "13")
    assert "Not the pot of 10: 3 too much. Not 15 with the antes: 2 too little." in page.notice
    assert stored()["postings"] == postings
    form = page.form("/money/move")
    assert form.element.one("h2").text == "With the antes in the bowl: 2 too little"
    nobody = evening.phone.post(form.action, form.fields)
    assert nobody.status == 422
    assert nobody.flaw_of("target") == "Who gets it?"
    evening.phone.follow(evening.phone.post(form.action, form.filled(target=evening.seat("Eva"))))
    assert (evening.balances()["Eva"], evening.pot()) == ("+1", "8")
    assert acts(evening)[0] == "Pot → Eva: 2\u00a0chips (Bowl counted)"
    assert "Right: the pot with the antes." in count(evening, "13").notice


def test_bowl_that_holds_too_much_is_booked_the_other_way(evening: Evening) -> None:
    lost(evening)
    page = count(evening, "11")
    form = page.form("/money/move")
    assert form.element.one("h2").text == "Without the antes: 1 too much"
    evening.phone.follow(evening.phone.post(form.action, form.filled(source=evening.seat("Eva"))))
    assert (evening.balances()["Eva"], evening.pot()) == ("−2", "11")


def test_difference_is_not_offered_once_something_else_was_written(evening: Evening) -> None:
    lost(evening)
    count(evening, "13")
    evening.write(declarer="nobody")
    assert not evening.page("money/count").has_form("/money/move")


@pytest.mark.parametrize(("amount", "words"), [("", "How much?"), ("-1", "Less than"), ("1,234", "could be")])
def test_count_that_cannot_be_read_stays_typed(
    evening: Evening, stored: Reader, amount: str, words: str
) -> None:
    before = stored()
    page = evening.phone.press(evening.page("money/count"), "/money/count", amount=amount)
    assert page.status == 422
    assert words in page.flaw_of("amount")
    assert page.form("/money/count").fields["amount"] == amount
    assert stored() == before


def test_empty_bowl_can_be_counted(evening: Evening) -> None:
    assert "Right: the pot before the antes." in count(evening, "0").notice


def test_misdeal_is_in_the_book_and_keeps_dealer_pot_and_balances(evening: Evening) -> None:
    lost(evening)
    before = (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text)
    evening.phone.follow(evening.phone.press(evening.page("money"), "/money/void"))
    assert (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text) == before
    assert acts(evening) == ["Misdeal: nothing moves, the same dealer deals again."]
    evening.press("undo")
    assert evening.page("book").root.all(class_="undone")


def test_misdeal_is_not_offered_where_nobody_could_deal(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", ("Anna", "Ben", "Carla"))
    assert evening.page("money").has_form("/void")
    phone.follow(phone.press(evening.page("people/2"), "/leave"))
    assert not evening.page("money").has_form("/void")


def test_stacks_grow_by_rebuys_and_are_no_gain(phone: Phone, stored: Reader) -> None:
    evening = Evening.starts(phone, stack="20")
    evening.write(declarer="Dan")
    postings = stored()["postings"]
    rows = evening.page("money/chips").root.one(class_="places").one("tbody").all("tr")
    assert [row.text for row in rows][3] == "Dan2024"
    page = phone.press(evening.page("money/chips"), "/money/chips", who=evening.seat("Ben"), amount="15")
    assert phone.follow(page).root.one(class_="said").text == "Ben buys 15\u00a0chips more."
    assert evening.balances()["Ben"] == "+34"
    assert stored()["postings"] == postings
    assert "Ben buys 15" in acts(evening)[0]
    evening.press("undo")
    assert evening.balances()["Ben"] == "+19"


@pytest.mark.parametrize(
    ("who", "amount", "field", "words"), [("", "5", "who", "Who buys?"), ("0", "x", "amount", "no amount")]
)
def test_rebuy_that_cannot_be_stays_typed(
    evening: Evening, stored: Reader, who: str, amount: str, field: str, words: str
) -> None:
    before = stored()
    page = evening.phone.press(evening.page("money/chips"), "/money/chips", who=who, amount=amount)
    assert page.status == 422
    assert words in page.flaw_of(field)
    form = page.form("/money/chips").fields
    assert (form["who"], form["amount"]) == (who, amount)
    assert stored() == before


def test_pot_tells_where_it_comes_from_and_adds_up(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="nobody")
    lost(evening)
    move(evening, source="Anna", target=POT, amount="4", reason="late")
    evening.write(declarer="Eva", joined=["Anna"], tricks={"Eva": 2, "Anna": 2})
    evening.write(declarer="Ben", joined=["Anna"], tricks={"Ben": 1, "Anna": 3})
    link = watcher.page().root.one("h1", class_="pot").one("a")
    page = watcher.phone.get(link.get("href"))
    parts = page.root.one("ol", class_="layers").all("li")
    assert [part.text for part in parts] == ["Deal 4 · Failed 10 Ben 10"]
    assert [pot.text for pot in page.root.all(class_="pot-stand")] == [
        "Pot 10",
        "+ antes of the next deal 5",
        "Pot of the next deal 15",
    ]


def test_oldest_money_goes_first_and_what_is_left_leads_to_its_deal(evening: Evening) -> None:
    evening.write(declarer="nobody")
    lost(evening)
    move(evening, source="Anna", target=POT, amount="4", reason="late")
    move(evening, source=POT, target="Eva", amount="3")
    page = evening.page("pot")
    parts = page.root.one("ol", class_="layers").all("li")
    assert [part.text for part in parts] == ["Deal 2 · Failed 17 Dan 17", "late 4 Anna 4"]
    book = evening.phone.get(parts[0].one("a").get("href").split("#")[0])
    assert book.root.one(id="deal-2").one("strong").text == "Deal 2"
    rows = page.root.one(class_="slip").one("tbody").all("tr")
    assert [row.text for row in rows] == ["Dan17", "Anna4"]


def test_empty_pot_says_so(evening: Evening) -> None:
    page = evening.page("pot")
    assert page.root.one(class_="lead").text == "The pot is empty."
    assert page.root.all(class_="pot-stand")[-1].text == "Pot of the next deal 5"


def test_money_on_an_old_page_shows_what_came_in_between(evening: Evening, stored: Reader) -> None:
    page = evening.page("money/move")
    evening.write(declarer="Dan")
    before = stored()
    late = evening.phone.press(page, "/money/move", source="0", amount="2", reason="late")
    assert late.status == 409
    assert "Deal 1: Dan +5" in late.notice
    assert late.form("/money/move").fields["reason"] == "late"
    assert stored() == before


def test_closed_evening_takes_no_money(evening: Evening) -> None:
    forms = [evening.page(f"money/{where}").form(f"/{where}") for where in ("move", "count", "chips")]
    evening.close()
    for where in ("money", "money/move", "money/count", "money/chips"):
        page = evening.page(where)
        assert "The evening is closed: reopen it to write." in page.notice
        assert {element.get("action") for element in page.root.all("form")} == {"/language"}
    for form in forms:
        sent = form.filled(source="0", who="0", amount="1")
        assert evening.phone.post(form.action, sent).status == 409
