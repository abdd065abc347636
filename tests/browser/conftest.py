"""One browser and one server for all these tests; phones for each."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from ledger.cli.system import find_chromium
from tests.browser.phone import PATIENCE_MS, SPEECHES, Phones, running
from tests.browser.server import serving
from tests.browser.stage import Stage, build
from tests.browser.survey import Survey, surveyed

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the system's Chromium. CI must have one; elsewhere what needs it is left out."""
    program = find_chromium()
    if program is None:
        reason = "the browser tests are left out: there is no Chromium on this machine"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    with running(program) as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server with an empty database."""
    with serving(tmp_path_factory.mktemp("instance")) as address:
        yield address


@pytest.fixture
def phones(browser: Browser, site: str) -> Iterator[Phones]:
    """Yield what hands out phones."""
    phones = Phones(browser, site)
    yield phones
    phones.take_back()


@pytest.fixture(scope="session")
def stage(browser: Browser, site: str) -> Iterator[Stage]:
    """Yield evenings in every state, to look at only."""
    phones = Phones(browser, site)
    yield build(phones)
    phones.take_back()


@pytest.fixture(scope="session", params=SPEECHES)
def survey(request: pytest.FixtureRequest, browser: Browser, site: str, stage: Stage) -> Iterator[Survey]:
    """Yield what every page is like, in each language in turn: each page is opened and measured once."""
    phones = Phones(browser, site)
    yield surveyed(phones, stage, request.param)
    phones.take_back()
