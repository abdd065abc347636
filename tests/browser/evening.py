"""An evening made over HTTP, the way a phone without scripts does: what is there before a test looks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlencode

from playwright.sync_api import APIRequestContext, APIResponse, Page

from tests.browser.form import Fields, changed, fields_of

FIVE: Final = ("Anna", "Ben", "Carla", "Dan", "Eva")
FOUR: Final = FIVE[:4]
_SAID: Final = re.compile(r'<(?:div|p) class="(?:notice|flaw|lead)"[^>]*>(.*?)</p>', re.DOTALL)
_LINK: Final = re.compile(r'class="address"[^>]* href="([^"]+)"')


# Where the button of an action is, if not on the table.
_PAGES: Final = {
    "close": "close",
    "reopen": "reopen",
    "links/watch": "share",
    "links/write": "share/write",
    "code": "share",
    "scribe": "share/write",
    "people/4/sit-out": "people/4",
}


class RefusedError(Exception):
    """The server did not do what it was sent; the message holds the status and what the page says to it."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening; whatever is written goes by the cookies of the phone it was started on.

    Attributes:
        request: sends with the phone's cookies.
        path: of the table page.
        names: by seat.
    """

    request: APIRequestContext
    path: str
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        """What names the evening in addresses."""
        return self.path.split("/")[2]

    @classmethod
    def starts(
        cls,
        page: Page,
        slug: str,
        names: Sequence[str],
        *,
        rules: Mapping[str, str] | None = None,
        title: str = "",
        place: str = "",
        over: bool = False,
    ) -> Self:
        """Start an evening on the phone of `page`; the first name deals, `rules` are house rules by key.

        `over`: its playing time has been up for long.
        """
        request = page.context.request
        form = fields_of(request.get(f"/new/{slug}").text(), f"/new/{slug}")
        sent: dict[str, str | list[str]] = {f"opt-{key}": value for key, value in (rules or {}).items()}
        sent |= {"name": list(names), "first": "0", "title": title, "place": place, "do": "start"}
        if over:
            sent |= {"date": "2026-01-02", "until": "20:00"}
        answer = _posted(request, f"/new/{slug}", changed(form, **sent))
        return cls(request, answer.headers["location"], tuple(names))

    def write(
        self,
        declarer: str = "",
        joined: Sequence[str] = (),
        tricks: Mapping[str, int] | None = None,
        **facts: str | list[str],
    ) -> None:
        """Write one deal; `facts` are other fields of the form, by their names there."""
        form = fields_of(self.request.get(self.path).text(), f"{self.path}deals")
        sent: dict[str, str | list[str]] = {"joined": [self.seat(name) for name in joined], **facts}
        if declarer:
            sent["declarer"] = "nobody" if declarer == "nobody" else self.seat(declarer)
        for name, won in (tricks or {}).items():
            sent[f"tricks_{self.seat(name)}"] = str(won)
        _posted(self.request, f"{self.path}deals", changed(form, **sent))

    def act(self, action: str) -> None:
        """Send one of the small forms: `undo`, `redo`, `close`, `reopen`, `links/watch`, `links/write`."""
        asked = self.request.get(f"{self.path}{_PAGES.get(action, '')}")
        _posted(self.request, f"{self.path}{action}", fields_of(asked.text(), f"{self.path}{action}"))

    def close(self, **way: str) -> None:
        """Close the evening, to be settled in this way."""
        address = f"{self.path}close"
        form = fields_of(self.request.get(address).text(), address)
        _posted(self.request, address, changed(form, **way))

    def send(self, where: str, action: str, **typed: str) -> None:
        """Send a form of the page `where`, whose address ends in `action`."""
        form = fields_of(self.request.get(f"{self.path}{where}").text(), f"{self.path}{action}")
        _posted(self.request, f"{self.path}{action}", changed(form, **typed))

    def pays(self, number: int, amount: str, iban: str) -> None:
        """Note an account for the payment `number`, and what is paid of it."""
        address = f"{self.path}settling/{number}"
        for where, sent in ((f"{address}/account", {"iban": iban}), (address, {"paid": amount})):
            form = fields_of(self.request.get(address).text(), where)
            _posted(self.request, where, changed(form, **sent))

    def named(self, label: str) -> None:
        """Call the phone `label`."""
        form = fields_of(self.request.get(f"{self.path}share/write").text(), f"{self.path}device")
        _posted(self.request, f"{self.path}device", changed(form, label=label))

    def seat(self, name: str) -> str:
        """Return the number of a seat as forms send it."""
        return str(self.names.index(name))

    def links(self) -> tuple[str, str]:
        """Return the link to watch and the link to write, as the pages show them that give them away."""
        pages = (self.request.get(f"{self.path}{where}").text() for where in ("share", "share/write"))
        watch, write = (_LINK.findall(page)[0] for page in pages)
        return str(watch), str(write)


def _posted(request: APIRequestContext, path: str, fields: Fields) -> APIResponse:
    answer = request.post(
        path,
        data=urlencode(fields),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    if answer.status != 303:
        said = [re.sub("<[^>]+>", "", part) for part in _SAID.findall(answer.text())]
        raise RefusedError(f"{answer.status} {path}: {' '.join(said)}")
    return answer
