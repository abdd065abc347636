"""Names and order at the table: seen everywhere once they change, and written once they are right."""

from tests.web.conftest import Reader
from tests.web.evening import Evening
from tests.web.phone import Phone
from tests.web.roster import at_the_table, join, meta, moved, press, rename, reorder, said, seated


def test_renaming_shows_everywhere_and_the_book_knows_both_names(evening: Evening) -> None:
    evening.write(declarer="Dan")
    evening.phone.follow(rename(evening, "Dan", "Daniel"))
    assert said(evening) == "Dan is called Daniel from now on."
    assert "Daniel" in at_the_table(evening)
    assert "Dan is called Daniel from now on." in evening.page("book").text
    assert evening.balances()["Daniel"] == "+4"


def test_line_under_the_pot_tells_the_name_from_before(evening: Evening) -> None:
    for name in ("Daniel", "Danny", "Dan the Man"):
        evening.phone.follow(rename(evening, "Dan", name))
    assert said(evening) == "Danny is called Dan the Man from now on."
    evening.press("undo")
    assert said(evening) == "Daniel is called Danny from now on."
    evening.phone.follow(rename(evening, "Ben", "Benno"))
    assert said(evening) == "Ben is called Benno from now on."


def test_long_names_leave_room_for_what_is_said_of_them(evening: Evening) -> None:
    long = "Annamaria Katharina von der Au"
    evening.phone.follow(rename(evening, "Anna", long))
    evening.phone.follow(rename(evening, "Anna", f"{long} 2"))
    old, new = said(evening).removesuffix(" from now on.").split(" is called ")
    assert (old[:5], new[:5]) == ("Annam", "Annam")
    assert old != new
    assert max(len(old), len(new)) <= 14


def test_names_are_suggested_as_they_are_now(evening: Evening, other_phone: Phone) -> None:
    evening.phone.follow(rename(evening, "Dan", "Daniel"))
    join(evening, "Fritz")
    evening.press("undo")
    later = Evening.starts(evening.phone, names=["Zoe", "Yves"])
    picked = [
        button.get("value") for button in evening.phone.get("/new/chratze").root.all("button", name="do")
    ]
    assert "pick:Daniel" in picked
    assert not {"pick:Dan", "pick:Fritz"} & set(picked)
    joining = [link.text for link in later.page("people/join").root.all("a", class_="button")]
    assert "Daniel" in joining
    assert not {"Dan", "Fritz"} & set(joining)
    assert "pick:Daniel" not in other_phone.get("/new/chratze").text


def test_name_of_another_is_refused_and_stays_typed(evening: Evening, stored: Reader) -> None:
    before = stored()
    page = rename(evening, "Dan", " ANNA ")
    assert page.status == 422
    assert "looks the same" in page.flaw_of("name")
    assert page.form("/name").fields["name"] == " ANNA "
    assert stored() == before


def test_same_name_and_same_order_write_nothing(evening: Evening, stored: Reader) -> None:
    before = stored()
    assert rename(evening, "Dan", "Dan").status == 303
    reorder(evening, "down:0", "up:1")
    assert stored() == before


def test_order_is_written_once_it_is_right(evening: Evening, stored: Reader) -> None:
    before = stored()
    page = moved(evening, "down:0", "down:1", "up:9", "sideways:1", "up:0")
    assert seated(page) == ["Ben", "Carla", "Anna", "Dan", "Eva"]
    assert stored() == before
    kept = evening.phone.follow(evening.phone.press(page, "/people/order", do="write"))
    assert seated(kept) == ["Ben", "Carla", "Anna", "Dan", "Eva"]
    assert meta(evening) == "Pot · Deal 1 · Anna deals"
    assert said(evening) == "New order: Ben, Carla, Anna, Dan, Eva."


def test_dealer_is_set_by_hand(evening: Evening) -> None:
    press(evening, "Dan", "deal")
    assert meta(evening) == "Pot · Deal 1 · Dan deals"
    assert not evening.page(f"people/{evening.seat('Dan')}").has_form("/deal")
