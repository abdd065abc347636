"""A phone with a browser: it opens pages, presses buttons on them, and keeps its cookies."""

from collections.abc import Mapping, Sequence

from flask import Flask
from werkzeug.datastructures import MultiDict

from ledger.store.links import Link, Role
from ledger.web.access import keep_link, kept_links
from tests.web.page import Page

Headers = Mapping[str, str]


class Phone:
    """One browser. What it posts, it has read off a page first: token, revision and CSRF token too."""

    def __init__(self, app: Flask, language: str = "en", address: str = "192.0.2.10") -> None:
        self.app = app
        self.client = app.test_client()
        self.language = language
        self.address = address

    def get(self, path: str, *, headers: Headers | None = None, base_url: str | None = None) -> Page:
        """Open a page, without following it elsewhere."""
        return Page(
            self.client.get(
                path,
                headers={"Accept-Language": self.language, **(headers or {})},
                base_url=base_url,
                environ_base={"REMOTE_ADDR": self.address},
            )
        )

    def post(
        self, path: str, data: MultiDict[str, str] | Mapping[str, str], *, headers: Headers | None = None
    ) -> Page:
        """Send a form as it is given."""
        return Page(
            self.client.post(
                path,
                data=data,
                headers={"Accept-Language": self.language, **(headers or {})},
                environ_base={"REMOTE_ADDR": self.address},
            )
        )

    def press(self, page: Page, ending: str, /, **changes: str | Sequence[str] | None) -> Page:
        """Send the form of `page` whose action ends like this, changed by `changes`."""
        form = page.form(ending)
        return self.post(form.action, form.filled(**changes))

    def follow(self, page: Page) -> Page:
        """Go where `page` sends the browser after something was done."""
        assert page.status == 303, f"{page.status}: {page.notice or page.text[:800]}"
        return self.get(page.location)

    @property
    def cookie(self) -> str:
        """Return what the app keeps on this phone."""
        kept = self.client.get_cookie("ledger")
        return kept.value if kept else ""

    @cookie.setter
    def cookie(self, value: str) -> None:
        self.client.set_cookie("ledger", value)

    def claim(self, evening_id: str, link_id: str) -> None:
        """Put a link into this phone's cookie as the app does; no phone can, for the cookie is signed."""
        with self.app.test_request_context(headers={"Cookie": f"ledger={self.cookie}"}):
            keep_link(Link(id=link_id, evening_id=evening_id, role=Role.WRITE))
            response = self.app.process_response(self.app.response_class())
        self.cookie = response.headers["Set-Cookie"].partition(";")[0].removeprefix("ledger=")

    @property
    def kept(self) -> Mapping[str, str]:
        """Return the links in this phone's cookie: evening id → link id."""
        with self.app.test_request_context(headers={"Cookie": f"ledger={self.cookie}"}):
            return kept_links()

    @property
    def csrf_token(self) -> str:
        """Return a CSRF token that is good on this phone, read off a page that anybody may open."""
        return self.get("/rules").form("/language").fields["csrf_token"]
