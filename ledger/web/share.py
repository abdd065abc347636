"""Phones at the table: a link as a picture as large as the screen, to scan, to copy or to send."""

import segno
from flask import Blueprint, current_app, render_template, url_for
from markupsafe import Markup

from ledger.extensions import db
from ledger.store import links, queries
from ledger.store.links import Link, Role
from ledger.web.access import watching, writing

blueprint = Blueprint("share", __name__)


@blueprint.get("/e/<evening_id>/share")
@watching
def watch(evening: queries.Evening, link: Link) -> str:
    """Show the link to watch: whoever watches may pass it on."""
    return page(evening, link, Role.WATCH)


@blueprint.get("/e/<evening_id>/share/write")
@writing
def write(evening: queries.Evening, link: Link) -> str:
    """Show the link to write."""
    return page(evening, link, Role.WRITE)


def page(evening: queries.Evening, link: Link, role: Role, notice: str = "") -> str:
    """Return the page that gives away the link of `role`."""
    found = links.of_evening(db.session(), evening.id)
    address = _address(found[role]) if role in found else ""
    return render_template(
        "share/show.html",
        evening=evening,
        link=link,
        role=role.value,
        address=address,
        picture=_picture(address) if address else "",
        notice=notice,
    )


def _address(link: Link) -> str:
    token = links.signed(str(current_app.secret_key), link.id)
    return url_for("links.enter", token=token, _external=True)


def _picture(address: str) -> Markup:
    """Return the QR code of an address as SVG: dark on light in every theme, as cameras know it."""
    code = segno.make(address, micro=False, error="m")
    svg = code.svg_inline(omitsize=True, dark="#000", light="#fff", border=3, svgclass="qr", lineclass=None)
    return Markup(svg)  # noqa: S704 (made of numbers alone)
