"""The evening in words: what people will talk about, from facts of the ledger alone."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.evening.entry import Entry
from ledger.report.ranking import Place, ranking
from ledger.report.source import Source
from ledger.rules.deal import Blind
from ledger.rules.ruleset import Declarer
from ledger.rules.seat import Seat
from ledger.wording.amounts import with_unit
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.terms import terms

_DRY = 3
_BOLD = 2


def highlights(source: Source, language: Language) -> list[str]:
    """Return one friendly sentence a fact; none where there is nothing to tell."""
    if not source.book.entries:
        return []
    return list(_Teller(source, language).sentences())


class _Teller:
    def __init__(self, source: Source, language: Language) -> None:
        state = source.book.state
        self._entries = source.book.entries
        self._state = state
        self._language = language
        self._names: Mapping[Seat, str] = {seat: isolated(name) for seat, name in source.names.items()}
        self._words = terms(state.ruleset.terms, language)
        self._places = ranking(source.book)

    def sentences(self) -> Iterator[str]:
        yield self._biggest_pot()
        yield from self._dry_spell()
        if self._state.ruleset.declarer is Declarer.BID:
            yield from self._boldest()
            yield from self._blind()
            yield from self._let_go()

    def _money(self, value: int) -> str:
        return with_unit(self._state.ruleset.unit, value, self._language)

    def _all(self, seats: Sequence[Seat]) -> str:
        return ", ".join(self._names[seat] for seat in seats)

    def _biggest_pot(self) -> str:
        number, entry = max(enumerate(self._entries, start=1), key=lambda each: each[1].opening.pot)
        pot, payouts = self._money(entry.opening.pot), entry.settlement.payouts
        _ = self._language.gettext
        if not payouts:
            return _(
                "The biggest pot: %(pot)s in deal %(number)s. Nobody got any of it.", pot=pot, number=number
            )
        most = max(payouts.values())
        takers = [seat for seat, payout in payouts.items() if payout == most]
        return _(
            "The biggest pot: %(pot)s in deal %(number)s. The largest share went to %(names)s: %(amount)s.",
            pot=pot,
            number=number,
            names=self._all(takers),
            amount=self._money(most),
        )

    def _dry_spell(self) -> Iterator[str]:
        """Yield the longest row of deals in which a player got nothing out of the pot."""
        spells = {seat: _longest_dry(seat, self._entries) for seat in self._state.balances}
        longest = max(length for length, _first in spells.values())
        if longest < _DRY:
            return
        for seat, (length, first) in spells.items():
            if length == longest:
                yield self._language.gettext(
                    "The longest dry spell: %(name)s, %(count)s deals without a share, "
                    "from deal %(first)s to %(last)s.",
                    name=self._names[seat],
                    count=length,
                    first=first,
                    last=first + length - 1,
                )
                return

    def _boldest(self) -> Iterator[str]:
        most = max(place.declared for place in self._places)
        bold: list[Place] = [place for place in self._places if place.declared == most]
        if most < _BOLD or len(bold) > 1:
            return
        yield self._language.gettext(
            "The boldest: %(name)s, %(declarer)s in %(count)s deals, %(made)s of them made.",
            name=self._names[bold[0].seat],
            declarer=self._words.declarer,
            count=most,
            made=bold[0].declared_made,
        )

    def _blind(self) -> Iterator[str]:
        for seat in self._state.balances:
            calls = [e.deal.blind for e in self._entries if e.deal.blind and e.deal.declarer == seat]
            double = sum(1 for call in calls if call is Blind.DOUBLE)
            if not calls:
                continue
            sentence = self._language.ngettext(
                "%(name)s declared blind once.",
                "%(name)s declared blind %(num)s times.",
                len(calls),
                name=self._names[seat],
            )
            if double:
                sentence += " " + self._language.ngettext(
                    "Once it was double blind.", "%(num)s times it was double blind.", double
                )
            yield sentence

    def _let_go(self) -> Iterator[str]:
        if self._state.let_go:
            yield self._language.gettext(
                "%(title)s of the evening: %(names)s. Asked last, the pot was let go.",
                title=self._words.let_go,
                names=self._all(self._state.let_go),
            )


def _longest_dry(seat: Seat, entries: Sequence[Entry]) -> tuple[int, int]:
    """Return how many deals in a row `seat` got no payout at most, and the number of the first of them."""
    best, run, first = (0, 0), 0, 1
    for number, entry in enumerate(entries, start=1):
        if seat not in entry.after.seats or entry.settlement.payouts.get(seat):
            run = 0
            continue
        first = number if run == 0 else first
        run += 1
        best = max(best, (run, -first))
    return best[0], -best[1]
