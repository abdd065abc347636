"""Rulesets: what a table agreed on, as one frozen value that one engine interprets (RULES.md, Options)."""

from dataclasses import dataclass
from enum import StrEnum

from ledger.rules.unit import Unit


class Declarer(StrEnum):
    """How a deal finds the player who promises more."""

    BID = "bid"
    DEALER = "dealer"
    NONE = "none"


class Trigger(StrEnum):
    """What forces everybody to play, without payout."""

    POT_EMPTY = "pot-empty"
    SEVEN = "seven"


class Leftover(StrEnum):
    """Where the coins go that could not be shared."""

    POT = "pot"
    SEAT_ORDER = "seat-order"
    TRICK_ORDER = "trick-order"


class AwardKind(StrEnum):
    """How the pot is shared among those who made their quota."""

    DECLARER_SHARE = "declarer-share"
    PER_TRICK = "per-trick"


class Procedure(StrEnum):
    """What happens when nobody plays."""

    REANTE = "reante"
    REDEAL = "redeal"
    DEALER_IF_TRUMP = "dealer-if-trump"


class Basis(StrEnum):
    """What penalties are multiples of."""

    POT = "pot"
    PAID_OUT = "paid-out"


class AnteWhen(StrEnum):
    """Before which deals antes are paid."""

    EVERY_DEAL = "every-deal"
    POT_EMPTY = "pot-empty"


class AskFrom(StrEnum):
    """Whom the table asks first whether to come along."""

    DECLARER = "declarer"
    FOREHAND = "forehand"


class Direction(StrEnum):
    """Which way the deal goes: a word on the screen, never arithmetic."""

    RIGHT = "right"
    LEFT = "left"


class End(StrEnum):
    """What ends an evening."""

    NO_FAILURE = "no-failure"
    ROTATION = "rotation"
    FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How many may sit at the table: `min` to `max`."""

    min: int
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AntePair:
    """What each seat and, instead of it, the dealer antes (smallest units)."""

    each: int
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ante:
    """What is paid before a deal.

    *Attributes*: `usual`; `when`; `on_empty_pot` (another pair when exactly 0 is carried, or None);
    `indivisible` (a per-trick ante need not divide by the tricks).
    """

    usual: AntePair
    when: AnteWhen
    on_empty_pot: AntePair | None
    indivisible: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """The tricks a declarer (None: there is none) and a joiner must make."""

    declarer: int | None
    joiner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """How the pot is shared; `share` is the declarer's fraction as (numerator, denominator), or None."""

    kind: AwardKind
    share: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What who failed pays: multiples of `basis`, at most `cap` (smallest units; None: no cap)."""

    basis: Basis
    declarer: int | None
    joiner: int
    cap: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced:
    """What forces a deal, and what changes when a seven did (quota for all, declarer's multiple)."""

    triggers: tuple[Trigger, ...]
    seven_quota: int | None
    seven_declarer_penalty: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOut:
    """What happens when nobody plays: `redeals` by one dealer, and whether each of them costs an ante."""

    procedure: Procedure | None
    redeals: int
    ante: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One table's agreement. Amounts in smallest units; `terms` is a catalogue key of the game's own words.

    *Attributes*: as in RULES.md, "Options". Values are made by `builder.build` alone, which checks them.
    """

    slug: str
    terms: str
    players: Players
    direction: Direction
    tricks: int
    unit: Unit
    ante: Ante
    declarer: Declarer
    ask_from: AskFrom | None
    quota: Quota
    award: Award
    leftover: Leftover
    penalty: Penalty
    pot_cap: int | None
    forced: Forced
    passed_out: PassedOut
    end: End

    @property
    def trump_cards(self) -> int:
        """How many trump cards one deal may see before it is passed out; 0 where that is no fact."""
        if self.declarer is not Declarer.BID:
            return 0
        return 3 if self.passed_out.procedure is Procedure.REANTE else 1
