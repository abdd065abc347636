"""Names: in deal order, told apart, moved and added without losing anything, and never taken for markup."""

from collections.abc import Sequence

import pytest
from werkzeug.datastructures import MultiDict

from ledger.rules.problems import Code
from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.words import problem

PATH = "/new/chratze"
LOOK_ALIKE = "This name looks like another one."
RTL = "שרה בת־אברהם"
FAMILY = "👨\u200d👩\u200d👧"


def press(
    phone: Phone, button: str, names: Sequence[str], page: Page | None = None, first: str = "chance"
) -> Page:
    """Press a button of the list of names."""
    return phone.press(page or phone.get(PATH), PATH, name=names, first=first, do=button)


def names_on(page: Page) -> list[str]:
    """Return the names on the form, in order."""
    return page.form(PATH).fields.getlist("name")


def test_names_are_trimmed_to_one_line(phone: Phone) -> None:
    evening = Evening.starts(phone, names=["  Anna ", "Ben\u00a0 \t von   Arx", "\u2003Zoe\u0301"])
    assert list(evening.balances()) == ["Anna", "Ben von Arx", "Zo\u00e9"]


def test_control_characters_part_words(phone: Phone) -> None:
    evening = Evening.starts(phone, names=["Anna\x07Maria", "Ben\x85von\x00Arx", "\x1bZoe\u2028"])
    assert list(evening.balances()) == ["Anna Maria", "Ben von Arx", "Zoe"]


def test_marks_that_only_steer_the_writing_direction_are_not_kept(phone: Phone, stored: Reader) -> None:
    marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    Evening.starts(phone, names=[f"An{marks}na", f"{marks}Ben"])
    assert [row[2] for row in stored()["seats"]] == ["Anna", "Ben"]


def test_list_of_names_that_will_not_do_is_told_with_the_list(phone: Phone) -> None:
    page = press(phone, "start", ["Anna"])
    (players, *_others) = page.root.all("fieldset")
    assert players.get("aria-describedby") == page.root.one(id="players-flaw").get("id")
    assert not press(phone, "add", ["Anna"]).root.all("fieldset")[0].get("aria-describedby")


LOOK_LIKE_ANNA = [
    *("Anna", " anna ", "ANNA", "Ａｎｎａ", "An\u200bna", "Anna\u200d", "\ufeffAnna", "An\u00adna"),
    *("\u202eAnna", "\u061cAnna", "\u2066Anna\u2069", "A\u2060nna"),
]
# Not among the characters that only format, yet as invisible as those.
UNSEEN = ["Anna\ufe0f", "Anna\u3164", "An\u034fna", "Anna\u115f"]


@pytest.mark.parametrize("others", [LOOK_LIKE_ANNA[:6], LOOK_LIKE_ANNA[6:], UNSEEN])
def test_names_that_look_like_another_are_refused_each_at_its_line(
    phone: Phone, stored: Reader, others: list[str]
) -> None:
    page = press(phone, "start", ["Anna", "Anna", *others])
    told = [other for line, other in enumerate(others, start=2) if LOOK_ALIKE in page.flaw_of("name", line)]
    assert told == others
    assert page.flaw_of("name", 0) == ""
    assert stored()["seats"] == []


def test_one_name_written_in_two_ways_is_one(phone: Phone) -> None:
    twice = [
        ("Zoé", "Zoe\u0301"),
        ("Straße", "STRASSE"),
        ("ﬁnn", "Finn"),
        ("Bär B", "Bär  B"),
        ("ΣΙΣ", "σις"),
    ]
    page = press(phone, "start", [name for pair in twice for name in pair])
    for line in range(10):
        assert (LOOK_ALIKE in page.flaw_of("name", line)) == bool(line % 2), line


def test_names_that_only_resemble_each_other_may_play(phone: Phone) -> None:
    evening = Evening.starts(phone, names=["Anna", "Anna B.", "Ana"])
    assert len(evening.balances()) == 3


def test_pot_is_nobodys_name(phone: Phone) -> None:
    page = press(phone, "start", ["Anna", "pot", "POT", "p\u200bot"])
    for line in (1, 2, 3):
        assert "The pot goes by this name already." in page.flaw_of("name", line)


def test_name_that_nobody_can_see_is_none(phone: Phone) -> None:
    page = press(phone, "start", ["Anna", "", " ", "\u200b", "\u00ad\u200d", "\n\t", "\u202e"])
    assert page.status == 422
    counted = problem(Code.PLAYER_COUNT, count=1, min=2, max=7)
    assert page.root.one(id="players-flaw").text == counted


@pytest.mark.parametrize(
    ("count", "status"), [(0, 422), (1, 422), (2, 303), (7, 303), (8, 422), (12, 422), (40, 422)]
)
def test_count_of_players_is_checked(phone: Phone, count: int, status: int) -> None:
    assert press(phone, "start", [f"Player {number}" for number in range(count)]).status == status


def test_any_name_plays_and_is_shown_as_it_is(phone: Phone) -> None:
    names = ["x" * 40, RTL, "<b>Bob</b>", 'Tom & "Jerry"\'s', "{{ 7*7 }} %(name)s", FAMILY, "李小龍"]
    evening = Evening.starts(phone, names=names)
    evening.write(declarer=names[1], joined=[names[2]], tricks={names[2]: 1})
    assert list(evening.balances()) == [names[1], names[2], names[0], *names[3:]]
    for where in ("", "book", "standing", "close"):
        page = evening.page(where)
        assert set(names) <= {element.text for element in page.root.all("bdi")}, where
        assert not [element for element in page.root.all("b") if element.text == "Bob"], where
    for name in names:
        # A button has room for the beginning of a long name.
        assert name[:11] in evening.preview(evening.deal(declarer=name))["says"]


def test_name_of_41_characters_is_told_and_kept_whole(phone: Phone) -> None:
    page = press(phone, "start", ["x" * 41, "Ben"])
    assert page.flaw_of("name", 0).startswith("Too long: at most 40")
    assert names_on(page)[0] == "x" * 41


def test_added_line_keeps_the_others_and_who_deals_first(phone: Phone) -> None:
    page = press(phone, "add", ["Anna", "Ben", "", "Carla"], first="3")
    assert page.status == 200
    assert names_on(page) == ["Anna", "Ben", "", "Carla", ""]
    assert page.form(PATH).fields["first"] == "3"


def test_lines_end_somewhere(phone: Phone) -> None:
    names = [f"Player {number}" for number in range(12)]
    assert names_on(press(phone, "add", names)) == names


def test_moving_up_takes_who_deals_first_along(phone: Phone) -> None:
    page = press(phone, "up:2", ["Anna", "Ben", "Carla"], first="2")
    assert names_on(page) == ["Anna", "Carla", "Ben"]
    assert page.form(PATH).fields["first"] == "1"
    page = press(phone, "up:1", names_on(page), page, first="0")
    assert names_on(page) == ["Carla", "Anna", "Ben"]
    assert page.form(PATH).fields["first"] == "1"


def test_moving_up_two_others_moves_no_dealer(phone: Phone) -> None:
    page = press(phone, "up:2", ["Anna", "Ben", "Carla"], first="0")
    assert page.form(PATH).fields["first"] == "0"
    assert press(phone, "up:2", ["Anna", "Ben", "Carla"]).form(PATH).fields["first"] == "chance"


@pytest.mark.parametrize(
    "button", ["up:0", "up:9", "up:-1", "up:x", "up:", "up:" + "9" * 5000, "down:1", "x", ""]
)
def test_button_that_there_is_none_moves_nobody(phone: Phone, button: str) -> None:
    page = press(phone, button, ["Anna", "Ben", "Carla"], first="1")
    assert page.status == 200
    assert names_on(page) == ["Anna", "Ben", "Carla"]
    assert page.form(PATH).fields["first"] == "1"


def test_known_names_are_offered_until_they_are_on_the_list(evening: Evening) -> None:
    phone = evening.phone
    page = phone.get(PATH)
    buttons = [button.get("value") for button in page.root.all("button", name="do")]
    assert "pick:Eva" in buttons
    page = press(phone, "pick:Eva", ["Zoe", "", ""], page, first="0")
    assert names_on(page) == ["Zoe", "Eva", ""]
    assert page.form(PATH).fields["first"] == "0"
    assert "pick:Eva" not in [button.get("value") for button in page.root.all("button", name="do")]
    page = press(phone, "pick:Dan", ["Zoe", "Eva"], page)
    assert names_on(page) == ["Zoe", "Eva", "Dan"]


def test_known_name_is_not_picked_twice(evening: Evening) -> None:
    page = press(evening.phone, "pick:Anna", ["ANNA", "", ""])
    assert names_on(page) == ["ANNA", "", ""]


def test_buttons_of_the_list_keep_everything_else_typed(phone: Phone) -> None:
    form = phone.get(PATH).form(PATH)
    typed = form.filled(
        title="Friday", date="tomorrow", stack="1.500", opt__ante__each="x", opt__leftover="seat-order"
    )
    for button in ("add", "up:1", "pick:Zoe"):
        again = phone.post(PATH, MultiDict([*typed.items(multi=True), ("do", button)])).form(PATH).fields
        for name in typed:
            if name not in ("csrf_token", "name"):
                assert again.getlist(name) == typed.getlist(name), (button, name)


def test_enter_key_adds_a_line_rather_than_starting(phone: Phone, stored: Reader) -> None:
    # Browsers press the first button of a form when somebody hits Enter in a field.
    first = phone.get(PATH).form(PATH).element.all("button")[0]
    page = press(phone, first.get("value"), ["Anna", "Ben"])
    assert names_on(page) == ["Anna", "Ben", ""]
    assert stored()["evenings"] == []
