"""A deal being written: what the form holds so far, and the deal it becomes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ledger.evening.state import State
from ledger.rules.deal import Blind, Deal
from ledger.rules.problems import Problem
from ledger.rules.ruleset import Declarer, Leftover, Ruleset
from ledger.rules.seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is on the form, before it is anything.

    *Attributes*: as a deal's, but `tricks` holds only what somebody set, `nobody` (declares; or, where the
    dealer must, comes along) is said outright, for an empty form says nothing, and `typed` keeps what could
    not be read, by seat.
    """

    declarer: Seat | None = None
    nobody: bool = False
    joined: tuple[Seat, ...] = ()
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    blind: Blind | None = None
    trump_card: int = 1
    seven: bool = False
    dealer_has_trump: bool | None = None
    dealer_turned_own: bool = False
    trick_order: tuple[Seat | None, ...] = ()
    typed: Mapping[Seat, str] = field(default_factory=dict)
    unreadable: tuple[Problem, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether nothing that makes a deal has been said."""
        return (
            self.declarer is None
            and self.empty_beside_declarer
            and not self.tricks
            and self.dealer_has_trump is None
        )

    @property
    def empty_beside_declarer(self) -> bool:
        """Return whether nothing has been said of anybody else: not even that nobody else is in."""
        return not self.nobody and not self.joined and not any(self.tricks.values())

    def plays(self, seat: Seat) -> bool:
        """Return whether `seat` is in."""
        return seat == self.declarer or seat in self.joined


def fresh(state: State) -> Draft:
    """Return the draft a new deal begins with: whoever has no choice is in already."""
    return seated(Draft(), state)


def drafted(deal: Deal, ruleset: Ruleset) -> Draft:
    """Return the draft that says what `deal` says, as a form begins that puts it right.

    Where somebody declared, that seat's tricks are the rest, as they are while a deal is recorded.
    """
    alone = not deal.joined
    strikes = ruleset.declarer is Declarer.DEALER
    players = deal.joined
    if ruleset.leftover is Leftover.TRICK_ORDER and deal.declarer is not None:
        players = (deal.declarer, *players)
    return Draft(
        declarer=deal.declarer,
        nobody=alone and (strikes or deal.declarer is None),
        joined=deal.joined,
        tricks={} if alone else {seat: deal.tricks.get(seat, 0) for seat in players},
        blind=deal.blind,
        trump_card=deal.trump_card,
        seven=deal.seven,
        dealer_has_trump=deal.dealer_has_trump,
        dealer_turned_own=deal.dealer_turned_own,
        trick_order=deal.trick_order,
    )


def seated(draft: Draft, state: State) -> Draft:
    """Return `draft` as the coming deal's form shows it: with everybody in who has no choice.

    Only for showing. What a form sends is taken as sent: filling in the dealer of a later deal would turn a
    deal sent twice into two different ones.
    """
    table, tricks = state.next.table, dict(draft.tricks)
    declarer, joined = draft.declarer, set(draft.joined)
    if state.ruleset.declarer is Declarer.DEALER and declarer != table.dealer:
        # Somebody else deals by now: who declared on the form stays in, with the tricks that were left.
        if declarer is not None:
            left = rest(draft, state)
            joined.add(declarer)
            tricks |= {} if left is None else {declarer: left}
        declarer = table.dealer
    if table.forced is not None:
        joined = set(table.seats)
    in_order = tuple(seat for seat in state.seats if seat in joined and seat != declarer)
    # Where everybody must play, nobody can have folded.
    nobody = draft.nobody and table.forced is None
    return replace(draft, declarer=declarer, nobody=nobody, joined=in_order, tricks=tricks)


def rest(draft: Draft, state: State) -> int | None:
    """Return the tricks left for a declarer whose own nobody set, None when there is no such declarer."""
    declarer = draft.declarer
    if declarer is None or declarer in draft.tricks or declarer in draft.typed or not draft.joined:
        return None
    return max(state.ruleset.tricks - sum(draft.tricks.values()), 0)


def deal_of(draft: Draft, state: State) -> Deal:
    """Return the deal that `draft` says, the declarer's tricks filled in."""
    tricks = {seat: won for seat, won in draft.tricks.items() if won or draft.plays(seat)}
    left = rest(draft, state)
    if left is not None and draft.declarer is not None:
        tricks[draft.declarer] = left
    return Deal(
        declarer=draft.declarer,
        joined=draft.joined,
        tricks=tricks,
        blind=draft.blind,
        trump_card=draft.trump_card,
        seven=draft.seven,
        dealer_has_trump=draft.dealer_has_trump,
        dealer_turned_own=draft.dealer_turned_own,
        trick_order=tuple(seat for seat in draft.trick_order if seat is not None),
    )
