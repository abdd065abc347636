"""Where phones reach this server: an address that means the machine itself is of no use to them."""

import ipaddress

from flask import current_app, request, url_for

from ledger.store import links
from ledger.store.links import Link


def link_address(link: Link) -> str:
    """Return the address of a link as a phone opens it."""
    return _outside(url_for("links.enter", token=links.signed(str(current_app.secret_key), link.id)))


def start_address() -> str:
    """Return the address of the start page as a phone opens it."""
    return _outside(url_for("home.index"))


def only_here() -> bool:
    """Return whether these addresses lead nowhere but to this machine."""
    return _is_here(_own_host()) and not current_app.config["NETWORK"]()


def _outside(path: str) -> str:
    """Return the address of `path` under the host it was asked for, or in the network if that is here."""
    own = request.host_url
    known = current_app.config["NETWORK"]() if _is_here(_own_host()) else ()
    return f"{(known[0] if known else own).rstrip('/')}{path}"


def _own_host() -> str:
    """Return the host a page was asked for at, without its port."""
    host = request.host
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _is_here(host: str) -> bool:
    """Return whether `host` means the machine that asks."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost" or host.lower().endswith(".localhost")
