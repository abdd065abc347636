"""What a draft would do if it were written now: the live numbers, and the words on the button."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.evening.book import step
from ledger.evening.events import DealWritten
from ledger.evening.state import State, refuse_count
from ledger.rules.problems import Problem, RefusedError
from ledger.rules.ruleset import Declarer, Procedure
from ledger.rules.seat import Seat
from ledger.rules.settlement import Outcome, Settlement
from ledger.web.draft import Draft, deal_of, rest
from ledger.wording.amounts import amount, sign, signed
from ledger.wording.language import Language
from ledger.wording.names import isolated, shortened
from ledger.wording.problems import sentence
from ledger.wording.terms import Terms, terms

LONGEST: Final = 12
"""The letters of a name on the button, which has two short lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What the page says about a draft.

    *Attributes*: `ready`, whether it can be written; `says`, what writing it will do; `missing`, what keeps
    it from being written, one sentence each; `results` and `signs` (gain, loss, even) by seat; `rest`, the
    declarer's tricks while nobody set them; `wrong`, sentences that belong to one seat.
    """

    ready: bool
    says: str
    missing: tuple[str, ...]
    results: Mapping[Seat, str]
    signs: Mapping[Seat, str]
    rest: int | None
    wrong: Mapping[Seat, str]

    def live(self, revision: int) -> dict[str, object]:
        """Return what the page is told while it is tapped, and the `revision` of the book that goes for."""
        return {
            "ready": self.ready,
            "says": self.says,
            # One thing at a time: there is no room on the button for more.
            "missing": self.missing[0] if self.missing else "",
            "results": self.results,
            "signs": self.signs,
            "revision": revision,
        }


def outlook(draft: Draft, state: State, names: Mapping[Seat, str], language: Language) -> Outlook:
    """Return what writing `draft` would do at `state`, or what keeps it from it."""
    _, words = language.gettext, terms(state.ruleset.terms, language)
    left = rest(draft, state)
    try:
        refuse_count(state.ruleset, len(state.seats))
    except RefusedError as refused:
        return _refused(refused.problems, draft, state, names, language, words)
    strikes = state.ruleset.declarer is Declarer.DEALER
    if not strikes and draft.empty and not draft.unreadable:
        return _not_yet((words.who_declares,), left)
    if strikes and draft.nobody and draft.joined:
        return _not_yet((_("Somebody comes along, or all fold: both cannot be."),), left)
    if strikes and draft.empty_beside_declarer and not draft.unreadable:
        # The dealer strikes before anybody has tapped: a tap too early must not be his pot.
        return _not_yet((_("Who comes along?"),), left)
    if _forced(draft, state) and not draft.tricks and not draft.unreadable:
        # Everybody is in before anybody has tapped: a tap too early must not be a played deal.
        return _not_yet((_("Who won the tricks?"),), left)
    try:
        _after, settlement = step(state, DealWritten(deal_of(draft, state)))
    except RefusedError as refused:
        return _refused((*draft.unreadable, *refused.problems), draft, state, names, language, words)
    if draft.unreadable:
        return _refused(draft.unreadable, draft, state, names, language, words)
    if settlement is None:
        raise TypeError("a deal settles")
    return _settled(settlement, draft, state, names, language)


def _forced(draft: Draft, state: State) -> bool:
    return draft.seven or state.next.table.forced is not None


def _not_yet(missing: tuple[str, ...], left: int | None) -> Outlook:
    return Outlook(ready=False, says="", missing=missing, results={}, signs={}, rest=left, wrong={})


def _refused(
    problems: tuple[Problem, ...],
    draft: Draft,
    state: State,
    names: Mapping[Seat, str],
    language: Language,
    words: Terms,
) -> Outlook:
    unit = state.ruleset.unit
    said = [
        (problem.seat, sentence(problem, language, names=names, unit=unit, terms=words))
        for problem in problems
    ]
    return Outlook(
        ready=False,
        says="",
        missing=tuple(dict.fromkeys(text for _seat, text in said)),
        results={},
        signs={},
        rest=rest(draft, state),
        wrong={seat: text for seat, text in said if seat is not None},
    )


def _settled(
    settlement: Settlement, draft: Draft, state: State, names: Mapping[Seat, str], language: Language
) -> Outlook:
    unit = state.ruleset.unit
    seats = [seat for seat in state.seats if draft.plays(seat) or seat in settlement.payouts]
    results = {seat: settlement.result(seat) for seat in seats}
    return Outlook(
        ready=True,
        says=announcement(settlement, state, names, language),
        missing=(),
        results={seat: signed(unit, result, language) for seat, result in results.items()},
        signs={seat: sign(result) for seat, result in results.items()},
        rest=rest(draft, state),
        wrong={},
    )


def announcement(settlement: Settlement, state: State, names: Mapping[Seat, str], language: Language) -> str:
    """Return what the button says writing will do: so that a tap too early cannot be mistaken."""
    _ = language.gettext
    unit = state.ruleset.unit
    if settlement.outcome is Outcome.PLAYED:
        return _(
            "Pot %(before)s → %(after)s",
            before=amount(unit, state.next.pot, language),
            after=amount(unit, settlement.next.pot, language),
        )
    if settlement.outcome is Outcome.UNOPPOSED:
        ((winner, won),) = settlement.payouts.items()
        name = isolated(shortened(names[winner], names.values(), LONGEST))
        money = amount(unit, won, language)
        if state.ruleset.declarer is Declarer.NONE:
            return _("Nobody else plays: %(name)s takes %(amount)s", name=name, amount=money)
        return _("Nobody came along: %(name)s takes %(amount)s", name=name, amount=money)
    if settlement.payouts:
        ((winner, won),) = settlement.payouts.items()
        return _(
            "Nobody plays: %(name)s takes %(amount)s",
            name=isolated(shortened(names[winner], names.values(), LONGEST)),
            amount=amount(unit, won, language),
        )
    return _passed_out(settlement, state, language)


def _passed_out(settlement: Settlement, state: State, language: Language) -> str:
    _ = language.gettext
    unit, procedure = state.ruleset.unit, state.ruleset.passed_out.procedure
    pots = {
        "before": amount(unit, state.next.pot, language),
        "after": amount(unit, settlement.next.pot, language),
    }
    if procedure is Procedure.REANTE:
        return _("Everybody antes again: %(before)s → %(after)s", **pots)
    if procedure is Procedure.REDEAL and settlement.next.dealer == state.next.dealer:
        return _("The same dealer deals again, %(before)s → %(after)s", **pots)
    if procedure is Procedure.REDEAL:
        return _("The deal passes on, all ante, %(before)s → %(after)s", **pots)
    return _("The pot stays: %(before)s → %(after)s", **pots)
