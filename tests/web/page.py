"""A page as a browser sees it: its forms with what they would send, its texts, its flaws."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Final

from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

Attributes = dict[str, str]
_WHITE: Final = re.compile(r"[ \t\n\r\f]+")
_ISOLATES: Final = re.compile("[\u2066-\u2069]")
_VOID: Final = {"meta", "link", "input", "br", "hr", "img", "path", "circle", "line", "polyline"}


@dataclass(slots=True)
class Element:
    """One element: its tag, attributes, what lies in it, and the element it lies in."""

    tag: str
    attributes: Attributes
    parent: "Element | None" = None
    parts: list["Element | str"] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Return an attribute, empty where it is missing."""
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """Return its text as it is read, white space folded as a browser does."""
        return as_read("".join(self._texts()))

    def _texts(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, str):
                yield part
            else:
                yield from part._texts()

    def all(self, tag: str = "", **attributes: str) -> list["Element"]:
        """Return the elements in it, in document order, that have this tag and these attributes.

        `class_` finds an element that has the class among others.
        """
        found = []
        for part in self.parts:
            if isinstance(part, Element):
                if part._fits(tag, attributes):
                    found.append(part)
                found += part.all(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """Return the only element that `all` finds."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} x {tag} {attributes} in {self.text[:200]}"
        return found[0]

    def _fits(self, tag: str, attributes: Attributes) -> bool:
        if tag and self.tag != tag:
            return False
        for name, value in attributes.items():
            if name == "class_":
                if value not in self.get("class").split():
                    return False
            elif self.get(name) != value:
                return False
        return True


class _Builder(HTMLParser):
    """Builds elements, and notes what is not closed as it was opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = self.root
        self.unbalanced: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.parts.append(element)
        if tag not in _VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.open.parts.append(Element(tag, {name: value or "" for name, value in attrs}, self.open))

    def handle_endtag(self, tag: str) -> None:
        if self.open.tag != tag or self.open.parent is None:
            self.unbalanced.append(tag)
        else:
            self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.parts.append(data)


def as_read(text: str) -> str:
    """Return what a reader sees of `text`: no marks of direction, white space folded."""
    return _WHITE.sub(" ", _ISOLATES.sub("", text)).strip(" ")


class Form:
    """A form of a page: what pressing its button would send."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.action = element.get("action")
        self.fields: MultiDict[str, str] = MultiDict(_successful(element))

    def filled(self, **changes: str | Sequence[str] | None) -> MultiDict[str, str]:
        """Return what it sends with `changes`: one text, several, or None to leave the field out.

        Points and dashes in a field's name are written as `__`.
        """
        sent = self.fields.copy()
        for name, value in changes.items():
            values = [] if value is None else [value] if isinstance(value, str) else list(value)
            sent.setlist(self._name(name), values)
        return sent

    def _name(self, name: str) -> str:
        if name in self.names:
            return name
        return next((known for known in self.names if _spelt(known) == name), name)

    @property
    def names(self) -> list[str]:
        """Return the names of everything in the form that can send something, in document order."""
        return list(dict.fromkeys(part.get("name") for part in self.element.all() if part.get("name")))


def _spelt(name: str) -> str:
    return name.replace(".", "__").replace("-", "__")


def _successful(form: Element) -> Iterator[tuple[str, str]]:
    """Yield what a browser sends of `form` when a button without a name is pressed."""
    for part in form.all():
        name = part.get("name")
        if not name or "disabled" in part.attributes:
            continue
        if part.tag == "input":
            ticked = part.get("type") not in ("checkbox", "radio") or "checked" in part.attributes
            if ticked:
                yield name, part.get("value")
        elif part.tag == "select":
            options = part.all("option")
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            for option in chosen:
                yield name, option.get("value") if "value" in option.attributes else option.text


class Page:
    """An answer of the app, read as HTML."""

    def __init__(self, response: TestResponse) -> None:
        self.response = response
        self.status = response.status_code
        self.location = response.headers.get("Location", "")
        # A file to take along may be no text at all.
        self.html = response.get_data().decode("utf-8", "replace")
        # A static file stays open until the answer is closed.
        response.close()

    @cached_property
    def _parsed(self) -> _Builder:
        builder = _Builder()
        builder.feed(self.html)
        builder.close()
        return builder

    @property
    def root(self) -> Element:
        """Return what everything on the page lies in."""
        return self._parsed.root

    @property
    def unbalanced(self) -> list[str]:
        """Return the tags that were closed where something else was open."""
        return self._parsed.unbalanced

    @property
    def text(self) -> str:
        """Return everything there is to read on the page."""
        return self.root.text

    def form(self, ending: str) -> Form:
        """Return the form whose action ends like this; the first where the page offers it twice."""
        forms = [form for form in self.root.all("form") if form.get("action").endswith(ending)]
        assert forms, f"no form to {ending} on: {self.text[:500]}"
        return Form(forms[0])

    def has_form(self, ending: str) -> bool:
        """Return whether the page has a form whose action ends like this."""
        return any(form.get("action").endswith(ending) for form in self.root.all("form"))

    @property
    def notice(self) -> str:
        """Return what the page says up front."""
        return " ".join(element.text for element in self.root.all(class_="notice"))

    def flaw_of(self, field_name: str, number: int = 0) -> str:
        """Return the sentence that the page ties to a field; empty where the field is fine."""
        fields = [element for element in self.root.all(name=field_name) if element.get("type") != "hidden"]
        described = fields[number].get("aria-describedby").split()
        return " ".join(self.root.one(id=part).text for part in described if not part.endswith("-hint"))
