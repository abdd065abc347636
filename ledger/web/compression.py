"""Compression of what is the same for everybody: a phone loads style and scripts in a quarter of their size.

What modules say to who reads them stays here: it would be a fifth of what a phone loads of them.

A page is never compressed. It carries secrets beside text that others choose, and how well it can be
compressed would tell about both. The empty page that phones keep has neither.
"""

import gzip
import re
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

_FOR_EVERYBODY: Final = frozenset(
    {"static", "assets.module", "offline.shell", "offline.worker", "offline.manifest"}
)
_TEXT: Final = frozenset(
    {
        *("text/css", "text/html", "text/javascript", "application/javascript", "image/svg+xml"),
        *("application/json", "application/manifest+json"),
    }
)
_COMMENTS: Final = re.compile(rb"^[ \t]*(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/[ \t]*)$", re.MULTILINE)


def init_app(app: Flask) -> None:
    """Send text that is the same for everybody compressed to whoever takes it."""
    app.after_request(_compressed)


def _compressed(response: Response) -> Response:
    if request.endpoint not in _FOR_EVERYBODY or response.mimetype not in _TEXT:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code not in (200, 304):
        return response
    etag, _weak = response.get_etag()
    if etag:
        # It names the file, not its bytes on the way, and is still good to ask whether the file has changed.
        response.set_etag(etag, weak=True)
    if response.status_code == 200:
        response.direct_passthrough = False
        response.set_data(_packed(response.get_data(), silent=request.endpoint == "assets.module"))
        response.content_encoding = "gzip"
        # A part that somebody asks for would be one of the file as it is.
        response.headers.pop("Accept-Ranges", None)
    return response


@lru_cache(maxsize=256)
def _packed(content: bytes, *, silent: bool) -> bytes:
    """Return `content` compressed; where it is `silent`, a line that is nothing but comment is empty."""
    if silent:
        content = _COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), content)
    return gzip.compress(content, mtime=0)
