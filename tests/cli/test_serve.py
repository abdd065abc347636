"""Serving: says where it is reached, makes its secret, lets nobody in beside it, and ends when it is told."""

import gzip
import io
import os
import signal
import socket
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from logging import INFO, LogRecord
from pathlib import Path

import pytest
import segno
import sqlalchemy as sa
from flask import Flask

from ledger import config, create_app
from ledger.cli import serve as serve_module
from ledger.cli.serve import Addresses, Redacted
from ledger.extensions import db
from ledger.store.backup import database_file
from tests.cli.serving import Served, free_port, serving, wait_for_end, wait_for_workers
from tests.cli.tool import program
from tests.store.locks import is_held

SECRET = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield one server for the tests that leave it running."""
    with serving(tmp_path_factory.mktemp("serve") / "instance") as served:
        yield served


def _refused(*options: str, env: dict[str, str]) -> str:
    """Return the sentence that a server is refused with."""
    result = program("serve", "--host", "127.0.0.1", *options, env=env)
    assert result.returncode == 1
    (sentence,) = result.stderr.decode().splitlines()
    return sentence


def test_instance_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = _refused("--port", str(free_port()), env={"LEDGER_INSTANCE": str(tmp_path / "file" / "x")})
    assert f"The instance folder cannot be used: {tmp_path}" in sentence


def _picture(url: str) -> str:
    picture = io.StringIO()
    segno.make(url, micro=False).terminal(picture, compact=True)
    return picture.getvalue()


def test_announcement_says_where_it_is_reached(served: Served) -> None:
    url = f"http://127.0.0.1:{served.port}/"
    assert f"On this machine:  {url}" in served.said
    assert "No other machine can reach it." in served.said
    assert _picture(url) in served.said
    assert served.said.rstrip().endswith("Stop with Ctrl-C.")
    assert served.status() == 200


def _asked(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer, as they are on the way."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=10)) as connection:
        connection.request(
            "GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()


@pytest.mark.parametrize("name", ["css/ledger.css", "js/table.js", "icons/icon.svg"])
def test_static_text_is_sent_compressed_to_whoever_takes_it(served: Served, name: str) -> None:
    file = (config.ROOT / "static" / name).read_bytes()
    path = f"/static/{name}?v=1"
    status, headers, body = _asked(served, path, Accept_Encoding="gzip, deflate, br")
    assert (status, headers["content-encoding"], headers["vary"]) == (200, "gzip", "Accept-Encoding")
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(headers["content-length"]) == len(body)
    assert len(body) < len(file) * 2 / 3
    assert gzip.decompress(body) == file
    # The file has not changed: nothing is sent again, compressed or not.
    for encoding in ("gzip", "identity"):
        again = _asked(served, path, Accept_Encoding=encoding, If_None_Match=headers["etag"])
        assert (again[0], again[2]) == (304, b"")
    for encoding in ("identity", "gzip;q=0"):
        _status, plain, whole = _asked(served, path, Accept_Encoding=encoding)
        assert "content-encoding" not in plain
        assert (plain["vary"], whole) == ("Accept-Encoding", file)


def test_empty_page_that_phones_keep_is_compressed_and_has_no_secret(served: Served) -> None:
    typed = "what-somebody-typed"
    _status, headers, body = _asked(served, f"/shell?typed={typed}", Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    page = gzip.decompress(body)
    assert b"csrf" not in page
    assert typed.encode() not in page


@pytest.mark.parametrize("path", ["/", "/new/chratze", "/static/pictures/report-page.png"])
def test_nothing_else_is_compressed(served: Served, path: str) -> None:
    """A page carries secrets beside what others wrote: its size must not tell of them."""
    status, headers, _body = _asked(served, path, Accept_Encoding="gzip, deflate, br")
    assert status == 200
    assert "content-encoding" not in headers


def test_network_address_is_announced_where_others_can_reach_it() -> None:
    everywhere = Addresses.of("0.0.0.0", 8000)
    assert everywhere.local == "http://localhost:8000/"
    assert all(not url.startswith("http://127.") for url in everywhere.lan)
    one = Addresses.of("192.168.7.5", 80)
    assert one.lan == ("http://192.168.7.5:80/",)
    assert _picture("http://192.168.7.5:80/") in one.announcement()
    for alone in ("127.0.0.1", "localhost", "::1"):
        assert Addresses.of(alone, 8000).lan == ()
    assert Addresses.of("::1", 8000).local == "http://[::1]:8000/"


def test_server_behind_a_proxy_shows_no_address_that_phones_cannot_open(tmp_path: Path) -> None:
    with serving(tmp_path / "instance", env={"LEDGER_PROXY": "127.0.0.1"}) as served:
        assert "phones open it at the proxy's address" in served.said
        assert "No other machine" not in served.said
        assert not set("█▀▄") & set(served.said)


class _NotServing:
    """Stands in for the server: notes down the app it is given."""

    app: Flask

    def __init__(self, app: Flask, **_options: object) -> None:
        type(self).app = app

    def run(self) -> None:
        """Serve nothing."""


@pytest.mark.parametrize(("host", "reached"), [("192.168.7.5", ("http://192.168.7.5:8111/",)), ("::1", ())])
def test_pages_know_the_address_in_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, reached: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LEDGER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr(serve_module, "Server", _NotServing)
    monkeypatch.setattr(serve_module, "_refusal", lambda _host, _port: None)
    monkeypatch.setattr(serve_module, "LOGGING", {"version": 1, "incremental": True})
    serve_module.serve.main(["--host", host, "--port", "8111"], standalone_mode=False)
    assert _NotServing.app.config["NETWORK"]() == reached
    with _NotServing.app.app_context():
        db.engine.dispose()


def test_secret_is_made_for_its_owner_alone(served: Served) -> None:
    file = served.folder / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = file.read_text(encoding="ascii")
    assert len(secret) == 64
    assert secret not in served.said


def test_second_server_is_refused(served: Served) -> None:
    sentence = _refused("--port", str(free_port()), env=served.env)
    assert sentence == f"Error: The server already runs here, as process {served.process.pid}."
    assert served.status() == 200


def test_restore_is_refused_and_the_rest_works(served: Served, tmp_path: Path) -> None:
    assert is_held(served.folder / "serve.pid")
    copy = tmp_path / "copy.sqlite"
    assert program("backup", str(copy), env=served.env).returncode == 0
    assert program("verify", env=served.env).returncode == 0
    refused = program("restore", str(copy), env=served.env)
    assert refused.returncode == 1
    assert b"server is running" in refused.stderr
    assert served.status() == 200


def test_port_of_another_program_is_left_to_it(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"Port {port} is taken" in _refused("--port", port, env={"LEDGER_INSTANCE": str(tmp_path)})
    assert not is_held(tmp_path / "serve.pid")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LEDGER_SECRET_KEY", "secret"),
        ("LEDGER_SECRET_KEY", "a" * 64),
        ("LEDGER_TIMEZONE", "Bernese/Jura"),
        ("LEDGER_PROXY", "the one at home"),
        ("LEDGER_DATABASE", "nonsense"),
        ("LEDGER_DATABASE", "mysql://nobody@nowhere/ledger"),
        ("LEDGER_DATABASE", "sqlite:////nowhere/at/all/ledger.sqlite"),
        ("LEDGER_DATABASE", "postgresql+psycopg://nobody@127.0.0.1:1/ledger"),
    ],
)
def test_unsafe_or_senseless_setting_is_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    env = {"LEDGER_INSTANCE": str(tmp_path), name: value}
    sentence = _refused("--port", str(free_port()), env=env)
    assert sentence.startswith("Error: ")
    assert not is_held(tmp_path / "serve.pid")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def _damaged(file: Path) -> None:
    file.write_bytes(b"Dear Anna, " * 500)


@pytest.mark.parametrize("spoil", [_newer, _damaged])
def test_database_it_cannot_serve_is_one_sentence(sqlite_url: str, tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    file = database_file(sqlite_url)
    spoil(file)
    before = file.read_bytes()
    assert _refused("--port", str(free_port()), env={"LEDGER_INSTANCE": str(tmp_path)})
    assert file.read_bytes() == before


def test_file_that_is_too_large_is_read_before_it_is_refused(served: Served) -> None:
    """A browser that may not send all of it shows a broken connection instead of the answer."""
    head = "POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 30000000\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as browser:
        browser.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n".encode())
        for _part in range(300):
            browser.sendall(b" " * 100_000)
        answer = b""
        while part := browser.recv(1 << 16):
            answer += part
            if b"</html>" in part:
                break
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"at most 24 MB" in answer


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_server_ends_when_told_and_lets_go(tmp_path: Path, sign: signal.Signals) -> None:
    with serving(tmp_path / "instance", "--workers", "2") as served:
        wait_for_workers(served, 2)
        os.killpg(served.process.pid, sign)
        wait_for_end(served)
        assert served.process.returncode == 0
        assert "Traceback" not in served.said
        assert not is_held(served.folder / "serve.pid")


def test_guesses_are_limited_however_many_workers_count_them(tmp_path: Path) -> None:
    with serving(tmp_path / "instance", "--workers", "2") as served:
        answers = [served.status("/l/guess") for _guess in range(44)]
    assert set(answers) == {404, 429}
    assert 10 <= answers.count(404) <= 20


def test_server_that_was_killed_is_followed_by_the_next(tmp_path: Path) -> None:
    """Its workers outlive it for a moment, with port and lock: the next one waits for them."""
    folder = tmp_path / "instance"
    with serving(folder, "--workers", "2") as killed:
        secret = (folder / "secret_key").read_bytes()
        os.kill(killed.process.pid, signal.SIGKILL)
        with serving(folder, port=killed.port) as following:
            wait_for_end(killed)
            assert following.status() == 200
            assert (folder / "secret_key").read_bytes() == secret
            assert program("verify", env=following.env).returncode == 0


def test_server_starts_on_a_terminal_that_knows_no_blocks(tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": "latin-1"}
    with serving(tmp_path / "instance", env=env) as served:
        assert f"http://127.0.0.1:{served.port}/" in served.said


def test_database_of_the_pages_is_that_of_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path must not mean one file to who migrates and another to who serves."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("LEDGER_SECRET_KEY", SECRET)
    for url in ("", "sqlite:///own.sqlite", f"sqlite:///{tmp_path}/other.sqlite"):
        monkeypatch.setenv("LEDGER_DATABASE", url)
        app = create_app()
        with app.app_context():
            served = Path(str(db.engine.url.database))
            db.engine.dispose()
        assert served.absolute() == Path(str(sa.make_url(config.database_url()).database)).absolute()


def test_log_hides_what_opens_an_evening() -> None:
    lines = {
        "GET /l/abc.def-_~x HTTP/1.1": "GET /l/… HTTP/1.1",
        'Referer: "http://host:80/l/abc.def"': 'Referer: "http://host:80/l/…"',
        "GET /e/x?token=abc&b=1 HTTP/1.1": "GET /e/x?… HTTP/1.1",
    }
    for line, hidden in lines.items():
        record = LogRecord("ledger", INFO, __file__, 1, "Failed: %s", (line,), None)
        assert Redacted().format(record).endswith(f"Failed: {hidden}")
