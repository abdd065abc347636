"""House rules in words: what each is called, and what its values are called."""

from collections.abc import Mapping

from ledger.rules.builder import values_of
from ledger.rules.catalogue import find
from ledger.rules.options import OPTIONS, Kind
from ledger.rules.ruleset import Ruleset
from ledger.rules.unit import Unit
from ledger.wording.amounts import amount, unit_word
from ledger.wording.language import Language
from ledger.wording.terms import Terms, terms


def option_name(key: str, language: Language, words: Terms) -> str:
    """Return the name of a house rule, with the table's own word for who declares."""
    return _names(language, words.declarer).get(key, key)


def _names(language: Language, declarer: str) -> Mapping[str, str]:
    _ = language.gettext
    return {
        "players.min": _("Fewest players"),
        "players.max": _("Most players"),
        "direction": _("Direction of the deal"),
        "tricks": _("Tricks in a deal"),
        "unit.name": _("Counted in"),
        "unit.denominator": _("Smallest parts of one"),
        "unit.coin": _("Smallest coin"),
        "ante.each": _("Ante of each player"),
        "ante.dealer": _("Ante of the dealer, in all"),
        "ante.when": _("Antes are paid"),
        "ante.on_empty_pot.each": _("Other antes into an empty pot: each"),
        "ante.on_empty_pot.dealer": _("Other antes into an empty pot: the dealer"),
        "ante.indivisible": _("The ante need not divide by the tricks"),
        "declarer": _("Who declares"),
        "ask_from": _("Asked first"),
        "quota.declarer": _("%(declarer)s: tricks to make", declarer=declarer),
        "quota.joiner": _("The others: tricks to make"),
        "award.kind": _("The pot is shared"),
        "award.share": _("%(declarer)s: share", declarer=declarer),
        "leftover": _("Odd coins"),
        "penalty.basis": _("Penalties are reckoned from"),
        "penalty.declarer": _("%(declarer)s: penalty, times", declarer=declarer),
        "penalty.joiner": _("The others: penalty, times"),
        "penalty.cap": _("Most that one player pays"),
        "pot_cap": _("Most that is in play"),
        "forced.triggers": _("Everybody must play when"),
        "forced.seven_quota": _("A 7 is turned: tricks for all"),
        "forced.seven_declarer_penalty": _("A 7 is turned: %(declarer)s: penalty, times", declarer=declarer),
        "passed_out.procedure": _("When nobody plays"),
        "passed_out.redeals": _("Redeals by one dealer"),
        "passed_out.ante": _("Each redeal costs an ante"),
        "end": _("The evening ends"),
    }


def choice_name(key: str, value: str, language: Language) -> str:
    """Return one value of a house rule as a form offers it."""
    _ = language.gettext
    names = {
        ("direction", "right"): _("to the right"),
        ("direction", "left"): _("to the left"),
        ("ante.when", "every-deal"): _("before every deal"),
        ("ante.when", "pot-empty"): _("when the pot is empty"),
        ("declarer", "bid"): _("whoever bids"),
        ("declarer", "dealer"): _("the dealer"),
        ("declarer", "none"): _("nobody"),
        ("ask_from", "declarer"): _("the seat after the declarer"),
        ("ask_from", "forehand"): _("the seat after the dealer"),
        ("award.kind", "declarer-share"): _("declarer, then the others"),
        ("award.kind", "per-trick"): _("by tricks"),
        ("leftover", "pot"): _("stay in the pot"),
        ("leftover", "seat-order"): _("go round the table"),
        ("leftover", "trick-order"): _("go by the order of tricks"),
        ("penalty.basis", "pot"): _("the pot"),
        ("penalty.basis", "paid-out"): _("what was paid out"),
        ("forced.triggers", "pot-empty"): _("the pot was empty"),
        ("forced.triggers", "seven"): _("a 7 is turned"),
        ("passed_out.procedure", "reante"): _("new trump, then antes again"),
        ("passed_out.procedure", "redeal"): _("the same dealer deals again"),
        ("passed_out.procedure", "dealer-if-trump"): _("dealer's, if he holds a trump"),
        ("end", "no-failure"): _("after a deal nobody fails"),
        ("end", "rotation"): _("when everybody has dealt"),
        ("end", "free"): _("when the table likes"),
    }
    return names.get((key, value), value)


def hint(key: str, language: Language) -> str:
    """Return what a form says under a house rule, empty where its name says it all."""
    _ = language.gettext
    hints = {
        "award.kind": _("By tricks: each trick wins an equal part of the pot."),
        "award.share": _("A fraction of the pot, such as 2/3 or 1/2."),
        "leftover": _("The order of the tricks counts only where the pot is shared by tricks."),
        "ante.indivisible": _("Matters only where the pot is shared by tricks."),
        "ante.on_empty_pot.each": _("Both or neither: each, and the dealer."),
    }
    return hints.get(key, "")


def absent_name(key: str, language: Language) -> str:
    """Return what it means that a house rule is not set: no one word fits them all."""
    _ = language.gettext
    if key.startswith("ante.on_empty_pot"):
        return _("as usual")
    if key == "forced.triggers":
        return _("never")
    return _("no limit") if key in ("penalty.cap", "pot_cap") else _("none")


def value_name(key: str, value: object, unit: Unit, language: Language) -> str:
    """Return the value of a house rule (amounts in smallest units) in words."""
    if value is None or value == []:
        return absent_name(key, language)
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    if isinstance(value, list):
        return ", ".join(choice_name(key, str(part), language) for part in value)
    if OPTIONS[key].kind is Kind.AMOUNT and isinstance(value, int):
        return amount(unit, value, language)
    if key == "unit.name":
        return unit_word(unit, language)
    return choice_name(key, str(value), language)


def differing(ruleset: Ruleset, language: Language) -> list[tuple[str, str]]:
    """Return the house rules in which `ruleset` differs from the shipped one, as (name, value) in words."""
    standard, words = values_of(find(ruleset.slug)), terms(ruleset.terms, language)
    return [
        (option_name(key, language, words), value_name(key, value, ruleset.unit, language))
        for key, value in values_of(ruleset).items()
        if value != standard[key]
    ]
