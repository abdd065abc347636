"""The table page: pot, dealer, what was written last, and the form that fits the game."""

import json
import re
from urllib.parse import urljoin

import pytest

from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone

THREE = ("Anna", "Ben", "Carla")
# What a game asks beside who is in and who won how many tricks.
ASKED = {
    "chratze": {"declarer", "blind", "trump_card"},
    "chratze-cash": {"declarer", "blind"},
    "kratzen": {"declarer", "seven"},
    "zwicken": {"dealer_trump", "turned_own"},
}
ALWAYS = {"csrf_token", "token", "revision", "joined", "tricks_0", "tricks_1", "tricks_2"}


def test_new_table_shows_pot_dealer_and_that_nothing_is_written(evening: Evening) -> None:
    page = evening.page()
    assert page.root.one("h1", class_="pot").text == "Pot 5"
    assert page.root.one(class_="meta").text == "Pot · Deal 1 · Anna deals"
    assert page.root.one(class_="said").text == "Nothing written yet."
    assert page.root.one("title").text.startswith("Pot 5")


@pytest.mark.parametrize(("slug", "asked"), ASKED.items())
def test_form_asks_what_the_game_asks_and_nothing_else(phone: Phone, slug: str, asked: set[str]) -> None:
    form = Evening.starts(phone, slug, THREE).page().form("/deals")
    assert set(form.names) == ALWAYS | asked


def test_trick_order_is_asked_where_the_house_needs_it(phone: Phone) -> None:
    evening = Evening.starts(phone, "zwicken", THREE, opt__leftover="trick-order")
    fields = evening.page().form("/deals").element.all("select", name="order")
    assert len(fields) == 3
    assert [option.text for option in fields[0].all("option")] == ["1.", "Anna", "Ben", "Carla"]


def test_trump_cards_are_as_many_as_one_deal_may_see(phone: Phone) -> None:
    select = Evening.starts(phone).page().root.one("select", name="trump_card")
    assert [option.text for option in select.all("option")] == ["1.", "2.", "3."]


def test_who_has_no_choice_is_in_and_cannot_be_taken_out(phone: Phone) -> None:
    evening = Evening.starts(phone, "kratzen", THREE)
    rows = evening.page().root.all("li", class_="seat")
    assert [row.get("data-fixed") for row in rows] == ["1", "1", "1"]
    assert all(row.one("button", class_="who").get("aria-disabled") == "true" for row in rows)
    evening.write(tricks={"Ben": 1})
    # In an ordinary deal only the dealer, who must strike, has none.
    fixed = {
        row.get("data-seat"): row.get("data-fixed") for row in evening.page().root.all("li", class_="seat")
    }
    assert fixed == {"1": "1", "2": "", "0": ""}


def test_more_leads_to_every_page_of_the_evening_and_home(evening: Evening) -> None:
    panel = evening.page().root.one(id="links")
    targets = {link.get("href") for link in panel.all("a", class_="button")}
    pages = ("book", "standing", "files", "report.pdf", "rules", "share", "close", "people", "money")
    ways = (evening.path(where) for where in pages)
    assert targets == {*ways, "/"}


def test_tabs_lead_to_the_pages_of_the_evening(evening: Evening) -> None:
    for where in ("", "book", "standing"):
        tabs = evening.page(where).root.one("nav", class_="tabs").all("a")
        assert [tab.get("href") for tab in tabs] == [
            evening.path(),
            evening.path("book"),
            evening.path("standing"),
            *([evening.path("?more=1")] if where else []),
        ]
        current = [tab.get("href") for tab in tabs if tab.get("aria-current") == "page"]
        assert current == [evening.path(where)]


def test_no_link_lies_open_on_the_table(evening: Evening, watcher: Evening) -> None:
    for phone in (evening, watcher):
        assert "/l/" not in phone.page().html


def test_watcher_sees_balances_in_place_of_the_form(evening: Evening, watcher: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": 4})
    rows = watcher.page().root.all("li", class_="watched")
    shown = {row.one("bdi").text: row.one(class_="result").text for row in rows}
    assert shown == evening.balances()
    assert list(shown) == [*NAMES[1:], NAMES[0]]


def test_each_phone_gets_the_script_that_fits_it(evening: Evening, watcher: Evening) -> None:
    def modules(of: Evening) -> list[str]:
        scripts = of.page().root.all("script", type="module")
        return [script.get("src").rpartition("/")[2] for script in scripts]

    assert modules(evening) == ["install.js", "menu.js", "table.js", "awake.js", "beside.js"]
    assert modules(watcher) == ["install.js", "menu.js", "watch.js", "beside.js"]
    evening.close()
    assert modules(evening) == ["install.js", "menu.js", "watch.js", "beside.js"]


def test_modules_that_others_import_are_asked_for_with_the_page(evening: Evening) -> None:
    page = evening.page().root
    (table,) = (script.get("src") for script in page.all("script") if script.get("src").endswith("/table.js"))
    ahead = [link.get("href") for link in page.all("link", rel="modulepreload")]
    assert len(ahead) == len(set(ahead)) > 10
    needed = set()
    for module in (table, *ahead):
        text = evening.phone.get(module).html
        needed |= {
            urljoin(module, name) for name in re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE)
        }
    assert needed == set(ahead)


def test_script_is_told_what_it_needs_in_the_page(phone: Phone) -> None:
    names = ["A\"n'a", "</script>", "B&n"]
    evening = Evening.starts(phone, names=names, first="2")
    page = evening.page()
    form = page.form("/deals").element
    assert form.get("data-dealer") == "2"
    assert (form.get("data-kind"), form.get("data-tricks")) == ("bid", "4")
    place = page.root.one(id="kept")
    kept = json.loads(place.get("data-kept"))
    assert list(kept["names"].values()) == names
    assert (kept["revision"], kept["head"]["dealer"], kept["writes"]) == (0, 2, True)
    assert {"declarer", "joiner", "out"} <= set(kept["words"])
    # What the page says comes with the empty page, asked for as early as the scripts.
    ahead = page.root.one("link", rel="preload").get("href")
    words = json.loads(phone.get(ahead).root.one(id="kept").get("data-words"))
    assert {"played", "tricks-missing", "unsent"} <= set(words)


def test_every_page_that_is_opened_has_a_token_of_its_own(evening: Evening) -> None:
    evening.write(declarer="Dan")
    page = evening.page()
    tokens = [page.form(ending).fields["token"] for ending in ("/deals", "/undo")]
    tokens += [evening.page().form("/deals").fields["token"] for _time in range(3)]
    assert len(set(tokens)) == 5
    assert all(len(token) >= 16 for token in tokens)


def test_big_pot_is_grouped_and_set_smaller(phone: Phone) -> None:
    evening = Evening.starts(phone, names=THREE, opt__ante__each="12345", opt__ante__dealer="12345")
    page = evening.page()
    assert page.root.one("h1", class_="pot").text == "Pot 37\u202f035"
    assert page.root.all("div", class_="long")


def test_leading_and_trailing_space_of_tricks_is_no_flaw(evening: Evening) -> None:
    evening.write(declarer="Dan", joined=["Ben"], tricks={"Ben": " 2 "})
    assert evening.balances()["Ben"] == "0"
