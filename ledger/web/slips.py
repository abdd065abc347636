"""My slip: every line that makes up one player's balance, and the deals that mattered most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template

from ledger.evening.dues import way_of
from ledger.evening.statement import Slip, SlipLine, slip
from ledger.extensions import db
from ledger.rules.seat import Seat
from ledger.rules.unit import Unit
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import watching
from ledger.web.language import current
from ledger.web.worth import worth
from ledger.wording.amounts import amount, sign, signed, unit_word
from ledger.wording.reasons import heading, reason
from ledger.wording.terms import Terms, terms

blueprint = Blueprint("slips", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One amount of a slip in words: of which deal (0: none), what it was, and the balance it left."""

    deal: int
    what: str
    amount: str
    sign: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipView:
    """A player's slip as its page shows it."""

    name: str
    stack: str
    balance: str
    sign: str
    totals: Sequence[Told]
    mattered: Sequence[Told]
    lines: Sequence[Told]


@blueprint.get("/e/<evening_id>/slips/<int:seat>")
@watching
def show(evening: queries.Evening, link: Link, seat: int) -> str:
    """Show what makes up the balance of one player."""
    if Seat(seat) not in evening.names:
        abort(404)
    story = queries.story(db.session(), evening.id)
    unit, told = story.opened.ruleset.unit, slip(story.book, Seat(seat))
    return render_template(
        "slips/show.html",
        evening=evening,
        link=link,
        view=_view(told, evening.names[Seat(seat)], story),
        worth=worth(unit, told.balance, way_of(story.book.state)),
        unit_word=unit_word(unit, current()),
    )


def _view(told: Slip, name: str, story: queries.Story) -> SlipView:
    language, unit = current(), story.opened.ruleset.unit
    words = terms(story.opened.ruleset.terms, language)
    return SlipView(
        name=name,
        stack=amount(unit, told.stack, language) if told.stack else "",
        balance=signed(unit, told.balance, language),
        sign=sign(told.balance),
        totals=[_told(0, heading(kind, language), total, 0, unit) for kind, total in told.totals.items()],
        mattered=[_told(swing.deal, "", swing.change, 0, unit) for swing in told.mattered],
        lines=[_line(line, unit, words, story.texts) for line in told.lines],
    )


def _line(line: SlipLine, unit: Unit, words: Terms, texts: Mapping[int, str]) -> Told:
    what = reason(line.transfer, unit, current(), words, texts)
    return _told(line.deal, what, line.amount, line.after, unit)


def _told(deal: int, what: str, moved: int, after: int, unit: Unit) -> Told:
    language = current()
    return Told(
        deal=deal,
        what=what,
        amount=signed(unit, moved, language),
        sign=sign(moved),
        after=signed(unit, after, language),
    )
