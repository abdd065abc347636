"""The engine of the browser, as each program that runs it answers."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from ledger.cli.system import find_node
from tests.parity.engines import Ask, in_node, in_page


@pytest.fixture(scope="session", params=["node", "chromium"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Yield what asks the modules, in each program in turn. CI must have both; elsewhere one is left out."""
    if request.param == "chromium":
        browser: Browser = request.getfixturevalue("browser")
        page = browser.new_page()
        yield in_page(page)
        page.close()
        return
    program = find_node()
    if program is None:
        reason = "the engine of the browser is tried in Chromium alone: there is no Node.js on this machine"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    yield in_node(program, tmp_path_factory.mktemp("node"))
