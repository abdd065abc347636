"""The one builder of rulesets: plain option values, checked one by one and together, to a `Ruleset` and back.

Implements "Options: house rules as data" of RULES.md. Plain data is a flat mapping of dotted keys.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar, cast

from ledger.rules.jsontext import is_number
from ledger.rules.options import BAD, OPTIONS, Plain
from ledger.rules.problems import Code, Problem, RefusedError
from ledger.rules.ruleset import (
    Ante,
    AntePair,
    AnteWhen,
    AskFrom,
    Award,
    AwardKind,
    Basis,
    Declarer,
    Direction,
    End,
    Forced,
    Leftover,
    PassedOut,
    Penalty,
    Players,
    Procedure,
    Quota,
    Ruleset,
    Trigger,
)
from ledger.rules.unit import Unit

CASH_COINS: Final = (1, 5, 10, 20, 50)
_Choice = TypeVar("_Choice", bound=StrEnum)


def build(slug: str, terms: str, shipped: Plain, options: Plain | None = None) -> Ruleset:
    """Return the ruleset that `shipped` values make, changed by `options` (dotted keys, smallest units).

    Raises `RefusedError` with every problem: `unknown-option`, `option-value`, `ante-not-in-coins`,
    `ante-not-divisible`.
    """
    ruleset, problems = attempt_build(slug, terms, shipped, options)
    if problems:
        raise RefusedError(problems)
    return ruleset


def attempt_build(
    slug: str, terms: str, shipped: Plain, options: Plain | None
) -> tuple[Ruleset, list[Problem]]:
    """Return the ruleset as far as `options` can be read, shipped values in place of bad ones, and problems.

    A ruleset that comes with problems is good for checking a deal, not for settling one.
    """
    given = options or {}
    problems = [
        Problem(code=Code.UNKNOWN_OPTION, field=f"options.{key}", params={"key": str(key)})
        for key in {**shipped, **given}
        if key not in OPTIONS
    ]
    values: dict[str, object] = {}
    for key, option in OPTIONS.items():
        standard = option.read(shipped.get(key))
        value = option.read(given[key]) if key in given else standard
        if value is BAD:
            problems.append(_bad_value(key, given.get(key)))
            value = standard
        values[key] = value
    for key in _disagreeing(values):
        problems.append(_bad_value(key, values[key]))
        values[key] = OPTIONS[key].read(shipped.get(key))
    return _assemble(slug, terms, values), problems + _ante_problems(values)


def _bad_value(key: str, given: object) -> Problem:
    option = OPTIONS[key]
    params = {
        "key": key,
        "value": given if isinstance(given, str | bool) or is_number(given) else None,
        "choices": ", ".join(option.choices),
        "least": option.least,
        "most": option.most,
    }
    return Problem(code=Code.OPTION_VALUE, field=f"options.{key}", params=params)


def _disagreeing(values: Plain) -> list[str]:
    """Return the keys of values that are fine each for itself, but not beside the others."""
    number = cast(Mapping[str, int], values)
    coin, tricks, declarer = number["unit.coin"], number["tricks"], values["declarer"]
    per_trick = values["award.kind"] == AwardKind.PER_TRICK
    triggers = cast("tuple[str, ...]", values["forced.triggers"] or ())
    empty_pot = (values["ante.on_empty_pot.each"], values["ante.on_empty_pot.dealer"])
    first = empty_pot if None not in empty_pot else (values["ante.each"], values["ante.dealer"])
    wrong = {
        "players.max": number["players.max"] < number["players.min"],
        "unit.denominator": number["unit.denominator"] not in (1, 2, 4, 10, 100),
        "unit.coin": number["unit.denominator"] == 100 and coin not in CASH_COINS,
        "ante.each": first == (0, 0),
        "ante.on_empty_pot.each": empty_pot[0] is None and empty_pot[1] is not None,
        "ante.on_empty_pot.dealer": empty_pot[1] is None and empty_pot[0] is not None,
        "quota.declarer": _over(values["quota.declarer"], tricks)
        or (declarer != Declarer.NONE and values["quota.declarer"] is None),
        "quota.joiner": _over(values["quota.joiner"], tricks),
        "award.kind": not per_trick and declarer == Declarer.NONE,
        "award.share": not per_trick and values["award.share"] is None,
        "leftover": values["leftover"] == Leftover.TRICK_ORDER and not per_trick,
        "penalty.declarer": declarer != Declarer.NONE and values["penalty.declarer"] is None,
        "penalty.cap": bool((number["penalty.cap"] or 0) % coin),
        "pot_cap": bool((number["pot_cap"] or 0) % coin),
        "forced.seven_quota": _over(values["forced.seven_quota"], tricks)
        or (Trigger.SEVEN in triggers and values["forced.seven_quota"] is None),
        "forced.seven_declarer_penalty": Trigger.SEVEN in triggers
        and declarer != Declarer.NONE
        and values["forced.seven_declarer_penalty"] is None,
        "passed_out.procedure": declarer != Declarer.DEALER and values["passed_out.procedure"] is None,
    }
    return [key for key, is_wrong in wrong.items() if is_wrong]


def _ante_problems(values: Plain) -> list[Problem]:
    """Return the antes that cannot be paid in coins, or cannot be shared by the tricks."""
    number = cast(Mapping[str, int], values)
    coin, tricks = number["unit.coin"], number["tricks"]
    per_trick = values["award.kind"] == AwardKind.PER_TRICK
    problems: list[Problem] = []
    for key in ("ante.each", "ante.dealer", "ante.on_empty_pot.each", "ante.on_empty_pot.dealer"):
        amount = number[key] or 0
        params = {"amount": amount, "coin": coin, "tricks": tricks}
        if amount % coin:
            problems.append(Problem(code=Code.ANTE_NOT_IN_COINS, field=f"options.{key}", params=params))
        if per_trick and not values["ante.indivisible"] and amount % tricks:
            problems.append(Problem(code=Code.ANTE_NOT_DIVISIBLE, field=f"options.{key}", params=params))
    return problems


def _over(value: object, tricks: int) -> bool:
    return isinstance(value, int) and value > tricks


def _enum(kind: type[_Choice], value: object) -> _Choice:
    return kind(cast(str, value))


def _maybe(kind: type[_Choice], value: object) -> _Choice | None:
    return None if value is None else _enum(kind, value)


def _assemble(slug: str, terms: str, values: Plain) -> Ruleset:
    number = cast(Mapping[str, int], values)
    share = values["award.share"]
    empty_each, empty_dealer = values["ante.on_empty_pot.each"], number["ante.on_empty_pot.dealer"]
    parts = str(share).split("/") if share is not None else []
    return Ruleset(
        slug=slug,
        terms=terms,
        players=Players(min=number["players.min"], max=number["players.max"]),
        direction=_enum(Direction, values["direction"]),
        tricks=number["tricks"],
        unit=Unit(
            name=str(values["unit.name"]).strip(),
            denominator=number["unit.denominator"],
            coin=number["unit.coin"],
        ),
        ante=Ante(
            usual=AntePair(each=number["ante.each"], dealer=number["ante.dealer"]),
            when=_enum(AnteWhen, values["ante.when"]),
            on_empty_pot=None
            if empty_each is None
            else AntePair(each=number["ante.on_empty_pot.each"], dealer=empty_dealer),
            indivisible=bool(values["ante.indivisible"]),
        ),
        declarer=_enum(Declarer, values["declarer"]),
        ask_from=_maybe(AskFrom, values["ask_from"]),
        quota=Quota(declarer=number["quota.declarer"], joiner=number["quota.joiner"]),
        award=Award(
            kind=_enum(AwardKind, values["award.kind"]),
            share=(int(parts[0]), int(parts[-1]) if len(parts) > 1 else 1) if parts else None,
        ),
        leftover=_enum(Leftover, values["leftover"]),
        penalty=Penalty(
            basis=_enum(Basis, values["penalty.basis"]),
            declarer=number["penalty.declarer"],
            joiner=number["penalty.joiner"],
            cap=number["penalty.cap"],
        ),
        pot_cap=number["pot_cap"],
        forced=Forced(
            triggers=tuple(
                Trigger(name) for name in cast("tuple[str, ...]", values["forced.triggers"] or ())
            ),
            seven_quota=number["forced.seven_quota"],
            seven_declarer_penalty=number["forced.seven_declarer_penalty"],
        ),
        passed_out=PassedOut(
            procedure=_maybe(Procedure, values["passed_out.procedure"]),
            redeals=number["passed_out.redeals"],
            ante=bool(values["passed_out.ante"]),
        ),
        end=_enum(End, values["end"]),
    )


def values_of(ruleset: Ruleset) -> dict[str, object]:
    """Return every option of `ruleset` as plain data: what `build` makes the same ruleset from again."""
    empty, share = ruleset.ante.on_empty_pot, ruleset.award.share
    ask_from, procedure = ruleset.ask_from, ruleset.passed_out.procedure
    return {
        "players.min": ruleset.players.min,
        "players.max": ruleset.players.max,
        "direction": ruleset.direction.value,
        "tricks": ruleset.tricks,
        "unit.name": ruleset.unit.name,
        "unit.denominator": ruleset.unit.denominator,
        "unit.coin": ruleset.unit.coin,
        "ante.each": ruleset.ante.usual.each,
        "ante.dealer": ruleset.ante.usual.dealer,
        "ante.when": ruleset.ante.when.value,
        "ante.on_empty_pot.each": None if empty is None else empty.each,
        "ante.on_empty_pot.dealer": None if empty is None else empty.dealer,
        "ante.indivisible": ruleset.ante.indivisible,
        "declarer": ruleset.declarer.value,
        "ask_from": None if ask_from is None else ask_from.value,
        "quota.declarer": ruleset.quota.declarer,
        "quota.joiner": ruleset.quota.joiner,
        "award.kind": ruleset.award.kind.value,
        "award.share": None if share is None else f"{share[0]}/{share[1]}",
        "leftover": ruleset.leftover.value,
        "penalty.basis": ruleset.penalty.basis.value,
        "penalty.declarer": ruleset.penalty.declarer,
        "penalty.joiner": ruleset.penalty.joiner,
        "penalty.cap": ruleset.penalty.cap,
        "pot_cap": ruleset.pot_cap,
        "forced.triggers": [trigger.value for trigger in ruleset.forced.triggers],
        "forced.seven_quota": ruleset.forced.seven_quota,
        "forced.seven_declarer_penalty": ruleset.forced.seven_declarer_penalty,
        "passed_out.procedure": None if procedure is None else procedure.value,
        "passed_out.redeals": ruleset.passed_out.redeals,
        "passed_out.ante": ruleset.passed_out.ante,
        "end": ruleset.end.value,
    }
