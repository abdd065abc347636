"""The extensions, as bare instances; `create_app` wires them."""

import ipaddress
import time
from typing import Final

from flask import request
from flask_babel import Babel
from flask_limiter import Limiter
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from limits.storage import MemoryStorage

from ledger.store.models import Base

_SECONDS: Final = 60


class Minute(MemoryStorage):
    """Counts in memory, for a minute, as every limit here does.

    A count kept for longer than that is left from before the clock was set back, and would lock its caller
    out until the clock comes by again: it is dropped.
    """

    STORAGE_SCHEME = ["minute"]  # noqa: RUF012

    def get(self, key: str) -> int:
        """Return the count of `key`; adding to it asks here first."""
        if self.get_expiry(key) > time.time() + _SECONDS:
            self.clear(key)
        return super().get(key)


def _caller() -> str:
    """Return whom a limit counts: an address; with IPv6 a network, as one caller has all of its addresses."""
    address = request.remote_addr or "unknown"
    return str(ipaddress.IPv6Network((address, 64), strict=False)) if ":" in address else address


db = SQLAlchemy(model_class=Base)
babel = Babel()
csrf = CSRFProtect()
limiter = Limiter(key_func=_caller)
