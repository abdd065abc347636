"""The floor of the pages: what a row, a page and a 304 cost on the same server, with the same settings.

Started as a program, it serves the whole product with these routes added. They are no part of it.
"""

import sys
import time
from typing import Final

import sqlalchemy as sa
from flask import Blueprint, Response, render_template

from ledger import create_app
from ledger.cli.serve import Server
from ledger.extensions import csrf, db
from ledger.store.connection import begin_writing

ROW: Final = "/bare/row"
PAGE: Final = "/bare/page"
UNCHANGED: Final = "/bare/unchanged"
SPENT: Final = "/bare/spent"
HOST: Final = "127.0.0.1"

# A real template file: rendering one from a string would compile it each time, and flatter every page
# that is measured against it.
blueprint = Blueprint("bare", __name__, template_folder="templates")
csrf.exempt(blueprint)

rows = sa.Table(
    "bare_rows",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.String(40), nullable=False),
)


@blueprint.post(ROW)
def row() -> Response:
    """Insert one row, in a commit that begins and ends like the journal's."""
    session = db.session()
    begin_writing(session)
    session.execute(sa.insert(rows), {"text": "a row"})
    session.commit()
    return Response(status=204)


@blueprint.get(PAGE)
def page() -> str:
    """Show a page that needs no database, no translation and no frame."""
    return render_template("bare.html", title="Pot 12", names=("Anna", "Ben", "Carla", "Dan", "Eva"))


@blueprint.get(UNCHANGED)
def unchanged() -> Response:
    """Say that nothing changed, without looking."""
    return Response(status=304)


@blueprint.get(SPENT)
def spent() -> str:
    """Say how many seconds of processor time this process has used, with all its threads."""
    return repr(time.process_time())


def serve(port: int) -> None:
    """Serve the product and the bare routes, as `tavern-ledger serve` does."""
    app = create_app()
    app.register_blueprint(blueprint)
    with app.app_context():
        rows.create(db.engine)
    Server(app, host=HOST, port=port, workers=1, threads=8).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
