"""Every route of the app, with an address that leads to it: a new one is tested unasked."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from flask import Flask

# What each part of an address may be; a part that is not here has no test yet.
PARTS: Final = {
    "slug": ("chratze", "kratzen"),
    "role": ("watch", "write"),
    "token": ("no-token",),
    "seat": ("0",),
    "number": ("1",),
    "act": ("deal", "sit-out", "return", "leave"),
    "verdict": ("right", "corrected"),
    "kind": ("rules", "sheet"),
    "version": ("older",),
    "name": ("table.js",),
    "file": ("evening.json", "deals.csv", "postings.csv", "deals-machine.csv", "postings-machine.csv"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way to ask the app for something."""

    endpoint: str
    method: str
    path: str
    of_evening: bool

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def routes(app: Flask, evening_id: str) -> Iterator[Route]:
    """Yield every route (static files excepted), those of evenings with `evening_id` in their address."""
    parts = {**PARTS, "evening_id": (evening_id,)}
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        names = sorted(rule.arguments)
        for values in product(*(parts[name] for name in names)):
            built = rule.build(dict(zip(names, values, strict=True)))
            assert built is not None
            for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}):
                yield Route(
                    endpoint=rule.endpoint,
                    method=method,
                    path=built[1],
                    of_evening="evening_id" in rule.arguments,
                )
