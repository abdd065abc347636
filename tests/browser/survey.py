"""A survey: every page opened once in one language, and everything measured that the tests ask about."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, ViewportSize

from tests.browser import axe, measure
from tests.browser.measure import Control, Field, Text
from tests.browser.phone import SMALL, SPEECHES, THEMES, Model, Phones, Speech
from tests.browser.stage import Stage
from tests.browser.tablepage import extent
from tests.browser.tour import OPENINGS, PLAIN, Tour

# A small phone; and the narrowest phone, as low as WCAG has it for reflow: 400 % of 1280 x 1024.
SCREENS: Final = (
    ViewportSize(width=SMALL.width, height=SMALL.height),
    ViewportSize(width=320, height=256),
)
HOST: Final = "127.0.0.1"
# No colour depends on the language: Axe, which takes long, looks at each theme in one of them.
THEME_OF: Final = dict(zip(SPEECHES, THEMES, strict=True))

# What a browser says of a page whose status is an error is not its fault, nor that there is no signal, nor
# that the survey has no worker.
_EXPECTED: Final = (
    "Failed to load resource: the server responded with a status of 4",
    "Failed to load resource: net::ERR_INTERNET_DISCONNECTED",
    "Service Worker registration blocked by Playwright",
)


@dataclass(slots=True, kw_only=True)
class Finding:
    """What one view is like: on a small phone, where nothing else is said."""

    broken: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    axe: list[str] = field(default_factory=list)
    faint: list[str] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    tiny: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    overlaps: list[str] = field(default_factory=list)
    sideways: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Survey:
    """The findings of one language, by view."""

    speech: Speech
    findings: dict[str, Finding] = field(default_factory=dict)

    def complaints(self, of: Callable[[Finding], Iterable[str]]) -> dict[str, list[str]]:
        """Return what is wrong, each with the views where it is."""
        found: dict[str, list[str]] = defaultdict(list)
        for view, finding in self.findings.items():
            for complaint in dict.fromkeys(of(finding)):
                found[complaint].append(view)
        return dict(found)


def surveyed(phones: Phones, stage: Stage, speech: Speech) -> Survey:
    """Open and measure every view."""
    survey = Survey(speech)
    tour = Tour(phones, stage, Model(speech=speech, theme=THEME_OF[speech]), arriving=axe.bring)
    for view in OPENINGS:
        finding = survey.findings[view] = Finding()
        try:
            _measure(tour, view, finding)
        except Error as error:
            finding.broken.append(str(error).splitlines()[0])
    return survey


def _measure(tour: Tour, view: str, finding: Finding) -> None:
    page = tour.phone(view)
    with _listening(page, finding):
        tour.open(view)
    if view in PLAIN:
        # Its scripts were kept from it, which the browser reports.
        finding.said.clear()
    finding.axe = axe.violations(page)
    finding.controls = measure.controls(page)
    finding.texts = measure.texts(page)
    finding.fields = measure.fields(page)
    finding.overlaps = measure.overlaps(page)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        finding.faint += [f"{theme}: {text}" for text in measure.faint(page)]
    page.emulate_media(color_scheme=tour.model.theme)
    for screen in SCREENS:
        page.set_viewport_size(screen)
        place = f"{screen['width']} wide: "
        size = extent(page)
        finding.sideways += [f"{place}{size.wide}"] if size.scrolls_sideways else []
        finding.cut += [place + text for text in measure.cut(page)]
        finding.tiny += [place + text for text in measure.tiny(page)]
    page.set_viewport_size(SCREENS[0])


@contextmanager
def _listening(page: Page, finding: Finding) -> Iterator[None]:
    """Note down what the browser complains about, and every request to another host."""

    def say(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            finding.said.append(message.text)

    def fail(error: Error) -> None:
        finding.said.append(str(error))

    def ask(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme != "data" and address.hostname != HOST:
            finding.foreign.append(request.url)

    page.on("console", say)
    page.on("pageerror", fail)
    page.on("request", ask)
    yield
    page.remove_listener("console", say)
    page.remove_listener("pageerror", fail)
    page.remove_listener("request", ask)
