"""The cookie in which a phone keeps its links: what it holds outlives a wrong clock and a wrong key."""

from flask import Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class Held(SecureCookieSession):
    """What a phone's cookie holds; `unread` where the phone sent one that is not signed by this server."""

    unread = False


class LastingCookie(SecureCookieSessionInterface):
    """Believes a cookie by its signature alone, and lets none go for nothing.

    A server may run on a machine whose clock is wrong until its network is there. Links stop by being
    revoked, and browsers drop a cookie in their own time: the date of a signature need not decide anything.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the cookie of `request` holds, whenever that was signed, even at a time to come."""
        serializer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not cookie:
            return super().open_session(app, request)
        try:
            return Held(serializer.loads(cookie))
        except BadSignature:
            held = Held()
            held.unread = True
            return held

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Put what changed into the phone's cookie, unless a cookie that may yet be read would go for it."""
        if session.accessed:
            response.vary.add("Cookie")
        lost = isinstance(session, Held) and session.unread and not _gives(session)
        if lost or not self.should_set_cookie(app, session):
            return
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "a session that changes was opened with a key"
        response.vary.add("Cookie")
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            # So long from now, by the phone's clock: by a server's that is late it may be over already.
            max_age=app.permanent_session_lifetime if session.permanent else None,
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            # Whenever it is set over HTTPS; a club's own network may have none.
            secure=request.is_secure,
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )


def _gives(session: SessionMixin) -> bool:
    """Return whether an answer has something to keep for its phone, for which a cookie may go.

    The secret behind the CSRF tokens is nothing on a page that is only read. Whoever sends a form could never
    send one again without it; but to an evening phones send by themselves too, and this one may open none.
    """
    if set(session) - {current_app.config["WTF_CSRF_FIELD_NAME"]}:
        return True
    return request.method == "POST" and "evening_id" not in (request.view_args or {})
