"""An evening on a phone: started, written and read through the pages alone."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from tests.web.page import Page, as_read
from tests.web.phone import Phone

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva")

# Where the links are given away and made anew.
_PAGES = {"watch": "share", "write": "share/write"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening that `phone` may open; `names` are in seat order, the first deals first."""

    phone: Phone
    id: str
    names: Sequence[str]

    @classmethod
    def starts(
        cls,
        phone: Phone,
        slug: str = "chratze",
        names: Sequence[str] = NAMES,
        first: str = "0",
        **fields: str | Sequence[str] | None,
    ) -> Self:
        """Start an evening through its form; the first name deals first."""
        path = f"/new/{slug}"
        started = phone.press(phone.get(path), path, name=names, first=first, **fields)
        assert started.status == 303, started.text
        return cls(phone=phone, id=started.location.split("/")[2], names=names)

    def on(self, phone: Phone) -> "Evening":
        """Return the same evening as `phone` has it."""
        return Evening(phone=phone, id=self.id, names=self.names)

    def by_link(self, role: str, phone: Phone) -> "Evening":
        """Return the same evening on `phone`, which opens its link."""
        phone.follow(phone.get(self.link(role)))
        return self.on(phone)

    def path(self, where: str = "") -> str:
        """Return the address of one of its pages."""
        return f"/e/{self.id}/{where}"

    def page(self, where: str = "") -> Page:
        """Open one of its pages: the table, where nothing is said."""
        return self.phone.get(self.path(where))

    def seat(self, name: str) -> str:
        """Return the seat of a player as a form sends it."""
        return str(self.names.index(name))

    def deal(
        self,
        page: Page | None = None,
        *,
        declarer: str = "",
        joined: Sequence[str] = (),
        tricks: Mapping[str, int | str] | None = None,
        **facts: str | Sequence[str] | None,
    ) -> MultiDict[str, str]:
        """Return the table's form (of `page`, or newly opened) with a deal on it, by names."""
        form = (page or self.page()).form("/deals")
        changes: dict[str, str | Sequence[str] | None] = dict(facts)
        if declarer:
            changes["declarer"] = self.seat(declarer) if declarer in self.names else declarer
        if joined:
            changes["joined"] = [self.seat(name) for name in joined]
        for name, won in (tricks or {}).items():
            changes[f"tricks_{self.seat(name)}"] = str(won)
        return form.filled(**changes)

    def send(self, deal: MultiDict[str, str]) -> Page:
        """Send a deal, however good it is."""
        return self.phone.post(self.path("deals"), deal)

    def write(self, **facts: Any) -> Page:
        """Write a deal that can be written, and return the table after it."""
        return self.phone.follow(self.send(self.deal(**facts)))

    def preview(self, deal: MultiDict[str, str]) -> Mapping[str, Any]:
        """Return what the page would show live while `deal` is on it."""
        shown = self.phone.post(self.path("preview"), deal)
        assert shown.status == 200, shown.text
        told: dict[str, Any] = json.loads(shown.html)
        return {key: as_read(value) if isinstance(value, str) else value for key, value in told.items()}

    def press(self, where: str, page: Page | None = None) -> Page:
        """Press a button of the table (`undo`, `redo`), of the page that gives links away, or of `page`."""
        return self.phone.press(page or self.page(_PAGES.get(where.split("/")[-1], "")), f"/{where}")

    def close(self) -> Page:
        """Close the evening, and return the page that follows."""
        return self.phone.follow(self.phone.press(self.page("close"), "/close"))

    def reopen(self) -> Page:
        """Open the evening again, and return the page that follows."""
        return self.phone.follow(self.phone.press(self.page("reopen"), "/reopen"))

    def link(self, role: str) -> str:
        """Return the path of its link, as the page that gives it away shows it to whoever writes."""
        return "/l/" + self.page(_PAGES[role]).root.one(class_="address").text.split("/l/")[1]

    def balances(self) -> dict[str, str]:
        """Return everybody's balance as the standing shows it."""
        rows = self.page("standing").root.one(class_="places").one("tbody").all("tr")
        return {row.one("bdi").text: row.one("td", class_="number").text for row in rows}

    def pot(self) -> str:
        """Return what the standing says is in the pot."""
        return self.page("standing").root.all(class_="pot-stand")[0].one("b").text
