"""The start page: begin an evening, or open one of this phone's."""

from flask import Blueprint, render_template

from ledger.extensions import db
from ledger.rules.catalogue import SHIPPED
from ledger.store import queries
from ledger.web.access import kept_links

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> str:
    """Show this phone's evenings, open ones first."""
    return render_template("home/index.html", evenings=queries.listed(db.session(), kept_links()))


@blueprint.get("/new")
def choose() -> str:
    """Show the rulesets an evening can be played by."""
    return render_template("home/choose.html", slugs=list(SHIPPED))
