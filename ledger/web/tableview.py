"""The table page as plain values: the template loops and tests, it does not compute."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from ledger.evening.events import DealerSet, Event, Renamed
from ledger.evening.snapshot import Last
from ledger.rules.ruleset import Declarer, End, Leftover, Procedure, Trigger
from ledger.rules.seat import Seat, after
from ledger.rules.settlement import Outcome
from ledger.rules.unit import Unit
from ledger.store.queries import Evening
from ledger.web.draft import Draft, fresh, seated
from ledger.web.outlook import Outlook, outlook
from ledger.wording.acts import Teller
from ledger.wording.amounts import amount, sign, signed, with_unit
from ledger.wording.language import Language
from ledger.wording.names import shortened
from ledger.wording.terms import Terms, terms

# How a deal's results are set out, by how many they are.
_SHAPES: Final = ("", "", "pair", "three", "four", "grouped")
_ROOM: Final = 14
"""Letters of a name that there is room for where a sentence names two on two lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat of the record page; every text is ready to be shown."""

    seat: Seat
    name: str
    deals: bool
    role: str
    word: str
    tricks: str
    by_rest: bool
    result: str
    sign: str
    balance: str
    balance_sign: str
    let_go: bool
    wrong: str
    fixed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was written last, on two lines at most under the pot.

    *Attributes*: `lines` of results, each with names, the result and its sign; `shape`, how many they are:
    "", "pair", "three", "four", or "grouped", where all who came out alike share a number, those who lost
    on a line of their own.
    """

    head: str
    lines: Sequence[Sequence[tuple[Sequence[str], str, str]]] = ()
    shape: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything the table page shows."""

    evening: Evening
    words: Terms
    pot: str
    pot_size: str
    deal: int
    dealer: str
    made_of: str
    forced: str
    rows: Sequence[Row]
    said: Said | None
    can_undo: bool
    can_redo: bool
    undoes: int
    redoes: int
    draft: Draft
    outlook: Outlook
    end: str
    ends_now: bool
    crowd: bool
    tricks: int
    bids: bool
    dealer_declares: bool
    asks_trump: bool
    trump_cards: Sequence[int]
    may_fold: bool
    has_seven: bool
    has_own_card: bool
    ordered: bool
    revision: int
    closed: bool
    rests: bool
    trick_numbers: Sequence[int]


def table_view(
    evening: Evening, language: Language, *, now: datetime.datetime, draft: Draft | None = None
) -> TableView:
    """Return the table page of `evening`; with `draft`, what somebody has typed so far stays on it.

    With a draft, a closed evening is shown as it will be once it is reopened.
    """
    state, ruleset = evening.head.state, evening.head.state.ruleset
    rests = state.closed and draft is None
    words = terms(ruleset.terms, language)
    unit = ruleset.unit
    draft = fresh(state) if draft is None else seated(draft, state)
    look = outlook(draft, state if rests else state._replace(closed=False), evening.names, language)
    coming = state.next
    shown = state.carried if rests else coming.pot
    pot = amount(unit, shown, language)
    end, ends_now = _end(evening, language, now)
    return TableView(
        evening=evening,
        words=words,
        pot=pot,
        pot_size="vast" if len(pot) > 6 else "long" if len(pot) > 4 else "snug" if len(pot) == 4 else "",
        deal=state.deals + 1,
        dealer=evening.names[coming.dealer],
        made_of="" if rests else _made_of(state.carried, coming.antes, unit, language),
        forced=words.forced if coming.table.forced is not None else "",
        rows=_rows(evening, draft, look, words, language),
        said=said(evening, language),
        can_undo=evening.head.last is not None and not state.closed,
        can_redo=evening.head.redoable > 0 and not state.closed,
        undoes=evening.head.undoes,
        redoes=evening.head.redoes,
        draft=draft,
        outlook=look,
        end=end,
        ends_now=ends_now,
        crowd=not ruleset.players.min <= len(state.seats) <= ruleset.players.max,
        tricks=ruleset.tricks,
        bids=ruleset.declarer is Declarer.BID,
        dealer_declares=ruleset.declarer is Declarer.DEALER,
        asks_trump=ruleset.passed_out.procedure is Procedure.DEALER_IF_TRUMP,
        trump_cards=range(1, ruleset.trump_cards + 1) if ruleset.trump_cards > 1 else (),
        may_fold=ruleset.declarer is Declarer.DEALER and coming.table.forced is None,
        has_seven=Trigger.SEVEN in ruleset.forced.triggers,
        has_own_card=ruleset.declarer is Declarer.NONE,
        ordered=ruleset.leftover is Leftover.TRICK_ORDER,
        revision=evening.head.revision,
        closed=state.closed,
        rests=rests,
        trick_numbers=range(1, ruleset.tricks + 1),
    )


def _rows(evening: Evening, draft: Draft, look: Outlook, words: Terms, language: Language) -> list[Row]:
    state = evening.head.state
    dealer, unit = state.next.dealer, state.ruleset.unit
    all_play = state.next.table.forced is not None
    order = after(state.seats, dealer)
    rows = []
    for seat in (dealer, *order[:-1]):
        role = "declarer" if seat == draft.declarer else "joined" if seat in draft.joined else "out"
        by_rest = seat == draft.declarer and look.rest is not None
        tricks = draft.typed.get(seat, "") or str(draft.tricks.get(seat, ""))
        balance = state.shown(seat)
        rows.append(
            Row(
                seat=seat,
                name=evening.names[seat],
                deals=seat == dealer,
                role=role,
                word={"declarer": words.declarer, "joined": words.joiner, "out": words.out}[role],
                tricks=str(look.rest) if by_rest else tricks,
                by_rest=by_rest,
                result=look.results.get(seat, ""),
                sign=look.signs.get(seat, "even"),
                balance=signed(unit, balance, language),
                balance_sign=sign(balance),
                let_go=seat in state.let_go,
                wrong=look.wrong.get(seat, ""),
                fixed=all_play or (seat == dealer and state.ruleset.declarer is Declarer.DEALER),
            )
        )
    return rows


def _made_of(carried: int, antes: Mapping[Seat, int], unit: Unit, language: Language) -> str:
    """Return what the pot is made of, where that is more than one thing: "30 + 5 antes"."""
    paid = sum(antes.values())
    if not carried or not paid:
        return ""
    return language.ngettext(
        "%(carried)s + ante %(antes)s",
        "%(carried)s + %(antes)s antes",
        sum(1 for ante in antes.values() if ante),
        carried=amount(unit, carried, language),
        antes=amount(unit, paid, language),
    )


def said(evening: Evening, language: Language) -> Said | None:
    """Return the line that says what was written last, None before anything was."""
    _ = language.gettext
    last, names, unit = evening.head.last, evening.names, evening.head.state.ruleset.unit
    if last is None:
        return None
    if last.kind == "close":
        return Said(head=_("The evening is closed."))
    if last.kind in ("correct", "insert", "strike", "restore"):
        return Said(head="", text=_amended(last, language), shape="sentence")
    if isinstance(last.event, DealerSet) and last.event.before is not None:
        return Said(head="", text=_("A deal was put right; the dealers stay."), shape="sentence")
    if last.outcome is None and last.event is not None:
        return Said(head="", text=_told(last.event, evening, language), shape="sentence")
    head = _("Deal %(number)s", number=last.deal)
    text = _("nobody played") if last.outcome is Outcome.PASSED_OUT and not last.results else ""
    ranked = sorted(last.results.items(), key=lambda item: -item[1])
    shape = _SHAPES[min(len(ranked), len(_SHAPES) - 1)]

    def results(ranked: Iterable[tuple[Seat, int]]) -> list[tuple[list[str], str, str]]:
        alike = groupby(ranked, key=lambda item: item[1] if shape == _SHAPES[-1] else item)
        found = [list(group) for _key, group in alike]
        return [
            ([names[seat] for seat, _result in group], signed(unit, group[0][1], language), sign(group[0][1]))
            for group in found
        ]

    lost = [item for item in ranked if item[1] < 0 and shape == _SHAPES[-1]]
    lines = [results(ranked[: len(ranked) - len(lost)]), results(lost)]
    return Said(head=head, lines=lines, shape=shape, text=text)


def _told(event: Event, evening: Evening, language: Language) -> str:
    """Return what `event`, no deal, says; names are short, so that no amount falls off the two lines."""
    called = {**evening.names, **evening.called}
    table = [*called.values(), *evening.names.values()]
    texts = dict(evening.texts)
    if isinstance(event, Renamed) and texts.get(event.text):
        texts[event.text] = shortened(texts[event.text], table, _ROOM)
    short = {seat: shortened(name, table, _ROOM) for seat, name in called.items()}
    unit = evening.head.state.ruleset.unit
    return Teller(names=short, texts=texts, unit=unit, language=language).act(event)


def _amended(last: Last, language: Language) -> str:
    _ = language.gettext
    if not last.deal:
        return _("A deal was struck.") if last.kind == "strike" else _("A deal was put right.")
    if last.kind == "correct":
        return _("Deal %(number)s was corrected.", number=last.deal)
    if last.kind == "insert":
        return _("Deal %(number)s was put in.", number=last.deal)
    return _("Deal %(number)s was restored.", number=last.deal)


def _end(evening: Evening, language: Language, now: datetime.datetime) -> tuple[str, bool]:
    """Return what ends this evening, in words, and whether that is due now."""
    _ = language.gettext
    state = evening.head.state
    end = state.ruleset.end
    if state.closed or not state.deals:
        return "", False
    if end is End.ROTATION:
        return (_("Everybody has dealt: close the evening."), True) if state.may_end else ("", False)
    if evening.plays_until is None or now < evening.plays_until:
        return "", False
    if end is End.FREE or state.may_end:
        return _("Time is up: close the evening."), True
    return _("Time is up: it ends once nobody fails."), True


def local_time(moment: datetime.datetime, zone: str) -> datetime.datetime:
    """Return a stored time (UTC, naive) on the club's clock."""
    return moment.replace(tzinfo=datetime.UTC).astimezone(ZoneInfo(zone))


def closing_words(carried: int, unit: Unit, language: Language) -> str:
    """Return what closing does with what is carried."""
    if not carried:
        return language.gettext("The pot is empty.")
    return language.gettext(
        "Stays in the pot, and is recorded: %(amount)s.", amount=with_unit(unit, carried, language)
    )
