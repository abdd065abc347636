"""Opening: an evening begins as it was asked for, on the club's date, and nothing typed is lost."""

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.web.conftest import AppMaker, Reader
from tests.web.evening import NAMES, Evening
from tests.web.newform import THREE, start
from tests.web.phone import Phone

GAMES = {"chratze": "5", "chratze-cash": "1.00", "kratzen": "6", "zwicken": "3"}


class At(datetime.datetime):
    """A clock that stands: `datetime.now` in the module under test."""

    moment = datetime.datetime(2026, 1, 2, 23, 30, tzinfo=datetime.UTC)

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        """Return the moment at which the clock stands."""
        return cls.moment.astimezone(tz)


@pytest.mark.parametrize(("slug", "pot"), GAMES.items())
def test_every_game_can_be_started(phone: Phone, slug: str, pot: str) -> None:
    assert phone.get("/new").root.all("a", href=f"/new/{slug}")
    evening = Evening.starts(phone, slug)
    page = evening.page()
    assert page.root.one("h1", class_="pot").text == f"Pot {pot}"
    assert page.root.one(class_="meta").text.startswith("Pot · Deal 1 · Anna deals")


def test_everything_that_was_said_is_shown(phone: Phone) -> None:
    fields = {"title": "Friday", "place": "The Bear", "date": "2026-03-06", "stack": "20"}
    evening = Evening.starts(phone, names=THREE, **fields)
    panel = evening.page().root.one(id="links").text
    assert "Friday · 6 March 2026 · The Bear" in panel
    assert set(evening.balances().values()) == {"+20"}
    assert [bdi.text for bdi in phone.get("/").root.one("a", class_="card").all("bdi")] == [
        *("Friday", "The Bear"),
        *THREE,
    ]


def test_home_lists_open_evenings_first_and_the_newest_of_them(phone: Phone) -> None:
    dates = {"Old": "2026-01-01", "New": "2026-02-01", "Closed": "2026-03-01"}
    evenings = {
        title: Evening.starts(phone, names=THREE, title=title, date=date) for title, date in dates.items()
    }
    evenings["Closed"].close()
    cards = phone.get("/").root.all("a", class_="card")
    assert [card.one("strong").text for card in cards] == ["New", "Old", "Closed"]
    assert [card.one(class_="tag").text for card in cards] == ["open", "open", "closed"]


def test_evening_without_a_title_is_called_by_its_date(phone: Phone) -> None:
    Evening.starts(phone, names=THREE, date="2026-03-06", place="The Bear")
    card = phone.get("/").root.one("a", class_="card")
    assert card.one("strong").text == "6 March 2026"
    assert card.all("span", class_="muted")[0].text == "The Bear"


@pytest.mark.parametrize(("first", "dealer"), [("0", "Anna"), ("2", "Carla")])
def test_who_deals_first_is_chosen(phone: Phone, first: str, dealer: str) -> None:
    evening = Evening.starts(phone, names=THREE, first=first)
    assert f"{dealer} deals" in evening.page().root.one(class_="meta").text


def test_empty_lines_count_for_nobody_and_move_no_dealer(phone: Phone) -> None:
    evening = Evening.starts(phone, names=["", "Anna", "", "Ben", "Carla", ""], first="3")
    assert "Ben deals" in evening.page().root.one(class_="meta").text
    assert list(evening.balances()) == list(THREE)


def test_dealer_of_an_empty_line_is_asked_for_again(phone: Phone, stored: Reader) -> None:
    # Drawing by chance instead would hide that somebody had chosen, and whom nobody knows.
    page = start(phone, name=["Anna", "", "Ben", "Carla"], first="1")
    assert page.status == 422
    assert stored()["evenings"] == []


def test_chance_draws_among_those_who_play(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Sequence[int]] = []

    def last(seats: Sequence[int]) -> int:
        drawn.append(seats)
        return seats[-1]

    monkeypatch.setattr("ledger.web.opening.secrets.choice", last)
    evening = Evening.starts(phone, names=["Anna", "", "Ben", "Carla"], first="chance")
    assert drawn == [(0, 1, 2)]
    assert "Carla deals" in evening.page().root.one(class_="meta").text


def test_evening_past_midnight_in_greenwich_has_the_clubs_date(
    make_app: AppMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.web.opening.datetime.datetime", At)
    dates = {"Europe/Zurich": "2026-01-03", "UTC": "2026-01-02", "Pacific/Auckland": "2026-01-03"}
    for zone, date in dates.items():
        page = Phone(make_app(TIMEZONE=zone)).get("/new/chratze")
        assert page.root.one("input", name="date").get("value") == date, zone


@pytest.mark.parametrize(
    ("date", "until", "moment"),
    [
        ("2026-01-02", "23:00", datetime.datetime(2026, 1, 2, 23, 0)),
        # A time before noon is after midnight, and so the next day's.
        ("2026-01-02", "01:30", datetime.datetime(2026, 1, 3, 1, 30)),
        ("2026-01-31", "00:00", datetime.datetime(2026, 2, 1, 0, 0)),
        ("2026-07-01", "23:00", datetime.datetime(2026, 7, 1, 23, 0)),
    ],
)
def test_playing_time_ends_on_the_clubs_clock(
    phone: Phone, stored: Reader, date: str, until: str, moment: datetime.datetime
) -> None:
    Evening.starts(phone, names=THREE, date=date, until=until)
    (row,) = stored()["evenings"]
    utc = moment.replace(tzinfo=ZoneInfo("Europe/Zurich")).astimezone(datetime.UTC).replace(tzinfo=None)
    assert row[5] == utc


DATE, LONG = "Give the date as year, month, day", "At most 100 characters."
WRONG = [
    {"date": ("", DATE), "stack": ("much", "This is no amount"), "title": ("x" * 101, LONG)},
    {
        "date": ("tomorrow", DATE),
        "stack": ("2.5", "finer than the smallest coin"),
        "place": ("x" * 101, LONG),
    },
    {
        "date": ("2026-02-30", DATE),
        "stack": ("1.500", "This could be 1.500 or 1500"),
        "until": ("late", "time"),
    },
    {
        "date": ("6.3.2026", DATE),
        "stack": ("-5", "A starting stack is nothing, or up to "),
        "until": ("25:00", "time"),
    },
    {
        "stack": ("9" * 20, "A starting stack is nothing, or up to"),
        "chip": ("1.500", "This could be 1.500 or 1500"),
    },
    {"chip": ("0", "That is no value of a chip.")},
    {"chip": ("0.001", "finer than the smallest coin")},
]


@pytest.mark.parametrize("typed", WRONG)
def test_what_is_wrong_is_said_at_its_field(
    phone: Phone, stored: Reader, typed: Mapping[str, tuple[str, str]]
) -> None:
    page = start(phone, **{field: text for field, (text, _sentence) in typed.items()})
    assert page.status == 422
    assert stored()["evenings"] == []
    for field, (text, _sentence) in typed.items():
        assert page.root.one("input", name=field).get("value") == text
    told = {field: sentence in page.flaw_of(field) for field, (_text, sentence) in typed.items()}
    assert told == dict.fromkeys(typed, True)


@pytest.mark.parametrize("first", ["99", "-1", "Anna", "4"])
def test_first_dealer_who_is_on_no_line_is_not_drawn_by_chance(
    phone: Phone, stored: Reader, first: str
) -> None:
    page = phone.get("/new/chratze")
    sent = page.form("/new/chratze").filled(name=THREE)
    sent.setlist("first", [first])
    answer = phone.post("/new/chratze", sent)
    assert answer.status == 422
    assert answer.root.one(id="players-flaw").text == "Say who deals first."
    assert stored()["evenings"] == []


@pytest.mark.parametrize(
    ("date", "until"), [("9999-12-31", "01:00"), ("0001-01-01", "23:00"), ("9999-12-31", "23:00")]
)
def test_date_at_the_end_of_time_is_a_date_or_told(phone: Phone, date: str, until: str) -> None:
    page = start(phone, date=date, until=until)
    assert page.status in (303, 422)


def test_everything_typed_is_kept_when_anything_is_wrong(phone: Phone) -> None:
    path = "/new/chratze"
    form = phone.get(path).form(path)
    typed = form.filled(
        name=["Anna", "Anna", "", "Carla"],
        first="3",
        title="Fri<day>",
        place="The “Bear”",
        date="tomorrow",
        until="01:30",
        stack="1.500",
        chip="1.500",
        currency="EUR",
        opt__ante__each="1.500",
        opt__ante__dealer="x",
        opt__award__share="5/4",
        opt__leftover="seat-order",
        opt__ante__when="pot-empty",
        opt__penalty__cap="12",
        opt__passed_out__ante="yes",
        opt__end="free",
    )
    page = phone.post(path, typed)
    assert page.status == 422
    again = page.form(path).fields
    for name in typed:
        if name != "csrf_token":
            assert again.getlist(name) == typed.getlist(name), name
    # House rules lie folded: what is wrong in there must not be hidden.
    assert "open" in page.root.one("details", class_="house-rules").attributes


def test_worth_of_a_chip_is_shown_in_money_and_proposed_at_closing(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE, chip="0,25", currency="EUR")
    evening.write(declarer="Ben")
    standing = evening.page("standing").root.one(class_="places").one("tbody")
    worths = [row.one(class_="worth").text for row in standing.all("tr")]
    assert worths == ["= EUR\u00a00.50", "= EUR\u00a0−0.25", "= EUR\u00a0−0.25"]
    assert evening.page("slips/1").root.one(class_="worth").text == "= EUR\u00a00.50"
    settling = evening.page("settling")
    assert [amount.text for amount in settling.root.all(class_="due-amount")] == ["0.25", "0.25"]
    form = evening.page("close").form("/close").fields
    assert (form["chip"], form["currency"]) == ("0.25", "EUR")
    # The file takes it along.
    data = json.loads(evening.page("files/evening.json").html)
    assert (data["chip"], data["currency"]) == (25, "EUR")
    assert "One chip is worth EUR\u00a00.25." in evening.close().text


def test_worth_of_a_chip_can_be_taken_back_at_closing(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE, chip="0.25", currency="EUR")
    evening.write(declarer="Ben")
    page = evening.phone.follow(evening.phone.press(evening.page("close"), "/close", chip=""))
    assert [amount.text for amount in page.root.all(class_="due-amount")] == ["1", "1"]
    assert not evening.page("standing").root.all(class_="worth")


def test_part_of_a_counter_is_worth_parts_of_a_cent(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", THREE, chip="0.05")
    evening.write(tricks={"Anna": 2, "Ben": 2}, joined=["Ben", "Carla"])
    evening.write(tricks={"Ben": 2, "Carla": 1, "Anna": 1}, joined=["Anna", "Carla"])
    worths = [place.text for place in evening.page("standing").root.all(class_="worth")]
    assert worths == ["= CHF\u00a00.1250", "= CHF\u00a00.0125", "= CHF\u00a0−0.1375"]


def test_money_has_no_worth_of_its_own(phone: Phone) -> None:
    page = phone.get("/new/chratze-cash")
    assert not page.root.all("input", name="chip")
    evening = Evening.starts(phone, "chratze-cash", THREE, chip="2", currency="EUR")
    evening.write(declarer="Ben")
    assert not evening.page("standing").root.all(class_="worth")


def test_control_characters_of_free_text_are_not_stored(phone: Phone, stored: Reader) -> None:
    # One database refuses them with an error of its own, the other would hand them to whoever exports.
    Evening.starts(phone, names=THREE, title="The\x00 Bear\x07", place="\x1b[31mLion\x00")
    (row,) = stored()["evenings"]
    assert row[2:4] == ("The Bear", "[31mLion")


def test_evening_is_the_scribes_at_once(phone: Phone, other_phone: Phone) -> None:
    evening = Evening.starts(phone, names=NAMES)
    evening.write(declarer="Dan")
    assert evening.on(other_phone).page().status == 404


def test_card_of_an_evening_names_its_game_and_says_whether_it_is_open(phone: Phone) -> None:
    Evening.starts(phone, "zwicken", date="2026-01-09")
    titled = Evening.starts(phone, "chratze-cash", title="At the Bear", place="Bern", date="2026-01-08")
    titled.close()
    cards = [card.text for card in phone.get("/").root.all("a", class_="card")]
    assert cards == [
        "9 January 2026 open Zwicken Anna, Ben, Carla, Dan, Eva",
        "At the Bear closed Chratze for cash 8 January 2026 · Bern Anna, Ben, Carla, Dan, Eva",
    ]
