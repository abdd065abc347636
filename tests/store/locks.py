"""Whether somebody holds a lock file, found out by taking it."""

from pathlib import Path

from ledger.store.running import AlreadyRunning, hold


def is_held(path: Path) -> bool:
    """Return whether some process holds the lock file; it is let go of again at once."""
    try:
        with hold(path):
            return False
    except AlreadyRunning:
        return True
