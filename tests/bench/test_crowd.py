"""The instruments: phones that poll as told, and the processor time that the server says it has used."""

import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.bench.bare import HOST, SPENT
from tests.bench.crowd import crowd
from tests.bench.evenings import Evening, fill
from tests.bench.http import server
from tests.bench.polls import Watcher


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, list[Evening]]]:
    """Yield the port of a server, and its three open evenings."""
    folder = tmp_path_factory.mktemp("instance")
    evenings = fill(folder, (1, 2, 3))
    with server(folder) as port:
        yield port, evenings


@pytest.fixture
def watchers(site: tuple[int, list[Evening]]) -> Iterator[list[Watcher]]:
    """Yield a watcher of each evening; they share a line."""
    port, evenings = site
    line = HTTPConnection(HOST, port, timeout=60)
    yield [Watcher.of(line, evening) for evening in evenings]
    line.close()


def test_the_crowd_polls_at_the_pace_it_is_told(
    site: tuple[int, list[Evening]], watchers: list[Watcher]
) -> None:
    with crowd(site[0], [watcher.request for watcher in watchers]) as phones:
        assert phones.possible(2, 0.2) > 20
        with phones.polling(20) as answered:
            time.sleep(2)
    assert answered[0] == pytest.approx(20, rel=0.3)


def test_the_crowd_takes_nothing_but_a_304(site: tuple[int, list[Evening]], watchers: list[Watcher]) -> None:
    other = watchers[0].request.replace(watchers[0].tag.encode(), b'"another"')
    with crowd(site[0], [other]) as phones, pytest.raises(EOFError):
        phones.possible(1, 0.1)


def test_the_server_says_what_it_has_used_of_the_processor(watchers: list[Watcher]) -> None:
    def spent() -> float:
        return float(watchers[0].visitor.get(SPENT).body)

    before = spent()
    time.sleep(0.3)
    idle = spent() - before
    begun = time.perf_counter()
    for watcher in watchers * 100:
        watcher.ask(watcher.path)
    polled = spent() - before
    assert 0 <= idle < 0.1 < polled < time.perf_counter() - begun + idle
