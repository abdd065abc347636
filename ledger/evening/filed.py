"""The events of an evening file, read one by one with the names that people had at that moment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from ledger.evening import events
from ledger.evening.events import Event
from ledger.evening.state import MOST_SEATS
from ledger.evening.way import CURRENCIES, MOST_FOR_A_CHIP, Mode, Way
from ledger.rules.deal import Deal
from ledger.rules.jsontext import is_number
from ledger.rules.plain import DEAL_KEYS, POT_NAME, Reader, name_key, name_map
from ledger.rules.problems import Code
from ledger.rules.seat import LIMIT, NOBODY, POT, Party, Seat

_Data = Mapping[str, object]
_Seats = Mapping[str, Seat]
_Thing = TypeVar("_Thing")


@dataclass(slots=True)
class Moments(Generic[_Thing]):
    """What names were before each event, so that they follow undo and redo as the events do."""

    _done: list[_Thing] = field(default_factory=list)
    _undone: list[_Thing] = field(default_factory=list)

    def after(self, event: Event, before: _Thing, now: _Thing) -> _Thing:
        """Return what is so after `event`: `now`, which it made of `before`, or what comes back."""
        if isinstance(event, events.Undone | events.Redone):
            undoes = isinstance(event, events.Undone)
            source, target = (self._done, self._undone) if undoes else (self._undone, self._done)
            if not source:
                # What cannot be taken back is for `replay` to find.
                return now
            target.append(now)
            return source.pop()
        if not isinstance(event, events.PaymentMarked):
            self._undone.clear()
            self._done.append(before)
        return now


@dataclass(slots=True)
class Filing:
    """Reads events in the order they were written, noting every flaw of their shape.

    *Attributes*: `reader` that notes; `first_names` of all who ever had a seat, by seat; `seats` by the names
    of now, as undo and redo leave them; `notes`, free text by the number of its event, which is how events
    name it here.
    """

    reader: Reader
    first_names: list[str]
    seats: _Seats = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    number: int = 0
    _past: Moments[_Seats] = field(default_factory=Moments)
    _keys: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = name_map(self.first_names)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the last name of everybody, by seat; of who is not there after all, the first one."""
        last = {seat: name for name, seat in self.seats.items()}
        return tuple(last.get(Seat(seat), name) for seat, name in enumerate(self.first_names))

    def read(self, number: int, data: object) -> Event | None:
        """Return what `data` says as event `number`, None and a note where it is no event at all."""
        self.number, self.reader.prefix = number, f"events.{number}."
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(kind, str) or kind not in _KINDS:
            self.reader.wrong("kind")
            return None
        keys, read = _KINDS[kind]
        for key in data:
            if key not in keys and key != "kind":
                self.reader.wrong(str(key))
        before = self.seats
        event = read(self, data)
        self.seats = self._past.after(event, before, self.seats)
        return event

    def seat(self, data: _Data, key: str = "player") -> Seat:
        """Return the seat of who is named under `key`."""
        seat = self.reader.seat(key, data.get(key), self.seats)
        return NOBODY if seat is None else seat

    def party(self, data: _Data, key: str) -> Party:
        """Return the seat of who is named under `key`, or the pot."""
        return POT if data.get(key) == POT_NAME else self.seat(data, key)

    def amount(self, data: _Data, key: str = "amount") -> int:
        """Return the amount under `key` (smallest units)."""
        return self.reader.amount(key, data.get(key))

    def event_number(self, data: _Data, key: str) -> int:
        """Return the number of an event under `key`."""
        value = data.get(key)
        if not is_number(value):
            self.reader.wrong(key)
            return 0
        return int(value)

    def deal(self, data: _Data) -> Deal:
        """Return the deal under `deal`."""
        facts = data.get("deal")
        if not isinstance(facts, dict):
            self.reader.wrong("deal")
            return Deal()
        return self.reader.deal("deal.", facts, self.seats)

    def reason(self, data: _Data) -> int | None:
        """Return the number of the free text under `reason`, None where there is none."""
        text = data.get("reason")
        if text is None or text == "":
            return None
        if not isinstance(text, str):
            self.reader.wrong("reason")
            return None
        self.notes[self.number] = text
        return self.number

    def newcomer(self, data: _Data) -> Seat:
        """Return the seat of who joins: the one that name had before, or a new one."""
        name = data.get("player")
        if isinstance(name, str) and name in self.seats:
            return self.seats[name]
        if not self._is_free("player", name, self.seats):
            return NOBODY
        if len(self.seats) >= MOST_SEATS:
            self.reader.wrong("player", Code.TOO_MANY, of="people", limit=MOST_SEATS)
            return NOBODY
        seat = Seat(len(self.first_names))
        self.first_names.append(str(name))
        self.seats = {**self.seats, str(name): seat}
        return seat

    def rename(self, data: _Data) -> events.Renamed:
        """Return the renaming, which names from now on follow."""
        seat, name = self.seat(data), data.get("to")
        others = {known: its for known, its in self.seats.items() if its != seat}
        if self._is_free("to", name, others) and seat != NOBODY:
            self.seats = {**others, str(name): seat}
            self.notes[self.number] = str(name)
        return events.Renamed(seat, self.number)

    def _is_free(self, key: str, name: object, others: _Seats) -> bool:
        """Return whether `name` is one that nobody else has, noting why not."""
        if not isinstance(name, str) or not name_key(name):
            self.reader.wrong(key)
            return False
        if self._key(name) in {POT_NAME, *map(self._key, others)}:
            self.reader.wrong(key, Code.DUPLICATE_PLAYER, name=name)
            return False
        return True

    def _key(self, name: str) -> str:
        """Return the key of a name. A file may say the same names over and over: each is folded once."""
        if name not in self._keys:
            self._keys[name] = name_key(name)
        return self._keys[name]

    def joining(self, data: _Data) -> events.Joined:
        """Return who joins, where, and what it costs."""
        seat = self.newcomer(data)
        place = None if data.get("before_seat") is None else self.seat(data, "before_seat")
        return events.Joined(seat, place, 0 if data.get("pays") is None else self.amount(data, "pays"))

    def reordering(self, data: _Data) -> events.Reordered:
        """Return the new order."""
        if data.get("players") is None:
            self.reader.wrong("players")
        return events.Reordered(self.reader.seat_list("players", data.get("players"), self.seats))

    def dealer(self, data: _Data) -> events.DealerSet:
        """Return who deals next, from now on or from an earlier place on."""
        before = None if data.get("before") is None else self.event_number(data, "before")
        return events.DealerSet(self.seat(data), before)

    def closing(self, data: _Data) -> events.Closed:
        """Return the closing: what becomes of the pot, and how the table settles."""
        pot, settle = data.get("pot"), data.get("settle")
        if pot is not None and pot not in [*events.Sharing]:
            self.reader.wrong("pot", Code.OPTION_VALUE)
            pot = None
        if settle is not None and not isinstance(settle, dict):
            self.reader.wrong("settle")
            settle = None
        sharing = events.Sharing.KEEP if pot is None else events.Sharing(str(pot))
        return events.Closed(sharing, None if settle is None else self._way(settle))

    def _way(self, data: _Data) -> Way:
        outer, self.reader.prefix = self.reader.prefix, self.reader.prefix + "settle."
        for key in data:
            if key not in _WAY_KEYS:
                self.reader.wrong(str(key))
        mode, currency = data.get("mode", Mode.FEWEST), data.get("currency")
        if mode not in [*Mode]:
            self.reader.wrong("mode", Code.OPTION_VALUE)
            mode = Mode.FEWEST
        chip = None if data.get("chip") is None else self._between("chip", data, MOST_FOR_A_CHIP)
        if currency not in CURRENCIES and not (currency in (None, "") and chip is None):
            self.reader.wrong("currency", Code.OPTION_VALUE)
            currency = ""
        way = Way(
            mode=Mode(str(mode)),
            through=None if data.get("through") is None else self.party(data, "through"),
            coin=1 if data.get("coin") is None else self._between("coin", data, LIMIT),
            chip=chip,
            currency=str(currency or ""),
            paid=self._paid(data.get("paid")),
        )
        self.reader.prefix = outer
        return way

    def _between(self, key: str, data: _Data, most: int) -> int:
        """Return the amount under `key`, noting one that is not from 1 to `most`."""
        flaws = len(self.reader.problems)
        amount = self.amount(data, key)
        if not 0 < amount <= most and flaws == len(self.reader.problems):
            self.reader.wrong(key)
        return amount

    def _paid(self, value: object) -> tuple[tuple[Party, Party, int], ...]:
        """Return what was handed over before the closing."""
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(data, dict) for data in value):
            self.reader.wrong("paid")
            return ()
        return tuple(
            (self.party(data, "from"), self.party(data, "to"), self.amount(data, "paid")) for data in value
        )


_WAY_KEYS: Final = ("mode", "through", "coin", "chip", "currency", "paid")
_Kind = tuple[frozenset[str], Callable[[Filing, _Data], Event]]


def _kind(keys: str, read: Callable[[Filing, _Data], Event]) -> _Kind:
    return frozenset(keys.split()), read


def _written_deal(filing: Filing, data: _Data) -> events.DealWritten:
    facts = {key: fact for key, fact in data.items() if key in DEAL_KEYS}
    return events.DealWritten(filing.reader.deal("", facts, filing.seats))


# What each kind of event may say besides its kind, and how it is read.
_KINDS: Final[Mapping[str, _Kind]] = {
    "deal": (DEAL_KEYS, _written_deal),
    "undo": _kind("", lambda _file, _data: events.Undone()),
    "redo": _kind("", lambda _file, _data: events.Redone()),
    "correct": _kind(
        "target deal reason",
        lambda file, data: events.Corrected(
            file.event_number(data, "target"), file.deal(data), file.reason(data)
        ),
    ),
    "strike": _kind(
        "target reason",
        lambda file, data: events.Struck(file.event_number(data, "target"), file.reason(data)),
    ),
    "restore": _kind(
        "target reason",
        lambda file, data: events.Restored(file.event_number(data, "target"), file.reason(data)),
    ),
    "insert": _kind(
        "before deal reason",
        lambda file, data: events.Inserted(
            file.event_number(data, "before"), file.deal(data), file.reason(data)
        ),
    ),
    "join": _kind("player before_seat pays", Filing.joining),
    "leave": _kind("player", lambda file, data: events.Left(file.seat(data))),
    "sit-out": _kind("player", lambda file, data: events.SatOut(file.seat(data))),
    "return": _kind("player", lambda file, data: events.Returned(file.seat(data))),
    "rename": _kind("player to", Filing.rename),
    "reorder": _kind("players", Filing.reordering),
    "dealer": _kind("player before", Filing.dealer),
    "adjust": _kind(
        "from to amount reason",
        lambda file, data: events.Adjusted(
            file.party(data, "from"), file.party(data, "to"), file.amount(data), file.reason(data)
        ),
    ),
    "rebuy": _kind("player amount", lambda file, data: events.Rebought(file.seat(data), file.amount(data))),
    "count": _kind("amount", lambda file, data: events.Counted(file.amount(data))),
    "void": _kind("", lambda _file, _data: events.Voided()),
    "close": _kind("pot settle", Filing.closing),
    "reopen": _kind("", lambda _file, _data: events.Reopened()),
    "payment": _kind(
        "from to paid",
        lambda file, data: events.PaymentMarked(
            file.party(data, "from"), file.party(data, "to"), file.amount(data, "paid")
        ),
    ),
}
