"""Names where there is little room: no letter is cut in two, and no two players look the same."""

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from ledger.report.child import ASSETS
from ledger.rules.plain import name_key
from ledger.wording.names import drawn, shortened

ACUTE = "e\u0323\u0301"
FAMILY = "👨\u200d👩\u200d👧"
WAVE = "👋\U0001f3fd"
FLAG = "🇨🇭"
WALES = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
HEART = "❤\ufe0f"
SYLLABLE = "\u1112\u1161\u11ab"
KA = "का"


def test_name_that_fits_is_left_alone() -> None:
    for name in ("Anna", "x" * 16, ACUTE * 16, FAMILY * 8, ""):
        assert shortened(name) == name


def test_long_name_ends_with_what_says_so() -> None:
    assert shortened("Fritz von Allmen-Hungerbühler") == "Fritz von Allme…"
    assert shortened("Maximilian Karl von Ow") == "Maximilian Karl…"
    assert shortened("Anna Maria Theresia", longest=6) == "Anna…"


@pytest.mark.parametrize("letter", [ACUTE, FAMILY, WAVE, FLAG, WALES, HEART, SYLLABLE, KA])
def test_letter_stays_whole(letter: str) -> None:
    for before in ("", "A", "AB"):
        short = shortened(before + letter * 30, longest=9)
        beginning, end = short[:-1], short[-1]
        assert end == "…"
        assert beginning == before + letter * beginning.count(letter)
        assert beginning.count(letter) >= 3


def test_wide_letters_take_two_places() -> None:
    assert shortened("李小龍" * 6, longest=9) == "李小龍李…"


def test_names_that_begin_alike_are_told_apart_by_their_ends() -> None:
    names = ["Maximilian Hungerbühler A", "Maximilian Hungerbühler B", "Maximilian", "Eva"]
    assert [shortened(name, names) for name in names] == [
        "Maximilian Hun…A",
        "Maximilian Hun…B",
        "Maximilian",
        "Eva",
    ]
    # Upper and lower case do not tell two people apart, and one name alone needs no end.
    names = ["MAXIMILIAN HUNGERBÜHLER", "Maximilian Hungerbühlen"]
    assert [shortened(name, names) for name in names] == ["MAXIMILIAN HUN…R", "Maximilian Hun…n"]
    assert shortened(names[0], names[:1]) == "MAXIMILIAN HUNG…"


def test_names_that_differ_in_the_middle_alone_get_their_places() -> None:
    names = [f"{'x' * 18}{middle}{'x' * 18}" for middle in "abc"]
    assert [shortened(name, names, 9) for name in names] == ["xxxxxx… 1", "xxxxxx… 2", "xxxxxx… 3"]


@given(
    st.lists(st.text("ab ÄE\u0301👩\u200d龍", min_size=1, max_size=40), min_size=2, max_size=10),
    st.sampled_from([9, 16]),
)
def test_names_of_one_table_never_look_the_same(typed: list[str], longest: int) -> None:
    told_apart = {name_key(name): " ".join(name.split()) for name in typed if name_key(name)}
    names = list(told_apart.values())
    short = [shortened(name, names, longest) for name in names]
    assert len({name_key(name) for name in short}) == len(names)


def test_drawn_letters_are_never_wider_than_counted() -> None:
    """In the font that paper is printed in; marks take no room, and an i less than a W."""
    font = TTFont(ASSETS / "DejaVuSansCondensed.ttf")
    widths, height = font["hmtx"], font["head"].unitsPerEm
    letters = {*range(0x21, 0x1C4), *range(0x391, 0x3CA), *range(0x400, 0x460)} - {0xAD}
    for code, glyph in font.getBestCmap().items():
        if code in letters:
            assert widths[glyph][0] / height <= drawn([chr(code)]) * 0.55 + 0.001, chr(code)
    assert drawn([ACUTE]) == drawn(["e"])
    assert drawn(["i"]) * 2 < drawn(["W"])


def test_names_of_wide_letters_stay_distinct_where_width_counts() -> None:
    table = [f"{'W' * 38}{number:02}" for number in range(12)]
    short = [shortened(name, table, 15, drawn) for name in table]
    assert len(set(short)) == 12
    assert all(drawn(list(name)) <= 15 for name in short)
    assert shortened("Wilhelmina Illi", table, 15, drawn) == "Wilhelmina Illi"
