"""The rule card: one ruleset in plain words, sentence by sentence, so that the table need not argue."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.report.example import Example, example
from ledger.rules.ruleset import (
    AntePair,
    AnteWhen,
    AwardKind,
    Basis,
    Declarer,
    Direction,
    End,
    Leftover,
    Procedure,
    Ruleset,
    Trigger,
)
from ledger.wording.amounts import with_unit
from ledger.wording.houserules import differing
from ledger.wording.language import Language
from ledger.wording.terms import Terms, ruleset_name, terms


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """What the card says: `parts` are (heading, sentences), `options` what differs from the shipped rules."""

    game: str
    options: Sequence[tuple[str, str]]
    parts: Sequence[tuple[str, Sequence[str]]]
    example: Example | None
    words: Terms


def rule_card(ruleset: Ruleset, language: Language) -> RuleCard:
    """Return the card of `ruleset`, with an example that the engine works out."""
    _, teller = language.gettext, _Teller(ruleset, language)
    return RuleCard(
        game=ruleset_name(ruleset.slug, language),
        options=differing(ruleset, language),
        parts=[
            (_("The table"), list(teller.table())),
            (_("Before the deal"), list(teller.antes())),
            (_("Who plays"), list(teller.players())),
            (_("Who wins"), list(teller.awards())),
            (_("Who pays"), list(teller.penalties())),
            (_("The end"), list(teller.end())),
        ],
        example=example(ruleset, language),
        words=terms(ruleset.terms, language),
    )


class _Teller:
    """Says what a ruleset says; each sentence stands for one or two of its options."""

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self._rules = ruleset
        self._language = language
        self._words = terms(ruleset.terms, language)

    def _money(self, value: int) -> str:
        return with_unit(self._rules.unit, value, self._language)

    def _tricks(self, count: int | None) -> str:
        return self._language.ngettext("%(num)s trick", "%(num)s tricks", count or 0)

    def table(self) -> Iterator[str]:
        rules, _ = self._rules, self._language.gettext
        right = rules.direction is Direction.RIGHT
        yield _(
            "%(min)s to %(max)s players, %(tricks)s in a deal.",
            min=rules.players.min,
            max=rules.players.max,
            tricks=self._tricks(rules.tricks),
        )
        yield _("The deal goes round to the right.") if right else _("The deal goes round to the left.")

    def antes(self) -> Iterator[str]:
        ante, _ = self._rules.ante, self._language.gettext
        every = ante.when is AnteWhen.EVERY_DEAL
        when = _("Before every deal") if every else _("Whenever the pot is empty")
        yield f"{when}: {self._pair(ante.usual)}"
        if ante.on_empty_pot is not None:
            empty = _("Into an empty pot")
            yield f"{empty}: {self._pair(ante.on_empty_pot)}"

    def _pair(self, pair: AntePair) -> str:
        _, each, dealer = self._language.gettext, self._money(pair.each), self._money(pair.dealer)
        if pair.each == pair.dealer:
            return _("everybody antes %(amount)s.", amount=each)
        if pair.each == 0:
            return _("the dealer alone antes %(amount)s.", amount=dealer)
        if pair.dealer == 0:
            return _("everybody but the dealer antes %(amount)s.", amount=each)
        return _("everybody antes %(amount)s, the dealer %(dealer)s.", amount=each, dealer=dealer)

    def players(self) -> Iterator[str]:
        rules, _ = self._rules, self._language.gettext
        promised, needed = self._tricks(rules.quota.declarer), self._tricks(rules.quota.joiner)
        if rules.declarer is Declarer.BID:
            yield _(
                "One player, the %(declarer)s, must make %(tricks)s.",
                declarer=self._words.declarer,
                tricks=promised,
            )
        elif rules.declarer is Declarer.DEALER:
            yield _(
                "The dealer is the %(declarer)s, always plays, and must make %(tricks)s.",
                declarer=self._words.declarer,
                tricks=promised,
            )
        if rules.declarer is Declarer.NONE:
            yield _("Whoever plays must make %(tricks)s; who drops out pays nothing more.", tricks=needed)
        else:
            yield _(
                "Whoever comes along must make %(tricks)s; who drops out pays nothing more.", tricks=needed
            )
        yield from self._forced()
        yield from self._passed_out()

    def _forced(self) -> Iterator[str]:
        forced, _ = self._rules.forced, self._language.gettext
        if Trigger.POT_EMPTY in forced.triggers:
            yield _("When the pot was empty, everybody must play and nothing is paid out.")
        if Trigger.SEVEN in forced.triggers:
            yield _(
                "When a 7 is turned, everybody must play, must make %(tricks)s, and nothing is paid out.",
                tricks=self._tricks(forced.seven_quota),
            )

    def _passed_out(self) -> Iterator[str]:
        passed_out, _ = self._rules.passed_out, self._language.gettext
        if passed_out.procedure is Procedure.REANTE and self._rules.trump_cards:
            yield _(
                "Nobody plays: a new trump card is turned, %(cards)s in all; if nobody plays on any, "
                "everybody antes again, and the same dealer deals.",
                cards=self._rules.trump_cards,
            )
        elif passed_out.procedure is Procedure.REANTE:
            yield _("Nobody plays: everybody antes again, and the same dealer deals.")
        elif passed_out.procedure is Procedure.REDEAL:
            redeals = self._language.ngettext(
                "Nobody plays: the same dealer deals again, once; then the deal passes on and all ante.",
                "Nobody plays: the same dealer deals again, up to %(num)s times; "
                "then the deal passes on and all ante.",
                passed_out.redeals,
            )
            price = _("Each redeal costs an ante.")
            yield f"{redeals} {price}" if passed_out.ante else redeals
        elif passed_out.procedure is Procedure.DEALER_IF_TRUMP:
            yield _("Nobody plays: the dealer takes the pot if he holds a trump; if not, it stays.")

    def awards(self) -> Iterator[str]:
        rules, _, who = self._rules, self._language.gettext, self._words.declarer
        if rules.award.kind is AwardKind.PER_TRICK:
            yield _(
                "Each trick wins 1/%(tricks)s of the pot, rounded down to %(coin)s.",
                tricks=rules.tricks,
                coin=self._money(rules.unit.coin),
            )
        elif rules.award.share is not None:
            top, bottom = rules.award.share
            share = _("two thirds") if (top, bottom) == (2, 3) else f"{top}/{bottom}"
            yield _(
                "A %(declarer)s who makes it takes %(share)s of the pot, rounded up to %(coin)s; "
                "the others who made theirs share the rest equally, rounded down.",
                declarer=who,
                share=share,
                coin=self._money(rules.unit.coin),
            )
            yield _(
                "If the %(declarer)s fails, those who made theirs share all of the pot equally.", declarer=who
            )
        yield _("Who takes every trick, or is in alone, takes all of the pot.")
        yield {
            Leftover.POT: _("What cannot be shared stays in the pot."),
            Leftover.SEAT_ORDER: _("Coins that cannot be shared go round the table, one each."),
            Leftover.TRICK_ORDER: _("Coins that cannot be shared go in the order of the tricks, one each."),
        }[rules.leftover]
        if rules.pot_cap is not None:
            yield _("At most %(amount)s is in play; the rest waits.", amount=self._money(rules.pot_cap))

    def penalties(self) -> Iterator[str]:
        rules, _, who = self._rules, self._language.gettext, self._words.declarer
        penalty, declares = rules.penalty, rules.declarer is not Declarer.NONE
        if declares:
            pays = self._times(penalty.declarer or 0)
            yield _("A %(declarer)s who fails pays %(what)s.", declarer=who, what=pays)
        pays = self._times(penalty.joiner)
        if declares:
            yield _("Whoever comes along and fails pays %(what)s.", what=pays)
        else:
            yield _("Whoever plays and fails pays %(what)s.", what=pays)
        if Trigger.SEVEN in rules.forced.triggers and declares:
            pays = self._times(rules.forced.seven_declarer_penalty or 0)
            yield _("When a 7 was turned, a %(declarer)s who fails pays %(what)s.", declarer=who, what=pays)
        if penalty.cap is not None:
            yield _("Nobody pays more than %(amount)s.", amount=self._money(penalty.cap))
        yield _("All of it goes into the next pot.")

    def _times(self, times: int) -> str:
        """Return what is paid, as the object of a sentence."""
        _ = self._language.gettext
        if times == 0:
            return _("nothing")
        if self._rules.penalty.basis is Basis.POT:
            return {1: _("the whole pot"), 2: _("twice the pot")}.get(
                times, _("%(times)s times the pot", times=times)
            )
        return {1: _("as much as was paid out"), 2: _("twice what was paid out")}.get(
            times, _("%(times)s times what was paid out", times=times)
        )

    def end(self) -> Iterator[str]:
        _ = self._language.gettext
        yield {
            End.NO_FAILURE: _(
                "At the agreed time, play on until a deal in which nobody fails. "
                "A deal that nobody plays does not count."
            ),
            End.ROTATION: _("When everybody has dealt once."),
            End.FREE: _("When the table likes."),
        }[self._rules.end]
        yield _("Most of it wins; equals share the place. What is left in the pot is written down.")
