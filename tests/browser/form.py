"""A form of a page as a browser without scripts would send it: its fields with the values they came with."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = list[tuple[str, str]]


@dataclass
class _Reader(HTMLParser):
    """Collects the fields of the forms whose address ends in `action`."""

    action: str
    fields: Fields = field(default_factory=list)
    found: bool = False
    inside: bool = False
    select: str = ""
    options: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = not self.found and given.get("action", "").endswith(self.action)
            self.found = self.found or self.inside
        elif not self.inside or "disabled" in given:
            return
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self.select, self.options = given["name"], []
        elif tag == "option":
            self.options.append((given.get("value", ""), "selected" in given))

    def _input(self, given: dict[str, str]) -> None:
        ticked = given.get("type") not in ("radio", "checkbox") or "checked" in given
        if ticked and "name" in given:
            self.fields.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected] or [self.options[0][0]]
            self.fields.append((self.select, chosen[0]))
            self.select = ""


def fields_of(html: str, action: str) -> Fields:
    """Return the fields of the first form whose address ends in `action`."""
    reader = _Reader(action)
    reader.feed(html)
    if not reader.found:
        raise LookupError(f"no form goes to {action}")
    return reader.fields


def changed(fields: Fields, **values: str | list[str]) -> Fields:
    """Return `fields` with other values; a list is sent once for each of its values."""
    kept = [(name, value) for name, value in fields if name not in values]
    for name, value in values.items():
        kept += [(name, each) for each in ([value] if isinstance(value, str) else value)]
    return kept
