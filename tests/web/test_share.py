"""Phones at the table: each link as a picture, to copy and to send, for whoever may give it away."""

import re

import segno

from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

Bits = list[list[bool]]


def picture(page: Page) -> Bits:
    """Return the dark modules of the picture on a page, row by row."""
    svg = page.root.one("svg", class_="qr")
    width = int(svg.get("viewbox").split()[2])
    bits = [[False] * width for _row in range(width)]
    drawn = svg.one("path", stroke="#000").get("d")
    column, row = 0.0, 0.0
    for move, across, down in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", drawn):
        if move == "h":
            for number in range(int(column), int(column + float(across))):
                bits[int(row)][number] = True
            column += float(across)
        else:
            column, row = (
                (float(across), float(down)) if move == "M" else (column + float(across), row + float(down))
            )
    return bits


def of_text(text: str, margin: int) -> Bits:
    """Return the dark modules of a text's QR code, with a light margin around it."""
    code = segno.make(text, micro=False, error="m")
    return [[bool(bit) for bit in row] for row in code.matrix_iter(border=margin)]


def test_picture_is_of_the_link_that_is_shown(evening: Evening) -> None:
    for where, role in (("share", "watch"), ("share/write", "write")):
        page = evening.page(where)
        address = page.root.one(id="address")
        assert address.get("href") == address.text
        assert address.text.endswith(evening.link(role))
        assert picture(page) == of_text(address.text, 3)


def test_links_of_the_page_open_the_evening(evening: Evening, other_phone: Phone) -> None:
    for where, writes in (("share", False), ("share/write", True)):
        address = evening.page(where).root.one(id="address").text
        other_phone.follow(other_phone.get("/l/" + address.split("/l/")[1]))
        assert evening.on(other_phone).page().has_form("/deals") is writes


def test_link_that_was_made_anew_is_shown_at_once(evening: Evening, other_phone: Phone) -> None:
    for where, role in (("share", "watch"), ("share/write", "write")):
        page = evening.page(where)
        old = page.root.one(id="address").text
        renewed = evening.phone.follow(evening.phone.press(page, f"/links/{role}"))
        assert renewed.root.one(id="address").text != old
        assert other_phone.get("/l/" + old.split("/l/")[1]).status == 404


def test_revoking_takes_two_taps_and_says_what_was_done(evening: Evening) -> None:
    for where, role in (("share", "watch"), ("share/write", "write")):
        page = evening.page(where)
        (folded,) = [part for part in page.root.all("details") if part.all("form")]
        assert "open" not in folded.attributes
        assert "The old link then stops at once" in folded.one("p").text
        assert folded.one("form").get("action").endswith(f"/links/{role}")
        renewed = evening.phone.follow(evening.phone.press(page, f"/links/{role}"))
        assert renewed.notice == "The old link was revoked, and a new one was made."
        assert evening.page(where).notice == ""


def test_revoking_a_code_takes_two_taps_and_says_what_was_done(evening: Evening) -> None:
    made = evening.phone.follow(evening.phone.press(evening.page("share"), "/code"))
    assert made.notice == ""
    (folded,) = [part for part in made.root.one(id="code").all("details") if "open" not in part.attributes]
    assert len(folded.all("form")) == len(made.root.one(id="code").all("form")) == 2
    renewed = evening.phone.follow(evening.phone.press(made, "/code"))
    assert renewed.root.one(id="code").one(class_="notice").text == (
        "The old code was revoked, and a new one was made."
    )
    revoked = evening.phone.follow(evening.phone.press(renewed, "/code/revoke"))
    assert revoked.root.one(id="code").one(class_="notice").text == "The code was revoked."


def test_link_to_watch_takes_the_code_with_it_and_says_so(evening: Evening) -> None:
    made = evening.phone.follow(evening.phone.press(evening.page("share"), "/code"))
    assert made.root.all("details")[0].one("p").text.endswith("So does the code to read out.")
    renewed = evening.phone.follow(evening.phone.press(made, "/links/watch"))
    assert renewed.notice.endswith("The code to read out was revoked too.")
    assert renewed.has_form("/code")
    assert "code" not in renewed.root.all("details")[0].one("p").text


def test_name_of_a_phone_is_kept_where_it_was_typed_and_said_so(evening: Evening) -> None:
    for typed, says in (("Anna's phone", "The name is kept."), ("", "This phone has no name now.")):
        answer = evening.phone.press(evening.page("share/write"), "/device", label=typed)
        path, _, anchor = answer.location.partition("#")
        place = evening.phone.get(path).root.one(id=anchor)
        assert place.one(class_="notice").text == says
        assert place.one("input", id="label").get("value") == typed


def test_watcher_may_pass_on_the_link_to_watch_and_no_other(evening: Evening, watcher: Evening) -> None:
    page = watcher.page("share")
    assert page.root.one(id="address").text.endswith(evening.link("watch"))
    write = evening.link("write").removeprefix("/l/")
    assert write not in page.html
    assert not page.has_form("/links/watch")
    assert watcher.page("share/write").status == 403
    assert write not in watcher.page("share/write").html


def test_pages_with_links_are_stored_nowhere(evening: Evening) -> None:
    for where in ("share", "share/write"):
        assert evening.page(where).response.headers["Cache-Control"] == "no-store"


def test_table_leads_there_and_on_to_the_board(evening: Evening, watcher: Evening) -> None:
    for phone in (evening, watcher):
        assert phone.path("share") in [link.get("href") for link in phone.page().root.all("a")]
        links = [link.get("href") for link in phone.page("share").root.all("a")]
        assert phone.path("board") in links
        assert (phone.path("share/write") in links) is phone.page().has_form("/deals")


def test_page_says_how_to_put_it_on_the_home_screen(evening: Evening, watcher: Evening) -> None:
    for phone in (evening, watcher):
        assert "“Add to Home screen”" in phone.page("share").text


def test_each_page_says_once_who_writes(evening: Evening, watcher: Evening) -> None:
    for page in (evening.page("share"), evening.page("share/write"), watcher.page("share")):
        assert [title.text for title in page.root.all("h2")].count("Who writes") == 1
