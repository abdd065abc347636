"""A stage: evenings in every state a page can show, made once and then only looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page, StorageState

from tests.browser.evening import FIVE, FOUR, Evening
from tests.browser.phone import Phones

FRITZ: Final = "Fritz von Allmen-Hungerbühler"
NAMES: Final = (*FIVE, FRITZ, "Gret")


@dataclass(frozen=True, slots=True)
class Stage:
    """The evenings, by what they show, as paths of their table pages; and the cookies that open them.

    Attributes:
        scribe: of a phone that may write every evening.
        watcher: of a phone that may watch those called `played` and `disputed`.
    """

    paths: Mapping[str, str]
    scribe: StorageState
    watcher: StorageState


def build(phones: Phones) -> Stage:
    """Make the evenings."""
    page = phones.take()
    played = _played(Evening.starts(page, "chratze", NAMES, title="Friday at the Bear", place="Bear, Bern"))
    cash = Evening.starts(page, "chratze-cash", FIVE)
    cash.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    cash.write("nobody")
    zwicken = Evening.starts(
        page, "zwicken", FOUR, rules={"leftover": "trick-order", "ante.indivisible": "yes"}
    )
    zwicken.write("", ["Anna", "Ben"], {"Anna": 2, "Ben": 1}, order=["0", "1", "0"])
    zwicken.write("", dealer_trump="no")
    over = Evening.starts(page, "kratzen", FOUR)
    for dealer in FOUR:
        over.write("", [name for name in FOUR if name != dealer], {"Ben": 2, "Carla": 2})
    closed = Evening.starts(page, "chratze", FIVE, title="Last Friday")
    closed.write("Anna", ["Ben", "Eva"], {"Ben": 1, "Eva": 1})
    closed.act("close")
    euros = Evening.starts(page, "chratze", FIVE, title="In euros")
    euros.write("Anna")
    euros.close(chip="0.25", currency="EUR", mode="coins", coin="10")
    euros.pays(1, "0.10", "DE89 3704 0044 0532 0130 00")
    lively = _lively(Evening.starts(page, "chratze", NAMES[:6], title="A long night"))
    paths = {
        "lively": lively.path,
        "empty": Evening.starts(page, "chratze", FIVE).path,
        "played": played.path,
        "cash": cash.path,
        "kratzen": Evening.starts(page, "kratzen", FOUR).path,
        "zwicken": zwicken.path,
        "over": over.path,
        "closed": closed.path,
        "euros": euros.path,
    }
    watcher = phones.take()
    for watched in (played, euros):
        watcher.request.get(watched.links()[0])
    flagged = Evening.starts(page, "chratze", NAMES)
    flagged.write("Dan")
    watcher.request.get(flagged.links()[0])
    Evening(watcher.request, flagged.path, NAMES).act("flags")
    paths["flagged"] = flagged.path
    paths["revoked"] = _revoked(Evening.starts(page, "chratze", NAMES), phones.take())
    paths["disputed"] = _disputed(Evening.starts(page, "chratze", NAMES), watcher, phones.take())
    return Stage(paths, page.context.storage_state(), watcher.context.storage_state())


def _revoked(evening: Evening, other: Page) -> str:
    """Have another phone revoke the link to write; return the table's path."""
    other.request.get(evening.links()[1])
    Evening(other.request, evening.path, evening.names).act("links/write")
    return evening.path


def _disputed(evening: Evening, watcher: Page, other: Page) -> str:
    """Have deals flagged, a code made, and the book taken over by another phone; return the table's path."""
    evening.write("Dan")
    watcher.request.get(evening.links()[0])
    watched = Evening(watcher.request, evening.path, evening.names)
    watched.act("flags")
    evening.act("flags/1/right")
    evening.write("Eva", [FRITZ, "Gret"], {FRITZ: 1, "Gret": 1})
    watched.act("flags")
    evening.act("code")
    other.request.get(evening.links()[1])
    Evening(other.request, evening.path, evening.names).act("scribe")
    return evening.path


def _played(evening: Evening) -> Evening:
    """Write something of every kind into an evening of Chratze."""
    evening.named("Anna's phone")
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.write("nobody")
    evening.write("Carla")
    evening.write(FRITZ, ["Gret", "Eva"], {"Gret": 1, "Eva": 1})
    evening.act("undo")
    evening.write("Carla", ["Dan"], {"Dan": 3}, blind="double")
    evening.write("Eva", ["Dan", FRITZ], {"Dan": 1}, trump_card="2")
    evening.act("undo")
    return evening


def _lively(evening: Evening) -> Evening:
    """Let people come and go, move money, and count a bowl that is short; the last to be written."""
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    evening.send("people/join", "people/join", name="Gret", place="2", pays="other", amount="3")
    evening.send("people/1", "people/1/sit-out")
    evening.send("people/4", "people/4/leave")
    evening.write("Carla", ["Dan", FRITZ], {"Dan": 3})
    evening.send(
        "money/move", "money/move", source="0", target="-1", amount="2", reason="A glass of red wine"
    )
    evening.send("people/3", "people/3/name", name="Daniel")
    evening.send("money/chips", "money/chips", who="0", amount="20")
    evening.send("money", "money/void")
    evening.send("money/count", "money/count", amount="39")
    return evening
