"""Phones that poll, in a process of their own: as fast as the server answers, or at a pace."""

import multiprocessing
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from tests.bench.bare import HOST
from tests.bench.visitor import UnexpectedAnswerError

_PATIENCE_SECONDS: Final = 30


@dataclass(slots=True)
class Phone:
    """One phone: its connection, the request it sends again and again, what it heard of the answer."""

    line: socket.socket
    request: bytes
    heard: bytes = b""


class Phones:
    """Phones that take turns: whoever has waited longest asks next."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        self.selector = selectors.DefaultSelector()
        self.free: deque[Phone] = deque()
        for request in requests:
            phone = Phone(socket.create_connection((HOST, port), _PATIENCE_SECONDS), request)
            self.selector.register(phone.line, selectors.EVENT_READ, phone)
            self.free.append(phone)
        self.all = len(requests)

    def ask(self) -> None:
        """Let the next phone poll."""
        phone = self.free.popleft()
        phone.line.sendall(phone.request)

    def answers(self, seconds: float) -> int:
        """Return how many polls were answered by 304, waiting so long at most for the first."""
        answered = 0
        for key, _events in self.selector.select(seconds):
            phone: Phone = key.data
            more = phone.line.recv(4096)
            phone.heard += more
            if more and not phone.heard.endswith(b"\r\n\r\n"):
                continue
            if not phone.heard.startswith(b"HTTP/1.1 304 "):
                raise UnexpectedAnswerError(f"a poll: {phone.heard!r}")
            phone.heard = b""
            self.free.append(phone)
            answered += 1
        return answered

    def settle(self) -> int:
        """Return how many of the open polls were still answered."""
        answered = 0
        while len(self.free) < self.all:
            answered += self.answers(_PATIENCE_SECONDS)
        return answered

    def possible(self, together: int, seconds: float) -> float:
        """Return how many polls a second are answered where so many are always open together."""
        begun = time.perf_counter()
        answered = 0
        while time.perf_counter() - begun < seconds:
            while self.all - len(self.free) < together:
                self.ask()
            answered += self.answers(_PATIENCE_SECONDS)
        answered += self.settle()
        return answered / (time.perf_counter() - begun)

    def paced(self, rate: float, over: Callable[[], bool]) -> float:
        """Poll so often a second until it is `over`; return how many a second were answered till then."""
        begun = time.perf_counter()
        asked = answered = 0
        while not over():
            # By the clock: what was late is caught up on, else a slow server would be asked less.
            while self.free and asked < (time.perf_counter() - begun) * rate:
                self.ask()
                asked += 1
            answered += self.answers(0.5 / rate)
        taken = time.perf_counter() - begun
        self.settle()
        return answered / taken


@dataclass(frozen=True, slots=True)
class Crowd:
    """The phones as the bench sees them: through a pipe."""

    pipe: Connection

    def possible(self, together: int, seconds: float) -> float:
        """Return how many polls a second the server answers to so many at a time."""
        self.pipe.send((together, seconds))
        return self._told()

    @contextmanager
    def polling(self, rate: float) -> Iterator[list[float]]:
        """Poll at `rate` meanwhile; in the end the list holds how many a second were answered."""
        told: list[float] = []
        self.pipe.send((0, rate))
        yield told
        self.pipe.send(None)
        told.append(self._told())

    def _told(self) -> float:
        # A process that failed has said why, and closed its end.
        return float(self.pipe.recv())


@contextmanager
def crowd(port: int, requests: Sequence[bytes]) -> Iterator[Crowd]:
    """Yield a crowd of one phone for each of `requests`, which it sends word by word."""
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=_obey, args=(port, requests, theirs))
    process.start()
    theirs.close()
    with ours:
        try:
            yield Crowd(ours)
        finally:
            process.kill()
            process.join()


def _obey(port: int, requests: Sequence[bytes], pipe: Connection) -> None:
    phones = Phones(port, requests)
    while True:
        together, number = pipe.recv()
        if together:
            pipe.send(phones.possible(together, number))
        else:
            pipe.send(phones.paced(number, pipe.poll))
            pipe.recv()
