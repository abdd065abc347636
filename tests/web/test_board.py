"""The board: what everybody in the room wants to know, kept up to date, for whoever may watch."""

from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone


def poll(evening: Evening, tag: str = "") -> Page:
    """Ask whether anything was written since the answer with `tag`."""
    return evening.phone.get(evening.path("board/live"), headers={"If-None-Match": tag} if tag else {})


def standing(page: Page) -> list[str]:
    return [line.text for line in page.root.one(class_="board-places").all("li")]


def test_board_shows_pot_dealer_standing_and_the_last_deal(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan", joined=["Carla", "Ben"], tricks={"Carla": 2, "Ben": 0})
    page = watcher.page("board")
    assert page.root.one("h1").text == "Pot 10"
    assert page.root.one(class_="board-deal").text == "D Ben deals"
    assert page.root.one(class_="board-more").text == "Deal 2 · 5 + 5 antes"
    assert page.root.one(class_="board-last").text == "Deal 1 Dan +4 Carla +1 Ben −5"
    assert standing(page) == ["1. Dan +3", "2. Carla 0", "3. Anna −1", "3. Eva −1", "5. Ben −6"]


def test_board_before_the_first_deal_and_after_the_last(evening: Evening, watcher: Evening) -> None:
    assert watcher.page("board").root.one(class_="board-last").text == "Nothing written yet."
    evening.write(declarer="nobody")
    assert watcher.page("board").root.one(class_="board-last").text == "Deal 1 nobody played"
    evening.close()
    page = watcher.page("board")
    assert page.root.one("h1").text == "Pot 5"
    assert page.root.one(class_="board-deal").text == "The evening is closed."
    assert "in the pot" not in page.text
    assert "deals" not in page.text
    owing = [f"{name} → Pot 1" for name in evening.names]
    assert page.root.one(class_="board-last").text == " ".join(["Still open 5\u00a0chips", *owing])


def test_board_shows_what_is_still_to_be_paid_until_nothing_is(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 2})
    evening.close()
    page = watcher.page("board")
    tag = f'"{page.root.one(id="watched").get("data-tag")}"'
    assert (
        page.root.one(class_="board-last").text
        == "Still open 3\u00a0chips Anna → Dan 1 Carla → Dan 1 Eva → Dan 1"
    )
    evening.phone.follow(evening.phone.press(evening.page("settling"), "/settling/2"))
    polled = poll(watcher, tag)
    assert polled.root.one(class_="board-last").text == "Still open 2\u00a0chips Anna → Dan 1 Eva → Dan 1"
    for number in (1, 3):
        evening.phone.follow(evening.phone.press(evening.page("settling"), f"/settling/{number}"))
    page = watcher.page("board")
    assert page.root.one(class_="board-last").text == "Everything is paid."
    assert page.text.count("The evening is closed.") == 1


def test_board_of_a_closed_evening_says_where_nobody_owes_anything(
    evening: Evening, watcher: Evening
) -> None:
    evening.close()
    page = watcher.page("board")
    assert page.root.one(class_="board-last").text == "Nobody owes anybody anything."


def test_board_says_who_let_the_pot_go(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan")
    assert "2. Carla Susi −1" in standing(watcher.page("board"))


def test_idle_board_costs_a_304_and_a_deal_is_noticed(evening: Evening, watcher: Evening) -> None:
    page = watcher.page("board")
    tag = f'"{page.root.one(id="watched").get("data-tag")}"'
    assert poll(watcher, tag).status == 304
    evening.write(declarer="Dan")
    polled = poll(watcher, tag)
    assert polled.status == 200
    assert polled.root.text == watcher.page("board").root.one(id="watched").text
    assert poll(watcher, polled.response.headers["ETag"]).status == 304


def test_board_ends_with_the_link(evening: Evening, watcher: Evening) -> None:
    tag = poll(watcher).response.headers["ETag"]
    evening.press("links/watch")
    assert watcher.page("board").status == 404
    assert poll(watcher, tag).status == 404


def test_board_is_nobodys_without_a_link(evening: Evening, other_phone: Phone) -> None:
    assert evening.on(other_phone).page("board").status == 404
    assert poll(evening.on(other_phone)).status == 404


def test_switch_that_keeps_the_screen_awake_says_why_it_may_not(watcher: Evening) -> None:
    reasons = {one.get("data-why") for one in watcher.page("board").root.one(class_="awake").all("span")}
    assert reasons == {"http", "browser", "refused"}


def test_who_pays_is_told_apart_however_long_the_names_are(phone: Phone) -> None:
    names = [f"Konstantin Oldenburg {letter}" for letter in "ABC"]
    evening = Evening.starts(phone, names=names)
    evening.write(declarer="nobody")
    evening.close()
    whom = [name.text for name in evening.page("board").root.all(class_="board-whom")]
    assert whom == ["Konstantin Oldenb…A", "Pot", "Konstantin Oldenb…B", "Pot", "Konstantin Oldenb…C", "Pot"]
