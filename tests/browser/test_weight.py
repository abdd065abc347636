"""What the first load of the record page costs."""

from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Response

from tests.browser.evening import Evening
from tests.browser.line import on_bad_line
from tests.browser.offline import READY, WITH_WORKER
from tests.browser.phone import Phones
from tests.browser.stage import NAMES
from tests.browser.survey import HOST

HEAVIEST: Final = 60_000
HEAVIEST_SCRIPTS: Final = 30_000
WORKER: Final = "/sw.js"


def test_the_first_load_of_the_record_page_is_light(phones: Phones) -> None:
    page = phones.take()
    evening = Evening.starts(page, "chratze", NAMES)
    evening.write("Dan", ["Carla", "Ben"], {"Carla": 2})
    files: list[Response] = []
    page.on("response", lambda file: files.append(file))
    page.goto(evening.path, wait_until="networkidle")
    # As it comes over the network: style and scripts compressed, the page as it is.
    assert len(files) == len({file.url for file in files}), "nothing is loaded twice"
    weights = {urlsplit(file.url).path: file.request.sizes()["responseBodySize"] for file in files}
    kinds = {path.rsplit(".", 1)[-1] for path in weights if "." in path}
    assert {"css", "js"} <= kinds
    # What only the other pages look like is theirs to load.
    styles = {path.rsplit("/", 1)[-1] for path in weights if path.endswith(".css")}
    assert styles == {"ledger.css", "offline.css"}
    assert {urlsplit(file.url).hostname for file in files} == {HOST}
    assert {file.header_value("content-encoding") for file in files if file.url.endswith(".js")} == {"gzip"}
    assert sum(weights.values()) <= HEAVIEST, weights
    scripts = {path: weight for path, weight in weights.items() if path.endswith(".js")}
    assert sum(scripts.values()) <= HEAVIEST_SCRIPTS, scripts


def test_what_the_worker_gets_to_keep_comes_after_the_page(phones: Phones, site: str) -> None:
    with on_bad_line(phones, site) as line:
        page = phones.take(WITH_WORKER)
        evening = Evening.starts(page, "chratze", NAMES)
        own: list[str] = []
        page.on("request", lambda request: own.append(urlsplit(request.url).path))
        passed: list[str] = []

        def note(_method: str, path: str) -> str:
            passed.append(path)
            return ""

        line.trouble = note
        page.goto(evening.path)
        parts = [path for path in own if path.startswith("/static/")]
        assert page.evaluate(READY)
        assert len(parts) > 20
        assert max(map(passed.index, parts)) < passed.index(WORKER)
        # The worker itself is none of the files that it keeps.
        kept = passed[passed.index(WORKER) + 1 :]
        assert not [path for path in kept if path.endswith("worker.js")]
