"""The standing: balances, ranks, the pot, and the curve of the evening."""

from dataclasses import replace

import pytest

from ledger.web import standing
from ledger.wording.terms import terms
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone


def ranks(evening: Evening) -> list[str]:
    """Return rank and name, line by line."""
    rows = evening.page("standing").root.one(class_="places").one("tbody").all("tr")
    return [f"{row.one(class_='rank').text} {row.one('bdi').text}" for row in rows]


def test_equal_balances_share_the_rank(evening: Evening) -> None:
    assert ranks(evening) == [f"1. {name}" for name in NAMES]
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 2})
    assert ranks(evening) == ["1. Dan", "2. Ben", "3. Anna", "3. Carla", "3. Eva"]
    evening.write(declarer="Eva", joined=["Anna"], tricks={"Anna": 2})
    # Whoever shares a rank takes the next one's place too.
    assert ranks(evening) == ["1. Dan", "1. Eva", "3. Anna", "3. Ben", "5. Carla"]


def test_balances_are_what_the_deals_made_them(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    assert evening.balances() == {"Ben": "+4", "Anna": "−1", "Carla": "−1", "Eva": "−1", "Dan": "−11"}
    assert evening.pot() == "10"


def test_starting_stack_is_part_of_what_is_shown(phone: Phone) -> None:
    evening = Evening.starts(phone, stack="20")
    assert set(evening.balances().values()) == {"+20"}
    evening.write(declarer="Dan")
    assert evening.balances()["Dan"] == "+24"
    assert evening.balances()["Anna"] == "+19"


def pots(evening: Evening) -> list[str]:
    """Return what the standing says of the pot, line by line."""
    return [line.text for line in evening.page("standing").root.all(class_="pot-stand")]


def test_pot_is_told_as_it_lies_there_and_as_the_table_shows_it(evening: Evening) -> None:
    evening.write(declarer="Dan")
    assert pots(evening) == ["Pot 0", "with the antes of the next deal 5"]
    evening.close()
    assert pots(evening) == ["Pot 0"]


def test_pot_that_gets_no_antes_is_told_once(phone: Phone) -> None:
    evening = Evening.starts(phone, **{"opt-ante.when": "pot-empty"})
    assert pots(evening) == ["Pot 0", "with the antes of the next deal 5"]
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    assert pots(evening) == ["Pot 10"]


def test_column_is_headed_with_the_unit(phone: Phone) -> None:
    for slug, unit in (("chratze", "chips"), ("chratze-cash", "CHF"), ("kratzen", "counters")):
        evening = Evening.starts(phone, slug, NAMES)
        headings = [
            cell.text for cell in evening.page("standing").root.one(class_="places").all("th", scope="col")
        ]
        assert headings == ["Rank", "Player", unit]


def test_who_let_a_pot_go_is_marked(evening: Evening) -> None:
    evening.write(declarer="Carla")
    marked = [row.one("bdi").text for row in evening.page("standing").root.all("tr") if row.all(class_="tag")]
    assert marked == ["Ben"]


def test_curve_has_a_line_for_everybody_told_apart_without_colour(evening: Evening) -> None:
    assert not evening.page("standing").root.all("svg", class_="chart")
    evening.write(declarer="Dan")
    evening.write(declarer="Eva")
    chart = evening.page("standing").root.one("svg", class_="chart")
    lines = chart.all("polyline")
    assert len(lines) == len(NAMES)
    assert len({line.get("stroke-dasharray") for line in lines}) == len(NAMES)
    labels = [text.text for group in chart.all("g") for text in group.all("text")]
    assert labels == list(NAMES)
    # One point at the start and one for every deal.
    assert all(len(line.get("points").split()) == 3 for line in lines)
    assert chart.get("aria-label")


def test_undone_deal_leaves_the_curve(evening: Evening) -> None:
    evening.write(declarer="Dan")
    evening.write(declarer="Eva")
    evening.press("undo")
    lines = evening.page("standing").root.all("polyline")
    assert {len(line.get("points").split()) for line in lines} == {2}


def test_who_let_a_pot_go_is_called_what_the_game_calls_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.write(declarer="Carla")
    assert [tag.text for tag in evening.page("standing").root.all(class_="tag")] == ["Susi"]
    monkeypatch.setattr(
        standing, "terms", lambda key, language: replace(terms(key, language), let_go="Trudi")
    )
    tags = [tag.text for tag in evening.page("standing").root.all(class_="tag")]
    assert tags == ["Trudi"]


def test_long_names_beside_their_curves_are_told_apart(phone: Phone) -> None:
    names = ["Maximilian von Hungerbühler A", "Maximilian von Hungerbühler B", "Eva"]
    evening = Evening.starts(phone, names=names)
    evening.write(declarer="Eva")
    chart = evening.page("standing").root.one("svg", class_="chart")
    labels = [text.text for group in chart.all("g") for text in group.all("text")]
    assert labels == ["Maximi…A", "Maximi…B", "Eva"]
