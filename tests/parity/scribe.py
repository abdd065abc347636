"""A scribe who tries everything: random events of every kind, most of them possible, some not."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from ledger.rules.seat import LIMIT

Data = dict[str, Any]

# How often each kind is tried while the evening is open, and while it is closed.
_OPEN: Final = {
    **{"deal": 28, "correct": 4, "strike": 6, "restore": 2, "insert": 4, "undo": 7, "redo": 2},
    **{"join": 6, "leave": 5, "sit-out": 4, "return": 5, "rename": 4, "reorder": 3, "dealer": 4},
    **{"adjust": 7, "rebuy": 4, "count": 2, "void": 3, "close": 6, "reopen": 2},
}
_CLOSED: Final = {"reopen": 4, "undo": 1, "payment": 13, "deal": 2, "count": 2}
_AGAIN: Final = {"redo": 30, "restore": 40, "return": 20}
_GUESTS: Final = ("Gast", "Zoe", "Zoë", "__proto__", "constructor", "7", "pot", " anna")
_ON_DEALS: Final = ("correct", "strike", "restore")
CORRECTIONS: Final = (*_ON_DEALS, "insert")
_SHARINGS: Final = ("keep", "split", "winners", "refund")


@dataclass(slots=True)
class Scribe:
    """Knows what is in force of what it wrote.

    *Attributes*: `coin` of the ruleset (smallest units); `done` and `undone`, what is in force and what could
    be redone, by number, latest last; `met`, by number, the `next` of the answer that each event met;
    `corrected`, whether a deal was corrected, struck, restored or put in, even if that was undone.
    """

    rng: Random
    coin: int
    done: list[tuple[int, Data]] = field(default_factory=list)
    undone: list[tuple[int, Data]] = field(default_factory=list)
    met: dict[int, Data] = field(default_factory=dict)
    corrected: bool = False

    def event(self, answer: Data) -> tuple[Data, Data]:
        """Return an event that could follow `answer`, and the opening that a deal in it would meet."""
        kind = self._kind()
        event: Data = {"kind": kind}
        if kind in _ON_DEALS:
            event["target"] = self._target(kind)
        elif kind == "insert" or (kind == "dealer" and self.rng.random() < 0.5):
            event["before"] = self.rng.randint(1, len(self.met) + 1)
        event |= getattr(self, "_say_" + kind.replace("-", "_"), _nothing)(answer)
        return event, self.met.get(event.get("target") or event.get("before") or 0) or answer["next"]

    def _kind(self) -> str:
        ends = self._said("close", "reopen")
        closed = ends[-1:] and ends[-1]["kind"] == "close"
        often = dict(_CLOSED if closed else _OPEN)
        for kind, done in (
            ("redo", self.undone),
            ("restore", self._said("strike")),
            ("return", self._away()),
        ):
            if done and (kind == "redo" or not closed):
                often[kind] = _AGAIN[kind]
        (kind,) = self.rng.choices([*often], [*often.values()])
        return kind

    def _away(self) -> list[str]:
        return [event["player"] for event in self._said("sit-out")]

    def _said(self, *kinds: str) -> list[Data]:
        """Return what is in force of these kinds."""
        return [event for _number, event in self.done if event["kind"] in kinds]

    def wrote(self, event: Data, answer: Data) -> None:
        """Note that `event` was written after `answer`, and stands."""
        number, kind = len(self.met) + 1, event["kind"]
        self.met[number] = answer["next"]
        self.corrected = self.corrected or kind in CORRECTIONS
        if kind == "undo":
            self.undone.append(self.done.pop())
        elif kind == "redo":
            self.done.append(self.undone.pop())
        elif kind != "payment":
            self.undone.clear()
            self.done.append((number, event))

    def _target(self, kind: str) -> int:
        """Return a deal to amend: mostly one that `kind` can amend."""
        written = [number for number, event in self.done if event["kind"] in ("deal", "insert")]
        fitting = [event["target"] for event in self._said("strike")] if kind == "restore" else written
        return (
            self.rng.choice(fitting or written or [1]) if self.rng.random() < 0.85 else self.rng.randint(0, 9)
        )

    def _who(self, answer: Data) -> str:
        gone = [event["player"] for event in self._said("leave")]
        names: list[str] = [
            *answer["next"]["antes"],
            *answer["balances"],
            *answer["balances"],
            *gone * 6,
            "Zoe",
        ]
        return self.rng.choice(names)

    def _amount(self) -> int:
        few = self.coin * self.rng.randint(1, 9)
        return self.rng.choice((few, few, few, few, 0, -few, few + 1, LIMIT - LIMIT % self.coin, LIMIT + 1))

    def _say_join(self, answer: Data) -> Data:
        event: Data = {"player": self.rng.choice((*_GUESTS, *answer["balances"]))}
        if self.rng.random() < 0.5:
            event["before_seat"] = self._who(answer)
        if self.rng.random() < 0.3:
            event["pays"] = self._amount()
        return event

    def _say_leave(self, answer: Data) -> Data:
        return {"player": self._who(answer)}

    _say_sit_out = _say_dealer = _say_leave

    def _say_return(self, answer: Data) -> Data:
        away = self._away()
        return {"player": self.rng.choice(away) if away and self.rng.random() < 0.8 else self._who(answer)}

    def _say_rename(self, answer: Data) -> Data:
        return {"player": self._who(answer), "to": self.rng.choice((*_GUESTS, self._who(answer)))}

    def _say_reorder(self, answer: Data) -> Data:
        seated = list(self.rng.choice((answer["next"]["antes"], answer["balances"])))
        self.rng.shuffle(seated)
        return {"players": seated if self.rng.random() < 0.9 else seated[1:]}

    def _say_adjust(self, answer: Data) -> Data:
        if self.rng.random() < 0.5:
            amount = self.coin * self.rng.randint(1, answer["pot"] // self.coin + 3)
            return {"from": "pot", "to": self._who(answer), "amount": amount}
        parties = [self._who(answer), self._who(answer), "pot"]
        self.rng.shuffle(parties)
        event: Data = {"from": parties[0], "to": parties[1], "amount": self._amount()}
        return event | ({"reason": self.rng.choice(("Runde", "", 5))} if self.rng.random() < 0.2 else {})

    def _say_rebuy(self, answer: Data) -> Data:
        return {"player": self._who(answer), "amount": self._amount()}

    def _say_count(self, answer: Data) -> Data:
        return {"amount": self.rng.choice((answer["pot"], answer["next"]["pot"], self._amount()))}

    def _say_close(self, answer: Data) -> Data:
        event: Data = {"pot": self.rng.choice((*_SHARINGS * 5, *("refund",) * 5, "burn"))}
        if self.rng.random() < 0.6:
            event["settle"] = self._way(answer)
        return event if self.rng.random() < 0.9 else {}

    def _way(self, answer: Data) -> Data:
        mode = self.rng.choice(("fewest", "through", "coins"))
        way: Data = {"mode": mode}
        if mode == "through":
            way["through"] = self.rng.choice(("pot", self._who(answer)))
        if mode == "coins":
            way["coin"] = self.rng.choice((1, 5, 10, 50, 100, 0))
        if self.rng.random() < 0.4:
            way |= {"chip": self.rng.choice((5, 20, 25, LIMIT, "5")), "currency": "CHF"}
        if self.rng.random() < 0.6:
            way["paid"] = self.rng.choice(([], [], None, "Anna", [5], *([self._handed(answer)],) * 12))
        return way

    def _handed(self, answer: Data) -> Data:
        """Return what was handed over before: what is owed, more, or to anybody."""
        owed: list[Data] = [*answer["settle_up"], {"from": self._who(answer), "to": "pot", "amount": 1}]
        pay = self.rng.choice(owed)
        paid = self.rng.choice((pay["amount"], pay["amount"], 1, pay["amount"] + 1, self._amount()))
        return {"from": pay["from"], "to": pay["to"], "paid": paid}

    def _say_payment(self, answer: Data) -> Data:
        planned: list[Data] = answer["settle_up"]
        settle = self._said("close")[-1].get("settle", {}) if self._said("close") else {}
        banker = settle.get("through", "pot")
        pair = [self._who(answer), banker]
        self.rng.shuffle(pair)
        others = [{"from": pair[0], "to": pair[1], "amount": 2 * self.coin}]
        pay = self.rng.choice(others if not planned or self.rng.random() < 0.25 else planned)
        # Far too much is refused with what was planned.
        paid = self.rng.choice((0, 1, pay["amount"] // 2, pay["amount"], pay["amount"] + 1, LIMIT))
        return {"from": pay["from"], "to": pay["to"], "paid": paid}


def _nothing(_answer: Data) -> Data:
    return {}
