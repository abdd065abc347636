"""The extensions, as bare instances; `create_app` wires them."""

from flask import request
from flask_babel import Babel
from flask_limiter import Limiter
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect

from ledger.store.models import Base


def _caller() -> str:
    return request.remote_addr or "unknown"


db = SQLAlchemy(model_class=Base)
babel = Babel()
csrf = CSRFProtect()
limiter = Limiter(key_func=_caller)
