"""The press: one child process that makes PDFs, one after the other, and the prints it made last.

Laying out a page is a second of pure Python. In a process of its own, it takes nothing from the threads that
answer phones; a child that crashes or hangs is replaced and takes nobody along.
"""

import json
import logging
import os
import selectors
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ledger.report.child import PREFIX, block

_LOG: Final = logging.getLogger(__name__)


class BusyError(Exception):
    """So many pages wait already that another would wait too long: try again in a moment."""


class NoPangoError(Exception):
    """The system lacks the library that lays out text."""


class SpoiledError(Exception):
    """The child crashed on this page twice, or hung on it: a bug, in us or in a library."""


class Print(NamedTuple):
    """A finished PDF, and what the layout complained about (nothing, when all is well)."""

    pdf: bytes
    log: tuple[str, ...]


class Press:
    """Makes PDFs in one child process, which it starts when there is something to do.

    *Attributes*: `made`, how many pages were really laid out.
    """

    def __init__(
        self, *, kept: int = 16, waiting: int = 3, patience: float = 120.0, pages_per_child: int = 50
    ) -> None:
        self.made = 0
        self._patience = patience
        self._pages_per_child = pages_per_child
        self._kept = kept
        self._prints: OrderedDict[str, Print] = OrderedDict()
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(waiting + 1)
        self._child: _Child | None = None

    def make(self, key: str, page: Callable[[], str]) -> Print:
        """Return the print known as `key`; where it is not kept any more, lay out what `page` returns.

        Raises `BusyError` when too many wait, `NoPangoError`, `SpoiledError`.
        """
        kept = self._find(key)
        if kept is not None:
            return kept
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            with self._turn:
                # Whoever waited may have waited for the very same page.
                return self._find(key) or self._lay_out(key, page())
        finally:
            self._places.release()

    def close(self) -> None:
        """Let the child end."""
        with self._turn:
            self._end_child()

    @property
    def child(self) -> int | None:
        """Return the process id of the child that is running, None when there is none."""
        return None if self._child is None else self._child.process.pid

    def _find(self, key: str) -> Print | None:
        found = self._prints.get(key)
        if found is not None:
            self._prints.move_to_end(key)
        return found

    def _lay_out(self, key: str, page: str) -> Print:
        finished = self._asked_twice(page.encode())
        self.made += 1
        for line in finished.log:
            _LOG.warning("layout: %s", line)
        self._prints[key] = finished
        while len(self._prints) > self._kept:
            self._prints.popitem(last=False)
        return finished

    def _asked_twice(self, page: bytes) -> Print:
        """Return the print of `page`: a child that has just ended from idleness is no reason to give up."""
        for _attempt in range(2):
            if self._child is None or self._child.used >= self._pages_per_child:
                self._end_child()
                self._child = _Child()
            try:
                return self._child.ask(page, self._patience)
            except _LateError:
                # It would take as long again.
                self._end_child()
                break
            except (_GoneError, OSError):
                self._end_child()
        raise SpoiledError

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
        self._child = None


class _GoneError(Exception):
    """The child ended."""


class _LateError(Exception):
    """The child did not answer in time."""


class _Child:
    """The running child: asked over its standard input, answering on its standard output."""

    def __init__(self) -> None:
        self.used = 0
        # Fonts are unpacked there. A child that is killed cannot clear it up, and neither can a parent.
        self._folder = TemporaryDirectory(prefix=PREFIX)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ledger.report.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": self._folder.name},
            bufsize=0,
        )

    def ask(self, page: bytes, patience: float) -> Print:
        """Return the print of `page`. Raises `_GoneError`, and `_LateError` after `patience` (seconds)."""
        self.used += 1
        assert self.process.stdin is not None
        self.process.stdin.write(block(page))
        deadline = time.monotonic() + patience
        head = json.loads(self._block(deadline))
        pdf = self._block(deadline)
        if not head["pango"]:
            raise NoPangoError
        return Print(pdf, tuple(head["log"]))

    def _block(self, deadline: float) -> bytes:
        return self._read(int.from_bytes(self._read(4, deadline)), deadline)

    def _read(self, size: int, deadline: float) -> bytes:
        assert self.process.stdout is not None
        parts = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while len(parts) < size:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise _LateError
                part = os.read(self.process.stdout.fileno(), min(size - len(parts), 1 << 20))
                if not part:
                    raise _GoneError
                parts += part
        return bytes(parts)

    def end(self) -> None:
        """End the child, and clear up behind it."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()
