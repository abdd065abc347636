"""My slip: what a player's balance is made of, line by line."""

from tests.web.evening import NAMES, Evening
from tests.web.page import Page


def slip_of(evening: Evening, name: str) -> Page:
    """Open the slip of `name`, by the link in the standing."""
    links = evening.page("standing").root.one(class_="places").all("a", class_="slip-link")
    return evening.phone.get({link.text: link.get("href") for link in links}[name])


def rows(page: Page, table: int) -> list[list[str]]:
    """Return the cells of one of the slip's tables, line by line."""
    body = page.root.all(class_="slip")[table].one("tbody")
    return [[cell.text for cell in row.all() if cell.tag in ("td", "th")] for row in body.all("tr")]


def test_slip_lists_every_line_with_its_reason(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Dan": 2, "Carla": 2, "Ben": 0})
    evening.write(declarer="Carla", joined=["Dan", "Eva"], tricks={"Carla": 1, "Dan": 3, "Eva": 0})
    page = slip_of(evening, "Dan")
    assert page.root.one("h2").text == "Slip: Dan"
    assert rows(page, 0) == [["Antes", "−2"], ["Payouts", "+14"]]
    assert rows(page, 1) == [
        ["1", "ante", "−1", "−1"],
        ["1", "two thirds of 5, rounded up", "+4", "+3"],
        ["2", "ante", "−1", "+2"],
        ["2", "Chratzer failed: all of 10", "+10", "+12"],
    ]
    assert [item.text for item in page.root.one(class_="mattered").all("li")] == ["Deal 2 +9", "Deal 1 +3"]


def test_slip_ends_with_the_balance_of_the_standing(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Dan": 2, "Carla": 2})
    evening.write(declarer="nobody")
    balances = evening.balances()
    for name in NAMES:
        page = slip_of(evening, name)
        assert page.root.one(class_="pot-stand").one("b").text == balances[name]
        assert rows(page, 1)[-1][-1] == balances[name]


def test_starting_stack_is_a_line_of_its_own(evening: Evening) -> None:
    stacked = Evening.starts(evening.phone, stack="50")
    stacked.write(declarer="Dan")
    page = slip_of(stacked, "Dan")
    assert rows(page, 0)[0] == ["Starting stack", "50"]
    assert rows(page, 1)[-1][-1] == "+54"


def test_slip_before_the_first_deal_is_empty(evening: Evening) -> None:
    page = slip_of(evening, "Anna")
    assert page.root.one(class_="pot-stand").one("b").text == "0"
    assert not page.root.all(class_="mattered")


def test_nobody_sits_on_other_seats(evening: Evening) -> None:
    assert evening.page("slips/5").status == 404
    assert evening.page("slips/99999999999999999999").status == 404
    assert evening.page("slips/-1").status == 404


def test_slip_tells_money_that_was_no_deal_with_the_tables_own_reason(evening: Evening) -> None:
    phone = evening.phone
    evening.write(declarer="Dan")
    for reason in ("a broken glass", ""):
        typed = {"source": evening.seat("Dan"), "target": "-1", "amount": "2", "reason": reason}
        phone.follow(phone.press(evening.page("money/move"), "/money/move", **typed))
    page = slip_of(evening, "Dan")
    assert rows(page, 0) == [["Antes", "−1"], ["Payouts", "+5"], ["Adjustments", "−4"]]
    assert [row[1:] for row in rows(page, 1)[2:]] == [
        ["a broken glass", "−2", "+2"],
        ["adjustment", "−2", "0"],
    ]
