"""Money that is no deal: moved for another reason, chips bought, and a deal that did not count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _
from wtforms import StringField

from ledger.evening.events import Adjusted, Event, Rebought, Voided
from ledger.extensions import db
from ledger.rules.seat import NOBODY, POT, Party
from ledger.store import queries
from ledger.store.links import Link
from ledger.store.people import SILENCE, Words
from ledger.store.reasons import known_reasons
from ledger.web.access import Answer, kept_links, writing
from ledger.web.acting import FINE, Refusal, act, closed, last, reread, typed_amount
from ledger.web.crowd import brings
from ledger.web.errors import shows_again
from ledger.web.forms import LONGEST_TEXT, ActionForm
from ledger.web.language import current
from ledger.web.people import everybody
from ledger.web.roster import clean
from ledger.web.standing import with_antes
from ledger.wording.amounts import amount, unit_word

blueprint = Blueprint("money", __name__)
_MOST_REASONS: Final = 9
_FIELDS: Final[Mapping[str, str]] = {"from": "source", "to": "target", "amount": "amount"}


class AdjustForm(ActionForm):
    """Who gives how much to whom and why, as typed; `why` is a reason that was offered."""

    source = StringField()
    target = StringField()
    amount = StringField()
    why = StringField()
    reason = StringField()


class RebuyForm(ActionForm):
    """Who buys how much, as typed."""

    who = StringField()
    amount = StringField()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """What is on the form that moves money."""

    source: str = ""
    target: str = str(POT)
    amount: str = ""
    why: str = ""
    reason: str = ""


@blueprint.get("/e/<evening_id>/money")
@writing
def show(evening: queries.Evening, _link: Link) -> str:
    """Show what can be done with money between deals."""
    return _hub(evening)


@blueprint.post("/e/<evening_id>/money/void")
@shows_again
@writing
def void(evening: queries.Evening, link: Link) -> Answer:
    """Write a misdeal: it moves nothing, and the same dealer deals again."""
    refusal = act(evening, link, ActionForm(), [Voided()])
    if refusal is not None:
        return _hub(reread(evening), refusal), refusal.status
    return _to_table(evening)


@blueprint.get("/e/<evening_id>/money/move")
@writing
def ask(evening: queries.Evening, _link: Link) -> str:
    """Ask who gives how much to whom."""
    return _moving(evening, Moving())


@blueprint.post("/e/<evening_id>/money/move")
@shows_again
@writing
def move(evening: queries.Evening, link: Link) -> Answer:
    """Move money between players and the pot, with its reason."""
    form = AdjustForm()
    names = ("source", "target", "amount", "why", "reason")
    typed = Moving(**{name: form[name].data or "" for name in names})
    moved, amount_flaw = typed_amount(typed.amount, evening.head.state.ruleset.unit)
    source, target = party(evening, typed.source), party(evening, typed.target)
    reason = clean(typed.reason)[:LONGEST_TEXT] or clean(typed.why)[:LONGEST_TEXT]
    flaws = {
        "source": _("Who gives it?") if source == NOBODY else "",
        "target": _("Who gets it?") if target == NOBODY else _same(source, target),
        "amount": amount_flaw,
    }
    refusal: Refusal | None = Refusal(flaws={name: text for name, text in flaws.items() if text})
    if not any(flaws.values()):
        event = Adjusted(source, target, moved, 0 if reason else None)
        words = Words(texts=(reason,)) if reason else SILENCE
        refusal = act(evening, link, form, [event], words=words, fields=_FIELDS)
    if refusal is not None:
        return _moving(reread(evening), typed, refusal), refusal.status
    return _to_table(evening)


def _same(source: Party, target: Party) -> str:
    return _("That is who gives it.") if source == target else ""


@blueprint.get("/e/<evening_id>/money/chips")
@writing
def chips(evening: queries.Evening, _link: Link) -> str:
    """Show what should lie in front of everybody, and ask who buys chips."""
    return _chips(evening, "", "")


@blueprint.post("/e/<evening_id>/money/chips")
@shows_again
@writing
def rebuy(evening: queries.Evening, link: Link) -> Answer:
    """Have somebody buy chips: the stack grows, the pot and the others don't notice."""
    form = RebuyForm()
    bought, amount_flaw = typed_amount(form.amount.data, evening.head.state.ruleset.unit)
    seat = party(evening, form.who.data or "")
    flaws = {"who": _("Who buys?") if seat in (NOBODY, POT) else "", "amount": amount_flaw}
    refusal: Refusal | None = Refusal(flaws={name: text for name, text in flaws.items() if text})
    if not any(flaws.values()):
        events: list[Event] = [Rebought(seat, bought)]
        refusal = act(evening, link, form, events, fields={"player": "who", "amount": "amount"})
    if refusal is not None:
        typed = form.who.data or "", form.amount.data or ""
        return _chips(reread(evening), *typed, refusal), refusal.status
    return _to_table(evening)


def party(evening: queries.Evening, text: str) -> Party:
    """Return the pot or the seat that `text` is the number of, `NOBODY` where it is neither."""
    return next((one for one in (POT, *evening.head.state.balances) if str(one) == text), NOBODY)


def parties(evening: queries.Evening) -> list[tuple[str, str]]:
    """Return everybody money can come from or go to, each with its number: the pot first, who left last."""
    return [(str(POT), _("Pot")), *((str(person.seat), person.name) for person in everybody(evening))]


def _to_table(evening: queries.Evening) -> Answer:
    return redirect(url_for("table.show", evening_id=evening.id), code=303)


def _reasons() -> Sequence[str]:
    """Return what to offer as a reason: the table's own first, then what happens at every table."""
    usual = [_("Misdeal"), _("Revoke"), _("Forgot the ante"), _("Cut card"), _("Round of drinks")]
    own = known_reasons(db.session(), kept_links())
    offered: dict[str, str] = {}
    for reason in (*own, *usual):
        offered.setdefault(reason.casefold(), reason)
    return list(offered.values())[:_MOST_REASONS]


def _hub(evening: queries.Evening, refusal: Refusal = FINE) -> str:
    state = evening.head.state
    return render_template(
        "money/show.html",
        evening=evening,
        view=last(evening),
        pot=amount(state.ruleset.unit, state.carried, current()),
        with_antes=with_antes(state),
        unit_word=unit_word(state.ruleset.unit, current()),
        may_void=brings(state, Voided(), evening.names, current()) is not None,
        refusal=refusal,
        closed=closed(evening),
    )


def _moving(evening: queries.Evening, typed: Moving, refusal: Refusal = FINE) -> str:
    return render_template(
        "money/move.html",
        evening=evening,
        typed=typed,
        parties=parties(evening),
        reasons=_reasons(),
        unit_word=unit_word(evening.head.state.ruleset.unit, current()),
        refusal=refusal,
        closed=closed(evening),
    )


def _chips(evening: queries.Evening, who: str, typed: str, refusal: Refusal = FINE) -> str:
    state = evening.head.state
    unit, language = state.ruleset.unit, current()
    return render_template(
        "money/chips.html",
        evening=evening,
        who=who,
        typed=typed,
        seated=[(str(seat), evening.names[seat]) for seat in state.order],
        stacks=[
            (
                evening.names[seat],
                amount(unit, state.stacks.get(seat, 0), language),
                amount(unit, state.shown(seat), language),
            )
            for seat in state.balances
        ]
        if any(state.stacks.values())
        else [],
        unit_word=unit_word(unit, language),
        refusal=refusal,
        closed=closed(evening),
    )
