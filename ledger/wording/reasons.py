"""Why a transfer is what it is, in words: every line of a settlement explains itself."""

from collections.abc import Mapping
from typing import Final

from ledger.rules.ruleset import Basis
from ledger.rules.settlement import Reason, Transfer, Why
from ledger.rules.unit import Unit
from ledger.wording.amounts import amount
from ledger.wording.language import Language
from ledger.wording.terms import Terms

_SILENT: Final[Mapping[int, str]] = {}


def heading(kind: Reason, language: Language) -> str:
    """Return what a column or a sum of transfers of this kind is called."""
    _ = language.gettext
    return {
        Reason.ANTE: _("Antes"),
        Reason.PAYOUT: _("Payouts"),
        Reason.PENALTY: _("Penalties"),
        Reason.ADJUSTMENT: _("Adjustments"),
        Reason.SPLIT: _("From the pot, shared out"),
        Reason.REFUND: _("Back from the pot"),
    }[kind]


def reason(
    transfer: Transfer, unit: Unit, language: Language, words: Terms, texts: Mapping[int, str] = _SILENT
) -> str:
    """Return the sentence that explains `transfer`: "two thirds of 5, rounded up".

    `texts` are the table's own words by number: why money was moved that is no deal's.
    """
    _ = language.gettext
    params = transfer.params
    of = amount(unit, int(params.get("of", 0)), language)
    match transfer.why:
        case Why.ANTE:
            again = params.get("call") == "again"
            return _("ante, again because nobody played") if again else _("ante")
        case Why.DECLARER_SHARE:
            return _("%(share)s of %(pot)s, rounded up", share=_share(str(params["share"]), language), pot=of)
        case Why.REST:
            return _rest(transfer, of, language)
        case Why.EQUAL_SHARE:
            return language.ngettext(
                "%(declarer)s failed: all of %(pot)s",
                "%(declarer)s failed: %(pot)s shared by %(num)s, rounded down",
                int(params["sharers"]),
                declarer=words.declarer,
                pot=of,
            )
        case Why.ALL_OF_IT:
            return _("nobody else made it: all of %(pot)s", pot=of)
        case Why.EVERY_TRICK:
            return _("every trick: all of %(pot)s", pot=of)
        case Why.PER_TRICK:
            return language.ngettext(
                "%(num)s trick of %(tricks)s from %(pot)s",
                "%(num)s tricks of %(tricks)s from %(pot)s",
                int(params["won"]),
                tricks=params["tricks"],
                pot=of,
            )
        case Why.ODD_COIN:
            return _("an odd coin that could not be shared")
        case Why.UNOPPOSED:
            return _("nobody else was in: all of %(pot)s", pot=of)
        case Why.DEALER_TRUMP:
            return _("nobody played and the dealer holds a trump: all of %(pot)s", pot=of)
        case Why.FAILED:
            return _failed(transfer, unit, language)
        case Why.ADJUSTMENT:
            return texts.get(int(params.get("text", 0))) or _("adjustment")
        case Why.JOINING:
            return _("paid in on joining")
        case Why.SPLIT:
            return language.ngettext(
                "the pot of %(pot)s",
                "the pot of %(pot)s, split among %(num)s",
                int(params["sharers"]),
                pot=of,
            )
        case Why.WINNERS:
            return language.ngettext(
                "won last: the pot of %(pot)s",
                "won last: the pot of %(pot)s shared by %(num)s",
                int(params["sharers"]),
                pot=of,
            )
        case Why.REFUND:
            return _("own money back from the pot")


def _share(share: str, language: Language) -> str:
    return language.gettext("two thirds") if share == "2/3" else share


def _rest(transfer: Transfer, of: str, language: Language) -> str:
    return language.ngettext(
        "the rest, %(pot)s",
        "the rest, %(pot)s, shared by %(num)s, rounded down",
        int(transfer.params["sharers"]),
        pot=of,
    )


def _failed(transfer: Transfer, unit: Unit, language: Language) -> str:
    _ = language.gettext
    params = transfer.params
    times, of = int(params["times"]), amount(unit, int(params["of"]), language)
    paid_out = params["basis"] == Basis.PAID_OUT.value
    templates = {
        (False, 1): _("failed: the pot of %(amount)s", amount=of),
        (False, 2): _("failed: twice the pot of %(amount)s", amount=of),
        (True, 1): _("failed: the %(amount)s paid out", amount=of),
        (True, 2): _("failed: twice the %(amount)s paid out", amount=of),
    }
    text = templates.get((paid_out, times)) or _("failed: %(times)s times %(amount)s", times=times, amount=of)
    if transfer.amount < int(params["full"]):
        cap = amount(unit, transfer.amount, language)
        return _("%(reason)s, at most %(cap)s", reason=text, cap=cap)
    return text
