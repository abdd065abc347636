"""The extensions, as bare instances; `create_app` wires them."""

import ipaddress

from flask import request
from flask_babel import Babel
from flask_limiter import Limiter
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect

from ledger.store.models import Base


def _caller() -> str:
    """Return whom a limit counts: an address; with IPv6 a network, as one caller has all of its addresses."""
    address = request.remote_addr or "unknown"
    return str(ipaddress.IPv6Network((address, 64), strict=False)) if ":" in address else address


db = SQLAlchemy(model_class=Base)
babel = Babel()
csrf = CSRFProtect()
limiter = Limiter(key_func=_caller)
