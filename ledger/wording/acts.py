"""What was written that is no deal, in words: people who come and go, money, the bowl, the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.evening.events import (
    Adjusted,
    Closed,
    Counted,
    DealerSet,
    Event,
    Joined,
    Left,
    Rebought,
    Renamed,
    Reopened,
    Reordered,
    Returned,
    SatOut,
    Sharing,
    Voided,
)
from ledger.evening.state import State
from ledger.rules.seat import POT, Party, Seat
from ledger.rules.unit import Unit
from ledger.wording.amounts import amount, with_unit
from ledger.wording.language import Language
from ledger.wording.names import isolated


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Tells events in one `language`, with one evening's `names`, free `texts` by number, and `unit`."""

    names: Mapping[Seat, str]
    unit: Unit
    language: Language
    texts: Mapping[int, str] = field(default_factory=dict)

    def act(self, event: Event, after: State | None = None) -> str:
        """Return what `event` says, empty for a deal and what amends one; `after` is the state it left."""
        _ = self.language.gettext
        match event:
            case Joined(seat=seat, pays=0):
                return _("%(name)s sits down.", name=self._name(seat))
            case Joined(seat=seat, pays=pays):
                return _(
                    "%(name)s sits down and pays %(amount)s into the pot.",
                    name=self._name(seat),
                    amount=self._money(pays),
                )
            case Left(seat=seat):
                return _("%(name)s leaves.", name=self._name(seat))
            case SatOut(seat=seat):
                return _("%(name)s sits out.", name=self._name(seat))
            case Returned(seat=seat):
                return _("%(name)s plays again.", name=self._name(seat))
            case Renamed(seat=seat, text=text) if not self.texts.get(text):
                return _("%(name)s has a new name.", name=self._name(seat))
            case Renamed(seat=seat, text=text):
                return _(
                    "%(name)s is called %(new)s from now on.",
                    name=self._name(seat),
                    new=isolated(self.texts[text]),
                )
            case Reordered(seats=seats):
                return _("New order: %(names)s.", names=", ".join(map(self._name, seats)))
            case DealerSet(seat=seat):
                return _("%(name)s deals next.", name=self._name(seat))
            case _:
                return self._money_or_end(event, after)

    def _money_or_end(self, event: Event, after: State | None) -> str:
        _ = self.language.gettext
        match event:
            case Adjusted():
                moved = (
                    f"{self._name(event.source)} → {self._name(event.target)}: {self._money(event.amount)}"
                )
                why = "" if event.reason is None else self.texts.get(event.reason, "")
                return f"{moved} ({isolated(why)})" if why else moved
            case Rebought(seat=seat, amount=bought):
                return _("%(name)s buys %(amount)s more.", name=self._name(seat), amount=self._money(bought))
            case Counted(amount=found):
                counted = _("Counted in the bowl: %(amount)s.", amount=self._money(found))
                return counted if after is None else f"{counted} {self.verdict(found, after)}"
            case Voided():
                return _("Misdeal: nothing moves, the same dealer deals again.")
            case Closed(pot=pot):
                closed = _("The evening was closed.")
                return f"{closed} {self._shared(pot)}".strip()
            case Reopened():
                return _("The evening was reopened.")
            case _:
                return ""

    def verdict(self, found: int, state: State) -> str:
        """Return how `found` (smallest units), counted at `state`, compares with the pot, antes or not."""
        _ = self.language.gettext
        carried, pot = state.carried, state.next.pot
        if found == carried:
            return _("Right: the pot.") if carried == pot else _("Right: the pot before the antes.")
        if found == pot:
            return _("Right: the pot with the antes.")
        before = _("Not the pot of %(pot)s: %(off)s.", pot=self._bare(carried), off=self.off(found, carried))
        if carried == pot:
            return before
        return (
            before
            + " "
            + _("Not %(pot)s with the antes: %(off)s.", pot=self._bare(pot), off=self.off(found, pot))
        )

    def off(self, found: int, should: int) -> str:
        """Return by how much `found` is off (smallest units)."""
        _ = self.language.gettext
        if found < should:
            return _("%(amount)s too little", amount=self._bare(should - found))
        return _("%(amount)s too much", amount=self._bare(found - should))

    def _shared(self, pot: Sharing) -> str:
        _ = self.language.gettext
        return {
            Sharing.KEEP: "",
            Sharing.SPLIT: _("The pot was split equally."),
            Sharing.WINNERS: _("The pot went to who won last."),
            Sharing.REFUND: _("The pot went back to those whose money it was."),
        }[pot]

    def _name(self, party: Party) -> str:
        return self.language.gettext("Pot") if party == POT else isolated(self.names.get(party, "?"))

    def _money(self, value: int) -> str:
        return with_unit(self.unit, value, self.language)

    def _bare(self, value: int) -> str:
        return amount(self.unit, value, self.language)
