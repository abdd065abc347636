"""What every template can use: amounts in words, hashed addresses of assets, the languages."""

import secrets

from flask import Flask, request, url_for
from markupsafe import Markup, escape

from ledger.rules.unit import Unit
from ledger.web.assets import asset, imports
from ledger.web.language import chosen, current
from ledger.wording import amounts
from ledger.wording.language import LANGUAGES, language
from ledger.wording.names import isolated
from ledger.wording.terms import ruleset_name, ruleset_summary


def init_app(app: Flask) -> None:
    """Give the templates their words, filters and globals."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # Data in a page is sent as it is, uncompressed: without a letter too many.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Flask-Babel's own look for the locale anew at each of a page's sixty messages.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: current().catalogue.gettext(text),
        ngettext=lambda one, many, count: current().catalogue.ngettext(one, many, count),
        newstyle=True,
    )
    app.jinja_env.filters.update(money=money, gain=gain, with_unit=with_unit)
    app.jinja_env.filters.update(person=person, isolated=isolated)
    app.jinja_env.globals.update(
        asset=asset,
        imports=imports,
        new_token=new_token,
        languages={code: language(code).name for code in LANGUAGES},
        language_code=chosen,
        here=here,
        speech=current,
        ruleset_name=lambda slug: ruleset_name(slug, current()),
        ruleset_summary=lambda slug: ruleset_summary(slug, current()),
    )


def new_token() -> str:
    """Return a token for one action: who sends it twice has done one thing."""
    return secrets.token_urlsafe(18)


def here() -> str:
    """Return the path that leads back to this page: for one that was posted, to the page its form is on."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    evening_id = (request.view_args or {}).get("evening_id")
    if evening_id:
        return url_for("table.show", evening_id=evening_id)
    return request.path if request.endpoint == "opening.start" else url_for("home.index")


def money(value: int, unit: Unit) -> str:
    """Return an amount (smallest units) without its unit."""
    return amounts.amount(unit, value, current())


def gain(value: int, unit: Unit) -> str:
    """Return a gain or loss (smallest units) with its sign."""
    return amounts.signed(unit, value, current())


def with_unit(value: int, unit: Unit) -> str:
    """Return an amount (smallest units) with its unit."""
    return amounts.with_unit(unit, value, current())


def person(name: str) -> Markup:
    """Return a name that keeps its own writing direction to itself."""
    return Markup(f"<bdi>{escape(name)}</bdi>")  # noqa: S704 (escaped in the same breath)
