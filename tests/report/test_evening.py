"""The report as a PDF: everything is on it, inside its pages, in its own fonts, and nothing else."""

import re
import unicodedata
from typing import Final

import pytest
from fontTools.ttLib import TTFont

from ledger.evening.dues import plan_of
from ledger.evening.interchange import answer
from ledger.report.child import ASSETS
from ledger.report.evening import report
from ledger.rules.catalogue import find
from ledger.rules.seat import POT
from ledger.wording.amounts import amount, signed
from ledger.wording.language import language
from tests.report.conftest import Printer
from tests.report.evenings import (
    FIVE,
    MADE,
    THREE_DEALS,
    Data,
    example,
    file,
    long_evening,
    long_names,
    page,
    source,
)
from tests.report.paper import Paper, Word

LETTERS: Final = "äöüßÄÖÜ åÅéÉ жщъыэюяЁЖЩЫЭЮЯ ♠♥♦♣ ¼½¾ ₽ € − ♛"
LONG: Final = {
    "ten at Zwicken": long_evening(long_names(10), 120, "zwicken"),
    "seven at Chratze": long_evening(long_names(7), 120),
    "five for cash": long_evening(long_names(5), 40, "chratze-cash"),
}


@pytest.fixture(scope="module", params=LONG)
def long(request: pytest.FixtureRequest, printed: Printer) -> tuple[Data, Paper]:
    """Return a long evening of long names, and its report."""
    data = LONG[request.param]
    return data, printed(page(data, "de"))


@pytest.fixture(scope="module")
def short(printed: Printer) -> Paper:
    """Return the report of the example evening."""
    return printed(page(example()))


def shipped_letters() -> set[int]:
    """Return every letter that the shipped fonts can draw."""
    fonts = [TTFont(path).getBestCmap() for path in ASSETS.glob("*.ttf")]
    return set.union(*(set(letters) for letters in fonts))


def only_shipped_fonts(paper: Paper) -> None:
    """Check that nothing on the paper came out of a font of this machine, or of none."""
    fonts = list(paper.fonts())
    assert fonts
    assert {name.split("-")[0] for name, _embedded in fonts} == {"Ledger"}
    assert all(embedded for _name, embedded in fonts)
    drawn = {ord(letter) for letter in paper.text if unicodedata.category(letter) != "Cf"}
    assert drawn <= shipped_letters()


def test_example_is_one_sheet_with_every_balance(short: Paper) -> None:
    assert len(short.sheets) == 1
    for words in ("FridayattheBear", "TheBear", "27November2026", "Anna,Ben,Carla,Dan,Eva", "Page1of1"):
        assert words in short.text
    for words in ("1.Anna+21", "2.Dan+11", "3.Ben−3", "4.Eva−8", "5.Carla−22", "Inthepot:1chip"):
        assert words in short.text


def test_every_deal_of_the_example_is_on_it(short: Paper) -> None:
    for row in (
        "1AnnaDan2Carla2,Ben05−1−60+3−1",
        "2BenCarla1Dan3,Eva010−1−1−21+9−11",
        "3CarlaAnna2Ben1,Eva135+23+4−1−1+4",
    ):
        assert row in short.text
    assert "Addedup,andwhatstaysinthepot1+21−3−22+11−8" in short.text


def test_german_report_speaks_german(printed: Printer) -> None:
    paper = printed(page(example(), "de"))
    for words in (
        "Stand",
        "JedesSpiel",
        "DerAbendwurdeabgeschlossen.",
        "27.November2026",
        "Seite1von1",
    ):
        assert words in paper.text, words
    assert b"/Lang (de)" in paper.content


def test_it_says_what_it_is(short: Paper) -> None:
    assert short.info["Title"] == "Friday at the Bear"
    assert short.info["Author"] == "Tavern Ledger"
    assert short.info["Tagged"] == "yes"
    assert short.info["Page size"].endswith("(A4)")
    assert b"/Lang (en)" in short.content
    assert b'pdfuaid:part="1"' in short.content


def test_every_word_lies_inside_its_page(long: tuple[Data, Paper]) -> None:
    assert long[1].strays() == []


def test_every_balance_and_every_name_is_on_it(long: tuple[Data, Paper]) -> None:
    data, paper = long
    unit = find(str(data["ruleset"])).unit
    balances = answer(data)["balances"]
    assert isinstance(balances, dict)
    for name, balance in balances.items():
        row = f"{name}{signed(unit, balance, language('de'))}"
        shown = re.sub("[\u2068\u2069]|·Susi", "", paper.text)
        assert re.sub(r"\s", "", row) in shown


def test_only_its_own_fonts_are_used(long: tuple[Data, Paper], short: Paper) -> None:
    only_shipped_fonts(long[1])
    only_shipped_fonts(short)


def test_head_of_the_deals_is_repeated(long: tuple[Data, Paper]) -> None:
    sheets = _sheets_of_deals(long[1])
    assert len(sheets) > 1
    for words in sheets:
        assert "Nr." in [word.text for word in words]


def test_no_row_is_parted_by_the_end_of_a_page(long: tuple[Data, Paper]) -> None:
    for words in _sheets_of_deals(long[1]):
        head = next(word for word in words if word.text == "Nr.")
        body = [word for word in words if word.top > head.bottom]
        top = min(word.top for word in body)
        first = min((word for word in body if word.top < top + 2), key=lambda word: word.left)
        # What goes on from the page before has nothing in the column of numbers.
        assert abs(first.left - head.left) < 1
        assert re.fullmatch(r"\d+|–", first.text), first


def _sheets_of_deals(paper: Paper) -> list[tuple[Word, ...]]:
    return [sheet.words for sheet in paper.sheets if any(word.text == "Nr." for word in sheet.words)]


def test_undone_deal_is_struck_through(printed: Printer) -> None:
    twice: list[Data] = [
        {"kind": "deal", "declarer": "Eva", "joined": ["Dan"], "tricks": {"Dan": 4}},
        {"kind": "undo"},
        {"kind": "deal", "declarer": "Ben", "joined": ["Dan"], "tricks": {"Dan": 4}},
    ]
    html = page(file(twice))
    rows = re.findall(r'<tr(?: class="gone")?><th scope="row" class="no">.*?</tr>', html, re.DOTALL)
    assert [("gone" in row, "Eva" in row) for row in rows] == [(True, True), (False, False)]
    assert "–Eva0Dan4" in printed(html).text


def test_every_promised_letter_can_be_drawn(printed: Printer) -> None:
    names = ["Jürg Äß", "Åsa", "Щука Юрьевна Ёж", "♠♥♦♣", "¼½¾ ₽€−"]
    deal: Data = {
        "kind": "deal",
        "declarer": names[0],
        "joined": names[1:3],
        "tricks": {names[0]: 2, names[2]: 2},
    }
    paper = printed(page(file([deal], names=names, title=LETTERS, place=LETTERS)))
    assert paper.text.count(LETTERS.replace(" ", "")) >= 2
    only_shipped_fonts(paper)
    for path in ASSETS.glob("DejaVuSans*.ttf"):
        assert {ord(letter) for letter in LETTERS} <= set(TTFont(path).getBestCmap())


HOSTILE: Final = (
    '<link rel=attachment href="file:///etc/passwd">',
    '<svg onload="alert(1)"><image href="file:///etc/hostname"/></svg>',
    "\u202eneb nema\u202c",
    "عمر بن الخطاب",
    "</td></tr></table>{{ 7 * 7 }} &amp; ;}",
)


def test_hostile_names_are_text(printed: Printer) -> None:
    deal: Data = {
        "kind": "deal",
        "declarer": HOSTILE[0],
        "joined": list(HOSTILE[1:]),
        "tricks": {HOSTILE[0]: 4},
    }
    paper = printed(page(file([deal], names=HOSTILE, title=HOSTILE[0], place=HOSTILE[1])))
    for secret in (b"EmbeddedFile", b"/JavaScript", b"/Subtype /Image", b"root:"):
        assert secret not in paper.content
    for name in (HOSTILE[0], HOSTILE[4], "onload="):
        assert name.replace(" ", "") in paper.text
    assert paper.info["Title"] == HOSTILE[0]
    assert paper.strays() == []


@pytest.mark.parametrize("name", ["🎲 Würfel", "👩‍👩‍👧", "李小龙"])
def test_name_no_shipped_font_can_draw_spoils_nothing(printed: Printer, name: str) -> None:
    paper = printed(page(file([], names=[name, *FIVE[1:]])))
    assert "Ben" in paper.text
    assert paper.strays() == []


def test_two_names_of_letters_nobody_can_draw_look_different(printed: Printer) -> None:
    paper = printed(page(file([], names=["\U000f0001", "\U000f0002", "\U000f0003 Carla"])))
    assert "[F0001],[F0002],Carla" in paper.text


def test_everything_a_report_is_for_is_on_paper(printed: Printer) -> None:
    """Rounding, what was paid before, both curves, and every column of the standing."""
    way = {"mode": "coins", "coin": 10, "chip": 25, "currency": "EUR"}
    before = {"from": "Carla", "to": "Anna", "paid": 30}
    events = [*THREE_DEALS, {"kind": "close", "settle": {**way, "paid": [before]}}]
    html = page(file(events))
    assert html.count('<svg class="chart"') == 2
    text = printed(html).text
    assert "Paidbeforethisclosing:Carla→AnnaEUR0.30." in text
    assert re.search(r"Rounding:[A-Z][a-z]+[+−]0\.05", text)
    assert "Rank" in text
    # Anna: one deal, declared and made; her best deal and her worst.
    told = report(source(file(events)), language("en"), made=MADE)
    for place in told.standing:
        row = f"{place.rank}{place.name}{place.balance}{place.played}{place.declared}{place.joined}"
        assert re.sub(r"\s", "", f"{row}{place.gain}{place.loss}") in text
    assert told.standing[0].declared == "1 of 1"
    assert "Chratzer,made" in text
    assert "Bestdeal" in text
    assert "Worstdeal" in text


@pytest.mark.parametrize(
    ("ruleset", "deals", "seed"), [("chratze", 30, 7), ("chratze-cash", 25, 8), ("zwicken", 40, 9)]
)
def test_numbers_on_paper_are_those_of_the_book(
    printed: Printer, ruleset: str, deals: int, seed: int
) -> None:
    """Laid out for real: every deal's pot and changes in its row, the sums, the standing and the plan."""
    data = long_evening(FIVE, deals, ruleset, seed=seed)
    data["events"].append({"kind": "close"})
    book = source(data).book
    unit, state, speech = book.state.ruleset.unit, book.state, language("en")
    text = printed(page(data)).text

    def packed(*texts: str) -> str:
        return re.sub(r"\s", "", "".join(texts))

    place = text.index("Everydeal")
    for number, entry in enumerate(book.entries, start=1):
        changes = (signed(unit, entry.change(seat), speech) for seat in state.balances)
        row = packed(amount(unit, entry.opening.pot, speech), *changes)
        place = text.index(row, text.index(f"{number}{FIVE[entry.opening.dealer]}", place)) + len(row)
    sums = (signed(unit, balance, speech) for balance in state.balances.values())
    assert text.index(packed(amount(unit, state.carried, speech), *sums), place)
    for seat, balance in state.balances.items():
        # Who let a pot go is called so, behind the name.
        stands = f"{FIVE[seat]}(·[A-Za-z]+)?{re.escape(packed(signed(unit, balance, speech)))}"
        assert re.search(rf"\d\.{stands}", text)
    parties = {POT: "Pot", **dict(enumerate(FIVE))}
    payments = plan_of(state).payments
    assert payments
    for source_, target, owes in payments:
        assert packed(f"{parties[source_]}→{parties[target]}", amount(unit, owes, speech)) in text
