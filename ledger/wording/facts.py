"""The facts of a deal in words, beside who played: how it was declared, and what became of it."""

from collections.abc import Mapping

from ledger.rules.deal import Blind, Deal
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.terms import Terms


def deal_facts(deal: Deal, language: Language) -> list[str]:
    """Return what was written of `deal` beside roles and tricks, as short tags."""
    _ = language.gettext
    facts = []
    if deal.blind is not None:
        facts.append(_("blind") if deal.blind is Blind.SINGLE else _("double blind"))
    if deal.trump_card > 1:
        facts.append(_("trump card %(number)s", number=deal.trump_card))
    if deal.seven:
        facts.append(_("a 7 was turned"))
    if deal.dealer_turned_own:
        facts.append(_("the dealer turned his own card"))
    if deal.dealer_has_trump is not None and deal.declarer is None and not deal.joined:
        held = deal.dealer_has_trump
        facts.append(_("the dealer holds a trump") if held else _("the dealer holds no trump"))
    return facts


def deal_line(deal: Deal, names: Mapping[Seat, str], words: Terms, language: Language) -> str:
    """Return what was written of `deal` on one line: "Dan Chratzer 2 · Carla 2 · Ben 0 · blind"."""
    _ = language.gettext
    players = [] if deal.declarer is None else [(deal.declarer, f" {words.declarer}")]
    players += [(seat, "") for seat in deal.joined]
    won = deal.tricks if len(players) > 1 else {}
    said = [
        f"{isolated(names.get(seat, '?'))}{role}" + (f" {won.get(seat, 0)}" if won else "")
        for seat, role in players
    ]
    return " · ".join([*(said or [_("nobody played")]), *deal_facts(deal, language)])


def outcome(became: Outcome, language: Language) -> str:
    """Return what became of a deal in words, empty for one that was played."""
    _ = language.gettext
    if became is Outcome.PASSED_OUT:
        return _("nobody played")
    return _("nobody came along") if became is Outcome.UNOPPOSED else ""
