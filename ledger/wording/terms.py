"""The table's own words, by ruleset; and the names of house rules.

The game's words stay the table's own in every language of the interface; only where a game has none does
the interface's word stand in.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.wording.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What one game calls things.

    *Attributes*: `game`; `declarer`, `joiner`, `out`: the words in a row; `nobody`: the button when nobody
    plays; `who_declares`: what is asked while nobody has; `forced`, a deal in which all must play; `let_go`,
    who let a pot go.
    """

    game: str
    declarer: str
    joiner: str
    out: str
    nobody: str
    who_declares: str
    forced: str
    let_go: str


def terms(key: str, language: Language) -> Terms:
    """Return the words of the game `key`, chratze's for one that has none of its own."""
    _ = language.gettext
    if key == "kratzen":
        return Terms(
            game="Kratzen",
            declarer=_("striker"),
            joiner=_("joins"),
            out="weg",
            nobody="",
            who_declares=_("The dealer is the striker."),
            forced="Muss",
            let_go="",
        )
    if key == "zwicken":
        return Terms(
            game="Zwicken",
            declarer="",
            joiner=_("plays"),
            out="weg",
            nobody="",
            who_declares=_("Who plays?"),
            forced="Muss",
            let_go="",
        )
    return Terms(
        game="Chratze",
        declarer="Chratzer",
        joiner="dabei",
        out="weg",
        nobody=_("Nobody chratzed"),
        who_declares=_("Who chratzes?"),
        forced="Muss",
        let_go="Susi",
    )


def ruleset_name(slug: str, language: Language) -> str:
    """Return the title of a shipped ruleset."""
    names = {
        "chratze": "Chratze",
        "chratze-cash": language.gettext("Chratze for cash"),
        "kratzen": "Kratzen",
        "zwicken": "Zwicken",
    }
    return names.get(slug, slug)


def ruleset_summary(slug: str, language: Language) -> str:
    """Return a shipped ruleset in one line."""
    _ = language.gettext
    lines = {
        "chratze": _("Swiss, 2–7 players, chips: promise 2 of 4 tricks, join for 1, or pass"),
        "chratze-cash": _("Chratze for coins: CHF 0.20 ante, rounded to coins, redeal if no bid"),
        "kratzen": _("Austrian, 3–6: the dealer must make 2 of 4 tricks; Muss and Weli"),
        "zwicken": _("Bavarian, 2–10: 3 cards, each trick wins a third of the pot"),
    }
    return lines.get(slug, "")


def option_name(key: str, language: Language) -> str:
    """Return the name of a house rule as a form asks for it."""
    return _option_names(language).get(key, key)


def _option_names(language: Language) -> Mapping[str, str]:
    _ = language.gettext
    return {
        "players.min": _("Fewest players"),
        "players.max": _("Most players"),
        "direction": _("The deal goes to the"),
        "tricks": _("Tricks in a deal"),
        "unit.name": _("Counted in"),
        "unit.denominator": _("Smallest parts of one"),
        "unit.coin": _("Smallest coin"),
        "ante.each": _("Ante of each player"),
        "ante.dealer": _("Ante of the dealer, instead"),
        "ante.when": _("Antes are paid"),
        "ante.on_empty_pot.each": _("Into an empty pot: each"),
        "ante.on_empty_pot.dealer": _("Into an empty pot: the dealer"),
        "ante.indivisible": _("The ante need not divide by the tricks"),
        "declarer": _("Who declares"),
        "ask_from": _("Asked first"),
        "quota.declarer": _("Tricks the declarer must make"),
        "quota.joiner": _("Tricks who comes along must make"),
        "award.kind": _("The pot is shared"),
        "award.share": _("The declarer's share"),
        "leftover": _("Odd coins go"),
        "penalty.basis": _("Penalties are multiples of"),
        "penalty.declarer": _("A failed declarer pays, times"),
        "penalty.joiner": _("Who failed otherwise pays, times"),
        "penalty.cap": _("Most that one player pays"),
        "pot_cap": _("Most that is in play"),
        "forced.triggers": _("Everybody must play when"),
        "forced.seven_quota": _("Tricks for all when a 7 is turned"),
        "forced.seven_declarer_penalty": _("A failed declarer then pays, times"),
        "passed_out.procedure": _("When nobody plays"),
        "passed_out.redeals": _("Redeals by one dealer"),
        "passed_out.ante": _("Each redeal costs an ante"),
        "end": _("The evening ends"),
    }


def choice_name(key: str, value: str, language: Language) -> str:
    """Return one value of a house rule as a form offers it."""
    _ = language.gettext
    names = {
        ("direction", "right"): _("right"),
        ("direction", "left"): _("left"),
        ("ante.when", "every-deal"): _("before every deal"),
        ("ante.when", "pot-empty"): _("when the pot is empty"),
        ("declarer", "bid"): _("whoever bids"),
        ("declarer", "dealer"): _("the dealer"),
        ("declarer", "none"): _("nobody"),
        ("ask_from", "declarer"): _("the seat after the declarer"),
        ("ask_from", "forehand"): _("the seat after the dealer"),
        ("award.kind", "declarer-share"): _("declarer first, then the others"),
        ("award.kind", "per-trick"): _("by tricks"),
        ("leftover", "pot"): _("back into the pot"),
        ("leftover", "seat-order"): _("round the table"),
        ("leftover", "trick-order"): _("in the order of the tricks"),
        ("penalty.basis", "pot"): _("the pot"),
        ("penalty.basis", "paid-out"): _("what was paid out"),
        ("forced.triggers", "pot-empty"): _("the pot was empty"),
        ("forced.triggers", "seven"): _("a 7 is turned"),
        ("passed_out.procedure", "reante"): _("new trump card, then everybody antes again"),
        ("passed_out.procedure", "redeal"): _("the same dealer deals again"),
        ("passed_out.procedure", "dealer-if-trump"): _("the dealer takes the pot if he holds a trump"),
        ("end", "no-failure"): _("with a deal in which nobody fails"),
        ("end", "rotation"): _("when everybody has dealt"),
        ("end", "free"): _("when the table likes"),
    }
    return names.get((key, value), value)
