"""A bad line: a proxy before the real server that breaks what passes as a test tells it to."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import urlsplit

from tests.browser.phone import Phones

PLAIN: Final = frozenset({"connection", "transfer-encoding", "content-length", "server", "date"})
Trouble = Callable[[str, str], str]
"""Returns what happens to a request (method, path).

One of "", "lost", "unanswered", "doubled", "late", "slower", "hangs", "slow", and a status that a proxy
answers with: "502".
"""
LATE_SECONDS: Final = 4.0
WAITS: Final = {"late": LATE_SECONDS, "slower": 6.0, "hangs": 25.0}
PIECES: Final = 12
PIECE_SECONDS: Final = 0.1


class Line:
    """What a test says about the line: its trouble, and a release of the pages in place of the real one."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.trouble: Trouble = lambda _method, _path: ""
        self.release: tuple[str, str] | None = None


@contextmanager
def bad_line(site: str) -> Iterator[tuple[str, Line]]:
    """Yield the address of a proxy before `site`, and what it does."""
    line = Line(site)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def _pass(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
            path = self.path if line.release is None else self.path.replace(line.release[1], line.release[0])
            connection = http.client.HTTPConnection(urlsplit(line.site).netloc, timeout=30)
            # What comes packed could not be read for the version of its release.
            asked = {name: value for name, value in self.headers.items() if name.lower() != "accept-encoding"}
            connection.request(self.command, path, body or None, asked)
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
            if line.release is not None:
                content = content.replace(line.release[0].encode(), line.release[1].encode())
            headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in PLAIN]
            return answer.status, headers, content

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            trouble = line.trouble(self.command, urlsplit(self.path).path)
            if trouble == "lost":
                self.close_connection = True
                return
            status, headers, content = self._pass(body)
            if trouble == "doubled":
                status, headers, content = self._pass(body)
            if trouble == "unanswered":
                self.close_connection = True
                return
            time.sleep(WAITS.get(trouble, 0))
            if trouble.isdigit():
                status, headers, content = int(trouble), [], b"Not from the ledger"
            self.send_response(status)
            for name, value in headers:
                if line.release is None or name.lower() != "x-pages":
                    self.send_header(name, value)
                else:
                    self.send_header(name, value.replace(*line.release))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command == "HEAD":
                return
            step = len(content) // PIECES + 1 if trouble == "slow" else max(len(content), 1)
            for begin in range(0, len(content), step):
                self.wfile.write(content[begin : begin + step])
                time.sleep(PIECE_SECONDS if trouble == "slow" else 0)

        do_GET = do_POST = do_HEAD = _serve  # noqa: N815 (the names the class looks for)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", line
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def on_bad_line(phones: Phones, site: str) -> Iterator[Line]:
    """Put the phones behind such a proxy, and yield what it does."""
    with bad_line(site) as (address, line):
        phones.site = address
        yield line
