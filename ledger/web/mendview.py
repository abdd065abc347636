"""What a correction would do, as plain values for its page: facts, deals, balances, what cannot be."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ledger.evening.entry import Aside, Entry
from ledger.evening.events import Corrected, Event, Inserted, Restored, Struck
from ledger.evening.ripple import Shift
from ledger.evening.state import State
from ledger.rules.deal import Deal
from ledger.rules.seat import Seat
from ledger.rules.unit import Unit
from ledger.store.queries import Evening
from ledger.web.desk import Look
from ledger.web.gains import gains
from ledger.wording.acts import Teller
from ledger.wording.amounts import amount, sign, signed
from ledger.wording.facts import deal_line
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.problems import sentence
from ledger.wording.terms import Terms, terms

Correction = Corrected | Inserted | Struck | Restored
_SHOWN: Final = 10
_ALIKE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One correction: what is in the book now, and what is about to be written; empty where there is none."""

    head: str
    now: str
    then: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What would change of one deal, or of several that change alike (then `alike` says how)."""

    head: str
    pot: str = ""
    dealer: str = ""
    alike: str = ""
    changes: Sequence[tuple[str, str, str]] = ()
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """A line that would be impossible.

    *Attributes*: the `number` of its event; whether it is a `deal`, which can be mended at once; `says`, what
    was written there that is no deal; what is wrong.
    """

    number: int
    head: str
    deal: bool
    says: str
    problems: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """What one account holds now and then, and the difference with its sign."""

    name: str
    now: str
    then: str
    difference: str
    sign: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MendView:
    """Everything the page of a correction shows.

    *Attributes*: `first`, the changes shown at once, and the `others`; `numbers`, how later deals are
    numbered anew; `moves`, whether it would move dealers who have dealt.
    """

    facts: Sequence[Facts]
    impossible: Sequence[Impossible]
    first: Sequence[Change]
    others: Sequence[Change]
    balances: Sequence[Balance]
    next: str
    numbers: str
    moves: bool


def mend_view(look: Look, evening: Evening, texts: Mapping[int, str], language: Language) -> MendView:
    """Return the page of what `look` says; `texts` are the evening's free text by number."""
    ruleset = evening.head.state.ruleset
    acts = Teller(names=evening.names, texts=texts, unit=ruleset.unit, language=language)
    teller = _Teller(evening.names, ruleset.unit, language, terms(ruleset.terms, language), acts)
    corrections = dict(_corrections(look.changes, look.first))
    shifts = {shift.number: shift for shift in look.ripple.shifts}
    changes = list(teller.changes(look.ripple.shifts, corrections))
    before, after = look.ripple.before, look.ripple.after
    return MendView(
        facts=[teller.facts(event, shifts.get(number)) for number, event in corrections.items()],
        impossible=[
            teller.impossible(shift, corrections.get(shift.number)) for shift in look.ripple.impossible
        ],
        first=changes[:_SHOWN],
        others=changes[_SHOWN:],
        balances=list(teller.balances(before, after)),
        next=teller.coming(before, after),
        numbers=teller.numbers(before.deals, list(corrections.values())),
        moves=look.moves,
    )


def _corrections(changes: Iterable[Event], first: int) -> Iterator[tuple[int, Correction]]:
    """Yield what puts deals right, each with the number of the deal it is about."""
    for number, event in enumerate(changes, start=first):
        if isinstance(event, Inserted):
            yield number, event
        elif isinstance(event, Corrected | Struck | Restored):
            yield event.target, event


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells what changes in one language, with one evening's names and unit."""

    names: Mapping[Seat, str]
    unit: Unit
    language: Language
    words: Terms
    acts: Teller

    def facts(self, event: Correction, shift: Shift | None) -> Facts:
        """Return what the book says of a deal now, and what it would say."""
        _ = self.language.gettext
        was = shift.was if shift is not None else None
        becomes = shift.becomes if shift is not None else None
        now = self._line(was.deal) if isinstance(was, Entry) else _("struck")
        if isinstance(event, Inserted):
            now = ""
        if isinstance(event, Corrected | Inserted):
            then = self._line(event.deal)
        elif isinstance(event, Restored):
            then = self._line(becomes.deal) if isinstance(becomes, Entry) else _("in force again")
        else:
            then = _("struck")
        return Facts(head=self._head(shift, event), now=now, then=then)

    def changes(self, shifts: Iterable[Shift], own: Mapping[int, Correction]) -> Iterator[Change]:
        """Yield what changes, in the order of the book; stretches of deals that change alike are one."""
        shown = [
            (shift, self._kind(shift, own))
            for shift in shifts
            if not shift.problems and isinstance(shift.was or shift.becomes, Entry)
        ]
        for kind, group in groupby(shown, key=lambda pair: pair[1]):
            alike = [shift for shift, _kind in group]
            if kind and len(alike) >= _ALIKE:
                yield self._alike(kind, alike)
            else:
                for shift in alike:
                    yield self._change(shift, own.get(shift.number))

    def _kind(self, shift: Shift, own: Mapping[int, Correction]) -> str:
        """Return how a deal changes that pays everybody what it paid; empty for any other."""
        _ = self.language.gettext
        if shift.number in own or shift.changes():
            return ""
        pot, dealer = self._pot(shift), self._dealer(shift)
        if pot and dealer:
            return _("Another pot and another dealer, the same results.")
        return _("Another pot, the same results.") if pot else _("Another dealer, the same results.")

    def _alike(self, kind: str, shifts: Sequence[Shift]) -> Change:
        head = self.language.gettext(
            "Deals %(first)s to %(last)s", first=_place(shifts[0]), last=_place(shifts[-1])
        )
        return Change(head=head, pot=self._pot(shifts[0]), alike=kind)

    def _change(self, shift: Shift, own: Correction | None) -> Change:
        _ = self.language.gettext
        head = self._head(shift, own)
        if shift.meets is None:
            head = _("%(deal)s, struck", deal=head)
        elif isinstance(own, Restored):
            head = _("%(deal)s, restored", deal=head)
        elif shift.was is None:
            head = _("%(deal)s, new", deal=head)
        changes = shift.changes()
        by = {seat: changes[seat][1] - changes[seat][0] for seat in self.names if seat in changes}
        shown = gains(by, self.names, self.unit, self.language)
        return Change(
            head=head,
            pot=self._pot(shift),
            dealer=self._dealer(shift),
            changes=shown.listed,
            wide=shown.wide,
        )

    def _pot(self, shift: Shift) -> str:
        """Return the pot of a deal as it was and as it would be, empty where it stays."""
        now, then = shift.pots()
        if now == then:
            return ""
        return " → ".join(amount(self.unit, pot, self.language) for pot in (now, then) if pot is not None)

    def _dealer(self, shift: Shift) -> str:
        now, then = shift.dealers()
        if now is None or then is None or now == then:
            return ""
        return self.language.gettext(
            "%(name)s deals instead of %(other)s",
            name=isolated(self.names[then]),
            other=isolated(self.names[now]),
        )

    def impossible(self, shift: Shift, own: Correction | None) -> Impossible:
        """Return what would be impossible, with its problems in words."""
        _ = self.language.gettext
        said = [
            sentence(problem, self.language, names=self.names, unit=self.unit, terms=self.words)
            for problem in shift.problems
        ]
        return Impossible(
            number=shift.number,
            head=self._head(shift, own) if shift.meets else _("After deal %(number)s", number=_place(shift)),
            deal=shift.meets is not None,
            says=self.acts.act(shift.was.event) if isinstance(shift.was, Aside) else "",
            problems=list(dict.fromkeys(said)),
        )

    def balances(self, now: State, then: State) -> Iterator[Balance]:
        """Yield everybody's balance, and the pot, as it is and as it would be."""
        for seat in now.balances:
            yield self._balance(self.names[seat], now.shown(seat), then.shown(seat), signed)
        yield self._balance(self.language.gettext("Pot"), now.carried, then.carried, amount)

    def _balance(self, name: str, now: int, then: int, told: Callable[[Unit, int, Language], str]) -> Balance:
        return Balance(
            name=name,
            now=told(self.unit, now, self.language),
            then=told(self.unit, then, self.language),
            difference=signed(self.unit, then - now, self.language) if now != then else "",
            sign=sign(then - now),
        )

    def coming(self, now: State, then: State) -> str:
        """Return who deals next, where that is somebody else than now."""
        if now.next.dealer == then.next.dealer:
            return ""
        return self.language.gettext(
            "Next to deal: %(name)s instead of %(other)s.",
            name=isolated(self.names[then.next.dealer]),
            other=isolated(self.names[now.next.dealer]),
        )

    def numbers(self, now: int, corrections: Sequence[Correction]) -> str:
        """Return that deals are numbered anew, where there are more or fewer of them."""
        more = sum(isinstance(event, Inserted | Restored) for event in corrections)
        then = now + more - sum(isinstance(event, Struck) for event in corrections)
        if now == then:
            return ""
        return self.language.ngettext(
            "There will be %(num)s deal instead of %(now)s: those behind are numbered anew.",
            "There will be %(num)s deals instead of %(now)s: those behind are numbered anew.",
            then,
            now=now,
        )

    def _line(self, deal: Deal) -> str:
        return deal_line(deal, self.names, self.words, self.language)

    def _head(self, shift: Shift | None, own: Correction | None) -> str:
        _ = self.language.gettext
        place = _place(shift) if shift is not None else 0
        if shift is None or not place:
            return _("Struck deal") if isinstance(own, Restored) else _("New deal")
        then = 0 if shift.becomes is None else shift.becomes.after.deals
        if then in (0, place):
            return _("Deal %(number)s", number=place)
        return _("Deal %(number)s, then %(then)s", number=place, then=then)


def _place(shift: Shift) -> int:
    """Return the number of a deal in the book as it is, of a new one as it would be; 0 where it has none."""
    done = shift.was or shift.becomes
    return 0 if done is None else done.after.deals
