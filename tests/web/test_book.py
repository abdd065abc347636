"""The book: every deal, newest first, in pages, each opening into its explanation."""

import datetime
import re
from collections.abc import Sequence

from flask import Flask

from ledger.evening.events import Closed, DealWritten, Event, Redone, Reopened, Struck, Undone
from ledger.extensions import db
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.store import journal
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

WHEN = datetime.datetime(2026, 1, 2, 23, 5)


def heads(page: Page) -> list[str]:
    """Return the first words of every deal in force."""
    return [entry.one("strong").text for entry in page.root.all("details") if entry.all("strong")]


def write_many(app: Flask, evening: Evening, count: int) -> None:
    """Write deals without the pages, as one action; whoever declares takes the pot, so nothing grows."""
    deals = [DealWritten(Deal(declarer=Seat(number % 5))) for number in range(count)]
    append(app, evening, deals, revision=0)


def append(app: Flask, evening: Evening, events: Sequence[Event], *, revision: int, minutes: int = 0) -> None:
    with app.app_context():
        journal.append(
            db.session(),
            evening.id,
            events,
            token=f"token-of-revision-{revision}",
            revision=revision,
            writer=journal.Writer(now=WHEN + datetime.timedelta(minutes=minutes)),
        )


def test_empty_book_says_so(evening: Evening) -> None:
    assert "No deal yet." in evening.page("book").text


def test_newest_deal_comes_first(evening: Evening) -> None:
    for declarer in ("Ben", "Carla", "Dan"):
        evening.write(declarer=declarer)
    assert heads(evening.page("book")) == ["Deal 3", "Deal 2", "Deal 1"]


def test_fifty_deals_make_a_page(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 51)
    first = evening.page("book")
    assert heads(first) == [f"Deal {number}" for number in range(51, 1, -1)]
    assert "Page 1 of 2" in first.text
    assert not first.root.all("a", rel="prev")
    older = evening.phone.get(first.root.one("a", rel="next").get("href"))
    assert heads(older) == ["Deal 1"]
    assert not older.root.all("a", rel="next")
    assert heads(evening.phone.get(older.root.one("a", rel="prev").get("href"))) == heads(first)


def test_fifty_deals_exactly_need_no_second_page(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 50)
    page = evening.page("book")
    assert len(heads(page)) == 50
    assert "Page" not in page.text


def test_page_that_is_none_is_the_nearest(evening: Evening) -> None:
    evening.write(declarer="Dan")
    for page in ("0", "-1", "2", "999999", "1" * 400, "x", "", "²", "1.0", "%00", "1&page=2"):
        shown = evening.phone.get(evening.path(f"book?page={page}"))
        assert (shown.status, heads(shown)) == (200, ["Deal 1"]), page


def test_undone_deals_are_struck_and_not_counted(app: Flask, evening: Evening) -> None:
    evening.write(declarer="Ben")
    evening.write(declarer="nobody")
    evening.press("undo")
    evening.write(declarer="Carla")
    page = evening.page("book")
    assert heads(page) == ["Deal 2", "Deal 1"]
    entries = page.root.all("li", class_="entry")
    assert ["undone" in entry.get("class") for entry in entries] == [False, True, False]
    assert entries[1].one("s").text == "undone: nobody played"


def test_what_is_out_of_force_says_when_it_was_taken_back(app: Flask, evening: Evening) -> None:
    deal = DealWritten(Deal(declarer=Seat(1)))
    happened: list[tuple[int, Event]] = [
        (0, deal),
        (1, deal),
        (2, Undone()),  # Deal 2 …
        (3, Redone()),  # … stands again.
        (4, deal),
        (5, Closed()),
        (7, Undone()),
        (9, Undone()),
        (20, Struck(target=2)),
    ]
    for revision, (minutes, event) in enumerate(happened):
        append(app, evening, [event], revision=revision, minutes=minutes)
    page = evening.page("book")
    told = [entry.all(class_="muted")[0].text.split()[-1] for entry in page.root.all("li", class_="undone")]
    # The closing and deal 3 were undone, deal 2 struck.
    assert told == ["00:12", "00:14", "00:25"]
    assert "Written at 00:05" in page.text


def test_deal_that_was_undone_still_tells_who_won_what(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=("Ben",), tricks={"Dan": 3, "Ben": 1})
    evening.press("undo")
    struck = evening.page("book").root.one("s").text
    assert struck == "undone: Dan Chratzer · Ben · Tricks: Ben 1, Dan 3"


def test_redone_deal_is_in_force_again(evening: Evening) -> None:
    evening.write(declarer="Ben")
    evening.press("undo")
    evening.press("redo")
    page = evening.page("book")
    assert heads(page) == ["Deal 1"]
    assert not page.root.all("s")


def test_deal_says_who_did_what_and_what_it_changed(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    (entry,) = evening.page("book").root.all("details")
    head = entry.one(class_="entry-head").text
    assert head == "Deal 1 Anna deals · Pot 5 → 5"
    assert [part.text for part in entry.one(class_="roles").all("span")] == ["♛\ufe0e Dan", "Ben", "Carla"]
    changes = [change.text for change in entry.all(class_="change")]
    assert changes == ["Anna −1", "Ben −6", "Carla 0", "Dan +3", "Eva −1"]
    assert "Tricks: Carla 2, Dan 2" in entry.text


def test_explanation_gives_the_reason_of_every_movement(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2})
    rows = evening.page("book").root.one("table", class_="movements").one("tbody").all("tr")
    told = [[cell.text for cell in row.all("td")] for row in rows]
    assert told[:5] == [[f"{name} → Pot", "1", "ante"] for name in evening.names]
    assert sorted(told[5:]) == [
        ["Ben → Pot", "5", "failed: the pot of 5"],
        ["Pot → Carla", "1", "the rest, 1"],
        ["Pot → Dan", "4", "two thirds of 5, rounded up"],
    ]


def test_antes_after_a_deal_nobody_played_say_why_they_are_due_again(evening: Evening) -> None:
    evening.write(declarer="nobody")
    evening.write(declarer="Dan")
    newest = evening.page("book").root.all("table", class_="movements")[0]
    assert "ante, again because nobody played" in newest.text


def test_time_of_a_deal_is_the_clubs(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 1)
    # 23:05 in London's winter is after midnight in Zurich.
    assert "Written at 00:05" in evening.page("book").text


def test_everything_undone_is_still_in_the_book(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 3)
    append(app, evening, [Undone(), Undone(), Undone()], revision=1)
    page = evening.page("book")
    assert heads(page) == []
    assert len(page.root.all("s")) == 3


def entries(page: Page) -> list[str]:
    """Return how every line of the book begins, newest first."""
    return [
        " ".join(part.text for part in entry.all("strong") or entry.all("s"))
        for entry in page.root.all("li", class_="entry")
    ]


def test_closing_and_reopening_stand_between_the_deals_with_who_and_when(
    app: Flask, evening: Evening
) -> None:
    evening.phone.follow(evening.phone.press(evening.page("share/write"), "/device", label="Anna's phone"))
    evening.write(declarer="Ben")
    evening.close()
    evening.reopen()
    evening.write(declarer="Carla")
    append(app, evening, [Closed()], revision=4)
    page = evening.page("book")
    closed, reopened = "The evening was closed.", "The evening was reopened."
    assert entries(page) == [closed, "Deal 2", reopened, closed, "Deal 1"]
    lines = [entry.text for entry in page.root.all("li", class_="entry")]
    # Closed without the pages on another day than the evening's: 23:05 in London is past midnight in Zurich.
    assert lines[0] == f"{closed} 3 January 2026, 00:05"
    assert re.fullmatch(rf"{re.escape(reopened)} \d\d:\d\d · Anna's phone", lines[2])


def test_closing_that_was_undone_is_struck(app: Flask, evening: Evening) -> None:
    write_many(app, evening, 1)
    append(app, evening, [Closed(), Undone()], revision=1)
    page = evening.page("book")
    assert entries(page) == ["undone: The evening was closed.", "Deal 1"]
    assert "undone" in page.root.all("li", class_="entry")[0].get("class")


def test_closing_takes_no_place_of_a_deal(app: Flask, evening: Evening) -> None:
    append(app, evening, [Closed(), Reopened()], revision=0)
    append(app, evening, [DealWritten(Deal(declarer=Seat(number % 5))) for number in range(50)], revision=1)
    page = evening.page("book")
    assert len(heads(page)) == 50
    assert entries(page)[50:] == ["The evening was reopened.", "The evening was closed."]
    append(app, evening, [DealWritten(Deal())], revision=2)
    assert entries(evening.page("book")) == [f"Deal {number}" for number in range(51, 1, -1)]
    assert entries(evening.page("book?page=2"))[0] == "Deal 1"


def test_long_names_beside_their_changes_are_told_apart(phone: Phone) -> None:
    names = ["Maximilian von Hungerbühler A", "Maximilian von Hungerbühler B", "Eva"]
    evening = Evening.starts(phone, names=names)
    evening.write(declarer="Eva")
    changes = [change.text for change in evening.page("book").root.all(class_="change")]
    assert changes == ["Maximilian von H…A −1", "Maximilian von H…B −1", "Eva +2"]


def test_changes_that_need_the_room_have_a_line_each(phone: Phone) -> None:
    for ante, wide in (("5", False), ("5000", True)):
        evening = Evening.starts(phone, names=["Anna", "Ben"], opt__ante__each=ante, opt__ante__dealer=ante)
        evening.write(declarer="Anna")
        assert bool(evening.page("book").root.all(class_="wide")) is wide


def test_book_says_what_its_changes_are(evening: Evening) -> None:
    assert "Changes include the antes." not in evening.page("book").text
    evening.write(declarer="Dan")
    assert "Changes include the antes." in evening.page("book").text
    # The table's last line is the result, the book's the change: they differ by the ante.
    assert "Dan +5" in evening.page().root.one(class_="said").text
    assert "Dan +4" in evening.page("book").root.one(class_="changes").text
