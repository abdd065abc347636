"""Repeats: a double tap, a reload or a retry never does a thing twice."""

from collections.abc import Mapping
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")
WORST = 5


def sent_again(phone: Phone, path: str, data: MultiDict[str, str], stored: Reader) -> Page:
    """Return the first answer to a form that is sent up to five times, with the same result each time."""
    first = phone.post(path, data)
    once = stored()
    for _time in range(WORST - 1):
        again = phone.post(path, data)
        assert (again.status, again.location) == (first.status, first.location)
    assert stored() == once
    return first


@pytest.mark.parametrize(
    ("slug", "facts"),
    [
        ("chratze", {"declarer": "Ben", "joined": ["Carla"], "tricks": {"Carla": 1}}),
        ("chratze", {"declarer": "nobody"}),
        ("chratze-cash", {"declarer": "nobody"}),
        # Whoever deals next is the striker, and nothing forces the next deal: the form must not notice.
        ("kratzen", {"tricks": {"Ben": 1}}),
        ("kratzen", {"seven": "1", "tricks": {"Ben": 1}}),
        ("zwicken", {"joined": ["Ben", "Carla"], "tricks": {"Ben": 3}}),
        ("zwicken", {"dealer_trump": "no"}),
    ],
)
def test_deal_sent_again_is_one_deal(
    phone: Phone, stored: Reader, slug: str, facts: Mapping[str, Any]
) -> None:
    evening = Evening.starts(phone, slug, THREE)
    deal = evening.deal(**facts)
    assert sent_again(phone, evening.path("deals"), deal, stored).status == 303
    assert len(evening.page("book").root.all("li", class_="entry")) == 1


def test_deal_sent_again_after_others_were_written_changes_nothing(evening: Evening, stored: Reader) -> None:
    deal = evening.deal(declarer="Ben")
    evening.send(deal)
    evening.write(declarer="Carla")
    evening.press("undo")
    before = stored()
    assert evening.send(deal).status == 303
    assert stored() == before


def test_deal_sent_again_after_it_was_undone_stays_undone(evening: Evening, stored: Reader) -> None:
    deal = evening.deal(declarer="Ben")
    evening.send(deal)
    evening.press("undo")
    before = stored()
    assert evening.send(deal).status == 303
    assert stored() == before


def test_deal_sent_again_after_closing_is_still_the_one_that_was_written(
    evening: Evening, stored: Reader
) -> None:
    deal = evening.deal(declarer="Ben")
    evening.send(deal)
    evening.close()
    before = stored()
    # The journal's order: a known token gets its first result, before anything else is asked.
    assert evening.send(deal).status == 303
    assert stored() == before


@pytest.mark.parametrize("button", ["undo", "redo"])
def test_button_pressed_again_does_one_thing(evening: Evening, stored: Reader, button: str) -> None:
    for declarer in ("Ben", "Carla", "Dan"):
        evening.write(declarer=declarer)
    for _time in range(2):
        evening.press("undo")
    form = evening.page().form(f"/{button}")
    assert sent_again(evening.phone, form.action, form.fields, stored).status == 303
    assert (
        evening.page()
        .root.one(class_="meta")
        .text.startswith("Pot · Deal 1" if button == "undo" else "Pot · Deal 3")
    )


def test_closing_and_reopening_again_is_one_action_each(evening: Evening, stored: Reader) -> None:
    form = evening.page("close").form("/close")
    assert sent_again(evening.phone, form.action, form.fields, stored).status == 303
    form = evening.page("reopen").form("/reopen")
    assert sent_again(evening.phone, form.action, form.fields, stored).status == 303


def test_start_sent_again_is_one_evening(phone: Phone, stored: Reader) -> None:
    page = phone.get("/new/chratze")
    # Drawn by chance: the second draw must not count.
    data = page.form("/new/chratze").filled(name=list(THREE), first="chance")
    assert sent_again(phone, "/new/chratze", data, stored).status == 303
    assert len(stored()["evenings"]) == 1
    assert len(stored()["links"]) == 2


def test_start_sent_again_with_other_names_does_not_lead_to_the_first_evening(
    phone: Phone, stored: Reader
) -> None:
    form = phone.get("/new/chratze").form("/new/chratze")
    phone.post(form.action, form.filled(name=list(THREE)))
    again = phone.post(form.action, form.filled(name=["Anna", "Ben", "Corrected"]))
    # Back, mend a name, start: the mended name must be somewhere, in a new evening or on the form.
    shown = phone.get(again.location) if again.status == 303 else again
    assert "Corrected" in shown.html


def test_start_sent_again_with_another_house_rule_does_not_lead_to_the_first_evening(phone: Phone) -> None:
    form = phone.get("/new/chratze").form("/new/chratze")
    started = phone.post(form.action, form.filled(name=list(THREE)))
    again = phone.post(form.action, form.filled(name=list(THREE), opt__ante__each="2", opt__ante__dealer="2"))
    assert again.location != started.location


def test_phones_name_kept_again_is_kept_once(evening: Evening, stored: Reader) -> None:
    form = evening.page("share/write").form("/device")
    data = form.filled(label="Anna's phone")
    assert sent_again(evening.phone, form.action, data, stored).status == 303
    assert [row[1] for row in stored()["devices"]] == ["Anna's phone"]


def test_token_that_no_page_made_is_refused(evening: Evening, stored: Reader) -> None:
    before = stored()
    # One database cannot even be asked for such a token.
    assert evening.send(evening.deal(declarer="Dan", token="a" * 20 + "\x00")).status == 422
    assert stored() == before
