"""House rules on a form: which options a ruleset offers, as text, and back to values."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.catalogue import attempt, find, shipped_values
from ledger.rules.options import OPTIONS, Kind
from ledger.rules.problems import Problem
from ledger.rules.ruleset import Declarer, Ruleset
from ledger.rules.unit import Unit, UnreadableAmountError
from ledger.wording.amounts import amount
from ledger.wording.houserules import absent_name, choice_name, hint, option_name
from ledger.wording.language import Language
from ledger.wording.terms import terms

# What makes a game the game it is; a table that plays differently plays another ruleset.
_STRUCTURE = {
    "players.min",
    "players.max",
    "tricks",
    "unit.denominator",
    "declarer",
}
Flaw = Problem | UnreadableAmountError


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """One option as a form asks for it: `choices` are (value, name, chosen); `text` is what is typed;
    `absent` says what an empty field means, where one may be empty; `hint`, what else is good to know."""

    key: str
    name: str
    kind: str
    text: str
    checked: bool
    choices: tuple[tuple[str, str, bool], ...]
    absent: str
    hint: str
    wrong: str


def offered(ruleset: Ruleset) -> list[str]:
    """Return the keys of the options that mean something in `ruleset`."""
    hidden = set(_STRUCTURE)
    if ruleset.declarer is not Declarer.BID:
        hidden.add("ask_from")
    if ruleset.declarer is Declarer.NONE:
        # Nobody there has a share: every trick is paid.
        hidden |= {"award.kind", "award.share"}
        hidden |= {"quota.declarer", "penalty.declarer", "forced.seven_declarer_penalty"}
    if ruleset.declarer is Declarer.DEALER:
        hidden |= {"passed_out.procedure", "passed_out.redeals", "passed_out.ante"}
    if not ruleset.forced.triggers:
        hidden |= {"forced.seven_quota", "forced.seven_declarer_penalty", "forced.triggers"}
    if ruleset.unit.denominator != 100:
        hidden.add("unit.name")
    return [key for key in OPTIONS if key not in hidden]


def shown(
    slug: str, typed: Mapping[str, list[str]] | None, problems: Mapping[str, str], language: Language
) -> list[HouseRule]:
    """Return the options of `slug` as fields: with what was typed, or with the shipped values."""
    ruleset, values = find(slug), shipped_values(slug)
    rules = []
    for key in offered(ruleset):
        texts = (
            typed.get(f"opt-{key}", []) if typed is not None else _texts(values[key], key, ruleset, language)
        )
        rules.append(_field(key, texts, ruleset, problems.get(key, ""), language))
    return rules


def _field(key: str, texts: list[str], ruleset: Ruleset, wrong: str, language: Language) -> HouseRule:
    option = OPTIONS[key]
    return HouseRule(
        key=key,
        name=option_name(key, language, terms(ruleset.terms, language)),
        kind=option.kind.value,
        text=texts[0] if texts else "",
        checked=bool(texts) and option.kind is Kind.FLAG,
        choices=tuple((value, choice_name(key, value, language), value in texts) for value in option.choices),
        absent=absent_name(key, language) if option.optional else "",
        hint=hint(key, language),
        wrong=wrong,
    )


def _texts(value: object, key: str, ruleset: Ruleset, language: Language) -> list[str]:
    if value is None or value is False:
        return []
    if isinstance(value, list | tuple):
        return [str(part) for part in value]
    if OPTIONS[key].kind is Kind.AMOUNT and isinstance(value, int):
        return [amount(ruleset.unit, value, language)]
    return [str(value)]


def values(slug: str, typed: Mapping[str, list[str]]) -> tuple[dict[str, object], dict[str, Flaw]]:
    """Return the options a form sets differently from the shipped values, and what is wrong, by key."""
    ruleset, standard = find(slug), shipped_values(slug)
    options: dict[str, object] = {}
    wrong: dict[str, Flaw] = {}
    for key in offered(ruleset):
        try:
            value = _value(key, typed.get(f"opt-{key}", []), ruleset.unit)
        except UnreadableAmountError as error:
            wrong[key] = error
            continue
        if value != _comparable(standard[key]):
            options[key] = value
    _built, problems = attempt(slug, options)
    for problem in problems:
        wrong.setdefault(problem.field.removeprefix("options."), problem)
    return options, wrong


def _comparable(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _value(key: str, texts: list[str], unit: Unit) -> object:
    kind = OPTIONS[key].kind
    text = texts[0].strip() if texts else ""
    if kind is Kind.FLAG:
        return bool(texts)
    if kind is Kind.TRIGGERS:
        return texts or None
    if not text:
        return None
    if kind is Kind.AMOUNT:
        return unit.parse(text)
    if kind is Kind.COUNT:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
    return text
