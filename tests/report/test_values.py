"""What the report says, before it is laid out: whatever was written, its columns add up to the book."""

import dataclasses
import datetime
import re
from zoneinfo import ZoneInfo

import segno
from hypothesis import given, settings

from ledger.evening.book import replay
from ledger.evening.events import (
    Adjusted,
    Closed,
    Corrected,
    DealWritten,
    Event,
    Inserted,
    Joined,
    Left,
    Opened,
    PaymentMarked,
    Struck,
    Undone,
)
from ledger.evening.interchange import read
from ledger.evening.line import Line
from ledger.evening.statement import slip
from ledger.report.deals import MOST, Row, deals
from ledger.report.evening import report
from ledger.report.fingerprint import checksum
from ledger.report.highlights import highlights
from ledger.report.page import evening_page
from ledger.report.qr import code
from ledger.report.ranking import ranking
from ledger.report.settling import Status
from ledger.report.source import Source, from_file
from ledger.rules.catalogue import find
from ledger.rules.deal import Blind, Deal
from ledger.rules.seat import Seat
from ledger.wording.language import language
from tests.conftest import LONGER
from tests.report.evenings import MADE, THREE_DEALS, example, file, long_evening, page, source
from tests.unit.kinds import Written, written

ENGLISH = language("en")
ANNA, BEN, CARLA, DAN = (Seat(number) for number in range(4))
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz", "Gertrud", "Hans", "Ida", "Jakob", "Karl", "Lea")
OPENED = Opened(ruleset=find("chratze"), seats=(ANNA, BEN, CARLA), first_dealer=ANNA)
LOST = DealWritten(Deal(declarer=BEN, joined=(CARLA,), tricks={BEN: 1, CARLA: 3}))
ALONE = DealWritten(Deal(declarer=CARLA))


def told(*events: Event, opened: Opened = OPENED) -> Source:
    """Return an evening in which `events` were written."""
    return told_lines(opened, tuple(Line(number, event) for number, event in enumerate(events, start=1)))


def told_lines(opened: Opened, lines: tuple[Line, ...]) -> Source:
    """Return an evening of these lines, its players named in the order of the alphabet."""
    book = replay(opened, lines)
    everybody = sorted(book.state.balances)
    names = {seat: f"{NAMES[place % len(NAMES)]} {place}" for place, seat in enumerate(everybody)}
    return Source(
        title="Friday",
        place="",
        date=None,
        hours=None,
        names=names,
        written=lines,
        book=book,
        revision=len(lines),
    )


def kinds(rows: list[Row]) -> list[str]:
    """Return what each line of the table of deals is: its number, gone, or its words."""
    return [row.words or ("gone" if row.gone else row.number) for row in rows]


@settings(max_examples=200 * LONGER)
@given(evening=written())
def test_columns_standing_and_slips_add_up_to_the_book(evening: Written) -> None:
    one = told_lines(evening.opened, evening.events)
    unit, state = one.book.state.ruleset.unit, one.book.state
    table = deals(one, ENGLISH)
    for column, (seat, balance) in enumerate(state.balances.items()):
        cells = [row.changes[column][1] for row in table.rows]
        assert sum(unit.parse(cell) for cell in cells if cell) == balance
        assert unit.parse(table.sums[column][1]) == balance
        assert slip(one.book, seat).balance == state.shown(seat)
    assert {place.seat: place.balance for place in ranking(one.book)} == {
        seat: state.shown(seat) for seat in state.balances
    }
    assert unit.parse(table.carried) == state.carried
    numbers = [row.number for row in table.rows if row.number not in ("", "–")]
    assert numbers == [str(number) for number in range(1, len(one.book.entries) + 1)]
    shown = report(one, ENGLISH, made=MADE)
    assert [unit.parse(line.balance) for line in shown.standing] == [p.balance for p in ranking(one.book)]
    assert all("%(" not in sentence for sentence in shown.told)


def test_gone_deals_stand_where_they_were_written() -> None:
    one = told(LOST, ALONE, Struck(2), LOST, Undone(), ALONE)
    assert kinds(list(deals(one, ENGLISH).rows)) == ["1", "gone", "gone", "2"]


def test_deal_that_was_put_right_shows_what_stood_there() -> None:
    one = told(LOST, Corrected(1, ALONE.deal), ALONE)
    rows = list(deals(one, ENGLISH).rows)
    assert kinds(rows) == ["gone", "1", "2"]
    assert "Ben" in rows[0].declarer
    assert "Carla" in rows[1].declarer


def test_correction_that_was_undone_shows_nothing() -> None:
    assert kinds(list(deals(told(LOST, Corrected(1, ALONE.deal), Undone()), ENGLISH).rows)) == ["1"]


def test_forgotten_deal_stands_at_its_place() -> None:
    one = told(LOST, Undone(), LOST, Inserted(3, ALONE.deal), ALONE)
    rows = list(deals(one, ENGLISH).rows)
    assert kinds(rows) == ["1", "gone", "2", "3"]
    assert "Carla" in rows[0].declarer


def test_people_and_money_are_told_between_the_deals() -> None:
    one = told(LOST, Joined(DAN, None, 3), Left(ANNA), Adjusted(BEN, CARLA, 2), ALONE, Closed())
    rows = list(deals(one, ENGLISH).rows)
    assert kinds(rows)[0::4] == ["1", "2"]
    said = " ".join(row.words for row in rows).replace("\u2068", "").replace("\u2069", "")
    assert "Dan 3 sits down and pays 3\u00a0chips into the pot." in said
    assert "Anna 0 leaves." in said
    assert "Ben 1 → Carla 2: 2\u00a0chips" in said
    assert "The evening was closed." in said
    assert [change for _sign, change in rows[1].changes] == ["", "", "", "−3"]
    assert [change for _sign, change in rows[3].changes] == ["", "−2", "+2", ""]
    # Who went home neither anted nor played.
    assert rows[4].changes[0] == ("", "")


def test_ranking_counts_what_each_player_did() -> None:
    anna, dan, ben, eva, carla = ranking(source(example()).book)
    assert (anna.rank, anna.balance, anna.gain, anna.loss) == (1, 21, 23, -1)
    assert (anna.declared, anna.declared_made, anna.joined) == (1, 1, 0)
    assert (dan.played, dan.declared, dan.joined, dan.joined_made) == (2, 1, 1, 1)
    assert (carla.declared, carla.declared_made, carla.joined_made) == (1, 0, 1)
    assert (ben.rank, eva.rank, carla.rank, carla.loss, carla.gain) == (3, 4, 5, -21, 0)


def test_equal_balances_share_the_rank_and_who_is_in_alone_made_it() -> None:
    first, *others = ranking(told(ALONE).book)
    assert (first.seat, first.declared_made, first.balance) == (CARLA, 1, 2)
    assert [(place.rank, place.balance) for place in others] == [(2, -1), (2, -1)]


def test_stories_are_facts() -> None:
    blind = {"kind": "deal", "declarer": "Ben", "joined": [], "tricks": {}, "blind": "double"}
    events = [THREE_DEALS[0], blind, *[{"kind": "deal", "declarer": "Dan", "joined": []}] * 4]
    said = [
        text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
        for text in highlights(source(file(events)), ENGLISH)
    ]
    assert said == [
        "The biggest pot: 10 chips in deal 2. The largest share went to Ben: 10 chips.",
        "The longest dry spell: Anna, 6 deals without a share, from deal 1 to 6.",
        "The boldest: Dan, Chratzer in 5 deals, 5 of them made.",
        "Ben declared blind once. Once it was double blind.",
        "Susi of the evening: Anna, Carla. Asked last, the pot was let go.",
    ]


def test_blind_is_told_for_who_called_it() -> None:
    deal = Deal(declarer=ANNA, joined=(BEN,), tricks={ANNA: 4}, blind=Blind.SINGLE)
    assert any("Anna" in text and "blind" in text for text in highlights(told(DealWritten(deal)), ENGLISH))
    assert highlights(told(), ENGLISH) == []


def test_stories_can_be_switched_off() -> None:
    one = source(example())
    assert report(one, ENGLISH, made=MADE).told
    assert not report(one, ENGLISH, made=MADE, in_words=False).told


def test_checksum_changes_with_whatever_was_written() -> None:
    first = checksum(told(LOST))
    assert first == checksum(told(LOST))
    assert len({first, checksum(told(ALONE)), checksum(told(LOST, Undone())), checksum(told())}) == 4


def test_payments_have_boxes_to_tick_and_those_made_are_ticked() -> None:
    closed = (LOST, ALONE, Closed())
    paid = told(*closed, PaymentMarked(ANNA, CARLA, 2), PaymentMarked(BEN, CARLA, 3))
    dues = report(paid, ENGLISH, made=MADE).settling.dues
    assert [(due.payer[:4], due.amount, due.status) for due in dues] == [
        ("Anna", "2", Status.PAID),
        ("Ben ", "8", Status.PART),
    ]
    printed = evening_page(paid, ENGLISH, made=MADE)
    assert printed.count("☑") == 1
    assert printed.count("☐") == 1
    assert "3 paid, 5 open" in printed
    assert evening_page(told(*closed), ENGLISH, made=MADE).count("☐") == 2


def test_code_is_the_one_of_the_address() -> None:
    address = "https://ledger.example.org/l/abc.def?print=12"
    drawn = code(address)
    rows = [[False] * drawn.size for _row in range(drawn.size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawn.path):
        for place in range(int(x), int(x) + int(width)):
            rows[int(y)][place] = True
    made = segno.make(address, error="m", micro=False)
    assert rows == [[bool(dark) for dark in row] for row in made.matrix_iter(border=2)]


def test_print_of_an_evening_that_is_watched_carries_its_code() -> None:
    watched = dataclasses.replace(told(LOST), link="https://ledger.example.org/l/abc")
    shown = report(watched, ENGLISH, made=MADE).foot.code
    assert shown == code("https://ledger.example.org/l/abc?print=1")
    assert report(told(LOST), ENGLISH, made=MADE).foot.code is None


def test_evening_without_end_shows_its_last_deals() -> None:
    table = deals(told(*[ALONE] * (MOST + 3)), ENGLISH)
    assert (len(table.rows), table.left_out) == (MOST, 3)
    assert (table.rows[0].number, table.rows[-1].number) == ("4", str(MOST + 3))
    assert table.sums[2][1].replace("\u202f", "") == f"+{2 * (MOST + 3)}"
    assert "3 earlier lines are left out" in evening_page(told(*[ALONE] * (MOST + 3)), ENGLISH, made=MADE)


def test_hours_are_those_of_play() -> None:
    """Opened again and paid days later: the evening was over when the last deal was."""
    events = [*THREE_DEALS, {"kind": "close"}, {"kind": "payment", "from": "Carla", "to": "Anna", "paid": 5}]
    times = ["19:00", "19:10", "19:20", "22:00"]
    written = [*(f"2026-11-27T{time}:00" for time in times), "2026-12-03T08:12:00"]
    told = from_file(read(file(events, written_at=written)), ZoneInfo("Europe/Zurich"))
    assert told.hours is not None
    assert [time.strftime("%d %H:%M") for time in told.hours] == ["27 20:00", "27 20:20"]
    assert from_file(read(file(events))).hours is None
    assert from_file(read(file([{"kind": "close"}], written_at=written[:1]))).hours is None


def test_house_rules_and_hours_are_in_the_head() -> None:
    one = source(long_evening(("Anna", "Ben", "Carla"), 2))
    shown = report(one, ENGLISH, made=datetime.datetime(2026, 11, 28, 0, 41))
    assert [value for _name, value in shown.options] == ["60"]
    assert shown.when == ["The Bear", "27 November 2026"]
    assert shown.foot.made == "28 November 2026, 00:41"


def test_stacks_are_said() -> None:
    data = file(THREE_DEALS, start_balance={"Anna": 20, "Ben": 10, "Carla": 0, "Dan": 0, "Eva": 0})
    shown = report(source(data), ENGLISH, made=MADE)
    assert "20" in shown.stacks
    assert "10" in shown.stacks
    assert not report(source(example()), ENGLISH, made=MADE).stacks
    assert "<bdi" not in page(data)
