"""Settling up: who pays whom, what is paid of it, and the accounts that payments go to."""

from collections.abc import Mapping

import segno
from flask import Blueprint, abort, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from markupsafe import Markup
from wtforms import IntegerField, StringField
from wtforms.validators import Length, NumberRange, Optional

from ledger.evening.events import PaymentMarked
from ledger.evening.iban import UnreadableIbanError, grouped, read_iban
from ledger.extensions import db
from ledger.report.giro import MOST, can_be_coded, payment_code
from ledger.report.settling import Due, Settling, Status, settling
from ledger.rules.problems import RefusedError
from ledger.rules.seat import LIMIT, POT, Seat
from ledger.rules.unit import UnreadableAmountError
from ledger.store import ibans, journal, queries
from ledger.store.ibans import Account
from ledger.store.links import Link
from ledger.web.access import Answer, watching, writer, writing
from ledger.web.errors import shows_again, too_old
from ledger.web.forms import ActionForm
from ledger.web.language import current
from ledger.web.roster import clean
from ledger.wording.amounts import with_unit
from ledger.wording.problems import unreadable_amount

blueprint = Blueprint("settling", __name__)


class MarkForm(ActionForm):
    """What is paid so far of one payment, as typed, and what the page said was (smallest units)."""

    paid = StringField(validators=[Optional(), Length(max=30)])
    seen = IntegerField(validators=[Optional(), NumberRange(min=0, max=LIMIT)])


class AccountForm(FlaskForm):  # type: ignore[misc]
    """Where to pay somebody, as typed."""

    iban = StringField(validators=[Optional(), Length(max=80)])
    holder = StringField(validators=[Optional(), Length(max=80)])


@blueprint.get("/e/<evening_id>/settling")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show who pays whom; while the evening is open, what it would be now."""
    return _list(evening, link)


@blueprint.get("/e/<evening_id>/settling/<int:number>")
@watching
def one(evening: queries.Evening, link: Link, number: int) -> str:
    """Show one payment: what is paid of it, and how to pay it."""
    due = _due(evening, number)
    if due is None:
        abort(404)
    return _page(evening, link, due)


@blueprint.post("/e/<evening_id>/settling/<int:number>")
@shows_again
@writing
def mark(evening: queries.Evening, link: Link, number: int) -> Answer:
    """Note what is paid of one payment: all, part or nothing of it."""
    due = _due(evening, number)
    form = MarkForm()
    if due is None:
        return _moved_on(evening, link, form)
    if not form.validate():
        return _page(evening, link, due, typed=form.paid.data, notice=too_old()), 422
    plan = _settling(evening).plan
    try:
        paid = plan.unit.parse(form.paid.data or "")
    except UnreadableAmountError as error:
        return _page(evening, link, due, typed=form.paid.data, flaw=unreadable_amount(error, current())), 422
    if not 0 <= paid <= due.payment.amount:
        most = with_unit(plan.unit, due.payment.amount, current())
        flaw = _("From 0 to %(most)s: no more is owed.", most=most)
        return _page(evening, link, due, typed=form.paid.data, flaw=flaw), 422
    event = PaymentMarked(due.payment.source, due.payment.target, paid)
    try:
        journal.append(
            db.session(),
            evening.id,
            [event],
            token=form.sent.token,
            revision=form.sent.revision,
            writer=writer(link),
            seen=form.seen.data,
        )
    except journal.PaidMeanwhileError as meanwhile:
        notice = _(
            "Meanwhile somebody marked %(marked)s as paid. You wrote %(typed)s: look again, then decide.",
            marked=with_unit(plan.unit, meanwhile.paid, current()),
            typed=with_unit(plan.unit, paid, current()),
        )
        fresh = queries.evening(db.session(), evening.id) or evening
        return _page(fresh, link, _due(fresh, number) or due, typed=form.paid.data, notice=notice), 409
    except (RefusedError, journal.StaleError, journal.TokenReusedError):
        return _moved_on(queries.evening(db.session(), evening.id) or evening, link, form)
    return redirect(url_for("settling.show", evening_id=evening.id), code=303)


@blueprint.post("/e/<evening_id>/settling/<int:number>/account")
@shows_again
@writing
def account(evening: queries.Evening, link: Link, number: int) -> Answer:
    """Keep the account that who receives a payment is paid on; an empty one is forgotten."""
    due = _due(evening, number)
    form = AccountForm()
    if due is None or due.payment.target == POT:
        return _moved_on(evening, link, form)
    typed = {"iban": form.iban.data or "", "holder": clean(form.holder.data or "")}
    if not form.validate():
        return _page(evening, link, due, notice=too_old(), typed_account=typed), 422
    kept = None
    if typed["iban"].strip():
        try:
            kept = Account(read_iban(typed["iban"]), typed["holder"] or due.receiver)
        except UnreadableIbanError as error:
            return _page(evening, link, due, iban_flaw=_no_iban(error), typed_account=typed), 422
    ibans.keep(db.session(), evening.id, Seat(due.payment.target), kept)
    return redirect(url_for("settling.one", evening_id=evening.id, number=number), code=303)


def _no_iban(error: UnreadableIbanError) -> str:
    said = {
        "shape": _("An IBAN begins with two letters and two digits, like CH93 or DE89."),
        "length": _("In this country an IBAN has another length: something is missing or too much."),
        "digits": _("The check digits don't fit: one of the characters is mistyped."),
    }
    return str(said[error.code])


def _settling(evening: queries.Evening) -> Settling:
    head = evening.head
    return settling(head.state, head.paid, evening.names, current())


def _due(evening: queries.Evening, number: int) -> Due | None:
    """Return one payment of a closed evening; there is none while it is open."""
    dues = _settling(evening).dues if evening.head.state.closed else ()
    return next((due for due in dues if due.number == number), None)


def _moved_on(evening: queries.Evening, link: Link, form: FlaskForm) -> Answer:
    """Return the plan as it is now, to who acts on another one; or on a page that is too old as well."""
    if not form.validate():
        return _list(evening, link, too_old()), 422
    return _list(evening, link, _("The book has moved on meanwhile. Look again, then decide.")), 409


def _list(evening: queries.Evening, link: Link, notice: str = "") -> str:
    told = _settling(evening)
    return render_template(
        "settling/show.html",
        evening=evening,
        link=link,
        settling=told,
        # Whoever pays finds the code to pay by on the payment's own page.
        codes=evening.head.state.closed and can_be_coded(told.plan),
        notice=notice,
    )


def _page(
    evening: queries.Evening,
    link: Link,
    due: Due,
    *,
    typed: str | None = None,
    flaw: str = "",
    iban_flaw: str = "",
    typed_account: Mapping[str, str] | None = None,
    notice: str = "",
) -> str:
    told = _settling(evening)
    takes_iban = can_be_coded(told.plan) and due.payment.target != POT
    kept = ibans.of_evening(db.session(), evening.id).get(Seat(due.payment.target)) if takes_iban else None
    shown = (
        typed_account or {"iban": grouped(kept.iban), "holder": kept.name} if kept else typed_account or {}
    )
    return render_template(
        "settling/one.html",
        evening=evening,
        link=link,
        due=due,
        unit_word=told.unit_word,
        typed=due.paid if typed is None else typed,
        flaw=flaw,
        notice=notice,
        takes_iban=takes_iban,
        account=kept,
        iban=grouped(kept.iban) if kept else "",
        iban_typed=shown.get("iban", ""),
        holder_typed=shown.get("holder", due.receiver),
        iban_flaw=iban_flaw,
        picture=_picture(evening, due, kept) if kept else "",
    )


def _picture(evening: queries.Evening, due: Due, kept: Account) -> Markup:
    """Return the code that asks for what is open of a payment, as SVG; empty where nothing is."""
    left = due.payment.amount - evening.head.paid.get((due.payment.source, due.payment.target), 0)
    if due.status is Status.PAID or left > MOST:
        return Markup("")
    text = " ".join(part for part in (evening.title, evening.date.isoformat(), due.payer) if part)
    return _svg(payment_code(kept.name, kept.iban, left, text))


def _svg(code: segno.QRCode) -> Markup:
    svg = code.svg_inline(omitsize=True, dark="#000", light="#fff", border=4, svgclass="qr", lineclass=None)
    return Markup(svg)  # noqa: S704 (made of numbers alone)
