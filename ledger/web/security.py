"""Headers, limits and the one proxy that is believed."""

import ipaddress
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from ledger.web.assets import FOR_EVER, PAGES, version_of_pages
from ledger.web.cookie import LastingCookie

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log = logging.getLogger(__name__)
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# This host alone: a club may have others that know no HTTPS.
ONLY_HTTPS: Final = "max-age=31536000"


class BelievedProxy:
    """Reads X-Forwarded headers, but only of requests that come from one of `networks`.

    Says once in the log that a proxy is not believed: behind HTTPS links would begin with http://, cookies
    would not be secure, and nothing else would show why.
    """

    def __init__(self, app: "WSGIApplication", networks: Sequence[str]) -> None:
        self.plain: WSGIApplication = app
        self.fixed: WSGIApplication = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self.networks = [ipaddress.ip_network(network) for network in networks]
        self.warned = False

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        try:
            caller = ipaddress.ip_address(environ.get("REMOTE_ADDR", ""))
        except ValueError:
            return self.plain(environ, start_response)
        # A server that listens on IPv6 too is called from ::ffff:127.0.0.1 where the proxy's is 127.0.0.1.
        own = getattr(caller, "ipv4_mapped", None) or caller
        if any(name in network for name in (caller, own) for network in self.networks):
            return self.fixed(environ, start_response)
        if not self.warned and "HTTP_X_FORWARDED_PROTO" in environ:
            self.warned = True
            _log.warning(
                "A request from %s carries X-Forwarded-Proto, which is not believed. "
                "If that is your proxy, set LEDGER_PROXY=%s.",
                own,
                own,
            )
        return self.plain(environ, start_response)


def a_minute(count: int) -> Callable[[], str]:
    """Return the limit of `count` a minute for one caller, as one worker process has to keep it.

    Each counts for itself, and the next request may reach another: so each allows its share, at least one.
    """
    return lambda: f"{max(1, count // int(current_app.config['WORKERS']))}/minute"


def init_app(app: Flask) -> None:
    """Add the headers to every answer, and believe the configured proxy and no other."""
    app.session_interface = LastingCookie()
    app.after_request(_add_headers)
    app.wsgi_app = BelievedProxy(app.wsgi_app, app.config.get("PROXY", ()))  # type: ignore[method-assign]


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers[PAGES] = version_of_pages()
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", ONLY_HTTPS)
    if request.endpoint == "static":
        if "v" in request.args and response.status_code in (200, 304):
            response.headers["Cache-Control"] = FOR_EVER
    elif response.headers.get("Cache-Control") != FOR_EVER:
        response.headers["Cache-Control"] = "no-store"
    return response
