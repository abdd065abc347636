"""What a phone keeps of an evening, so that it can go on without signal: its state, the names, the words."""

import re
from dataclasses import asdict
from typing import Any, Final

from ledger.evening.snapshot import plain_head
from ledger.rules.builder import values_of
from ledger.store import queries
from ledger.web.assets import version_of_pages
from ledger.web.language import chosen, current
from ledger.web.outlook import LONGEST
from ledger.wording.amounts import unit_word
from ledger.wording.language import Language
from ledger.wording.names import isolated, shortened
from ledger.wording.terms import terms

_PLACES: Final = re.compile(r"%\((\w+)\)s")


def kept(evening: queries.Evening, *, writes: bool) -> dict[str, Any]:
    """Return `evening` as plain data: all that its next deals need; amounts in smallest units."""
    language, head = current(), evening.head
    state, names = head.state, evening.names
    return {
        "id": evening.id,
        "revision": head.revision,
        "version": version_of_pages(),
        "language": chosen(),
        "writes": writes,
        "title": evening.title or language.date(evening.date),
        "rules": values_of(state.ruleset),
        "head": {**plain_head(head), "order": list(state.order)},
        "stacks": {str(seat): stack for seat, stack in state.stacks.items()},
        "names": {str(seat): name for seat, name in names.items()},
        "short": {
            str(seat): isolated(shortened(name, names.values(), LONGEST)) for seat, name in names.items()
        },
        "words": asdict(terms(state.ruleset.terms, language)),
        "units": [unit_word(state.ruleset.unit, language, plural=plural) for plural in (False, True)],
    }


def sentences(language: Language) -> dict[str, str]:
    """Return all that the record page says without asking the server; what it fills in stands as {name}."""
    _ = language.catalogue.gettext
    plural = language.catalogue.ngettext
    told = {
        "moved": _("Something was written meanwhile."),
        "look": _("Show it"),
        "somebody": _("Somebody comes along, or all fold: both cannot be."),
        "along": _("Who comes along?"),
        "who": _("Who won the tricks?"),
        "played": _("Pot %(before)s → %(after)s"),
        "alone": _("Nobody came along: %(name)s takes %(amount)s"),
        "only": _("Nobody else plays: %(name)s takes %(amount)s"),
        "none": _("Nobody plays: %(name)s takes %(amount)s"),
        "again": _("Everybody antes again: %(before)s → %(after)s"),
        "redeal": _("The same dealer deals again, %(before)s → %(after)s"),
        "passes": _("The deal passes on, all ante, %(before)s → %(after)s"),
        "stays": _("The pot stays: %(before)s → %(after)s"),
        "tricks-missing": _("Tricks still missing: %(num)s of %(tricks)s."),
        "tricks-over": _("Tricks too many: %(num)s. There are %(tricks)s."),
        "dealer-trump-unknown": _("Nobody plays: say whether the dealer holds a trump."),
        "bad-shape": _("This cannot be read. Look it over and send it again."),
        "deal": _("Deal %(number)s"),
        "one-ante": plural("%(carried)s + ante %(antes)s", "%(carried)s + %(antes)s antes", 1),
        "antes": plural("%(carried)s + ante %(antes)s", "%(carried)s + %(antes)s antes", 2),
        "nobody-played": _("nobody played"),
        "nothing": _("Nothing written yet."),
        "rests": _("in the pot"),
        "closed": _("The evening is closed."),
        "unsent": _("%(count)s not sent yet"),
        "stale": _("as of %(time)s"),
        "tricks-to-non-player": _("%(name)s: has tricks but is not in."),
        "tricks-without-play": _("Tricks are written, but fewer than two are in: who came along?"),
        "role-twice": _("%(name)s: stands there twice. Once is enough."),
        "all-must-play": _("%(name)s: must play, this deal forces everybody."),
        "blind-not-dealer": _("Only the dealer may declare blind."),
        "blind-after-second-trump": _("Blind is only for the first trump card."),
        "trump-card-range": _("That is no trump card."),
        "dealer-must-play": _("The dealer turned his own card, so he must play."),
        "trick-order-mismatch": _("Say who won each trick, in order; it must agree with the tricks."),
        "amount-too-large": _("Too much, close this evening: at most %(limit)s."),
        "evening-closed": _("The evening is closed: reopen it to write."),
        "not-seated": _("%(name)s: does not sit at this table."),
        "player-count": _("This game is for %(min)s to %(max)s players, here are %(count)s."),
        "undone": _("Undone."),
    }
    return {name: _PLACES.sub(r"{\1}", text) for name, text in told.items()}
