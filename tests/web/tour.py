"""A tour: every page of the app in every state it has, for checking what must hold on each."""

from collections.abc import Iterator, Sequence

from flask import Flask

from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

Stop = tuple[str, Page]
THREE = ("Anna", "Ben", "Carla")
GAMES = ("chratze", "chratze-cash", "kratzen", "zwicken")
# Time is up, everything is named, and what may need escaping does.
FULL = {"title": "<b>Friday</b>", "place": "The Bear & Co", "date": "2026-01-02", "until": "20:00"}


def tour(app: Flask, language: str, games: Sequence[str] = GAMES) -> Iterator[Stop]:
    """Yield the pages, each with its state's name, on a phone that speaks `language`; evenings of `games`."""
    phone = Phone(app, language)
    yield "home, empty", phone.get("/")
    yield "code", phone.get("/code")
    yield "code, refused", phone.press(phone.get("/code"), "/code", letters="ABCD EFGH")
    yield "games", phone.get("/new")
    yield "import", phone.get("/import")
    yield "import, refused", phone.press(phone.get("/import"), "/import")
    yield "no evening, no signal", phone.get("/shell")
    yield "rules, all", phone.get("/rules")
    for slug in GAMES:
        yield f"rules of {slug}", phone.get(f"/rules/{slug}")
        yield f"new {slug}", phone.get(f"/new/{slug}")
    yield from _refused_start(phone)
    for slug in games:
        yield from _evening(phone, slug)
    yield "home, full", phone.get("/")
    yield from _errors(phone)


def _refused_start(phone: Phone) -> Iterator[Stop]:
    path = "/new/chratze"
    wrong = {"name": ["Anna", "ANNA", "x" * 41], "date": "soon", "until": "late", "stack": "much"}
    options = {"opt__ante__each": "1.500", "opt__award__share": "3/2", "opt__unit__coin": "0"}
    yield "new, refused", phone.press(phone.get(path), path, **wrong, **options)


def _evening(phone: Phone, slug: str) -> Iterator[Stop]:
    evening = Evening.starts(phone, slug, THREE, **FULL)
    yield f"{slug}: table at first", evening.page()
    yield f"{slug}: book at first", evening.page("book")
    yield f"{slug}: standing at first", evening.page("standing")
    watcher = evening.by_link("watch", Phone(phone.app, phone.language))
    yield f"{slug}: watched at first", watcher.page()
    yield f"{slug}: board at first", watcher.page("board")
    yield f"{slug}: link to watch", evening.page("share")
    yield f"{slug}: link to write", evening.page("share/write")
    yield f"{slug}: link to watch, watched", watcher.page("share")
    yield f"{slug}: refused", evening.send(evening.deal(tricks={"Ben": "two", "Anna": -1}))
    old = evening.deal(tricks={"Ben": "1"})
    for facts in _deals(slug):
        evening.write(**facts)
    yield f"{slug}: conflict", evening.send(old)
    watcher.press("flags")
    yield f"{slug}: watched, flagged", watcher.page()
    yield f"{slug}: table, flagged", evening.page()
    yield f"{slug}: beside the book, polled", evening.page("beside")
    evening.press("flags/1/corrected")
    phone.follow(phone.press(evening.page("share"), "/code"))
    yield f"{slug}: code to read out", evening.page("share")
    yield from _handed_over(evening, slug)
    evening.press("undo")
    yield f"{slug}: table, undone", evening.page()
    yield f"{slug}: book", evening.page("book")
    yield f"{slug}: standing", evening.page("standing")
    yield f"{slug}: who would pay whom", evening.page("settling")
    yield f"{slug}: slip", evening.page("slips/1")
    yield f"{slug}: files", evening.page("files")
    yield f"{slug}: its rules", evening.page("rules")
    yield f"{slug}: closing", evening.page("close")
    yield f"{slug}: watched", watcher.page()
    yield f"{slug}: polled", watcher.page("live")
    yield f"{slug}: board", watcher.page("board")
    yield f"{slug}: board polled", watcher.page("board/live")
    yield from _mended(evening, slug)
    yield from _people(evening, slug)
    closing = evening.page("close")
    evening.close()
    yield f"{slug}: closing, refused", phone.press(closing, "/close", token="another-token-0001")
    yield f"{slug}: closing in euros", _closed_in_euros(evening)
    yield f"{slug}: who pays whom", evening.page("settling")
    yield f"{slug}: payment", evening.page("settling/1")
    yield f"{slug}: payment, refused", _paid(evening, "much")
    if slug != "chratze-cash":
        yield f"{slug}: account, refused", _accounted(evening, "DE88 3704")
        yield f"{slug}: account", phone.follow(_accounted(evening, "DE89 3704 0044 0532 0130 00"))
    yield f"{slug}: partly paid", phone.follow(_paid(evening, "0.10"))
    yield f"{slug}: before reopening", evening.page("reopen")
    yield f"{slug}: watched payment", watcher.page("settling/1")
    yield f"{slug}: table, closed", evening.page()
    yield f"{slug}: standing, closed", evening.page("standing")
    yield f"{slug}: people, closed", evening.page("people")
    yield f"{slug}: closing, closed", evening.page("close")
    yield f"{slug}: watched, closed", watcher.page()
    yield f"{slug}: board, closed", watcher.page("board")
    yield f"{slug}: watcher refused", watcher.page("close")


def _handed_over(evening: Evening, slug: str) -> Iterator[Stop]:
    """Yield what a phone sees that has the book no more; it has it again in the end."""
    asked = evening.page()
    other = evening.by_link("write", Phone(evening.phone.app, evening.phone.language))
    other.phone.press(other.page("share/write"), "/scribe")
    yield f"{slug}: table, taken over", evening.page()
    yield f"{slug}: link to write, taken over", evening.page("share/write")
    refused = evening.press("undo", asked)
    yield f"{slug}: taken over, conflict", refused
    evening.phone.press(refused, "/scribe")


def _mended(evening: Evening, slug: str) -> Iterator[Stop]:
    """Yield the pages of corrections; what is written is taken back."""
    phone = evening.phone
    form = evening.page("mend?do=correct-2")
    yield f"{slug}: correction", form
    yield f"{slug}: correction, nothing changed", phone.press(form, "/mend/look")
    yield f"{slug}: correction, refused", phone.press(form, "/mend/look", tricks_0="many", tricks_1="9")
    insertion = evening.page("mend?do=insert-2")
    yield f"{slug}: insertion", insertion
    strike = evening.page("mend?do=strike-2")
    yield f"{slug}: what striking changes", strike
    if strike.has_form("/mend"):
        yield f"{slug}: dealers moved", phone.press(strike, "/mend")
    phone.follow(phone.press(strike, "/mend/write", reason="<b>It never was</b>"))
    yield f"{slug}: book, a deal struck", evening.page("book")
    yield f"{slug}: struck meanwhile, conflict", phone.press(strike, "/mend/write")
    evening.press("undo")
    evening.close()
    yield f"{slug}: correction, closed", evening.page("mend?do=correct-2")
    yield f"{slug}: correction for a closed evening, conflict", phone.press(form, "/mend/look")
    evening.reopen()


def _closed_in_euros(evening: Evening) -> Page:
    """Close the evening again, in euros and whole coins where it is not counted in money already."""
    evening.reopen()
    way = {"chip": "0.25", "currency": "EUR", "mode": "coins", "coin": "10"}
    return evening.phone.follow(evening.phone.press(evening.page("close"), "/close", **way))


def _paid(evening: Evening, paid: str) -> Page:
    return evening.phone.press(evening.page("settling/1"), "/settling/1", paid=paid)


def _accounted(evening: Evening, iban: str) -> Page:
    return evening.phone.press(evening.page("settling/1"), "/account", iban=iban)


def _people(evening: Evening, slug: str) -> Iterator[Stop]:
    """Yield the pages of people while one joins, one sits out and one leaves; all three are taken back."""
    phone = evening.phone
    yield f"{slug}: joining, refused", phone.press(evening.page("people/join"), "/join", amount="1.500")
    phone.follow(phone.press(evening.page("people/join"), "/join", name="Fritz <b>", place="1"))
    phone.follow(phone.press(evening.page("people/1"), "/sit-out"))
    phone.follow(phone.press(evening.page("people/3"), "/leave"))
    yield f"{slug}: people", evening.page("people")
    yield f"{slug}: one of them", evening.page("people/0")
    yield f"{slug}: one who sits out", evening.page("people/1")
    yield f"{slug}: one who left", evening.page("people/3")
    yield f"{slug}: joining", evening.page("people/join")
    yield f"{slug}: order", evening.page("people/order")
    yield f"{slug}: book of people", evening.page("book")
    yield f"{slug}: standing of people", evening.page("standing")
    yield from _money(evening, slug)
    for _action in range(4):
        evening.press("undo")


def _money(evening: Evening, slug: str) -> Iterator[Stop]:
    """Yield the pages of money, with a count that is off."""
    phone = evening.phone
    for where in ("move", "count", "chips"):
        page = evening.page(f"money/{where}")
        yield f"{slug}: {where}", page
        yield f"{slug}: {where}, refused", phone.press(page, f"/money/{where}", amount="1.500")
    yield (
        f"{slug}: counted",
        phone.follow(phone.press(evening.page("money/count"), "/money/count", amount="1")),
    )
    yield f"{slug}: money", evening.page("money")
    yield f"{slug}: pot", evening.page("pot")


def _deals(slug: str) -> list[dict[str, object]]:
    """Return deals that lead through every outcome of a game and every fact it has."""
    if slug == "kratzen":
        return [
            {"tricks": {"Ben": 1}},
            {"seven": "1", "tricks": {"Ben": 4}},
            {"joined": ["Anna"], "tricks": {"Anna": 3}},
            {"fold": "1"},
        ]
    if slug == "zwicken":
        return [
            {"dealer_trump": "no"},
            {"dealer_trump": "yes"},
            {"joined": ["Ben"]},
            {"joined": ["Anna", "Ben"], "tricks": {"Ben": 3}, "turned_own": "1"},
            {"joined": ["Anna", "Ben"], "tricks": {"Ben": 2, "Anna": 1}},
        ]
    return [
        {"declarer": "nobody"},
        {"declarer": "Carla"},
        {"declarer": "Ben", "joined": ["Anna"], "tricks": {"Anna": 3}},
        {"declarer": "Ben", "joined": ["Anna", "Carla"], "tricks": {"Anna": 1, "Carla": 0}},
    ]


def _errors(phone: Phone) -> Iterator[Stop]:
    yield "not found", phone.get("/nowhere")
    yield "not allowed", phone.get("/language")
    yield "no token", phone.post("/language", {})
    yield "too large", phone.post("/new/chratze", {"name": "x" * 300_000})
