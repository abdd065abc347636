"""Files to take along: the book as CSV, for a spreadsheet or for a program."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, send_file

from ledger.evening.filing import plain_evening
from ledger.extensions import db
from ledger.report import csv
from ledger.report.csv import Sheet
from ledger.store import queries
from ledger.store.links import Link
from ledger.web.access import watching
from ledger.web.language import current

blueprint = Blueprint("files", __name__)

LONGEST_NAME: Final = 80
# What a file system takes for something else than a letter of a name.
_NOT_IN_NAMES: Final = re.compile(r'[\\/:*?"<>|]+')
CSV: Final = "text/csv; charset=utf-8"

JSON: Final = "application/json"

FILES: Final[Mapping[str, tuple[str, Callable[[Sheet], bytes]]]] = {
    "evening.json": (JSON, lambda sheet: _evening_file(sheet)),
    "deals.csv": (CSV, lambda sheet: csv.deals(sheet, current())),
    "postings.csv": (CSV, lambda sheet: csv.postings(sheet, current())),
    "deals-machine.csv": (CSV, csv.machine_deals),
    "postings-machine.csv": (CSV, csv.machine_postings),
}
"""What can be taken along, by the last part of its address: its type, and what makes it."""


@blueprint.get("/e/<evening_id>/files")
@watching
def show(evening: queries.Evening, link: Link) -> str:
    """Show what can be taken along."""
    return render_template("files/show.html", evening=evening, link=link)


@blueprint.get("/e/<evening_id>/files/<file>")
@watching
def take(evening: queries.Evening, _link: Link, file: str) -> Response:
    """Return one file, named after the evening."""
    if file not in FILES:
        abort(404)
    mimetype, make = FILES[file]
    story = queries.story(db.session(), evening.id)
    data = make(Sheet(evening=evening, story=story, zone=current_app.config["TIMEZONE"]))
    return send_file(
        BytesIO(data),
        mimetype=mimetype,
        as_attachment=True,
        download_name=file_name(evening, file),
    )


def _evening_file(sheet: Sheet) -> bytes:
    """Return the evening file: everything that was written, so that it can be imported again."""
    filed = queries.filed(db.session(), sheet.evening, sheet.story)
    return (json.dumps(plain_evening(filed), ensure_ascii=False, indent=1) + "\n").encode()


def file_name(evening: queries.Evening, kind: str) -> str:
    """Return what a file is called: date, title, and what it is, in letters that file systems allow."""
    printable = "".join(c for c in evening.title if unicodedata.category(c)[0] != "C")
    title = " ".join(_NOT_IN_NAMES.sub(" ", printable).split())[:LONGEST_NAME].rstrip()
    return " ".join(part for part in (evening.date.isoformat(), title, kind) if part)
