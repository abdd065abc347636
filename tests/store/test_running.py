"""The lock of a running server: held by its processes for as long as one of them lives, never longer."""

import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from ledger.store.running import AlreadyRunning, hold
from tests.store.locks import is_held


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "instance" / "serve.pid"


def test_lock_is_held_by_one(lock: Path) -> None:
    assert not is_held(lock)
    with hold(lock):
        assert is_held(lock)
        with pytest.raises(AlreadyRunning) as running, hold(lock):
            pass
        assert (running.value.path, running.value.pid) == (lock, os.getpid())
        assert is_held(lock)
    assert not is_held(lock)
    with hold(lock):
        pass


def test_number_left_behind_holds_nothing(lock: Path) -> None:
    lock.parent.mkdir()
    for left in ("1\n", f"{os.getpid()}\n", "", "no number at all\n"):
        lock.write_text(left, encoding="utf-8")
        assert not is_held(lock)
        with hold(lock):
            assert lock.read_text(encoding="utf-8") == f"{os.getpid()}\n"


def test_exception_lets_go(lock: Path) -> None:
    with pytest.raises(InterruptedError), hold(lock):
        raise InterruptedError
    assert not is_held(lock)


def test_lock_is_for_its_owner_alone(lock: Path) -> None:
    with hold(lock):
        assert lock.stat().st_mode & 0o777 == 0o600


def _hold_and_fork(path: Path, told: Connection) -> None:
    with hold(path):
        worker = os.fork()
        if worker == 0:
            # A worker of a server that is killed ends a moment after it.
            told.recv()
            os._exit(0)
        told.send(worker)
        os.kill(os.getpid(), 9)


def test_worker_that_outlives_its_server_still_holds_it(lock: Path) -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=_hold_and_fork, args=(lock, there))
    server.start()
    worker = here.recv()
    server.join(10)
    assert server.exitcode == -9
    with pytest.raises(AlreadyRunning) as running, hold(lock):
        pass
    assert running.value.pid == server.pid != worker
    here.send("end")
    for _ in range(100):
        if not is_held(lock):
            break
        time.sleep(0.05)
    assert not is_held(lock)
