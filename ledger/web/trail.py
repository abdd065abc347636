"""The trail in words: what was written, when, by which phone."""

from collections.abc import Mapping

from ledger.evening.events import (
    Corrected,
    DealWritten,
    Event,
    Inserted,
    Redone,
    Renamed,
    Restored,
    Struck,
    Undone,
)
from ledger.evening.snapshot import results
from ledger.rules.seat import Seat
from ledger.store.queries import Story, Written
from ledger.wording.acts import Teller
from ledger.wording.amounts import signed
from ledger.wording.facts import deal_line
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.terms import terms


def told(written: Written, story: Story, names: Mapping[Seat, str], language: Language) -> str:
    """Return one thing that was written as a line: "Deal 3: Dan +4, Ben −5 (Anna's phone)"."""
    _ = language.gettext
    event = written.event
    if isinstance(event, DealWritten):
        text = _deal(written, story, names, language)
    elif isinstance(event, Redone):
        text = _("Redone.")
    elif isinstance(event, Undone):
        text = _("Undone.")
    else:
        text = _amended(event, story, names, language) or teller(story, written, names, language).act(event)
    return f"{text} ({isolated(written.device)})" if written.device else text


def _amended(event: Event, story: Story, names: Mapping[Seat, str], language: Language) -> str:
    """Return what was put right, empty for any other event."""
    _ = language.gettext
    words = terms(story.opened.ruleset.terms, language)
    if isinstance(event, Corrected):
        entry = next((entry for entry in story.book.entries if entry.number == event.target), None)
        said = deal_line(event.deal, names, words, language)
        if entry is None:
            return _("A deal was corrected: %(facts)s", facts=said)
        return _("Deal %(number)s was corrected: %(facts)s", number=entry.after.deals, facts=said)
    if isinstance(event, Inserted):
        return _("A deal was put in: %(facts)s", facts=deal_line(event.deal, names, words, language))
    if isinstance(event, Struck):
        return _("A deal was struck.")
    return _("A struck deal was restored.") if isinstance(event, Restored) else ""


def between(story: Story, since: int, until: int, names: Mapping[Seat, str], language: Language) -> list[str]:
    """Return what was written after revision `since`, up to `until`, as lines; the last ten of them."""
    came = [written for written in story.written if since < written.revision <= until]
    return [told(written, story, names, language) for written in came[-10:]]


def teller(story: Story, written: Written, names: Mapping[Seat, str], language: Language) -> Teller:
    """Return who tells `written`: who is renamed by it goes by the name from before."""
    event, called = written.event, dict(names)
    if isinstance(event, Renamed):
        effective = {line.number for line in story.book.effective}
        called[event.seat] = story.first_names.get(event.seat, "?")
        for earlier in story.written:
            other = earlier.event
            if isinstance(other, Renamed) and other.seat == event.seat and earlier.number in effective:
                if earlier.number >= written.number:
                    break
                called[event.seat] = story.texts.get(other.text, "?")
    return Teller(names=called, texts=story.texts, unit=story.opened.ruleset.unit, language=language)


def _deal(written: Written, story: Story, names: Mapping[Seat, str], language: Language) -> str:
    for number, entry in enumerate(story.book.entries, start=1):
        if entry.number == written.number:
            unit = story.opened.ruleset.unit
            came_out = results(story.book.state.seats, entry.deal, entry.settlement)
            parts = [
                f"{isolated(names[seat])} {signed(unit, won, language)}" for seat, won in came_out.items()
            ]
            listed = ", ".join(parts) or language.gettext("nobody played")
            return language.gettext("Deal %(number)s", number=number) + f": {listed}"
    return language.gettext("A deal that was undone since.")
