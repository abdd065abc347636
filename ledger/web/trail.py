"""The trail in words: what was written, when, by which phone."""

from collections.abc import Mapping

from ledger.evening.events import Closed, DealWritten, Redone, Reopened
from ledger.evening.snapshot import results
from ledger.rules.seat import Seat
from ledger.store.queries import Story, Written
from ledger.wording.amounts import signed
from ledger.wording.language import Language
from ledger.wording.names import isolated


def told(written: Written, story: Story, names: Mapping[Seat, str], language: Language) -> str:
    """Return one thing that was written as a line: "Deal 3: Dan +4, Ben −5 (Anna's phone)"."""
    _ = language.gettext
    event = written.event
    if isinstance(event, DealWritten):
        text = _deal(written, story, names, language)
    elif isinstance(event, Closed):
        text = _("The evening is closed.")
    elif isinstance(event, Reopened):
        text = _("The evening was reopened.")
    elif isinstance(event, Redone):
        text = _("Redone.")
    else:
        text = _("Undone.")
    return f"{text} ({isolated(written.device)})" if written.device else text


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
