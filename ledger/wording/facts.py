"""The facts of a deal in words, beside who played: how it was declared, and what became of it."""

from ledger.rules.deal import Blind, Deal
from ledger.rules.settlement import Outcome
from ledger.wording.language import Language


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


def outcome(became: Outcome, language: Language) -> str:
    """Return what became of a deal in words, empty for one that was played."""
    _ = language.gettext
    if became is Outcome.PASSED_OUT:
        return _("nobody played")
    return _("nobody came along") if became is Outcome.UNOPPOSED else ""
