"""The README tells the truth: its commands run, and it names every command and every setting."""

import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import click
import pytest

from ledger.cli import main
from ledger.config import ROOT, SETTINGS

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.strip()]
SERVER, WHOLE_SUITE = "make run", "make test"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    own = {"LEDGER_INSTANCE": str(tmp_path), "LEDGER_HOST": "127.0.0.1", "LEDGER_PORT": str(_free_port())}
    return {**os.environ, **own}


def test_commands_are_found() -> None:
    assert SERVER in COMMANDS
    assert WHOLE_SUITE in COMMANDS
    assert len(COMMANDS) > 4


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in (SERVER, WHOLE_SUITE)])
def test_command_runs(command: str, environment: dict[str, str]) -> None:
    done = subprocess.run(command, shell=True, cwd=ROOT, env=environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.strip()


def test_make_run_serves_the_pages(environment: dict[str, str]) -> None:
    server = subprocess.Popen(
        SERVER.split(),
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    address = f"http://127.0.0.1:{environment['LEDGER_PORT']}/"
    try:
        said = _until_ready(server)
        assert address in said
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert "Tavern Ledger" in answer.read().decode()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)
        assert server.stdout is not None
        server.stdout.close()


def _until_ready(server: subprocess.Popen[str]) -> str:
    said, deadline = "", time.monotonic() + 120
    assert server.stdout is not None
    while "Stop with Ctrl-C" not in said:
        line = server.stdout.readline()
        assert line, f"the server ended: {said}"
        assert time.monotonic() < deadline, said
        said += line
    return said


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS])
def test_every_setting_is_in_the_readme(name: str) -> None:
    assert f"| `{name}` |" in README


def test_every_variable_the_program_reads_is_a_setting() -> None:
    known = {setting.name for setting in SETTINGS}
    read = {
        name
        for path in (ROOT / "ledger").rglob("*.py")
        for name in re.findall(r'"(LEDGER_[A-Z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert read <= known


def test_every_command_is_in_the_readme() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert re.search(rf"^\| `{name}\b", README, re.MULTILINE), name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in README, f"{name} {parameter.opts[0]}"


def test_every_make_target_has_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("setup", "run", "test", "check", "bench", "soak", "help"):
        assert re.search(rf"^{target}:.*## \S", makefile, re.MULTILINE), target


def test_pictures_exist() -> None:
    for path in re.findall(r'<img src="([^"]+)"', README):
        assert (ROOT / path).is_file(), path


def test_sections_lead_from_playing_to_building() -> None:
    assert re.findall(r"^## (.*)$", README, re.MULTILINE) == [
        "Two commands",
        "The games",
        "At the table",
        "Hosting it",
        "On the command line",
        "How it is laid out",
    ]


def test_no_proxy_compresses_what_the_server_does_not() -> None:
    """`ledger.web.compression` says why pages are sent as they are."""
    proxies = [
        block for block in re.findall(r"^```text\n(.*?)^```", README, re.M | re.S) if "reverse_proxy" in block
    ]
    assert len(proxies) == 2
    assert [block for block in proxies if "encode" in block] == []


def test_limits_are_the_ones_that_are_kept() -> None:
    told = re.search(r"^\*\*Limits\.\*\* (.*?)\n\n", README, re.MULTILINE | re.DOTALL)
    assert told is not None
    kept = {
        number
        for path in (ROOT / "ledger" / "web").glob("*.py")
        for number in re.findall(r"limit\(a_minute\((\d+)\)", path.read_text(encoding="utf-8"))
    }
    assert kept == set(re.findall(r"\d+", told[1]))


def test_every_room_is_named_from_the_pure_ones_to_the_commands() -> None:
    named = re.findall(r"^(ledger/[a-z]+)/ ", README, re.MULTILINE)
    contract = (
        (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("layers = [")[2].partition("]")[0]
    )
    layers = re.findall(r"ledger\.[a-z]+", contract)
    assert sorted(named) == sorted(layer.replace(".", "/") for layer in layers)
    assert named[0] == "ledger/rules"
    assert named[-1] == "ledger/cli"
