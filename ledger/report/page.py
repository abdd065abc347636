"""Printed pages as HTML: plain values into templates, in a given language, everything escaped."""

import datetime
from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, FileSystemLoader

from ledger.report.evening import report
from ledger.report.fingerprint import TEMPLATES
from ledger.report.rulecard import rule_card
from ledger.report.scoresheet import score_sheet
from ledger.report.source import Source
from ledger.rules.ruleset import Ruleset
from ledger.rules.unit import Unit
from ledger.wording.amounts import amount
from ledger.wording.language import Language, language
from ledger.wording.names import isolated


def evening_page(source: Source, speech: Language, *, made: datetime.datetime, in_words: bool = True) -> str:
    """Return the report of an evening, ready to be laid out; `made` is the local time that it tells."""
    return _filled("report/evening.html", speech, report=report(source, speech, made=made, in_words=in_words))


def card_page(ruleset: Ruleset, speech: Language) -> str:
    """Return the rule card of `ruleset`, ready to be laid out."""
    return _filled("report/rulecard.html", speech, card=rule_card(ruleset, speech))


def sheet_page(ruleset: Ruleset, speech: Language, names: Sequence[str] = ()) -> str:
    """Return a blank score sheet, ready to be laid out: for `names`, or for as many as may play."""
    return _filled("report/scoresheet.html", speech, sheet=score_sheet(ruleset, speech, names))


def _filled(template: str, speech: Language, **values: object) -> str:
    return _environment(speech.code).get_template(template).render(language_code=speech.code, **values)


@cache
def _environment(code: str) -> Environment:
    """Return what fills templates in one language. Names come from strangers: everything is escaped."""
    speech = language(code)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=speech.catalogue.gettext, ngettext=speech.catalogue.ngettext, newstyle=True
    )

    def money(value: int, unit: Unit) -> str:
        return amount(unit, value, speech)

    environment.filters.update(money=money, isolated=isolated)
    return environment
