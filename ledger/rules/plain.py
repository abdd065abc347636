"""Facts to and from plain data (what JSON holds), with names in place of seats.

Reading never stops at the first flaw: it collects problems and goes on with what it understood, so that
everything wrong with a deal can be reported at once.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from ledger.rules.deal import Blind, Deal, Table
from ledger.rules.jsontext import is_number
from ledger.rules.opening import Opening
from ledger.rules.problems import Code, Problem, check
from ledger.rules.seat import LIMIT, POT, Party, Seat
from ledger.rules.settlement import Settlement, Transfer

DEAL_KEYS: Final = frozenset(field_.name for field_ in fields(Deal))
POT_NAME: Final = "pot"
# Letters and marks that show nothing: joiners, fillers, variation selectors.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_WHO: Final = frozenset(
    {
        Code.TRICKS_SUM,
        Code.TRICKS_TO_NON_PLAYER,
        Code.TRICKS_WITHOUT_PLAY,
        Code.TRICK_ORDER_MISMATCH,
        Code.NO_DECLARER,
        Code.ALL_MUST_PLAY,
        Code.BLIND_NOT_DEALER,
        Code.DECLARER_MUST_BE_DEALER,
        Code.DEALER_TRUMP_UNKNOWN,
        Code.DEALER_MUST_PLAY,
    }
)
_STRANGERS: Final = frozenset({Code.UNKNOWN_PLAYER, Code.UNKNOWN_DEALER})
# What a deal only seems to get wrong as well, where the part of it named here could not be read.
_FOLLOW_UPS: Final[Mapping[str, frozenset[Code]]] = {
    "deal": _WHO,
    "players": _WHO | {Code.PLAYER_COUNT},
    "players.": frozenset({Code.PLAYER_COUNT}),
    "options.tricks": frozenset({Code.TRICKS_SUM}),
    "declarer": _WHO,
    "joined": _WHO,
    "dealer": frozenset({Code.BLIND_NOT_DEALER, Code.DECLARER_MUST_BE_DEALER, Code.DEALER_MUST_PLAY}),
    "tricks": frozenset({Code.TRICKS_SUM, Code.TRICK_ORDER_MISMATCH}),
    "trick_order": frozenset({Code.TRICK_ORDER_MISMATCH}),
    "dealer_has_trump": frozenset({Code.DEALER_TRUMP_UNKNOWN}),
}

# Whether an order of tricks has a use nobody can tell while the rule that asks for it cannot be read.
_UNTOLD: Final = {"options.leftover": "deal.trick_order"}


def name_key(name: str) -> str:
    """Return what two names share when people could not tell them apart.

    NFKC; case and spaces folded; characters that only format, and so cannot be seen, left out.
    """
    seen = "".join(c for c in name if unicodedata.category(c) != "Cf" and not _UNSEEN.match(c))
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).split())


@dataclass(slots=True)
class Reader:
    """Collects what is wrong while plain data is read; `prefix` starts the path of every field."""

    prefix: str = ""
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, path: str, code: Code = Code.BAD_SHAPE, **params: object) -> None:
        """Note that what stands at `path` cannot be."""
        self.problems.append(Problem(code=code, field=self.prefix + path, params=params))

    def amount(self, path: str, value: object) -> int:
        """Return `value` as an amount (smallest units), 0 and a note where it is none."""
        if not is_number(value):
            self.wrong(path)
            return 0
        if abs(value) > LIMIT:
            self.wrong(path, Code.AMOUNT_TOO_LARGE, limit=LIMIT)
            return 0
        return int(value)

    def names(self, path: str, value: object) -> list[str]:
        """Return `value` as a list of players' names, noting what is no name or stands there twice."""
        if not isinstance(value, list | tuple):
            self.wrong(path)
            return []
        names: list[str] = []
        keys: set[str] = set()
        for number, name in enumerate(value):
            if not isinstance(name, str) or not name_key(name):
                self.wrong(f"{path}.{number}")
                continue
            if name_key(name) in keys or name_key(name) == POT_NAME:
                self.wrong(f"{path}.{number}", Code.DUPLICATE_PLAYER, name=name)
            keys.add(name_key(name))
            names.append(name)
        return names

    def seat(self, path: str, value: object, seats: Mapping[str, Seat]) -> Seat | None:
        """Return the seat of the player called `value`, None and a note where nobody is."""
        if not isinstance(value, str):
            self.wrong(path)
            return None
        if value not in seats:
            self.wrong(path, Code.UNKNOWN_PLAYER, name=value)
            return None
        return seats[value]

    def seat_list(self, path: str, value: object, seats: Mapping[str, Seat]) -> tuple[Seat, ...]:
        """Return the seats of the players listed in `value`; null is nobody."""
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            self.wrong(path)
            return ()
        found = [self.seat(f"{path}.{number}", name, seats) for number, name in enumerate(value)]
        return tuple(seat for seat in found if seat is not None)

    def count(self, path: str, value: object) -> int:
        """Return `value` as a count that may be missing (0), noting what is none."""
        if value is None:
            return 0
        if not is_number(value) or not 0 <= value <= LIMIT:
            self.wrong(path)
            return 0
        return int(value)

    def flag(self, path: str, value: object) -> bool | None:
        """Return `value` as yes, no or unsaid (null)."""
        if value is not None and not isinstance(value, bool):
            self.wrong(path)
            return None
        return value

    def deal(self, path: str, data: Mapping[str, object], seats: Mapping[str, Seat]) -> Deal:
        """Return the deal that `data` (the keys of a case's `deal`) describes, as far as it can be read."""
        for key in data:
            if key not in DEAL_KEYS:
                self.wrong(f"{path}{key}")
        declarer, blind = data.get("declarer"), data.get("blind")
        if blind is not None and blind not in ("single", "double"):
            self.wrong(f"{path}blind")
            blind = None
        card = data.get("trump_card")
        if card is not None and not is_number(card):
            fraction = isinstance(card, int | float) and not isinstance(card, bool)
            self.wrong(f"{path}trump_card", Code.TRUMP_CARD_RANGE if fraction else Code.BAD_SHAPE)
            card = None
        return Deal(
            declarer=None if declarer is None else self.seat(f"{path}declarer", declarer, seats),
            joined=self.seat_list(f"{path}joined", data.get("joined"), seats),
            tricks=self._tricks(f"{path}tricks", data.get("tricks"), seats),
            blind=None if blind is None else Blind(str(blind)),
            trump_card=1 if card is None else int(card),
            seven=bool(self.flag(f"{path}seven", data.get("seven"))),
            dealer_has_trump=self.flag(f"{path}dealer_has_trump", data.get("dealer_has_trump")),
            dealer_turned_own=bool(self.flag(f"{path}dealer_turned_own", data.get("dealer_turned_own"))),
            trick_order=self.seat_list(f"{path}trick_order", data.get("trick_order"), seats),
        )

    def _tricks(self, path: str, value: object, seats: Mapping[str, Seat]) -> dict[Seat, int]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.wrong(path)
            return {}
        tricks: dict[Seat, int] = {}
        for name, won in value.items():
            seat = self.seat(f"{path}.{name}", name, seats)
            if won is None:
                continue
            if not is_number(won) or abs(won) > LIMIT:
                self.wrong(f"{path}.{name}", Code.TRICKS_NOT_INTEGER)
            elif seat is not None:
                tricks[seat] = int(won)
        return tricks

    def forgive_strangers(self) -> None:
        """Drop every unknown name: without a readable list of players, none is a mistake of its own."""
        self.problems = [problem for problem in self.problems if problem.code not in _STRANGERS]

    def checked(self, deal: Deal, table: Table) -> list[Problem]:
        """Return all that was noted and all that `check` finds, without what only follows from a note."""
        noted = {problem.field for problem in self.problems}
        if "players" in noted:
            self.forgive_strangers()
        doubtful = {code for path in noted for code in _follow_ups(path)}
        untold = noted | {_UNTOLD[path] for path in noted if path in _UNTOLD}
        found = [
            problem
            for problem in check(deal, table)
            if problem.field not in untold and problem.code not in doubtful
        ]
        return self.problems + found


def _follow_ups(path: str) -> frozenset[Code]:
    """Return what only seems wrong where what stands at `path` is: a whole field, or an entry of a list."""
    inside = path.removeprefix("deal.")
    first = inside.split(".")[0]
    for key in (inside, first + "." if first == "players" else first):
        if key in _FOLLOW_UPS:
            return _FOLLOW_UPS[key]
    return frozenset()


def head_of(data: Mapping[str, object]) -> dict[str, object]:
    """Return the part of an answer that says whose it is."""
    known = data.get("id")
    return {"id": known} if isinstance(known, str | bool) or is_number(known) else {}


def plain_deal(deal: Deal, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return `deal` as the keys of a case's `deal`, facts that were not there left out."""
    data: dict[str, object] = {
        "declarer": None if deal.declarer is None else names[deal.declarer],
        "joined": [names[seat] for seat in deal.joined],
        "tricks": {names[seat]: won for seat, won in deal.tricks.items()},
    }
    if deal.blind is not None:
        data["blind"] = deal.blind.value
    if deal.trump_card != 1:
        data["trump_card"] = deal.trump_card
    for key in ("seven", "dealer_turned_own"):
        if getattr(deal, key):
            data[key] = True
    if deal.dealer_has_trump is not None:
        data["dealer_has_trump"] = deal.dealer_has_trump
    if deal.trick_order:
        data["trick_order"] = [names[seat] for seat in deal.trick_order]
    return data


def plain_problem(problem: Problem, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return `problem` as plain data, its field a dotted path that ends with the player it concerns."""
    field_ = problem.field if problem.seat is None else f"{problem.field}.{names.get(problem.seat, '?')}"
    return {"code": problem.code.value, "field": field_, "params": dict(problem.params)}


def named(problem: Problem, names: Mapping[Seat, str]) -> Problem:
    """Return `problem` with seats among its parameters replaced by names."""
    params = dict(problem.params)
    if "dealer" in params:
        params["dealer"] = names.get(Seat(int(str(params["dealer"]))), "?")
    return replace(problem, params=params)


def plain_amounts(amounts: Mapping[Seat, int], names: Mapping[Seat, str]) -> dict[str, int]:
    """Return amounts (smallest units) by name."""
    return {names[seat]: amount for seat, amount in amounts.items()}


def plain_transfer(transfer: Transfer, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return one line of an answer: from, to, amount (smallest units), reason, params."""
    return {
        "from": _party(transfer.source, names),
        "to": _party(transfer.target, names),
        "amount": transfer.amount,
        "reason": transfer.reason.value,
        "params": {"why": transfer.why.value, **transfer.params},
    }


def _party(party: Party, names: Mapping[Seat, str]) -> str:
    return POT_NAME if party == POT else names[party]


def plain_opening(opening: Opening, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return the `next` of an answer."""
    return {
        "dealer": names[opening.dealer],
        "antes": plain_amounts(opening.antes, names),
        "pot": opening.pot,
        "redeals": opening.table.redeals,
        "forced": None if opening.table.forced is None else opening.table.forced.value,
    }


def plain_settlement(settlement: Settlement, names: Mapping[Seat, str]) -> dict[str, object]:
    """Return all of a case's answer but `next` (RULES.md, "Case and evening files")."""
    return {
        "payouts": plain_amounts(settlement.payouts, names),
        "penalties": plain_amounts(settlement.penalties, names),
        "left_in_pot": settlement.left_in_pot,
        "pot_carried": settlement.carried,
        "made": [names[seat] for seat in settlement.made],
        "failed": [names[seat] for seat in settlement.failed],
        "let_go": None if settlement.let_go is None else names[settlement.let_go],
        "may_finish": settlement.may_finish,
        "lines": [plain_transfer(transfer, names) for transfer in settlement.transfers],
    }


def name_map(names: Sequence[str]) -> dict[str, Seat]:
    """Return the seats of `names` in seat order; of names that stand there twice, the first."""
    seats: dict[str, Seat] = {}
    for number, name in enumerate(names):
        seats.setdefault(name, Seat(number))
    return seats
