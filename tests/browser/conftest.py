"""One server for all these tests; phones for each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserType, expect

from tests.browser.phone import PATIENCE_MS, SPEECHES, Phones
from tests.browser.server import serving
from tests.browser.stage import Stage, build
from tests.browser.survey import Survey, surveyed

expect.set_options(timeout=PATIENCE_MS)


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


@pytest.fixture(scope="session")
def playwright_kind(browser: Browser) -> BrowserType:
    """Return what starts browsers of their own, for tests that end one."""
    return browser.browser_type
