"""Settings: what is unsafe or makes no sense is refused, in a sentence that says what to do."""

import stat
from pathlib import Path

import pytest

from ledger import create_app
from ledger.config import DEFAULTS, SETTINGS, UnsafeSettingError, ensure_secret, secret_key, settings

GOOD = "a4be98a1c2d94f0aa3bdc2c1b7a1e5f0"


def environment(instance: Path, **more: str) -> dict[str, str]:
    """Return an environment in which everything is well, but for `more`."""
    return {"LEDGER_INSTANCE": str(instance), "LEDGER_SECRET_KEY": GOOD, **more}


@pytest.mark.parametrize(
    "secret",
    ["dev", "secret", "changeme", "test", "Development", "short", GOOD[:31], "a" * 64, "abab" * 16],
)
def test_known_or_short_secret_is_refused(tmp_path: Path, secret: str) -> None:
    with pytest.raises(UnsafeSettingError, match="LEDGER_SECRET_KEY"):
        settings(environment(tmp_path, LEDGER_SECRET_KEY=secret))


@pytest.mark.parametrize("secret", ["changeme", GOOD[:31]])
def test_unsafe_secret_in_the_file_is_refused_too(tmp_path: Path, secret: str) -> None:
    (tmp_path / "secret_key").write_text(secret)
    with pytest.raises(UnsafeSettingError):
        secret_key({"LEDGER_INSTANCE": str(tmp_path)})


def test_missing_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsafeSettingError, match="no secret key"):
        settings({"LEDGER_INSTANCE": str(tmp_path)})
    monkeypatch.setenv("LEDGER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("LEDGER_SECRET_KEY", raising=False)
    with pytest.raises(UnsafeSettingError, match="no secret key"):
        create_app()


def test_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    instance = tmp_path / "new"
    ensure_secret(instance)
    made = secret_key({"LEDGER_INSTANCE": str(instance)})
    ensure_secret(instance)
    assert secret_key({"LEDGER_INSTANCE": str(instance)}) == made
    assert len(made) >= 32
    assert stat.S_IMODE((instance / "secret_key").stat().st_mode) == 0o600


def test_secrets_made_twice_differ(tmp_path: Path) -> None:
    for name in ("one", "other"):
        ensure_secret(tmp_path / name)
    one, other = ((tmp_path / name / "secret_key").read_text() for name in ("one", "other"))
    assert one != other


@pytest.mark.parametrize(
    "zone", ["Switzerland", "CEST+2", "../etc/passwd", "/etc/localtime", "Europe", "Zürich", "\x00"]
)
def test_time_zone_that_is_none_is_refused(tmp_path: Path, zone: str) -> None:
    with pytest.raises(UnsafeSettingError, match="LEDGER_TIMEZONE"):
        settings(environment(tmp_path, LEDGER_TIMEZONE=zone))


@pytest.mark.parametrize("proxy", ["nginx", "10.0.0.1/8", "10.0.0.0/33", "*", "127.0.0.1;10.0.0.1"])
def test_proxy_that_is_no_address_is_refused(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(UnsafeSettingError, match="LEDGER_PROXY"):
        settings(environment(tmp_path, LEDGER_PROXY=proxy))


@pytest.mark.parametrize(
    ("proxy", "networks"),
    [
        ("", ()),
        (" 127.0.0.1 , ::1,", ("127.0.0.1/32", "::1/128")),
        ("10.0.0.0/8", ("10.0.0.0/8",)),
    ],
)
def test_proxies_are_read_with_their_networks(tmp_path: Path, proxy: str, networks: tuple[str, ...]) -> None:
    assert settings(environment(tmp_path, LEDGER_PROXY=proxy))["PROXY"] == networks


@pytest.mark.parametrize("url", ["nonsense", "mysql://user@host/name"])
def test_database_that_cannot_be_used_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(UnsafeSettingError, match="LEDGER_DATABASE"):
        settings(environment(tmp_path, LEDGER_DATABASE=url))


def test_defaults_are_the_safe_ones(tmp_path: Path) -> None:
    made = settings(environment(tmp_path))
    assert made["TIMEZONE"] == "Europe/Zurich"
    assert made["PROXY"] == ()
    assert made["SQLALCHEMY_DATABASE_URI"] == f"sqlite:///{tmp_path / 'ledger.sqlite'}"
    assert made["SESSION_COOKIE_HTTPONLY"] is True
    assert made["SESSION_COOKIE_SAMESITE"] == "Lax"
    assert made["MAX_CONTENT_LENGTH"] <= 1024 * 1024
    assert "DEBUG" not in DEFAULTS
    assert "TESTING" not in DEFAULTS


def test_every_setting_is_described() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.name.startswith("LEDGER_")
        assert setting.meaning
        assert setting.default
