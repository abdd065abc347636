"""What a phone hears that sends its deals by itself, and what it keeps to go on without signal."""

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from PIL import Image, ImageChops, ImageDraw

from ledger.config import ROOT
from tests.web.conftest import AppMaker, Reader
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone

DATA = {"Accept": "application/json"}
Sent = dict[str, Any]


def state(evening: Evening) -> Sent:
    """Return what the phone of `evening` gets to keep."""
    page = evening.phone.get(evening.path("state.json"))
    assert page.status == 200
    told: Sent = json.loads(page.html)
    return told


def sends(evening: Evening, kind: str = "deals", **fields: str) -> tuple[int, Sent]:
    """Send an action as the outbox does; returns status and answer."""
    form = {"token": "a-token-of-one-deal", "revision": "0", "csrf_token": state(evening)["csrf"], **fields}
    page = evening.phone.post(evening.path(kind), form, headers=DATA)
    return page.status, json.loads(page.html)


def test_deal_is_written_and_its_receipt_tells_where_the_evening_stands(evening: Evening) -> None:
    status, told = sends(evening, declarer="3")
    assert (status, told["revision"], told["kept"]["revision"]) == (200, 1, 1)
    assert told["kept"]["head"]["deals"] == 1
    assert evening.page().root.one(class_="said").text == "Deal 1 Dan +5"


def test_deal_sent_again_is_told_of_its_first_revision(evening: Evening) -> None:
    sends(evening, declarer="3")
    sends(evening, declarer="1", token="a-token-of-another", revision="1")
    status, told = sends(evening, declarer="3")
    assert (status, told["revision"], told["kept"]["revision"]) == (200, 1, 2)


def test_deal_for_another_book_is_told_what_came_in_between(evening: Evening, stored: Reader) -> None:
    evening.write(declarer="Eva")
    before = stored()
    status, told = sends(evening, declarer="3")
    assert (status, told["problem"], told["kept"]["revision"]) == (409, "stale", 1)
    assert len(told["lines"]) == 1
    assert "Eva" in told["lines"][0]
    assert stored() == before


def test_deal_that_cannot_be_is_refused_in_words(evening: Evening) -> None:
    status, told = sends(evening, declarer="0", blind="single", trump_card="2")
    assert (status, told["problem"]) == (422, "refused")
    assert told["says"] == "Blind is only for the first trump card."


def test_undo_is_written_in_the_same_way(evening: Evening) -> None:
    sends(evening, declarer="3")
    status, told = sends(evening, "undo", token="a-token-of-the-undo", revision="1", events="1")
    assert (status, told["revision"], told["kept"]["head"]["deals"]) == (200, 2, 0)


def test_outlived_token_of_the_page_is_made_anew(evening: Evening, stored: Reader) -> None:
    before = stored()
    status, told = sends(evening, declarer="3", csrf_token="of-long-ago")
    assert (status, told["problem"]) == (422, "old")
    assert stored() == before
    assert sends(evening, declarer="3", csrf_token=told["csrf"])[0] == 200


def test_phone_that_has_the_book_no_more_is_told_who_has_it(evening: Evening, other_phone: Phone) -> None:
    other = evening.by_link("write", other_phone)
    other.phone.press(other.page("share/write"), "/scribe")
    status, told = sends(evening, declarer="3")
    assert (status, told["problem"]) == (409, "taken")
    assert "took over the book" in told["says"]


def test_watcher_may_not_send_and_a_revoked_link_finds_nothing(evening: Evening, watcher: Evening) -> None:
    page = watcher.phone.post(
        watcher.path("deals"), {"csrf_token": state(watcher)["csrf"], "declarer": "3"}, headers=DATA
    )
    assert page.status == 403
    evening.press("links/watch")
    assert watcher.phone.get(watcher.path("state.json")).status == 404


def test_phone_that_may_only_watch_from_now_on_hears_of_it(evening: Evening, other_phone: Phone) -> None:
    other = evening.by_link("write", other_phone)
    tag = other.page("state.json").response.headers["ETag"]
    evening.press("write")
    other.phone.follow(other.phone.get(evening.link("watch")))
    page = other.phone.get(other.path("state.json"), headers={"If-None-Match": tag})
    assert page.status == 200
    assert json.loads(page.html)["writes"] is False


def test_state_is_asked_for_once_and_names_the_release(evening: Evening) -> None:
    first = evening.phone.get(evening.path("state.json"))
    headers = {"If-None-Match": first.response.headers["ETag"]}
    again = evening.phone.get(evening.path("state.json"), headers=headers)
    assert (again.status, again.html) == (304, "")
    assert again.response.headers["X-Pages"] == json.loads(first.html)["version"]


def test_empty_page_holds_nothing_of_an_evening(evening: Evening) -> None:
    shell = evening.phone.get("/shell")
    assert shell.status == 200
    for secret in (evening.id, *evening.names, "csrf_token"):
        assert secret not in shell.html


def test_empty_page_of_a_language_and_a_release_may_be_kept(evening: Evening) -> None:
    release = json.loads(evening.phone.get(evening.path("state.json")).html)["version"]
    for code, word in (("en", "Undo"), ("de", "Storno")):
        shell = evening.phone.get(f"/shell?lang={code}&v={release}")
        assert shell.response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Cookie" not in shell.response.headers["Vary"]
        assert shell.root.one(id="take-back").text == word
    for asked in ("", "?lang=en", f"?v={release}", f"?lang=tlh&v={release}", "?lang=en&v=older"):
        assert evening.phone.get(f"/shell{asked}").response.headers["Cache-Control"] == "no-store"


def test_worker_keeps_files_that_are_there(phone: Phone) -> None:
    worker = phone.get("/sw.js")
    assert worker.response.mimetype == "text/javascript"
    files = json.loads(worker.html.split("const FILES = ")[1].split(";\n")[0])
    assert len(files) > 20
    for file in files:
        assert phone.get(file).status == 200, file
        assert "immutable" in phone.get(file).response.headers["Cache-Control"], file


def test_worker_keeps_what_pages_load_and_no_more_of_the_engine(phone: Phone) -> None:
    worker = phone.get("/sw.js").html
    files = json.loads(worker.split("const FILES = ")[1].split(";\n")[0])
    modules = [file for file in files if file.endswith(".js")]
    for module in modules:
        for imported in re.findall(r'"(\.[^"]*\.js)"', phone.get(module).html):
            assert urljoin(module, imported) in modules, (module, imported)
    kept = {module.partition("/js-")[2].partition("/")[2] for module in modules}
    assert {"table.js", "sheet.js", "doubt.js", "rules/settlement.js"} <= kept
    assert not {"rules/index.js", "rules/evening.js"} & kept


def test_worker_that_is_switched_off_removes_itself(make_app: AppMaker) -> None:
    text = Phone(make_app(WORKER=False)).get("/sw.js").html
    assert "unregister()" in text
    assert "respondWith" not in text


@pytest.mark.parametrize("purpose", ["any", "maskable"])
def test_manifest_has_pictures_of_the_sizes_it_names(phone: Phone, purpose: str) -> None:
    page: Page = phone.get("/manifest.webmanifest")
    assert page.response.mimetype == "application/manifest+json"
    told = json.loads(page.html)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    pictures = [icon for icon in told["icons"] if icon.get("purpose") == purpose]
    assert [icon["sizes"] for icon in pictures] == ["192x192", "512x512"]
    for icon in pictures:
        content = (ROOT / icon["src"].partition("?")[0].removeprefix("/")).read_bytes()
        size = int(icon["sizes"].partition("x")[0])
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(content[16:20], "big") == int.from_bytes(content[20:24], "big") == size


@pytest.mark.parametrize("size", [192, 512])
def test_picture_that_phones_cut_to_their_shape_fills_what_all_of_them_leave(size: int) -> None:
    picture = Image.open(ROOT / "static" / "icons" / f"maskable-{size}.png").convert("RGB").convert("L")
    drawn = picture.point(lambda light: 255 if light > 60 else 0)
    left, top, right, bottom = drawn.getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 0.6 * size
    assert (left + right, top + bottom) == pytest.approx((size, size), abs=3)
    # Every phone shows the circle of four fifths; of a corner that is rounded nothing stands outside.
    outside = Image.new("L", picture.size, 255)
    ImageDraw.Draw(outside).ellipse((0.1 * size - 1, 0.1 * size - 1, 0.9 * size, 0.9 * size), fill=0)
    assert ImageChops.darker(drawn, outside).getbbox() is None
