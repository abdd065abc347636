"""The report's pages: where they end, how wide what stands on them is, and how much they hold."""

import re
from typing import Final

import pytest
from fontTools.ttLib import TTFont

from ledger.report.child import ASSETS
from ledger.report.curves import curves
from ledger.report.evening import report
from ledger.report.heads import heads
from ledger.report.page import sheet_page
from ledger.rules.catalogue import find
from ledger.wording.language import language
from tests.report.conftest import Printer
from tests.report.evenings import FIVE, MADE, THREE_DEALS, Data, file, long_evening, long_names, page, source
from tests.report.paper import Paper

NAMES: Final = ("Anneliese", "Beat", "Hansruedi Wüthrich", "Dora", "Franziska-Margaretha")


def named(deals: int) -> Data:
    """Return an evening of so many deals among people with longer names."""
    called = dict(zip(FIVE, NAMES, strict=True))
    renamed: list[Data] = [
        {
            **deal,
            "declarer": called[deal["declarer"]],
            "joined": [called[name] for name in deal["joined"]],
            "tricks": {called[name]: won for name, won in deal["tricks"].items()},
        }
        for deal in THREE_DEALS
    ]
    return file((renamed * deals)[:deals], names=NAMES)


def words(paper: Paper, sheet: int) -> str:
    """Return what stands on one page, spaces left out."""
    return "".join(word.text for word in paper.sheets[sheet].words)


def beginning(paper: Paper, sheet: int, shape: str) -> list[str]:
    """Return what stands at the left edge of one page's tables and looks like this."""
    at_left = (word.text for word in paper.sheets[sheet].words if word.left < 56)
    return [text for text in at_left if re.fullmatch(shape, text)]


def test_no_row_and_no_note_is_alone_on_a_page(printed: Printer) -> None:
    """Of as many deals as end near the foot of the first page."""
    parted = 0
    for deals in range(7, 13):
        paper = printed(page(file((list(THREE_DEALS) * 4)[:deals])))
        last = words(paper, -1)
        assert "Besideaname" in last
        assert "Addedup" in last
        if len(paper.sheets) > 1 and "Everydeal" not in last:
            parted += 1
            assert beginning(paper, -1, r"\d+")[-2:] == [f"{deals - 1}", f"{deals}"]
    assert parted


def test_every_deal_begins_with_more_than_a_few_rows(printed: Printer) -> None:
    """Below titles of one line and more."""
    begun = []
    for lines in (1, 3, 6):
        paper = printed(page(file([*THREE_DEALS] * 5, title=" ".join(["Friday at the Bear"] * lines))))
        begun.append(next(n for n in range(len(paper.sheets)) if "Everydeal" in words(paper, n)))
        assert len(beginning(paper, begun[-1], r"\d+")) >= 5
    assert begun == [0, 1, 1]


def test_no_word_of_a_name_is_broken_at_the_head_of_its_column(printed: Printer) -> None:
    for html in (page(named(20)), sheet_page(find("chratze"), language("en"), NAMES)):
        sheet = printed(html).sheets[-1]
        foot = next(word.bottom for word in sheet.words if word.text == "No.")
        heads = {word.text for word in sheet.words if word.bottom <= foot + 1}
        assert {"Anneliese", "Beat", "Hansruedi", "Wüthrich", "Dora", "Franziska-", "Margaretha"} <= heads


def test_word_too_long_for_any_size_is_shortened_not_broken() -> None:
    names = ["Konstantinopolitanskaja", "Konstantinopolitanskijj", "Eva"]
    (one, other, eva), size = heads(names, 14)
    assert (size, eva) == (60, "Eva")
    assert one != other
    assert "…" in one
    assert heads(["Anna", "Eva"], 14) == (["Anna", "Eva"], 80)


@pytest.mark.parametrize("names", [FIVE, NAMES, long_names(5)], ids=["short", "usual", "long"])
@pytest.mark.parametrize("deals", [9, 40])
def test_every_payment_is_printed_once(printed: Printer, names: tuple[str, ...], deals: int) -> None:
    evening = source(long_evening(names, deals, "chratze-cash"))
    owed = len(report(evening, language("en"), made=MADE).settling.dues)
    text = printed(page(long_evening(names, deals, "chratze-cash"))).text
    assert text.count("☐") == owed
    assert text.count("Settlingup") == 1


def test_long_standing_and_long_plan_go_on_on_the_next_page(printed: Printer) -> None:
    """Thirty people who came and went, each with something to pay."""
    events: list[Data] = [*THREE_DEALS]
    for number in range(22):
        guest = f"Guest {number}"
        events += [
            {"kind": "join", "player": guest},
            {"kind": "adjust", "from": guest, "to": "Anna", "amount": number + 1},
            {"kind": "leave", "player": guest},
        ]
    paper = printed(page(file([*events, {"kind": "close"}])))
    ranks = [beginning(paper, sheet, r"\d+\.") for sheet in (0, 1)]
    assert len(ranks[0]) + len(ranks[1]) == 27
    assert len(ranks[1]) != 1
    # The plan begins where there is room, not on a page of its own.
    start = next(n for n in range(len(paper.sheets)) if "Settlingup" in words(paper, n))
    assert "curve" in words(paper, start)


@pytest.mark.parametrize("deals", [3, 30])
def test_labels_of_curves_fit_their_picture_and_differ(deals: int) -> None:
    """Names of forty wide letters, in the metrics of the font they are printed in."""
    font = TTFont(ASSETS / "DejaVuSansCondensed.ttf")
    letters, widths, height = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    names = [f"{'W' * 38}{number:02}" for number in range(7)]
    chart = curves(source(long_evening(names, deals)), language("en")).balances
    assert len({curve.name for curve in chart.curves}) == len(names)
    for curve in chart.curves:
        width = sum(widths[letters[ord(letter)]][0] for letter in curve.name) / height * 16
        assert chart.right + 12 + width <= chart.width, curve.name


def test_evening_without_a_deal_has_no_curve(printed: Printer) -> None:
    html = page(file([]))
    assert "<svg" not in html
    assert len(printed(html).sheets) == 1


def test_amounts_as_long_as_they_get_stay_inside_too(printed: Printer) -> None:
    names = long_names(7)
    lost: Data = {"kind": "deal", "declarer": names[0], "joined": names[1:3], "tricks": {names[1]: 4}}
    options = {"ante.each": 5 * 10**9}
    huge = file(
        [lost] * 3, names=names, ruleset="chratze-cash", start_balance=10**14 + 12345, options=options
    )
    paper = printed(page(huge))
    assert paper.strays() == []
    assert "+1005300000126.85" in paper.text.replace("\u202f", "")


def test_text_without_end_is_cut_to_what_paper_holds(printed: Printer) -> None:
    endless = "x" * 20_000
    paper = printed(page(file([], names=[endless, *FIVE[1:]], title=endless, place="a\x00b\ud800c\nd")))
    assert paper.strays() == []
    assert len(paper.sheets) == 1
    assert "abcd" in paper.text
