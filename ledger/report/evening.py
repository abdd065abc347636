"""The evening report as plain values: every text ready to be printed, every amount written out."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from ledger.report.curves import Curves, curves
from ledger.report.deals import Deals, deals
from ledger.report.fingerprint import checksum
from ledger.report.highlights import highlights
from ledger.report.qr import Code, code
from ledger.report.ranking import Place, ranking
from ledger.report.settling import Settling, settling
from ledger.report.source import Source
from ledger.rules.ruleset import Declarer
from ledger.rules.unit import Unit
from ledger.wording.amounts import amount, signed, unit_word, with_unit
from ledger.wording.houserules import differing
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.terms import Terms, ruleset_name, terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of the standing, as text; `joined` and `declared` say how many of them were made."""

    rank: str
    name: str
    balance: str
    sign: str
    played: str
    declared: str
    joined: str
    gain: str
    loss: str
    let_go: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """What proves which evening a sheet shows: when it was `made`, of which `revision`, its `checksum`, and
    the `code` that opens the evening (None where nothing does)."""

    made: str
    revision: int
    checksum: str
    code: Code | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything the report shows, top to bottom."""

    title: str
    when: Sequence[str]
    game: str
    options: Sequence[tuple[str, str]]
    players: Sequence[str]
    unit: Unit
    unit_word: str
    words: Terms
    declares: bool
    standing: Sequence[Standing]
    stacks: str
    pot: str
    closed: bool
    curves: Curves
    deals: Deals
    settling: Settling
    told: Sequence[str]
    foot: Foot


def report(source: Source, language: Language, *, made: datetime.datetime, in_words: bool = True) -> Report:
    """Return the report of an evening made at `made` (local time); `in_words` switches the stories off."""
    state, _ = source.book.state, language.gettext
    ruleset = state.ruleset
    return Report(
        title=source.title or _("Evening"),
        when=_when(source, language),
        game=ruleset_name(ruleset.slug, language),
        options=differing(ruleset, language),
        players=list(source.names.values()),
        unit=ruleset.unit,
        unit_word=unit_word(ruleset.unit, language),
        words=terms(ruleset.terms, language),
        declares=ruleset.declarer is not Declarer.NONE,
        standing=[_standing(place, source, language) for place in ranking(source.book)],
        stacks=_stacks(source, language),
        pot=with_unit(ruleset.unit, state.carried, language),
        closed=state.closed,
        curves=curves(source, language),
        deals=deals(source, language),
        settling=settling(state, source.book.paid, source.names, language),
        told=highlights(source, language) if in_words else (),
        foot=foot(source, language, made),
    )


def foot(source: Source, language: Language, made: datetime.datetime) -> Foot:
    """Return the foot of a print of `source` made at `made`."""
    address = f"{source.link}?print={source.revision}" if source.link else ""
    return Foot(
        made=f"{language.date(made.date())}, {language.time(made)}",
        revision=source.revision,
        checksum=checksum(source),
        code=code(address) if address else None,
    )


def _when(source: Source, language: Language) -> list[str]:
    """Return place, date and hours, as far as they are known."""
    parts = [source.place] if source.place else []
    if source.date is not None:
        parts.append(language.date(source.date))
    if source.hours is not None:
        start, end = source.hours
        parts.append(
            language.gettext("%(start)s to %(end)s", start=language.time(start), end=language.time(end))
        )
    return parts


def _standing(place: Place, source: Source, language: Language) -> Standing:
    state = source.book.state
    unit, _ = state.ruleset.unit, language.gettext

    def of(made: int, count: int) -> str:
        return _("%(made)s of %(count)s", made=made, count=count) if count else "–"

    return Standing(
        rank=f"{place.rank}.",
        name=source.names[place.seat],
        balance=signed(unit, place.balance, language),
        sign="gain" if place.balance > 0 else "loss" if place.balance < 0 else "",
        played=str(place.played),
        declared=of(place.declared_made, place.declared),
        joined=of(place.joined_made, place.joined),
        gain=signed(unit, place.gain, language) if place.gain else "–",
        loss=signed(unit, place.loss, language) if place.loss else "–",
        let_go=place.seat in state.let_go,
    )


def _stacks(source: Source, language: Language) -> str:
    """Return what everybody began with or bought, empty where that was nothing."""
    state = source.book.state
    stacks = {seat: state.stacks.get(seat, 0) for seat in state.balances}
    if not any(stacks.values()):
        return ""
    unit, amounts = state.ruleset.unit, set(stacks.values())
    told = with_unit(unit, amounts.pop(), language)
    if amounts:
        told = ", ".join(
            f"{isolated(source.names[seat])} {amount(unit, stack, language)}"
            for seat, stack in stacks.items()
        )
    return language.gettext("Balances hold the stacks: %(stacks)s.", stacks=told)
