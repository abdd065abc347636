"""Undo and redo: the last action and its way back, one tap each, and never more than is there."""

from tests.web.conftest import Reader
from tests.web.evening import Evening


def test_undo_restores_everything_and_redo_brings_it_back(evening: Evening) -> None:
    evening.write(declarer="Carla", joined=["Ben"], tricks={"Ben": 4})
    before = (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text)
    evening.write(declarer="Dan", joined=["Eva"], tricks={"Eva": 1})
    after = (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text)
    evening.press("undo")
    assert (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text) == before
    evening.press("redo")
    assert (evening.balances(), evening.pot(), evening.page().root.one(class_="meta").text) == after


def test_there_is_nothing_to_undo_or_redo_at_the_start(evening: Evening) -> None:
    page = evening.page()
    assert not page.has_form("/undo")
    assert not page.has_form("/redo")
    assert "Nothing written yet." in page.root.one(class_="last").text


def test_undo_is_offered_with_what_it_takes_back(evening: Evening) -> None:
    page = evening.write(declarer="Dan")
    last = page.root.one(class_="last")
    assert last.one(class_="said").text == "Deal 1 Dan +5"
    assert last.one("button").text == "Undo"


def test_new_deal_ends_what_could_be_redone(evening: Evening) -> None:
    evening.write(declarer="Dan")
    evening.press("undo")
    assert evening.page().has_form("/redo")
    evening.write(declarer="Eva")
    assert not evening.page().has_form("/redo")


def test_undo_of_nothing_says_so(evening: Evening, stored: Reader) -> None:
    page = evening.write(declarer="Dan")
    form = page.form("/undo")
    evening.press("undo", page)
    before = stored()
    # A page never offers it; a hand-made request may ask.
    again = form.filled(token="another-token-0001", revision="2")
    refused = evening.phone.post(form.action, again)
    assert refused.status == 422
    assert refused.notice == "There is nothing to take back."
    assert stored() == before


def test_redo_of_nothing_says_so(evening: Evening, stored: Reader) -> None:
    page = evening.write(declarer="Dan")
    before = stored()
    refused = evening.phone.post(evening.path("redo"), page.form("/undo").fields)
    assert refused.status == 422
    assert refused.notice == "There is nothing to take back."
    assert stored() == before


def test_undo_on_a_closed_evening_is_refused(evening: Evening, stored: Reader) -> None:
    page = evening.write(declarer="Dan")
    form = page.form("/undo")
    evening.close()
    before = stored()
    for revision in ("1", "2"):
        refused = evening.phone.post(form.action, form.filled(revision=revision))
        assert refused.status in (409, 422)
        assert "The evening is closed: reopen it to write." in refused.notice
    assert stored() == before
    assert not evening.page().has_form("/undo")


def test_undone_deal_stays_in_the_book_struck(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 1})
    evening.press("undo")
    entry = evening.page("book").root.one("li", class_="entry")
    assert "undone" in entry.get("class")
    assert "Dan Chratzer · Ben" in entry.one("s").text
    assert entry.one(class_="tag").text == "undone"
    assert evening.balances() == dict.fromkeys(evening.names, "0")


def test_undo_takes_back_all_of_an_action(evening: Evening, stored: Reader) -> None:
    late = evening.deal(declarer="Dan")
    evening.close()
    evening.phone.follow(evening.send(evening.send(late).form("/deals").fields))
    page = evening.page()
    form = page.form("/undo")
    assert page.root.one(class_="said").text == "Deal 1 Dan +5"
    first = evening.phone.post(form.action, form.fields)
    assert first.status == 303
    assert [row[2] for row in stored()["events"]] == ["open", "close", "reopen", "deal", "undo", "undo"]
    assert evening.page().root.one(class_="said").text == "The evening is closed."
    assert evening.balances() == dict.fromkeys(evening.names, "0")
    # Tapped twice it has done one thing, though what could be undone next has another length.
    before = stored()
    assert evening.phone.post(form.action, form.fields).status == 303
    assert stored() == before
