"""What the server says of a link that opens nothing: whether it ever will again; and whose an answer is."""

import pytest
import sqlalchemy as sa
from flask import Flask

from ledger.extensions import db
from ledger.store import erasure
from ledger.store.models import LinkRow
from ledger.web.access import now
from ledger.web.assets import PAGES
from ledger.web.errors import LINK
from tests.web.evening import Evening
from tests.web.phone import Phone

WHERE = ("", "book", "live", "state.json", "beside", "board/live", "share")


def said(evening: Evening) -> set[str | None]:
    """Return what all pages say of the link of `evening`."""
    return {evening.page(where).response.headers.get(LINK) for where in WHERE}


def test_a_link_in_force_is_not_spoken_of(evening: Evening, watcher: Evening) -> None:
    assert said(evening) == said(watcher) == {None}
    assert evening.page("slips/99").status == 404
    assert evening.page("slips/99").response.headers.get(LINK) is None
    assert watcher.page("share/write").status == 403
    assert watcher.page("share/write").response.headers.get(LINK) is None


def test_a_revoked_link_has_ended(evening: Evening, watcher: Evening) -> None:
    evening.press("watch")
    assert said(watcher) == {"ended"}
    assert said(evening) == {None}


def test_an_erased_evening_has_ended_for_everybody(app: Flask, evening: Evening, watcher: Evening) -> None:
    with app.app_context():
        erasure.erase(db.session(), evening.id, now())
    assert said(evening) == said(watcher) == {"ended"}


def test_a_lost_cookie_is_no_end(evening: Evening, other_phone: Phone) -> None:
    answers = [other_phone.get(evening.path(where)) for where in WHERE]
    assert {(answer.status, answer.response.headers.get(LINK)) for answer in answers} == {(404, "missing")}


def test_a_link_this_database_does_not_know_is_no_end(app: Flask, evening: Evening, watcher: Evening) -> None:
    """A backup from before the link was made may have been brought back."""
    with app.app_context():
        db.session.execute(
            sa.delete(LinkRow).where(LinkRow.evening_id == evening.id, LinkRow.role == "watch")
        )
        db.session.commit()
    assert said(watcher) == {"missing"}


@pytest.mark.parametrize("path", ["/", "/nothing", "/shell", "/sw.js", "/static/css/ledger.css"])
def test_every_answer_says_whose_it_is(phone: Phone, path: str) -> None:
    assert phone.get(path).response.headers[PAGES]


def test_a_deal_of_who_only_watches_is_refused_in_words(evening: Evening, watcher: Evening) -> None:
    deal = evening.deal(declarer="Dan")
    deal["csrf_token"] = watcher.phone.csrf_token
    answer = watcher.phone.post(watcher.path("deals"), deal, headers={"Accept": "application/json"})
    assert answer.status == 403
    told = answer.response.get_json()
    assert told["problem"] == "refused"
    assert told["says"].startswith("This phone came by a link that lets it watch.")
