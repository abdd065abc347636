"""Settings: defaults, then LEDGER_* from the environment; what is unsafe is refused."""

import ipaddress
import os
import secrets
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

ROOT: Final = Path(__file__).parent.parent
_KNOWN_SECRETS: Final = frozenset({"dev", "secret", "changeme", "change-me", "test", "development"})
_SHORTEST_SECRET: Final = 32


class UnsafeSettingError(Exception):
    """A setting is missing or unsafe; the message says which and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One environment variable: its name, what it stands for in a sentence, its default in words."""

    name: str
    meaning: str
    default: str


SETTINGS: Final = (
    Setting(
        name="LEDGER_DATABASE",
        meaning="database URL, e.g. postgresql+psycopg://user@host/name",
        default="SQLite in the instance folder",
    ),
    Setting(name="LEDGER_INSTANCE", meaning="folder of database, key, backups", default="instance/"),
    Setting(
        name="LEDGER_SECRET_KEY",
        meaning="signs cookies and links; at least 32 characters",
        default="made on first start, in the instance folder",
    ),
    Setting(name="LEDGER_TIMEZONE", meaning="the club's time zone", default="Europe/Zurich"),
    Setting(name="LEDGER_HOST", meaning="address to listen on", default="0.0.0.0"),  # noqa: S104
    Setting(name="LEDGER_PORT", meaning="port to listen on", default="8000"),
    Setting(
        name="LEDGER_WORKER",
        meaning="`off` removes the service worker from every phone that comes by",
        default="on",
    ),
    Setting(
        name="LEDGER_PROXY",
        meaning="addresses or networks, comma between, of the reverse proxy whose X-Forwarded headers count",
        default="none",
    ),
)


def instance_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that holds what must survive an update."""
    return Path(environment.get("LEDGER_INSTANCE") or ROOT / "instance").absolute()


def database_url(environment: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the database; a relative SQLite path counts from the working directory."""
    url = environment.get("LEDGER_DATABASE")
    if not url:
        return f"sqlite:///{instance_folder(environment) / 'ledger.sqlite'}"
    if url.startswith("sqlite:///") and not url.startswith("sqlite:////") and ":memory:" not in url:
        return f"sqlite:///{Path(url.removeprefix('sqlite:///')).absolute()}"
    return url


def _checked_database(url: str) -> str:
    """Return `url`. Raises `UnsafeSettingError` when it names no database this program can use."""
    try:
        backend = make_url(url).get_backend_name()
    except ArgumentError:
        backend = ""
    if backend not in ("sqlite", "postgresql"):
        raise UnsafeSettingError(
            "LEDGER_DATABASE names no SQLite or PostgreSQL database. "
            "Write it like postgresql+psycopg://user@host/name, or unset it."
        )
    return url


def ensure_secret(instance: Path) -> None:
    """Make a secret key in `instance`, readable by its owner alone, where there is none."""
    path = instance / "secret_key"
    if path.exists():
        return
    instance.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32))


def secret_key(environment: Mapping[str, str] = os.environ) -> str:
    """Return the secret key. Raises `UnsafeSettingError` when it is missing, known or short."""
    path = instance_folder(environment) / "secret_key"
    key = environment.get("LEDGER_SECRET_KEY") or (path.read_text().strip() if path.exists() else "")
    if not key:
        raise UnsafeSettingError(
            "There is no secret key: set LEDGER_SECRET_KEY, or let `make run` make one on first start."
        )
    if key.lower() in _KNOWN_SECRETS or len(key) < _SHORTEST_SECRET or len(set(key)) < 8:
        raise UnsafeSettingError(
            "LEDGER_SECRET_KEY is too short or too well known: use 32 random characters or more, "
            "or unset it and let `make run` make one."
        )
    return key


def proxies(text: str) -> tuple[str, ...]:
    """Return the networks in `text`, in full. Raises `UnsafeSettingError` where one is none."""
    try:
        return tuple(str(ipaddress.ip_network(part.strip())) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise UnsafeSettingError(f"LEDGER_PROXY: {error}. Write it like 127.0.0.1 or 10.0.0.0/8.") from None


def _switch(environment: Mapping[str, str], name: str) -> bool:
    """Return whether the switch `name` is on. Raises `UnsafeSettingError` where it says neither."""
    text = environment.get(name, "").strip().lower() or "on"
    if text not in ("on", "off"):
        raise UnsafeSettingError(f"{name} is neither on nor off: {text!r}. Write `on` or `off`, or unset it.")
    return text == "on"


def settings(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return the app's configuration. Raises `UnsafeSettingError`."""
    zone = environment.get("LEDGER_TIMEZONE") or "Europe/Zurich"
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        raise UnsafeSettingError(
            f"LEDGER_TIMEZONE is no time zone: {zone!r}. Write it like Europe/Zurich."
        ) from None
    return {
        "SECRET_KEY": secret_key(environment),
        "SQLALCHEMY_DATABASE_URI": _checked_database(database_url(environment)),
        "TIMEZONE": zone,
        "PROXY": proxies(environment.get("LEDGER_PROXY", "")),
        **DEFAULTS,
        "WORKER": _switch(environment, "LEDGER_WORKER"),
    }


def _no_network() -> tuple[str, ...]:
    """Return no address: who serves the app knows where other machines reach it, the app does not."""
    return ()


DEFAULTS: Final[Mapping[str, Any]] = {
    "SESSION_COOKIE_NAME": "ledger",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": 400 * 24 * 3600,
    # Refreshing the cookie with every answer would put a signature on each of a thousand polls.
    "SESSION_REFRESH_EACH_REQUEST": False,
    # A form typed during a long deal must still be good: the token lives as long as the cookie.
    "WTF_CSRF_TIME_LIMIT": None,
    "WTF_CSRF_SSL_STRICT": False,
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "MAX_FORM_MEMORY_SIZE": 128 * 1024,
    "MAX_FORM_PARTS": 400,
    "BABEL_DEFAULT_LOCALE": "en",
    "RATELIMIT_STORAGE_URI": "minute://",
    # Whether phones keep the pages for when there is no signal.
    "WORKER": True,
    # How many processes serve the app: the limits of one caller are shared out among them.
    "WORKERS": 1,
    # Returns the addresses of this server in its network, asked anew each time: a machine may move.
    "NETWORK": _no_network,
    "RATELIMIT_HEADERS_ENABLED": False,
    "TEMPLATES_AUTO_RELOAD": False,
}
