"""Phones: each a browser context with a screen, a language and cookies of its own."""

import datetime
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, sync_playwright

from ledger.cli.system import find_chromium

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS: Final = 20_000
NOON: Final = datetime.datetime(2026, 1, 2, 12, tzinfo=datetime.UTC)

Theme = Literal["dark", "light"]
Speech = Literal["en", "de"]
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")
SPEECHES: Final[tuple[Speech, ...]] = ("en", "de")
_LOCALES: Final = {"en": "en-GB", "de": "de-CH"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What a phone is like; sizes in CSS pixels."""

    width: int = 360
    height: int = 640
    scale: float = 1
    theme: Theme = "dark"
    speech: Speech = "en"
    scripts: bool = True
    touch: bool = True
    worker: bool = False


SMALL: Final = Model()
NO_SCRIPTS: Final = Model(scripts=False)
LARGE: Final = Model(width=390, height=844)
NARROW: Final = Model(width=320, height=568)
DESK: Final = Model(width=1280, height=800, touch=False)


@dataclass(slots=True)
class Phones:
    """Hands out phones, and takes them back in the end."""

    browser: Browser
    site: str
    out: list[BrowserContext] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def take(self, model: Model = SMALL, kept: StorageState | None = None) -> Page:
        """Return the page of a new phone, with the cookies `kept` where they are given."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": model.width, "height": model.height},
            device_scale_factor=model.scale,
            color_scheme=model.theme,
            locale=_LOCALES[model.speech],
            java_script_enabled=model.scripts,
            has_touch=model.touch,
            is_mobile=model.touch,
            storage_state=kept,
            # What a worker asks for, no test could hold back; those about the worker have one.
            service_workers="allow" if model.worker else "block",
            # Limits count by address; the server believes this header, for the tests come from its machine.
            extra_http_headers={"X-Forwarded-For": f"2001:db8::{next(self.numbers):x}"},
        )
        context.set_default_timeout(PATIENCE_MS)
        self.out.append(context)
        return context.new_page()

    def take_back(self) -> None:
        """Switch every phone off that was handed out."""
        while self.out:
            self.out.pop().close()


def stop_clock(page: Page) -> None:
    """Let time pass on `page` only as a test says: on a busy machine it would ask more often than that."""
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + datetime.timedelta(seconds=1))


def find_light_chromium() -> Path | None:
    """Return Chromium without what is there for windows, where the system has that, or else the whole.

    Debian packs it apart. It shows a page of a new phone in half the time, with a third of the work.
    """
    found = shutil.which("chromium-headless-shell")
    return Path(found) if found else find_chromium()


@contextmanager
def running(program: Path) -> Iterator[Browser]:
    """Yield the browser `program`, run without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()
