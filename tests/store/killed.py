"""A server that is killed while phones write to it, and the phones, which list what was answered."""

import math
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Event
from typing import Final
from urllib.parse import urlencode

from ledger.rules.deal import Deal
from ledger.rules.seat import Seat

NAMES: Final = ("Anna", "Ben", "Carla", "Dan")
SEATS: Final = tuple(Seat(number) for number in range(len(NAMES)))
_HOST: Final = "127.0.0.1"
_START_SECONDS: Final = 60.0
_ANSWER_SECONDS: Final = 30.0
_REVISION: Final = re.compile(r'name="revision" value="(\d+)"')
_COMMAND: Final = Path(sys.executable).with_name("tavern-ledger")

Fields = list[tuple[str, str]]


class Cut(Exception):
    """The server was gone before it answered."""


@dataclass(slots=True)
class Server:
    """The product as `make run` starts it, in a process group of its own; always on one instance and port."""

    folder: Path
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        with socket.socket() as probe:
            probe.bind((_HOST, 0))
            self.port = probe.getsockname()[1]

    @property
    def database(self) -> str:
        """Return the URL of its database."""
        return f"sqlite:///{self.folder / 'ledger.sqlite'}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LEDGER_")}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [_COMMAND, "serve", "--host", _HOST, "--port", str(self.port)],
                env={**environment, "LEDGER_INSTANCE": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                with closing(Phone(self.port)) as phone:
                    phone.get("/rules")
                return
            except Cut:
                time.sleep(0.05)
        raise AssertionError((self.folder / "server.log").read_text()[-4000:])

    def kill(self) -> float:
        """End the whole process group so that nothing gets to tidy up; return when (monotonic seconds)."""
        moment = time.monotonic()
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
        return moment


class _Form(HTMLParser):
    """Reads what a browser would send of the form that starts an evening, untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = False
        self.select = ""
        self.fields: Fields = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("class") == "new"
        if not self.inside:
            return
        if tag == "select":
            self.select = given["name"]
        if tag == "option" and "selected" in given:
            self.fields.append((self.select, given["value"]))
        if tag == "input" and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self.fields.append((given["name"], given.get("value", "")))


@dataclass(slots=True)
class Phone:
    """A browser: one connection, one cookie.

    *Attributes*: `sent_at`, when (monotonic seconds) its latest request was sent to the last byte; infinite
    while it is not.
    """

    port: int
    cookie: str = ""
    connection: HTTPConnection = field(init=False)
    sent_at: float = math.inf

    def __post_init__(self) -> None:
        self.connection = HTTPConnection(_HOST, self.port, timeout=_ANSWER_SECONDS)

    def close(self) -> None:
        """Let go of the connection; the next request makes a new one."""
        self.connection.close()

    def get(self, path: str) -> tuple[int, str]:
        """Return status and body of a page. Raises `Cut`."""
        return self._ask("GET", path, None)

    def post(self, path: str, fields: Fields) -> tuple[int, str]:
        """Return status and body (of a redirect: where to) that a form is answered with. Raises `Cut`."""
        return self._ask("POST", path, urlencode(fields))

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        headers = {"Accept-Language": "en", "Cookie": self.cookie}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.sent_at = math.inf
        try:
            self.connection.request(method, path, body, headers)
            self.sent_at = time.monotonic()
            response = self.connection.getresponse()
            text = response.read().decode()
        except (OSError, HTTPException) as error:
            self.close()
            raise Cut from error
        self.cookie = (response.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return response.status, response.getheader("Location") or text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal as it is sent: its action's token, and what is on the form."""

    evening: str
    token: str
    deal: Deal

    def fields(self, csrf: str, revision: int) -> Fields:
        """Return the form of the table page, filled in."""
        return [
            ("csrf_token", csrf),
            ("token", self.token),
            ("revision", str(revision)),
            ("declarer", str(self.deal.declarer)),
            *(("joined", str(seat)) for seat in self.deal.joined),
            *((f"tricks_{seat}", str(won)) for seat, won in self.deal.tricks.items()),
        ]


@dataclass(slots=True)
class Scribe:
    """Who writes an evening from one phone, and keeps the list of what was answered.

    *Attributes*: `acknowledged`, deals that were answered with a 303; `doubtful`, deals whose last request
    was sent and never answered, or could not be sent at all.
    """

    name: str
    phone: Phone
    evening: str
    csrf: str
    chance: random.Random
    revision: int = 0
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    acknowledged: list[Sheet] = field(default_factory=list)
    doubtful: list[Sheet] = field(default_factory=list)

    def write_until(self, stop: Event) -> float:
        """Write deal after deal until the server is gone.

        Return when (monotonic seconds) the write was sent that was never answered; infinite if there is none.
        """
        while not stop.is_set():
            sheet = Sheet(self.evening, f"{self.name}-{next(self.numbers):016}", self._deal())
            try:
                self.send(sheet)
            except Cut:
                self.doubtful.append(sheet)
                return self.phone.sent_at
        return math.inf

    def resend(self) -> None:
        """Send what is in doubt once more, each with its first token. Raises `Cut`."""
        while self.doubtful:
            self.send(self.doubtful[0])
            self.doubtful.pop(0)

    def send(self, sheet: Sheet) -> None:
        """Send a deal until it is acknowledged; whoever meanwhile wrote another one, it comes after that."""
        for _attempt in range(100):
            path = f"{sheet.evening}deals"
            status, answer = self.phone.post(path, sheet.fields(self.csrf, self.revision))
            if status == 303:
                self.revision += 1
                self.acknowledged.append(sheet)
                return
            found = _REVISION.search(answer)
            assert status == 409, f"{status}: {answer[:2000]}"
            assert found is not None, answer[:2000]
            self.revision = int(found[1])
        raise AssertionError(f"{sheet.token} was refused a hundred times")

    def _deal(self) -> Deal:
        """Return a deal in which nobody fails, so that the pot stays small."""
        declarer, joiner = self.chance.sample(SEATS, 2)
        won = self.chance.choice([2, 3])
        return Deal(declarer=declarer, joined=(joiner,), tricks={declarer: won, joiner: 4 - won})


def starts_evening(phone: Phone) -> tuple[str, str]:
    """Start an evening of Chratze through its pages; return its address and a token against forgery."""
    form = _Form()
    form.feed(phone.get("/new/chratze")[1])
    fields = [pair for pair in form.fields if pair[0] not in ("name", "first")]
    status, address = phone.post(
        "/new/chratze", [*fields, ("first", "0"), *(("name", name) for name in NAMES)]
    )
    assert status == 303, address
    return address, dict(fields)["csrf_token"]
