"""The rules pages: each game in plain words, with an example that the engine works out."""

import html
import re
from typing import Final

from flask import Blueprint, abort, render_template

from ledger.rules.catalogue import SHIPPED, find
from ledger.rules.ruleset import Procedure, Ruleset, Trigger
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import watching
from ledger.web.examples import examples
from ledger.web.language import current
from ledger.wording.houserules import differing
from ledger.wording.terms import terms

blueprint = Blueprint("rules", __name__)
_HEADS: Final = re.compile('<h2 id="([^"]+)">([^<]+)</h2>')


@blueprint.app_template_filter("heads")
def heads(prose: str) -> list[tuple[str, str]]:
    """Return the headings in the text of a page: what leads to each, and its words."""
    return [(anchor, html.unescape(words)) for anchor, words in _HEADS.findall(prose)]


@blueprint.get("/rules")
def index() -> str:
    """List the games."""
    return render_template("rules/index.html", slugs=list(SHIPPED))


@blueprint.get("/rules/<slug>")
def show(slug: str) -> str:
    """Show the rules of one game as it is shipped."""
    if slug not in SHIPPED:
        abort(404)
    return _page(find(slug), [], None)


@blueprint.get("/e/<evening_id>/rules")
@watching
def of_evening(evening: queries.Evening, _link: Link) -> str:
    """Show the rules of an evening's game, its house rules first."""
    ruleset = evening.head.state.ruleset
    return _page(ruleset, differing(ruleset, current()), evening)


def _page(ruleset: Ruleset, house_rules: list[tuple[str, str]], evening: queries.Evening | None) -> str:
    language, slug = current(), ruleset.slug
    return render_template(
        "rules/show.html",
        slug=slug,
        text=f"rules/{language.code}/{slug}.html",
        examples=examples(slug, language),
        house_rules=house_rules,
        evening=evening,
        words=terms(ruleset.terms, language),
        declarer=ruleset.declarer.value,
        trump_cards=ruleset.trump_cards > 1,
        has_seven=Trigger.SEVEN in ruleset.forced.triggers,
        asks_trump=ruleset.passed_out.procedure is Procedure.DEALER_IF_TRUMP,
    )
