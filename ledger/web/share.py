"""Phones at the table: a link as a picture as large as the screen, to scan, to copy or to send."""

from dataclasses import dataclass

import segno
from flask import Blueprint, render_template
from flask_babel import gettext as _
from markupsafe import Markup

from ledger.extensions import db
from ledger.store import handover, links, queries
from ledger.store.links import Link, Role
from ledger.web.access import device_id, make_promise, watching, writing
from ledger.web.handover import phone_name
from ledger.web.network import link_address, only_here, start_address
from ledger.web.spoken import in_groups

blueprint = Blueprint("share", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScribeView:
    """Who has the book, in words; whether that is this phone; whether it took the book over."""

    says: str
    here: bool
    taken: bool


@blueprint.get("/e/<evening_id>/share")
@watching
def watch(evening: queries.Evening, link: Link) -> str:
    """Show the link to watch: whoever watches may pass it on."""
    return page(evening, link, Role.WATCH)


@blueprint.get("/e/<evening_id>/share/write")
@writing
def write(evening: queries.Evening, link: Link) -> str:
    """Show the link to write."""
    make_promise(evening.id)
    return page(evening, link, Role.WRITE)


def page(
    evening: queries.Evening,
    link: Link,
    role: Role,
    *,
    notice: str = "",
    label: str | None = None,
    label_flaw: str = "",
) -> str:
    """Return the page that gives away the link of `role`, with a label that was refused still on it."""
    found, kept = links.of_evening_and_label(db.session(), evening.id, device_id())
    # Who came by a code has a way in that ends with it, and passes on no other.
    shown = found.get(role) if link.writes or link in found.values() else None
    address = link_address(shown) if shown is not None else ""
    return render_template(
        "share/show.html",
        evening=evening,
        link=link,
        role=role.value,
        address=address,
        picture=_picture(address) if address else "",
        only_here=only_here(),
        start=start_address(),
        code=in_groups(evening) if link.writes else "",
        scribe=_scribe(evening),
        notice=notice,
        label=kept if label is None else label,
        label_flaw=label_flaw,
    )


def _scribe(evening: queries.Evening) -> ScribeView:
    found = handover.holder(db.session(), evening.id)
    if found is None:
        return ScribeView(says=_("Nobody has written yet."), here=False, taken=False)
    here = found.device_id == device_id()
    phone = phone_name("" if here else found.label, found.device_id)
    return ScribeView(says=_("%(phone)s writes now.", phone=phone), here=here, taken=found.taken)


def _picture(address: str) -> Markup:
    """Return the QR code of an address as SVG: dark on light in every theme, as cameras know it."""
    code = segno.make(address, micro=False, error="m")
    svg = code.svg_inline(omitsize=True, dark="#000", light="#fff", border=3, svgclass="qr", lineclass=None)
    return Markup(svg)  # noqa: S704 (made of numbers alone)
