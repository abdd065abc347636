"""The press: what was printed is not printed again, nobody waits for long, and a child may die."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from ledger.report.page import evening_page
from ledger.report.press import BusyError, NoPangoError, Press, SpoiledError
from ledger.wording.language import language
from tests.report.evenings import MADE, example, source

PAGE: Final = "<!doctype html><html lang='en'><title>x</title><p>Anna"


def page() -> str:
    """Return a small page."""
    return PAGE


@pytest.fixture
def own() -> Iterator[Press]:
    """Yield a press whose child may come to harm."""
    press = Press(kept=2, waiting=1, patience=20)
    yield press
    press.close()


def test_what_was_printed_is_not_printed_again(own: Press) -> None:
    first = own.make("a", page)
    assert first.pdf.startswith(b"%PDF-1.7")
    assert own.make("a", lambda: pytest.fail("laid out again")) == first
    assert own.made == 1


def test_only_the_latest_prints_are_kept(own: Press) -> None:
    for key in ("a", "b", "a", "c"):
        own.make(key, page)
    assert own.made == 3
    own.make("a", page)
    assert own.made == 3
    own.make("b", page)
    assert own.made == 4


def test_who_waits_for_the_same_page_gets_the_same_print(own: Press) -> None:
    begun, go_on = threading.Event(), threading.Event()
    prints = []

    def slow() -> str:
        begun.set()
        assert go_on.wait(20)
        return PAGE

    threads = [threading.Thread(target=lambda: prints.append(own.make("a", slow))) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert begun.wait(20)
    go_on.set()
    for thread in threads:
        thread.join(20)
    assert len(prints) == 2
    assert prints[0] is prints[1]
    assert own.made == 1


def test_too_many_at_once_are_told_to_come_back() -> None:
    press = Press(waiting=0)
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        assert go_on.wait(20)
        return PAGE

    first = threading.Thread(target=lambda: press.make("a", slow))
    first.start()
    assert begun.wait(20)
    with pytest.raises(BusyError):
        press.make("b", page)
    go_on.set()
    first.join(20)
    assert press.made == 1
    assert press.make("b", page).pdf
    press.close()


def test_child_that_died_is_replaced(own: Press) -> None:
    own.make("a", page)
    before = own.child
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert own.make("b", page).pdf.startswith(b"%PDF")
    assert own.child != before


def test_child_that_hangs_is_given_up() -> None:
    press = Press(patience=0.0)
    with pytest.raises(SpoiledError):
        press.make("a", page)
    assert press.child is None


def test_machine_without_fonts_prints_all_the_same(
    own: Press, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts.conf").write_text("<?xml version='1.0'?><fontconfig></fontconfig>", encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    made = own.make("a", lambda: f"{PAGE} \u041f\u0440\u0438\u0432\u0435\u0442 \u2660")
    assert made.log == ()
    assert made.pdf.startswith(b"%PDF")
    # A letter that no font has is a sign, not the end of the child.
    assert own.make("b", lambda: f"{PAGE} \u674e").log == ()


def test_child_is_changed_after_many_pages() -> None:
    press = Press(pages_per_child=2)
    children = set()
    for number in range(4):
        press.make(str(number), page)
        children.add(press.child)
    press.close()
    assert len(children) == 2


def test_ctrl_c_at_the_terminal_is_not_for_the_child(own: Press) -> None:
    own.make("a", page)
    child = own.child
    assert child is not None
    os.kill(child, signal.SIGINT)
    assert own.make("b", page).pdf
    assert own.child == child


def test_child_ends_with_its_parent(own: Press) -> None:
    own.make("a", page)
    child = own._child
    assert child is not None
    assert child.process.stdin is not None
    child.process.stdin.close()
    assert child.process.wait(20) == 0


def test_nothing_is_left_where_the_parent_was_killed(tmp_path: Path) -> None:
    """What the child unpacked goes with it, though nobody is left to clear up behind it."""
    program = (
        "import sys; from ledger.report.press import Press; press = Press();"
        "press.make('a', lambda: sys.argv[1]);"
        "print(press.child, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, PAGE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert parent.stdout is not None
    assert parent.stdin is not None
    child = int(parent.stdout.readline())
    assert list(tmp_path.iterdir())
    parent.kill()
    parent.communicate(timeout=20)
    deadline = time.monotonic() + 20
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []


def test_missing_pango_is_said(own: Press, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library pango')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NoPangoError):
        own.make("a", page)
    # It may be installed meanwhile: asked again, the child looks again.
    (tmp_path / "weasyprint.py").unlink()
    own.close()
    assert own.make("a", page).pdf


@pytest.mark.parametrize(
    "address",
    ["file:///etc/hostname", "http://127.0.0.1:9/x.png", "data:image/png;base64,AAAA", "asset:../press.py"],
)
def test_nothing_but_packaged_fonts_is_fetched(own: Press, address: str) -> None:
    made = own.make(
        address, lambda: f"{PAGE}<link rel=attachment href='{address}'><img alt=x src='{address}'>"
    )
    assert any("not a packaged asset" in line for line in made.log)
    assert b"EmbeddedFile" not in made.pdf


def test_many_prints_leave_nothing_behind(own: Press) -> None:
    def kilobytes(process: int) -> int:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell how much memory a process holds")
    report = evening_page(source(example()), language("en"), made=MADE)
    most_here = most_together = 0
    with_own_name = partial(report.replace, "Friday at the Bear")
    own.make("first", lambda: report)
    assert own.child is not None
    here, together = kilobytes(os.getpid()), kilobytes(os.getpid()) + kilobytes(own.child)
    for number in range(100):
        own.make(f"{number}", partial(with_own_name, f"Friday {number}"))
        now_here, there = kilobytes(os.getpid()), kilobytes(own.child)
        most_here, most_together = max(most_here, now_here), max(most_together, now_here + there)
    assert own.made == 101
    assert most_here - here < 10 * 1024
    # At the worst moment, which is before a child that has done its share is followed by another.
    assert most_together - together < 60 * 1024
