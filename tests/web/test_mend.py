"""Putting the book right: the form at its place, what it would change, and writing it as one action."""

from flask import Flask

from ledger.evening.events import DealWritten
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.mending import THREE, effects, kratzen_deals, looked, opened, then, three_deals, wrote
from tests.web.phone import Phone
from tests.web.test_book import append, heads, write_many
from tests.web.test_money import POT, move


def test_form_is_filled_in_at_the_table_as_it_was(evening: Evening) -> None:
    three_deals(evening)
    page = opened(evening, "correct-1")
    assert page.status == 200
    form = page.form("/mend/look")
    assert form.fields["declarer"] == evening.seat("Dan")
    assert form.fields.getlist("joined") == [evening.seat("Ben"), evening.seat("Carla")]
    assert (form.fields["tricks_1"], form.fields["tricks_2"], form.fields["tricks_3"]) == ("0", "2", "")
    assert page.root.one("h1").text == "Correct deal 1"
    assert page.root.one(class_="pot").text == "Pot 5"
    assert page.root.one(class_="meta").text == "Anna deals"
    assert page.root.one("button", class_="write").one(class_="says").text == "Pot 5 → 10"


def test_page_tells_what_changes_deal_by_deal_and_writes_it(evening: Evening, stored: Reader) -> None:
    three_deals(evening)
    before = stored()
    page = looked(evening, opened(evening, "correct-1"), joined=[evening.seat("Carla")], tricks_1="")
    assert page.status == 200
    assert stored() == before
    versions = page.root.one(class_="versions").text
    assert versions == "Deal 1 In the book Dan Chratzer 2 · Ben 0 · Carla 2 New Dan Chratzer 2 · Carla 2"
    told = effects(page)
    assert told[0] == "Deal 1 Ben +5"
    assert told[1].startswith("Deal 2 Pot 10 → 5 Carla")
    assert then(page)["Ben"][2] == "+5"
    book = wrote(evening, page, reason="Ben was weg")
    events = stored()["events"][len(before["events"]) :]
    assert [row[2] for row in events] == ["correct"]
    assert heads(book)[-1] == "Deal 1"
    now = {name: row[1] for name, row in then(page).items() if name != "Pot"}
    assert evening.balances() == now
    entry = book.root.one(id="event-1")
    assert "corrected" in [tag.text for tag in entry.all(class_="tag")]
    history = [item.text for item in entry.one(class_="history").all("li")]
    assert "Dan Chratzer 2 · Ben 0 · Carla 2" in history[0]
    assert history[1].endswith("Dan Chratzer 2 · Carla 2 Reason: Ben was weg")


def test_correction_that_changes_nothing_writes_nothing_and_says_so(evening: Evening, stored: Reader) -> None:
    three_deals(evening)
    before = stored()
    page = looked(evening, opened(evening, "correct-2"))
    assert page.status == 200
    assert "Nothing was changed, so nothing was written." in page.text
    assert not page.has_form("/mend/write")
    assert stored() == before


def test_struck_deal_stays_in_the_book_and_can_be_restored(evening: Evening) -> None:
    three_deals(evening)
    before = (evening.balances(), evening.pot())
    page = opened(evening, "strike-2")
    assert effects(page)[0].startswith("Deal 2, struck")
    assert effects(page)[1].startswith("Deal 3, then 2 Pot 5 → 10")
    assert "There will be 2 deals instead of 3" in page.text
    book = wrote(evening, page)
    assert heads(book) == ["Deal 2", "Deal 1"]
    struck = book.root.one(id="event-2")
    assert struck.one(class_="tag").text == "struck"
    assert evening.page().root.one(class_="said").text == "A deal was put right; the dealers stay."
    wrote(evening, evening.phone.get(struck.one("a").get("href")))
    assert heads(evening.page("book")) == ["Deal 3", "Deal 2", "Deal 1"]
    assert (evening.balances(), evening.pot()) == before
    history = evening.page("book").root.one(id="event-2").one(class_="history").all("b")
    assert [step.text for step in history] == ["Written", "Struck", "Restored"]


def test_one_deal_that_is_left_is_one_deal(evening: Evening) -> None:
    for declarer in ("Ben", "Carla"):
        evening.write(declarer=declarer)
    page = evening.phone.get(evening.path("mend?do=strike-2"))
    assert "There will be 1 deal instead of 2:" in page.text


def test_forgotten_deal_is_put_in_at_its_place(evening: Evening) -> None:
    three_deals(evening)
    page = opened(evening, "insert-2")
    assert page.root.one("h1").text == "Put in a deal, as deal 2"
    assert page.form("/mend/look").fields.get("declarer") is None
    refused = looked(evening, page)
    assert refused.status == 422
    assert refused.has_form("/mend/look")
    page = looked(evening, refused, declarer=evening.seat("Ben"))
    assert effects(page)[0].startswith("Deal 2, new Pot 10")
    assert effects(page)[1].startswith("Deal 2, then 3 Pot 10 → 5")
    book = wrote(evening, page)
    assert heads(book) == ["Deal 4", "Deal 3", "Deal 2", "Deal 1"]
    ids = [entry.get("id") for entry in book.root.all("li", class_="entry") if entry.get("id")]
    assert ids == ["event-3", "event-2", "event-4", "event-1"]
    assert "put in later" in book.root.one(id="event-4").text


def test_deal_behind_the_last_is_recorded_at_the_table(evening: Evening) -> None:
    three_deals(evening)
    links = [link.get("href") for link in evening.page("book").root.one(id="event-3").all("a")]
    assert links == [
        *(evening.path(f"mend?do={task}") for task in ("correct-3", "strike-3", "insert-3")),
        evening.path(),
    ]


def test_later_dealers_are_kept_or_moved_as_the_table_wants(evening: Evening, stored: Reader) -> None:
    evening.write(declarer="nobody")
    evening.write(declarer="Carla")
    evening.write(declarer="Dan")
    page = looked(evening, opened(evening, "correct-1"), declarer=evening.seat("Ben"))
    assert "Whoever dealt later stays the dealer." in page.text
    assert "deals instead of" not in page.text
    moved = evening.phone.press(page, "/mend")
    assert "Later dealers move." in moved.text
    assert "Deal 2 Pot 10 → 5 Ben deals instead of Anna" in moved.text
    kept = evening.phone.press(moved, "/mend")
    before = stored()["events"]
    wrote(evening, kept)
    assert [row[2] for row in stored()["events"][len(before) :]] == ["correct", "dealer"]
    assert [head.text.split(" · ")[0] for head in evening.page("book").root.all(class_="entry-head")][:2] == [
        "Deal 3 Ben deals",
        "Deal 2 Anna deals",
    ]
    evening.press("undo")
    assert "corrected" not in evening.page("book").root.one(id="event-1").one("summary").text
    evening.press("redo")
    assert "corrected" in evening.page("book").root.one(id="event-1").one("summary").text


def test_what_becomes_impossible_is_named_and_mended_in_the_same_action(phone: Phone, stored: Reader) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    kratzen_deals(evening)
    stood = (evening.balances(), evening.pot())
    page = looked(evening, opened(evening, "correct-2"), joined=None, fold="1", tricks_0="")
    wrong = page.root.one(class_="impossible").text
    assert wrong.startswith("Deal 3: ")
    assert "must play" in wrong
    assert not page.has_form("/mend/write")
    before = stored()
    form = page.form("/mend").filled(do="correct-3")
    page = phone.post(evening.path("mend"), form)
    assert page.root.one("h1").text == "Correct deal 3"
    page = looked(evening, page, joined=["0", "1"], tricks_0="1", tricks_1="1")
    assert [facts.text.split()[1] for facts in page.root.all("section", class_="versions")] == ["2", "3"]
    assert not page.root.all(class_="impossible")
    assert stored() == before
    wrote(evening, page)
    events = stored()["events"][len(before["events"]) :]
    assert [row[2] for row in events] == ["correct", "correct"]
    assert len({row[5] for row in events}) == 1
    after = (evening.balances(), evening.pot())
    # Half of it would be impossible: it is taken back, and brought back, as a whole.
    evening.phone.follow(evening.press("undo"))
    assert (evening.balances(), evening.pot()) == stood
    evening.phone.follow(evening.press("redo"))
    assert (evening.balances(), evening.pot()) == after


def test_struck_deal_that_cannot_come_back_is_called_so(phone: Phone, stored: Reader) -> None:
    """Once nobody joined deal 2, a deal 3 with somebody out is no Muss: it cannot be restored as it was."""
    evening = Evening.starts(phone, "kratzen", THREE)
    kratzen_deals(evening)
    wrote(evening, opened(evening, "strike-3"))
    wrote(evening, looked(evening, opened(evening, "correct-2"), joined=None, fold="1", tricks_0=""))
    before = stored()
    page = opened(evening, "restore-3")
    assert page.root.one(class_="versions").text == "Struck deal In the book struck New in force again"
    assert page.root.one(class_="impossible").text.startswith("Struck deal: ")
    assert not page.has_form("/mend/write")
    page = evening.phone.post(evening.path("mend"), page.form("/mend").filled(do="correct-3"))
    page = looked(evening, page, joined=["0", "1"], tricks_0="1", tricks_1="1")
    assert not page.root.all(class_="impossible")
    assert stored() == before
    assert heads(wrote(evening, page)) == ["Deal 3", "Deal 2", "Deal 1"]


def test_moved_money_that_becomes_impossible_is_named_with_what_to_do(evening: Evening) -> None:
    """Ben's 5 were taken out of the pot: a deal 1 without them leaves nothing to take."""
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    move(evening, source=POT, target="Anna", amount="5", reason="drinks")
    page = looked(evening, opened(evening, "correct-1"), joined=None, tricks_2="")
    wrong = page.root.one(class_="impossible")
    assert wrong.text.startswith(
        "After deal 1 · Pot → Anna: 5\u00a0chips (drinks): There is not that much in the pot"
    )
    assert wrong.one("a").get("href") == evening.path("money/move")
    assert not page.has_form("/mend/write")


def test_kept_strikers_are_taken_back_with_the_deal_that_was_struck(phone: Phone) -> None:
    """Without the striker who is kept, the deals behind would have been dealt by somebody else."""
    evening = Evening.starts(phone, "kratzen", THREE)
    evening.write(tricks={"Ben": 1, "Carla": 1})
    for _deal in range(2):
        evening.write(joined=["Anna"], tricks={"Anna": 0})
    before = (evening.balances(), evening.pot())
    wrote(evening, opened(evening, "strike-2"))
    struck = (evening.balances(), evening.pot())
    assert struck != before
    evening.phone.follow(evening.press("undo"))
    assert (evening.balances(), evening.pot()) == before
    evening.phone.follow(evening.press("redo"))
    assert (evening.balances(), evening.pot()) == struck


def test_correction_that_leaves_an_impossible_deal_behind_is_refused(phone: Phone, stored: Reader) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    kratzen_deals(evening)
    good = looked(evening, opened(evening, "correct-1"), tricks_1="2")
    bad = looked(evening, opened(evening, "correct-2"), joined=None, fold="1", tricks_0="")
    assert bad.root.all(class_="impossible")
    sent = good.form("/mend/write").filled(
        changes=bad.form("/mend").fields["changes"], lines=bad.form("/mend").fields["changes"]
    )
    before = stored()
    page = phone.post(evening.path("mend/write"), sent)
    assert page.status == 422
    assert "That cannot be written like this." in page.notice
    assert page.root.all(class_="impossible")
    assert stored() == before


def test_changes_that_no_page_made_are_refused(evening: Evening, other_phone: Phone, stored: Reader) -> None:
    three_deals(evening)
    elsewhere = Evening.starts(other_phone)
    elsewhere.write(declarer="Eva")
    foreign = looked(elsewhere, opened(elsewhere, "correct-1"), declarer="1").form("/mend/write").fields
    good = looked(evening, opened(evening, "correct-1"), tricks_2="3").form("/mend/write")
    before = stored()
    for text in (foreign["changes"], "x", "{}", good.fields["changes"][:-1]):
        for where in ("mend", "mend/look", "mend/write", "mend/preview", "mend/reopen"):
            sent = good.filled(changes=text, lines=text, do="correct-1")
            assert evening.phone.post(evening.path(where), sent).status == 409, (where, text)
    assert stored() == before


def test_reason_that_is_too_long_is_refused_and_kept(evening: Evening, stored: Reader) -> None:
    three_deals(evening)
    page = looked(evening, opened(evening, "correct-1"), tricks_2="3")
    before = stored()
    refused = evening.phone.press(page, "/mend/write", reason="x" * 201)
    assert refused.status == 422
    assert refused.notice == "At most 200 characters."
    assert refused.has_form("/mend/write")
    assert stored() == before


def test_what_is_not_in_force_cannot_be_put_right(evening: Evening) -> None:
    evening.write(declarer="Dan")
    for task in ("correct-7", "insert-7", "strike-7", "restore-1"):
        assert opened(evening, task).status == 404, task
    assert opened(evening, "nonsense").status == 303


def test_watcher_is_offered_no_correction(evening: Evening, watcher: Evening) -> None:
    three_deals(evening)
    assert "mend" not in watcher.page("book").html


def test_live_numbers_are_those_of_the_place(evening: Evening) -> None:
    three_deals(evening)
    form = opened(evening, "correct-2").form("/mend/look")
    told = evening.phone.post(evening.path("mend/preview"), form.filled(tricks_3="4"))
    assert told.response.json is not None
    assert told.response.json["says"] == "Pot 10 → 25"


def test_many_deals_that_change_are_folded_away(app: Flask, evening: Evening) -> None:
    """Ben fails each time: the pot is won, filled again, and grows by the antes; so all of it carries on."""
    failed = Deal(declarer=Seat(0), joined=(Seat(1),), tricks={Seat(0): 4})
    append(app, evening, [DealWritten(failed)] * 150, revision=0)
    page = looked(evening, opened(evening, "correct-3"), joined=["1", "2"])
    folded = page.root.one("details", class_="house-rules")
    assert folded.one("summary").text == "138 more"
    assert len(folded.all("li", class_="entry")) == 138
    assert len(effects(page)) == 148
    assert effects(page)[1] == "Deal 4 Pot 20 → 35 Anna +15 Ben −15"


def test_stretches_of_deals_that_pay_the_same_are_one_line(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 2)
    append(app, evening, [DealWritten(Deal())] * 40, revision=1)
    page = looked(evening, opened(evening, "correct-2"), declarer="nobody")
    told = effects(page)
    assert told[0] == "Deal 2 Ben −5"
    assert told[1] == "Deals 3 to 42 Pot 5 → 10 Another pot, the same results."
    assert len(told) == 2


def test_deal_is_corrected_among_those_who_played_it(evening: Evening) -> None:
    three_deals(evening)
    evening.phone.follow(evening.phone.press(evening.page("people/join"), "/join", name="Fritz", place="1"))
    evening.write(declarer="Ben")
    assert "Fritz" not in opened(evening, "correct-2").root.one(id="deal").text
    assert "Fritz" in opened(evening, "correct-5").root.one(id="deal").text
    page = looked(evening, opened(evening, "correct-1"), tricks_2="3")
    assert then(page)["Fritz"][2] == ""
    # Behind the third deal somebody sat down: one put in after it stands before that.
    book = evening.page("book").root.one(id="event-3")
    assert [link.get("href") for link in book.all("a")][-1] == evening.path("mend?do=insert-4")


def test_language_is_not_offered_where_it_would_lose_a_correction(evening: Evening) -> None:
    three_deals(evening)
    assert opened(evening, "strike-1").has_form("/language")
    assert not looked(evening, opened(evening, "correct-1"), tricks_2="3").has_form("/language")
