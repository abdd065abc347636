"""What cannot be: problems with stable codes, and the check that finds all of a deal's at once.

Implements "What cannot be: problems and their codes" of RULES.md.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from enum import StrEnum

from ledger.rules.deal import Deal, Table
from ledger.rules.ruleset import Declarer, Leftover, Procedure, Trigger
from ledger.rules.seat import Seat


class Code(StrEnum):
    """Every way in which something written down cannot be."""

    BAD_SHAPE = "bad-shape"
    UNKNOWN_RULESET = "unknown-ruleset"
    UNKNOWN_OPTION = "unknown-option"
    OPTION_VALUE = "option-value"
    NOT_IN_RULESET = "not-in-ruleset"
    PLAYER_COUNT = "player-count"
    DUPLICATE_PLAYER = "duplicate-player"
    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_DEALER = "unknown-dealer"
    POT_NOT_POSITIVE = "pot-not-positive"
    POT_NOT_IN_COINS = "pot-not-in-coins"
    ANTE_NOT_IN_COINS = "ante-not-in-coins"
    ANTE_NOT_DIVISIBLE = "ante-not-divisible"
    NO_DECLARER = "no-declarer"
    DECLARER_NOT_IN_RULESET = "declarer-not-in-ruleset"
    DECLARER_MUST_BE_DEALER = "declarer-must-be-dealer"
    ROLE_TWICE = "role-twice"
    TRICKS_TO_NON_PLAYER = "tricks-to-non-player"
    TRICKS_NEGATIVE = "tricks-negative"
    TRICKS_NOT_INTEGER = "tricks-not-integer"
    TRICKS_SUM = "tricks-sum"
    TRICKS_WITHOUT_PLAY = "tricks-without-play"
    TRICK_ORDER_MISMATCH = "trick-order-mismatch"
    BLIND_NOT_DEALER = "blind-not-dealer"
    BLIND_AFTER_SECOND_TRUMP = "blind-after-second-trump"
    TRUMP_CARD_RANGE = "trump-card-range"
    ALL_MUST_PLAY = "all-must-play"
    DEALER_TRUMP_UNKNOWN = "dealer-trump-unknown"
    DEALER_MUST_PLAY = "dealer-must-play"
    AMOUNT_TOO_LARGE = "amount-too-large"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    BAD_TARGET = "bad-target"
    POT_TOO_SMALL = "pot-too-small"
    EVENING_CLOSED = "evening-closed"
    TOO_MANY = "too-many"


_NO_DECLARER, _DEALER_DECLARES, _BID = Declarer.NONE, Declarer.DEALER, Declarer.BID
_TRICK_ORDER, _SEVEN, _IF_TRUMP = Leftover.TRICK_ORDER, Trigger.SEVEN, Procedure.DEALER_IF_TRUMP


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that cannot be.

    *Attributes*: `code`; `field`, a dotted path ("deal.tricks"); `seat`, whose part of the field is meant;
    `params`, the facts a sentence needs (amounts in smallest units).
    """

    code: Code
    field: str
    seat: Seat | None = None
    params: Mapping[str, object] = default(default_factory=dict)


class RefusedError(Exception):
    """Something written down cannot be; `problems` says why. The person can mend it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


def check(deal: Deal, table: Table) -> tuple[Problem, ...]:
    """Return every problem of `deal` at `table`, all at once; empty when it can be settled."""
    found: list[Problem] = []
    _check_table(table, found)
    playing = len(deal.joined) + (deal.declarer is not None)
    if len(set(deal.joined)) < len(deal.joined) or deal.declarer in deal.joined:
        playing = _check_twice(deal, found)
    _check_roles(deal, table, playing, found)
    _check_tricks(deal, table, playing, found)
    _check_facts(deal, table, found)
    return tuple(found)


def _check_table(table: Table, found: list[Problem]) -> None:
    rules, count = table.ruleset, len(table.seats)
    if not rules.players.min <= count <= rules.players.max:
        limits = {"count": count, "min": rules.players.min, "max": rules.players.max}
        found.append(Problem(code=Code.PLAYER_COUNT, field="players", params=limits))
    if table.dealer not in table.seats:
        found.append(Problem(code=Code.UNKNOWN_DEALER, field="dealer"))
    if table.pot <= 0:
        found.append(Problem(code=Code.POT_NOT_POSITIVE, field="pot", params={"amount": table.pot}))
    elif table.pot % rules.unit.coin:
        params = {"amount": table.pot, "coin": rules.unit.coin}
        found.append(Problem(code=Code.POT_NOT_IN_COINS, field="pot", params=params))
    if table.forced is not None and table.forced not in rules.forced.triggers:
        found.append(Problem(code=Code.NOT_IN_RULESET, field="forced"))


def _check_twice(deal: Deal, found: list[Problem]) -> int:
    """Note who stands there twice, and return how many play when everybody counts once."""
    joined, declarer = deal.joined, deal.declarer
    counts = Counter(joined)
    for seat in (s for s, count in counts.items() if s == declarer or count > 1):
        found.append(Problem(code=Code.ROLE_TWICE, field="deal.joined", seat=seat))
    return len({*joined, declarer} - {None})


def _check_roles(deal: Deal, table: Table, playing: int, found: list[Problem]) -> None:
    kind, declarer, joined = table.ruleset.declarer, deal.declarer, deal.joined
    for seat in (declarer, *joined, *deal.tricks, *deal.trick_order):
        if seat is not None and seat not in table.seats:
            found.append(Problem(code=Code.NOT_SEATED, field="deal", seat=seat))
    if kind is _NO_DECLARER:
        if declarer is not None:
            found.append(Problem(code=Code.DECLARER_NOT_IN_RULESET, field="deal.declarer"))
    elif declarer is None:
        if kind is _DEALER_DECLARES or joined or any(won > 0 for won in deal.tricks.values()):
            found.append(Problem(code=Code.NO_DECLARER, field="deal.declarer"))
    elif kind is _DEALER_DECLARES and declarer != table.dealer:
        found.append(
            Problem(code=Code.DECLARER_MUST_BE_DEALER, field="deal.declarer", params={"dealer": table.dealer})
        )
    triggers = table.ruleset.forced.triggers
    forced = table.forced in triggers or (deal.seven and _SEVEN in triggers)
    if forced and playing < len(table.seats):
        for seat in table.seats:
            # A dealer who has to declare is missed as that.
            excused = kind is _DEALER_DECLARES and seat == table.dealer
            if not deal.plays(seat) and not excused:
                found.append(Problem(code=Code.ALL_MUST_PLAY, field="deal.joined", seat=seat))


def _check_tricks(deal: Deal, table: Table, playing: int, found: list[Problem]) -> None:
    total, joined, declarer = 0, deal.joined, deal.declarer
    for seat, won in deal.tricks.items():
        total += won
        if won < 0:
            found.append(
                Problem(code=Code.TRICKS_NEGATIVE, field="deal.tricks", seat=seat, params={"won": won})
            )
        elif won and seat != declarer and seat not in joined:
            found.append(Problem(code=Code.TRICKS_TO_NON_PLAYER, field="deal.tricks", seat=seat))
    if playing < 2:
        if any(won > 0 for won in deal.tricks.values()):
            found.append(Problem(code=Code.TRICKS_WITHOUT_PLAY, field="deal.tricks"))
        if deal.trick_order and table.ruleset.leftover is _TRICK_ORDER:
            found.append(Problem(code=Code.TRICK_ORDER_MISMATCH, field="deal.trick_order"))
        return
    if total != table.ruleset.tricks:
        params = {"total": total, "tricks": table.ruleset.tricks}
        found.append(Problem(code=Code.TRICKS_SUM, field="deal.tricks", params=params))
    if table.ruleset.leftover is _TRICK_ORDER:
        order = deal.trick_order
        if any(order.count(seat) != deal.tricks.get(seat, 0) for seat in {*order, *deal.tricks}):
            found.append(Problem(code=Code.TRICK_ORDER_MISMATCH, field="deal.trick_order"))


def _check_facts(deal: Deal, table: Table, found: list[Problem]) -> None:
    rules = table.ruleset
    unused = []
    if deal.blind is not None:
        if rules.declarer is not _BID:
            unused.append("blind")
        else:
            if deal.declarer != table.dealer:
                found.append(
                    Problem(code=Code.BLIND_NOT_DEALER, field="deal.blind", params={"dealer": table.dealer})
                )
            if deal.trump_card > 1:
                found.append(Problem(code=Code.BLIND_AFTER_SECOND_TRUMP, field="deal.blind"))
    if deal.trump_card != 1:
        if not rules.trump_cards:
            unused.append("trump_card")
        elif not 1 <= deal.trump_card <= rules.trump_cards:
            params = {"card": deal.trump_card, "last": rules.trump_cards}
            found.append(Problem(code=Code.TRUMP_CARD_RANGE, field="deal.trump_card", params=params))
    if deal.seven and _SEVEN not in rules.forced.triggers:
        unused.append("seven")
    if deal.trick_order and rules.leftover is not _TRICK_ORDER:
        unused.append("trick_order")
    if deal.dealer_turned_own:
        if rules.declarer is not _NO_DECLARER:
            unused.append("dealer_turned_own")
        elif not deal.plays(table.dealer):
            found.append(Problem(code=Code.DEALER_MUST_PLAY, field="deal.dealer_turned_own"))
    if rules.passed_out.procedure is not _IF_TRUMP:
        if deal.dealer_has_trump:
            unused.append("dealer_has_trump")
    elif (
        deal.dealer_has_trump is None
        and deal.declarer is None
        and not deal.joined
        and not deal.dealer_turned_own
    ):
        found.append(Problem(code=Code.DEALER_TRUMP_UNKNOWN, field="deal.dealer_has_trump"))
    for name in unused:
        found.append(Problem(code=Code.NOT_IN_RULESET, field=f"deal.{name}"))
