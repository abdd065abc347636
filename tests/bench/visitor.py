"""A phone that keeps its connection and its cookie, and takes the time of what it asks for."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

_HIDDEN = re.compile(r'name="csrf_token" value="([^"]+)"')


class UnexpectedAnswerError(Exception):
    """The server answered something else than what was to be measured."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: status, headers (lower case), body, and the seconds from asking to the last byte."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


@dataclass(slots=True)
class Visitor:
    """One phone. Its cookie goes to every route, so that reading it costs all of them the same."""

    connection: HTTPConnection
    cookie: str = ""
    csrf: str = ""
    headers: dict[str, str] = field(default_factory=lambda: {"Accept-Language": "en"})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def get(self, path: str, *, expect: int = 200, **headers: str) -> Answer:
        """Get `path`."""
        return self._ask("GET", path, None, headers, expect)

    def post(self, path: str, body: bytes = b"", *, expect: int = 303) -> Answer:
        """Post the form `body` to `path`; a redirect is not followed."""
        return self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"}, expect)

    def learn(self, path: str) -> None:
        """Take the token against forgery from the page at `path`; it is good as long as the cookie is."""
        found = _HIDDEN.search(self.get(path).body.decode())
        if found is None:
            raise UnexpectedAnswerError(f"no form at {path}")
        self.csrf = found[1]

    def form(self, *fields: tuple[str, object]) -> bytes:
        """Return `fields` as a form with the token against forgery."""
        return urlencode([("csrf_token", self.csrf), *fields]).encode()

    def _ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], expect: int
    ) -> Answer:
        told = {**self.headers, **headers, **({"Cookie": self.cookie} if self.cookie else {})}
        begun = time.perf_counter()
        self.connection.request(method, path, body, told)
        response = self.connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - begun
        if response.status != expect:
            raise UnexpectedAnswerError(f"{method} {path}: {response.status} instead of {expect}")
        got = {name.lower(): value for name, value in response.getheaders()}
        if "set-cookie" in got:
            self.cookie = got["set-cookie"].partition(";")[0]
        return Answer(response.status, got, content, seconds)
