"""One press for all tests of the printed evening, and what prints on it: nothing may be complained about."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from ledger.report.press import Press
from tests.report.paper import Paper

Printer = Callable[[str], Paper]


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    """Yield the press of all tests."""
    press = Press()
    yield press
    press.close()


@pytest.fixture(scope="session")
def printed(press: Press, tmp_path_factory: pytest.TempPathFactory) -> Printer:
    """Return what prints a page: a single line of complaint fails the test."""
    folder = tmp_path_factory.mktemp("paper")
    numbers = count(1)

    def make(page: str) -> Paper:
        number = next(numbers)
        made = press.make(f"test {number}", lambda: page)
        assert made.log == ()
        path = folder / f"{number}.pdf"
        path.write_bytes(made.pdf)
        return Paper(path)

    return make
