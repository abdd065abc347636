"""Who may see or write an evening: whoever came by one of its links, kept in this phone's cookie."""

import datetime
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast

from flask import abort, g, session
from werkzeug.wrappers import Response

from ledger.extensions import db
from ledger.store import links, queries
from ledger.store.journal import Writer
from ledger.store.links import Link, Role

LINKS: Final = "links"
PROMISED: Final = "promised"
DEVICE: Final = "device"
_MOST_LINKS: Final = 60
P = ParamSpec("P")
Answer = str | Response | tuple[str, int]


class WatchersMayNotWriteError(Exception):
    """The phone came by a link that lets it watch only."""


def kept_links() -> dict[str, str]:
    """Return this phone's links: evening id → link id, oldest first."""
    _fulfil()
    return _in_cookie()


def _in_cookie() -> dict[str, str]:
    kept = session.get(LINKS)
    return {str(evening): str(link) for evening, link in kept} if isinstance(kept, list) else {}


def keep_link(link: Link) -> None:
    """Put `link` into this phone's cookie; a cookie has room for so many only, so the oldest gives way."""
    kept = {key: value for key, value in _in_cookie().items() if key != link.evening_id}
    kept[link.evening_id] = link.id
    session.permanent = True
    if promise(link.evening_id):
        del session[PROMISED]
    # Pairs, because a cookie's JSON sorts the keys of an object.
    session[LINKS] = list(kept.items())[-_MOST_LINKS:]


def promise(evening_id: str) -> str:
    """Return the id this phone will give the evening's next link to write; empty where none is promised."""
    promised = session.get(PROMISED)
    named, link_id = promised if isinstance(promised, list) and len(promised) == 2 else ("", "")
    return str(link_id) if named == evening_id else ""


def make_promise(evening_id: str) -> None:
    """Put the id of a link to write that is not made yet into this phone's cookie.

    Making it stops the link in the cookie. Where that answer never arrives the phone would be out for good.
    """
    if not promise(evening_id):
        session[PROMISED] = [evening_id, links.new_id()]


def fulfilled(evening_id: str) -> bool:
    """Return whether the link that was promised to this phone has been made, and is in its cookie now."""
    _fulfil()
    return bool(g.get(PROMISED) == evening_id)


def _fulfil() -> None:
    """Put the promised link into the cookie once it is made."""
    promised = session.get(PROMISED)
    if not promised:
        return
    link = links.find(db.session(), promise(promised[0]))
    if link is not None:
        keep_link(link)
        setattr(g, PROMISED, link.evening_id)


def ended(evening_id: str) -> bool:
    """Return whether the link by which this phone opened an evening will never open it again."""
    return links.ended(db.session(), kept_links().get(evening_id, ""), evening_id)


def current_link(evening_id: str) -> Link | None:
    """Return the link in force by which this phone may open an evening, None when it may not."""
    link_id = kept_links().get(evening_id)
    link = links.find(db.session(), link_id) if isinstance(link_id, str) else None
    return link if link is not None and link.evening_id == evening_id else None


def admit(link: Link) -> None:
    """Keep a link somebody came by, unless this phone has a better one already."""
    kept = current_link(link.evening_id)
    if kept is None or link.writes or not kept.writes:
        keep_link(link)


def device_id() -> str:
    """Return this phone's id, made on first use."""
    if not isinstance(session.get(DEVICE), str):
        session.permanent = True
        session[DEVICE] = links.new_id()
    return str(session[DEVICE])


def now() -> datetime.datetime:
    """Return the time, UTC and naive as it is stored."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def writer(link: Link) -> Writer:
    """Return who writes: this phone, by `link`, now."""
    return Writer(now=now(), link_id=link.id, device_id=device_id())


def watching(
    view: Callable[Concatenate[queries.Evening, Link, P], Answer],
) -> Callable[Concatenate[str, P], Answer]:
    """Make `view` a page that whoever holds a link of the evening may open: evening and link come first."""
    return _guarded(view, writes=False)


def writing(
    view: Callable[Concatenate[queries.Evening, Link, P], Answer],
) -> Callable[Concatenate[str, P], Answer]:
    """Make `view` a page for holders of the writing link. What was read is ended before the view writes."""
    return _guarded(view, writes=True)


def _guarded(
    view: Callable[Concatenate[queries.Evening, Link, P], Answer], *, writes: bool
) -> Callable[Concatenate[str, P], Answer]:
    @wraps(view)
    def guarded(evening_id: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        found = queries.visit(db.session(), evening_id, kept_links().get(evening_id, ""))
        if found is None:
            abort(404)
        link, evening = found
        if writes and link.role is not Role.WRITE:
            raise WatchersMayNotWriteError
        if writes:
            db.session.rollback()
        return view(evening, link, *args, **kwargs)

    return cast("Callable[Concatenate[str, P], Answer]", guarded)
