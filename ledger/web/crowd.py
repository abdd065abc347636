"""How many are at the table: whether that will do for a deal, and what a change would bring along."""

from collections.abc import Mapping

from ledger.evening.book import step
from ledger.evening.events import Event
from ledger.evening.state import State
from ledger.rules.problems import RefusedError
from ledger.rules.seat import Seat
from ledger.wording.language import Language
from ledger.wording.names import isolated


def crowd(state: State, language: Language) -> str:
    """Return what is wrong with how many are present, and what can still be done; empty where it will do."""
    players, count = state.ruleset.players, len(state.seats)
    if count < players.min:
        told = language.ngettext(
            "%(num)s is at the table, this game needs %(min)s: no deal until somebody joins or plays again.",
            "%(num)s are at the table, this game needs %(min)s: no deal until somebody joins or plays again.",
            count,
            min=players.min,
        )
    elif count > players.max:
        told = language.gettext(
            "%(count)s are at the table, this game is for %(max)s: no deal until somebody sits out.",
            count=count,
            max=players.max,
        )
    else:
        return ""
    return f"{told} {language.gettext('Money can be moved and the evening closed as always.')}"


def brings(state: State, event: Event, names: Mapping[Seat, str], language: Language) -> str | None:
    """Return what `event` would bring along: another dealer, too few or too many. None where it cannot be."""
    try:
        after, _settlement = step(state, event)
    except RefusedError:
        return None
    said = []
    if after.next.dealer != state.next.dealer:
        said.append(language.gettext("%(name)s deals next.", name=isolated(names[after.next.dealer])))
    said.append(crowd(after, language))
    return " ".join(text for text in said if text)
