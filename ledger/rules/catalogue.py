"""The shipped rulesets, each one value (RULES.md, "Options", last column)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.rules.builder import attempt_build
from ledger.rules.options import OPTIONS, Plain
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.ruleset import Ruleset

_CHRATZE: Final[Plain] = {
    "players.min": 2,
    "players.max": 7,
    "direction": "right",
    "tricks": 4,
    "unit.name": "chip",
    "unit.denominator": 1,
    "unit.coin": 1,
    "ante.each": 1,
    "ante.dealer": 1,
    "ante.when": "every-deal",
    "ante.indivisible": False,
    "declarer": "bid",
    "ask_from": "declarer",
    "quota.declarer": 2,
    "quota.joiner": 1,
    "award.kind": "declarer-share",
    "award.share": "2/3",
    "leftover": "pot",
    "penalty.basis": "pot",
    "penalty.declarer": 2,
    "penalty.joiner": 1,
    "passed_out.procedure": "reante",
    "passed_out.redeals": 3,
    "passed_out.ante": False,
    "end": "no-failure",
}

_CHRATZE_CASH: Final[Plain] = {
    **_CHRATZE,
    "unit.name": "CHF",
    "unit.denominator": 100,
    "unit.coin": 5,
    "ante.each": 20,
    "ante.dealer": 20,
    "ask_from": "forehand",
    "passed_out.procedure": "redeal",
}

_KRATZEN: Final[Plain] = {
    "players.min": 3,
    "players.max": 6,
    "direction": "left",
    "tricks": 4,
    "unit.name": "counter",
    "unit.denominator": 4,
    "unit.coin": 1,
    "ante.each": 0,
    "ante.dealer": 4,
    "ante.when": "every-deal",
    "ante.on_empty_pot.each": 4,
    "ante.on_empty_pot.dealer": 8,
    "ante.indivisible": False,
    "declarer": "dealer",
    "quota.declarer": 2,
    "quota.joiner": 1,
    "award.kind": "per-trick",
    "leftover": "pot",
    "penalty.basis": "pot",
    "penalty.declarer": 2,
    "penalty.joiner": 1,
    "forced.triggers": ("pot-empty", "seven"),
    "forced.seven_quota": 1,
    "forced.seven_declarer_penalty": 2,
    "passed_out.redeals": 3,
    "passed_out.ante": False,
    "end": "rotation",
}

_ZWICKEN: Final[Plain] = {
    "players.min": 2,
    "players.max": 10,
    "direction": "left",
    "tricks": 3,
    "unit.name": "chip",
    "unit.denominator": 1,
    "unit.coin": 1,
    "ante.each": 0,
    "ante.dealer": 3,
    "ante.when": "every-deal",
    "ante.indivisible": False,
    "declarer": "none",
    "quota.joiner": 1,
    "award.kind": "per-trick",
    "leftover": "pot",
    "penalty.basis": "pot",
    "penalty.joiner": 1,
    "passed_out.procedure": "dealer-if-trump",
    "passed_out.redeals": 3,
    "passed_out.ante": False,
    "end": "free",
}

SHIPPED: Final[Mapping[str, Plain]] = MappingProxyType(
    {"chratze": _CHRATZE, "chratze-cash": _CHRATZE_CASH, "kratzen": _KRATZEN, "zwicken": _ZWICKEN}
)
_TERMS: Final = {"chratze-cash": "chratze"}


def find(slug: object, options: Plain | None = None) -> Ruleset:
    """Return the shipped ruleset `slug`, changed by `options` (dotted keys, smallest units).

    Raises `RefusedError`: `unknown-ruleset`, or what `builder.build` finds.
    """
    ruleset, problems = attempt(slug, options)
    if problems:
        raise RefusedError(problems)
    return ruleset


def attempt(slug: object, options: Plain | None) -> tuple[Ruleset, list[Problem]]:
    """Return ruleset `slug` as far as `options` can be read, and what is wrong with them.

    Raises `RefusedError` (`unknown-ruleset`) where there is nothing to start from.
    """
    if not isinstance(slug, str) or slug not in SHIPPED:
        params = {"slug": slug if isinstance(slug, str) else None, "known": ", ".join(SHIPPED)}
        raise RefusedError([Problem(code=Code.UNKNOWN_RULESET, field="ruleset", params=params)])
    return attempt_build(slug, terms_of(slug), SHIPPED[slug], options)


def terms_of(slug: str) -> str:
    """Return the catalogue key of the game's own words (Chratzer, metcho, weg; striker, Muss …)."""
    return _TERMS.get(slug, slug)


def shipped_values(slug: str) -> dict[str, object]:
    """Return every option of `slug` with its shipped value, in the order of RULES.md's table."""
    return {key: SHIPPED[slug].get(key) for key in OPTIONS}
