"""Pages: each is well made, in both languages, in every state there is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask, template_rendered
from jinja2 import Template

from tests.web.conftest import AppMaker
from tests.web.page import Element, Page
from tests.web.tour import GAMES, tour

# By the last words of a state's name; what is not here is a page that simply opens.
STATUS = {
    "closing, refused": 409,
    "watcher refused": 403,
    "refused": 422,
    "conflict": 409,
    "not found": 404,
    "not allowed": 405,
    "no token": 400,
    "too large": 413,
}
LABELLED = {"input", "select", "textarea"}


@dataclass(frozen=True, slots=True)
class Toured:
    """Every page in one language, by the name of its state, and the templates that made them."""

    language: str
    pages: Mapping[str, Page]
    templates: set[str]


@pytest.fixture(scope="module")
def app_to_tour(make_app: AppMaker) -> Flask:
    """Return an app whose evenings are all those of the tours."""
    return make_app()


@pytest.fixture(scope="module", params=[("en", GAMES), ("de", ("chratze-cash", "kratzen"))])
def toured(app_to_tour: Flask, request: pytest.FixtureRequest) -> Iterator[Toured]:
    """Yield what a tour in one language shows."""
    templates: set[str] = set()
    environment: Any = app_to_tour.jinja_env
    load = environment.get_template

    def loaded(name: str, *args: Any) -> Template:
        # The signal tells of whole pages only; what they include and import is loaded through here.
        templates.add(name)
        template: Template = load(name, *args)
        return template

    def rendered(_app: Flask, template: Template, **_context: Any) -> None:
        templates.add(str(template.name))

    environment.get_template = loaded
    with template_rendered.connected_to(rendered, app_to_tour):
        yield Toured(request.param[0], dict(tour(app_to_tour, *request.param)), templates)
    del environment.get_template


def each(toured: Toured, tag: str = "", **attributes: str) -> Iterator[tuple[str, Element]]:
    """Yield the elements of every page that have this tag and these attributes, with the page's state."""
    for name, page in toured.pages.items():
        for element in page.root.all(tag, **attributes):
            yield name, element


def test_every_template_is_rendered(toured: Toured, app_to_tour: Flask) -> None:
    # What is printed has tests of its own.
    elsewhere = {"en": "rules/de/", "de": "rules/en/"}[toured.language]
    all_templates = {
        name for name in app_to_tour.jinja_env.list_templates() if not name.startswith((elsewhere, "report/"))
    }
    assert toured.templates == all_templates


def test_every_page_opens_as_it_should(toured: Toured) -> None:
    assert len(toured.pages) > 50
    for name, page in toured.pages.items():
        expected = next((status for ending, status in STATUS.items() if name.endswith(ending)), 200)
        assert page.status == expected, name


def test_every_page_says_which_language_it_speaks(toured: Toured) -> None:
    for name, page in toured.pages.items():
        if not name.endswith("polled"):
            assert page.root.one("html").get("lang") == toured.language, name


def test_every_tag_is_closed_where_it_was_opened(toured: Toured) -> None:
    for name, page in toured.pages.items():
        # A paragraph ends where a list or a form begins: what comes behind it is not in it any more.
        assert page.unbalanced == [], name
    for name, element in each(toured, "p"):
        inside = {part.tag for part in element.all()}
        assert not inside & {"p", "form", "ul", "ol", "div", "table", "section", "fieldset"}, name


def test_ids_are_there_once_and_everything_that_refers_to_one_finds_it(toured: Toured) -> None:
    for name, page in toured.pages.items():
        ids = [element.get("id") for element in page.root.all() if element.get("id")]
        # What is in a template is on no page: its ids may be those of what it is put in the place of.
        inert = [
            part.get("id") for kept in page.root.all("template") for part in kept.all() if part.get("id")
        ]
        assert len(ids) - len(inert) == len(set(ids) - set(inert) | {"main"} & set(ids)), name
        for element in page.root.all():
            for attribute in ("for", "aria-describedby", "aria-labelledby"):
                assert set(element.get(attribute).split()) <= set(ids), (name, element.get(attribute))
            target = element.get("href")
            # What a page waits for with its first paint is its end, which is no element.
            if target.startswith("#") and target != "#end":
                assert name.endswith("polled") or target[1:] in ids, (name, target)


def test_every_field_has_a_label(toured: Toured) -> None:
    for name, page in toured.pages.items():
        labels = {label.get("for") for label in page.root.all("label")}
        for field in page.root.all():
            if field.tag not in LABELLED or field.get("type") == "hidden":
                continue
            inside = field.parent
            while inside is not None and inside.tag != "label":
                inside = inside.parent
            assert inside is not None or field.get("id") in labels, (name, field.get("name"))


def test_every_button_and_link_says_what_it_does(toured: Toured) -> None:
    for tag in ("button", "a", "summary"):
        for name, element in each(toured, tag):
            assert element.text or element.get("aria-label"), (name, element.attributes)


def test_every_column_has_a_heading(toured: Toured) -> None:
    for name, heading in each(toured, "th"):
        assert heading.text, name


def test_every_form_that_is_posted_has_a_token(toured: Toured) -> None:
    for name, form in each(toured, "form"):
        if name == "no evening, no signal":
            # Nothing but the script sends it, with the token of the evening's own state.
            continue
        assert form.get("method") == "post", name
        assert form.one("input", name="csrf_token").get("value"), name


def test_names_keep_their_writing_direction_to_themselves(toured: Toured) -> None:
    for name, page in toured.pages.items():
        # The examples of the rules have names of our own; where names are typed, they are in fields.
        if "rules" in name or name.startswith("new"):
            continue
        for element in page.root.all():
            # Every text of a picture is a line of its own, as every option of a list is.
            if element.tag in ("bdi", "option", "text") or "hidden" in element.get("class").split():
                continue
            for text in element.parts:
                # In a sentence, the characters that isolate do what <bdi> does.
                if isinstance(text, str):
                    assert not re.search(r"(?<!\u2068)\b(Anna|Ben|Carla)\b", text), (name, text)


def test_nothing_typed_becomes_a_tag(toured: Toured) -> None:
    for name, element in each(toured, "b"):
        assert element.text != "Friday", name
    assert any("<b>Friday</b>" in page.text for page in toured.pages.values())


def test_no_placeholder_is_left_unfilled(toured: Toured) -> None:
    for name, page in toured.pages.items():
        assert "%(" not in page.html, name
        assert "{{" not in page.html, name


def test_no_script_or_style_is_written_into_a_page(toured: Toured) -> None:
    for name, page in toured.pages.items():
        for element in page.root.all():
            assert element.tag != "style", name
            assert "style" not in element.attributes, name
            assert not [key for key in element.attributes if key.startswith("on")], name
            assert not element.get("href").startswith("javascript:"), name
            if element.tag == "script":
                assert element.get("src").startswith("/static/"), name
                assert element.text == "", name


def test_nothing_is_loaded_from_another_host(toured: Toured) -> None:
    for name, page in toured.pages.items():
        for element in page.root.all():
            for attribute in ("src", "srcset", "action", "formaction", "data-live"):
                assert element.get(attribute)[:1] in ("", "/"), (name, attribute)
            if element.tag == "link":
                assert element.get("href").startswith(
                    ("/static/", "/manifest.webmanifest", "/shell?", "#")
                ), name
