"""The table: pot, dealer, and the form of the deal being played."""

from flask import Blueprint, current_app, render_template, url_for

from ledger.extensions import db
from ledger.store import links, queries
from ledger.store.links import Link
from ledger.web.access import device_id, kept_links, now, watching
from ledger.web.draft import Draft
from ledger.web.language import current
from ledger.web.tableview import table_view

blueprint = Blueprint("table", __name__)


@blueprint.get("/e/<evening_id>/")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show the table: to who writes with the form, to who watches without."""
    return page(evening, link)


def page(
    evening: queries.Evening,
    link: Link,
    *,
    draft: Draft | None = None,
    notice: str = "",
    meanwhile: tuple[str, ...] = (),
) -> str:
    """Return the table page, with what was typed still on it where `draft` is given."""
    view = table_view(evening, current(), now=now(), draft=draft)
    addresses = {}
    label = ""
    if link.writes:
        addresses = {
            role.value: url_for(
                "links.enter", token=links.signed(str(current_app.secret_key), found.id), _external=True
            )
            for role, found in links.of_evening(db.session(), evening.id).items()
        }
        label = links.device_label(db.session(), device_id())
    return render_template(
        "table/show.html",
        view=view,
        link=link,
        addresses=addresses,
        label=label,
        notice=notice,
        meanwhile=meanwhile,
        kept=evening.id in kept_links(),
    )
