"""The table's own words, by ruleset.

The game's words stay the table's own in every language of the interface; only where a game has none does
the interface's word stand in.
"""

from dataclasses import dataclass

from ledger.wording.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What one game calls things.

    *Attributes*: `game`; `declarer`, `joiner`, `out`: the words in a row; `nobody`: the button when nobody
    declares, or comes along where the dealer must; `who_declares`: what is asked while nobody has; `forced`,
    a deal in which all must play; `let_go`, who let a pot go.
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
            nobody=_("All fold"),
            who_declares=_("The dealer is the striker."),
            forced="Muss",
            let_go="",
        )
    if key == "zwicken":
        return Terms(
            game="Zwicken",
            declarer=_("declarer"),
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
