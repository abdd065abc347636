"""The engine of the browser, as each program that runs it answers."""

import os
from collections.abc import Iterator

import pytest

from tests.parity.engines import ENGINES, Ask, MissingError


@pytest.fixture(scope="session", params=ENGINES)
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Yield what asks the modules, in each program in turn. CI must have both; elsewhere one is left out."""
    opened = ENGINES[request.param](tmp_path_factory.mktemp("rules"))
    try:
        ask = opened.__enter__()
    except MissingError as missing:
        reason = f"the engine of the browser is not tried in all programs: {missing}"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    yield ask
    opened.__exit__(None, None, None)
