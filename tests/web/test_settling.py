"""Settling up: the plan of a closed evening, what is paid of it, and what reopening does to it."""

import pytest

from tests.web.conftest import Reader
from tests.web.dues import THREE, closed, dues, paid, played, settle
from tests.web.evening import Evening
from tests.web.phone import Phone


def test_open_evening_shows_what_it_would_be(phone: Phone, stored: Reader) -> None:
    evening = played(phone)
    before = stored()
    page = evening.page("settling")
    assert "The evening goes on" in page.notice
    assert dues(page) == ["Anna → pays Ben 1 open", "Carla → pays Ben 1 open"]
    assert not page.has_form("/settling/1")
    assert stored() == before


def test_one_tap_closes_in_the_fewest_payments(phone: Phone) -> None:
    evening = played(phone)
    page = evening.close()
    assert page.status == 200
    assert "The evening is closed." in page.notice
    assert dues(page) == ["Anna → pays Ben 1 open", "Carla → pays Ben 1 open"]
    assert "Fewer payments are impossible." in page.text


def test_pot_is_a_party_of_the_plan(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE)
    evening.write(declarer="nobody")
    assert dues(evening.close()) == [f"{name} → pays Pot 1 open" for name in THREE]


def test_chips_are_settled_in_money(phone: Phone) -> None:
    evening = closed(phone, chip="0.25", currency="EUR")
    page = evening.page("settling")
    assert dues(page) == ["Anna → pays Ben 0.25 open", "Carla → pays Ben 0.25 open"]
    assert "One chip is worth EUR\u00a00.25." in page.text
    assert page.root.one(class_="pot-stand").one("b").text == "EUR\u00a00.50"


def test_balances_past_what_amounts_may_be_are_not_made_money(phone: Phone, stored: Reader) -> None:
    rich = {"opt__ante__each": "100000000", "opt__ante__dealer": "100000000"}
    evening = Evening.starts(phone, names=THREE, **rich)
    evening.write(declarer="Ben")
    before = stored()
    page = phone.press(evening.page("close"), "/close", chip="1000000")
    assert page.status == 422
    assert page.flaw_of("chip") == "Balances would become too large with that."
    assert stored() == before


def test_everything_can_go_through_one_place(phone: Phone) -> None:
    evening = closed(phone, mode="through", through="0")
    assert dues(evening.page("settling")) == ["Carla → pays Anna 1 open", "Anna → pays Ben 2 open"]
    till = closed(phone, mode="through", through="-1")
    assert dues(till.page("settling")) == [
        "Anna → pays Till 1 open",
        "Carla → pays Till 1 open",
        "Till → pays Ben 2 open",
    ]


def test_whole_coins_tell_what_rounding_moved(phone: Phone) -> None:
    page = closed(phone, mode="coins", chip="0.25", coin="10").page("settling")
    assert dues(page) == ["Anna → pays Ben 0.20 open", "Carla → pays Ben 0.30 open"]
    moved = [row.text for row in page.root.one(class_="slip").one("tbody").all("tr")]
    assert moved == ["Anna+0.05", "Carla−0.05"]


@pytest.mark.parametrize(
    ("way", "field", "flaw"),
    [
        ({"chip": "much"}, "chip", "This is no amount"),
        ({"chip": "1.500"}, "chip", "could be"),
        ({"chip": "0"}, "chip", "no value of a chip"),
        ({"chip": "-1"}, "chip", "no value of a chip"),
        ({"chip": "0.001"}, "chip", "finer"),
        ({"mode": "coins"}, "coin", "Coins are for money"),
        ({"mode": "coins", "coin": "7", "chip": "1"}, "coin", "Choose the smallest coin"),
        ({"mode": "through", "through": "9"}, "through", "Choose one of these"),
    ],
)
def test_way_that_cannot_be_is_refused_and_nothing_is_lost(
    phone: Phone, stored: Reader, way: dict[str, str], field: str, flaw: str
) -> None:
    evening = played(phone)
    asked = evening.page("close")
    before = stored()
    page = phone.press(asked, "/close", **way)
    assert page.status == 422
    assert flaw in page.flaw_of(field)
    assert page.form("/close").fields["chip"] == way.get("chip", "")
    assert page.form("/close").fields["mode"] == way.get("mode", "fewest")
    assert stored() == before


def test_unknown_mode_is_refused(phone: Phone) -> None:
    assert phone.press(played(phone).page("close"), "/close", mode="by magic").status == 422


def test_what_is_proved_of_rounded_amounts_is_said_of_them_alone(phone: Phone) -> None:
    rounded = closed(phone, mode="coins", chip="0.25", coin="10").page("settling").text
    assert "With the amounts rounded like this, fewer payments are impossible." in rounded
    assert "Fewer payments are impossible." not in rounded
    fitting = closed(phone, mode="coins", chip="0.25", coin="5").page("settling").text
    assert "Fewer payments are impossible." in fitting


@pytest.mark.parametrize("where", ["settling", "settling/1"])
def test_two_phones_that_mark_one_payment_see_both(phone: Phone, other_phone: Phone, where: str) -> None:
    """Neither mark is written over the other one unseen: not from the list, not from the page of one."""
    evening = closed(phone, chip="2", currency="CHF")
    other = evening.by_link("write", other_phone)
    page, its = evening.page("settling/1"), other.page(where)
    assert phone.press(page, "/settling/1", paid="1.50").status == 303
    late = other_phone.press(its, "/settling/1", paid="0.50")
    assert late.status == 409
    assert "Meanwhile somebody marked CHF\u00a01.50 as paid. You wrote CHF\u00a00.50" in late.notice
    assert late.root.one(id="paid").get("value") == "0.50"
    assert "1.50 paid, 0.50 open" in dues(evening.page("settling"))[0]
    # Looked at again, it can be written; and the same tap sent twice is one mark.
    assert other_phone.press(late, "/settling/1", paid="0.50").status == 303
    assert other_phone.press(late, "/settling/1", paid="0.50").status == 303
    assert "0.50 paid, 1.50 open" in dues(evening.page("settling"))[0]


def test_money_is_settled_as_it_is(phone: Phone) -> None:
    evening = played(phone, "chratze-cash")
    assert not evening.page("close").root.all(id="chip")
    assert dues(evening.close()) == ["Anna → pays Ben 0.20 open", "Carla → pays Ben 0.20 open"]


def test_counters_are_paid_whole(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    evening.write(tricks={"Ben": 1, "Anna": 2, "Carla": 1})
    page = settle(evening, mode="coins", coin="whole")
    assert dues(page) == ["Anna → pays Pot 2 open", "Ben → pays Pot 1 open", "Carla → pays Pot 1 open"]


def test_payments_are_marked_paid_partly_and_not_after_all(phone: Phone) -> None:
    evening = closed(phone, chip="2", currency="CHF")
    page = phone.follow(phone.press(evening.page("settling"), "/settling/1"))
    assert dues(page)[0] == "Anna → pays Ben 2.00 ✓ paid"
    page = phone.follow(paid(evening, 2, "0.50"))
    assert dues(page)[1] == "Carla → pays Ben 2.00 0.50 paid, 1.50 open"
    assert page.root.one(class_="pot-stand").one("b").text == "CHF\u00a01.50"
    page = phone.follow(phone.post(*_not_after_all(evening, 1)))
    assert dues(page)[0] == "Anna → pays Ben 2.00 open"


def _not_after_all(evening: Evening, number: int) -> tuple[str, dict[str, str]]:
    forms = [
        form
        for form in evening.page(f"settling/{number}").root.all("form")
        if "Not paid after all" in form.text
    ]
    sent = {field.get("name"): field.get("value") for field in forms[0].all("input")}
    return forms[0].get("action"), sent


def test_marks_are_events_that_leave_the_revision_alone(phone: Phone, stored: Reader) -> None:
    evening = closed(phone)
    before = stored()["events"]
    revision = evening.page("settling").form("/settling/1").fields["revision"]
    paid(evening, 1, "1")
    page = evening.page("settling")
    assert page.form("/settling/2").fields["revision"] == revision
    assert [row[2] for row in stored()["events"][len(before) :]] == ["payment"]


@pytest.mark.parametrize("amount", ["2", "-1", "much", ""])
def test_amount_that_cannot_be_is_refused_with_what_was_typed(
    phone: Phone, stored: Reader, amount: str
) -> None:
    evening = closed(phone)
    before = stored()
    page = paid(evening, 1, amount)
    assert page.status == 422
    assert page.flaw_of("paid")
    assert [field.get("value") for field in page.root.all("input", id="paid")] == [amount]
    assert stored() == before


def test_mark_sent_twice_is_one_mark(phone: Phone, stored: Reader) -> None:
    evening = closed(phone)
    page = evening.page("settling")
    for _again in range(2):
        assert phone.press(page, "/settling/1").status == 303
    assert [row[2] for row in stored()["events"]].count("payment") == 1


def test_watchers_see_what_is_paid_without_a_new_revision(phone: Phone, other_phone: Phone) -> None:
    evening = closed(phone)
    watcher = evening.by_link("watch", other_phone)
    live = watcher.page("live")
    assert dues(live) == ["Anna → pays Ben 1 open", "Carla → pays Ben 1 open"]
    paid(evening, 1, "1")
    again = other_phone.get(watcher.path("live"), headers={"If-None-Match": live.response.headers["ETag"]})
    assert again.status == 200
    assert dues(again)[0] == "Anna → pays Ben 1 ✓ paid"
    assert not watcher.page("settling").has_form("/settling/1")


def test_plan_stays_as_it_was_when_the_evening_closed(phone: Phone) -> None:
    evening = closed(phone)
    before = dues(evening.page("settling"))
    paid(evening, 2, "1")
    assert dues(evening.page("settling"))[0] == before[0]


def test_page_before_reopening_says_what_changes(phone: Phone, stored: Reader) -> None:
    evening = closed(phone, chip="2", currency="CHF")
    paid(evening, 1, "0.50")
    before = stored()
    page = evening.page("reopen")
    first, second = page.root.all("ul")
    assert [item.text for item in first.all("li")] == ["Anna → Ben 1.50", "Carla → Ben 2.00"]
    assert [item.text for item in second.all("li")] == ["Anna → Ben 0.50"]
    assert stored() == before
    assert "The evening is open." in Evening.starts(phone, names=THREE).page("reopen").notice


def test_what_was_paid_before_reopening_is_taken_into_account(phone: Phone) -> None:
    evening = closed(phone, chip="2", currency="CHF")
    paid(evening, 1, "2")
    evening.reopen()
    evening.write(declarer="Carla")
    # The way chosen before is on the form again.
    assert evening.page("close").form("/close").fields["chip"] == "2.00"
    page = evening.close()
    # Anna −2, Ben +1, Carla +1 in chips; she has paid Ben 2.00 for the first of them.
    assert dues(page) == ["Anna → pays Carla 2.00 open"]
    assert "Anna → Ben CHF\u00a02.00" in page.text
    assert dues(evening.page("settling")) == ["Anna → pays Carla 2.00 open"]


def test_payments_in_another_unit_are_not_forgotten(phone: Phone, stored: Reader) -> None:
    evening = closed(phone, chip="2", currency="CHF")
    paid(evening, 1, "2")
    evening.reopen()
    before = stored()
    for way in ({"chip": ""}, {"currency": "EUR"}):
        page = phone.press(evening.page("close"), "/close", **way)
        assert page.status == 422
        assert "Payments were made in CHF" in page.flaw_of("chip")
    assert stored() == before


def test_payment_that_is_not_planned_is_not_there(phone: Phone) -> None:
    evening = closed(phone)
    assert evening.page("settling/3").status == 404
    assert evening.page("settling/0").status == 404
    evening.reopen()
    assert evening.page("settling/1").status == 404


def test_mark_for_a_plan_that_is_no_more_is_a_conflict(phone: Phone, stored: Reader) -> None:
    evening = closed(phone)
    page = evening.page("settling")
    evening.reopen()
    for again in (False, True):
        if again:
            settle(evening)
        before = stored()
        late = phone.press(page, "/settling/1")
        assert late.status == 409
        assert "moved on" in late.notice
        assert stored() == before
