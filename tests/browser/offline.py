"""A phone that goes on without signal, as a test uses it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, BrowserType, Error, Page, expect

from ledger.cli.system import find_chromium
from tests.browser.evening import FIVE, Evening
from tests.browser.phone import ARGUMENTS, PATIENCE_MS, Model, Phones
from tests.browser.tablepage import TablePage

SIX: Final = (*FIVE, "Franz Josef")
WITH_WORKER: Final = Model(worker=True)
# A worker that never comes fails the test, which would wait for it for ever.
READY: Final = """() => navigator.serviceWorker.controller !== null || new Promise((done) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
  setTimeout(done, 60_000, false);
})"""
REMOVED: Final = """async () => !(await navigator.serviceWorker.getRegistration())
  && !(await caches.keys()).length"""
# Who declares and who comes along, deal by deal; the declarer's tricks are the rest.
DEALS: Final = (
    ("Dan", "Carla"),
    ("Eva", ""),
    ("Ben", "Anna"),
    ("Carla", "Dan"),
    ("Anna", ""),
    ("Dan", "Ben"),
)
LATER_MS: Final = 60_000
UNSEEN: Final = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Shows one of the notes that come with the empty page.
SAY: Final = """async id => {
  const status = await import(document.querySelector("link[href$='/status.js']").href);
  await status.say(id);
}"""
# As a browser has it that came by http:// and the computer's address.
INSECURE: Final = """
  Object.defineProperty(window, "isSecureContext", { value: false });
  delete Navigator.prototype.serviceWorker;
"""
_KEPT: Final = """async () => {
  const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  // Opened before the page did, it would be made here, and empty.
  if (!(await indexedDB.databases()).some(({ name }) => name === "ledger")) return [];
  const database = await done(indexedDB.open("ledger"));
  const keys = (name) => done(database.transaction(name).objectStore(name).getAllKeys());
  const found = await Promise.all(["evenings", "unsent"].map(keys));
  database.close();
  return found.flat();
}"""


def worked(page: Page, path: str) -> TablePage:
    """Open the table at `path`, and wait until the worker has it."""
    table = TablePage.opened(page, path)
    assert page.evaluate(READY)
    return table


def scribing(phones: Phones) -> tuple[Page, Evening, TablePage]:
    """Return a phone that has the worker, and the new evening it writes."""
    page = phones.take(WITH_WORKER)
    evening = Evening.starts(page, "chratze", FIVE)
    return page, evening, worked(page, evening.path)


def with_unsent(phones: Phones) -> tuple[Page, Evening, TablePage]:
    """Return a phone without signal, whose first deal is not sent, and the evening it writes."""
    page, evening, table = scribing(phones)
    page.context.set_offline(True)
    deal(table, "Dan", "Carla")
    waits(page, 1)
    return page, evening, table


def away(page: Page) -> None:
    """Leave the page. It is hidden first, or it may have signal for a moment while it goes, and send."""
    page.evaluate(UNSEEN, True)
    page.goto("about:blank")


def until(page: Page, script: str) -> None:
    """Wait until `script` says yes; the page may be loaded anew meanwhile."""
    for _time in range(PATIENCE_MS // 200):
        try:
            if page.evaluate(script):
                return
        except Error as moved:
            if "context" not in str(moved):
                raise
        page.wait_for_timeout(200)
    raise AssertionError(script)


def keeps(page: Page, *ids: str) -> None:
    """Wait until the phone keeps something of these evenings, once for each kind, and of no others."""
    for _time in range(PATIENCE_MS // 200):
        if sorted(page.evaluate(_KEPT)) == sorted(ids):
            return
        page.wait_for_timeout(200)
    raise AssertionError(page.evaluate(_KEPT))


def deal(table: TablePage, declarer: str, joiner: str) -> None:
    """Write one deal by taps; `joiner` makes a trick."""
    table.tap(declarer)
    if joiner:
        table.plus(joiner)
    expect(table.button).not_to_have_attribute("data-unready", "1")
    table.button.tap()
    table.taps = 0


def waits(page: Page, count: int) -> None:
    """See that the page counts what is not sent."""
    expect(page.locator(".beside-deal")).to_have_text(f"{count} not sent yet")


def sent(page: Page) -> None:
    """Wait until nothing waits, and the server's own page is there again."""
    expect(page.locator("nav.tabs")).to_be_visible(timeout=LATER_MS)
    expect(page.locator(".beside-deal")).to_have_count(0)


@contextmanager
def installed(kind: BrowserType, folder: Path, site: str) -> Iterator[BrowserContext]:
    """Yield a browser that keeps what it has in `folder`, as a phone does."""
    context = kind.launch_persistent_context(
        folder,
        executable_path=find_chromium(),
        args=list(ARGUMENTS),
        base_url=site,
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    # It may have been killed.
    with suppress(Error):
        context.close()


def kill(folder: Path) -> None:
    """Kill the browser that keeps what it has in `folder`, as a phone does that runs out of memory."""
    mark = f"--user-data-dir={folder}".encode()
    found = [
        path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if mark in _bytes(path).split(b"\0")
    ]
    assert found
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(int(process.name), signal.SIGKILL)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # That process has just ended.


def balances(page: Page) -> dict[str, str]:
    """Return what everybody has, as a page drawn on the phone says under "More"."""
    rows = page.locator(".balances .seat").all()
    return {
        row.locator("bdi").text_content() or "": row.locator(".result").text_content() or "" for row in rows
    }
