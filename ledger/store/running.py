"""Whether a server is running on an instance: a lock file, held for as long as it does.

A process id in a file can outlive its process, and can name another one by then. A lock cannot: the system
lets go of it when the last process that holds it ends, however it ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):
    """Another process holds the lock.

    Attributes:
        path: the lock file.
        pid: the process that took it, or None where it has not written its number yet.
    """

    def __init__(self, path: Path, pid: int | None) -> None:
        super().__init__(f"{path} is held by process {pid}")
        self.path = path
        self.pid = pid


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock file while the block runs, and in every process forked inside it.

    Raises AlreadyRunning where another process holds it. The file stays behind when the block ends: removing
    it could take it from under a process that has just opened it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(path, _written(descriptor)) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        # Closing lets go of the lock once no forked process has it open. Unlocking would take it from
        # all of them at once, since they share it.
        os.close(descriptor)


def _written(descriptor: int) -> int | None:
    """The process id written in the lock file, or None."""
    text = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
    return int(text) if text.isdecimal() else None
