"""Tavern Ledger: keeps the book for card games played for a pot."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from ledger import config as settings
from ledger.extensions import babel, csrf, db, limiter
from ledger.store.connection import prepare


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the app, configured from the environment, or from `config` alone where it is given."""
    app = Flask(
        __name__,
        template_folder=str(settings.ROOT / "templates"),
        static_folder=str(settings.ROOT / "static"),
        instance_path=str(settings.instance_folder()),
    )
    app.config.from_mapping(settings.settings() if config is None else {**settings.DEFAULTS, **config})
    _open_database(app)
    _wire_extensions(app)
    _add_pages(app)
    return app


def _open_database(app: Flask) -> None:
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)


def _wire_extensions(app: Flask) -> None:
    from ledger.web.language import chosen

    csrf.init_app(app)
    limiter.init_app(app)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(settings.ROOT / "ledger" / "translations")
    app.config["BABEL_DEFAULT_TIMEZONE"] = app.config["TIMEZONE"]
    babel.init_app(app, locale_selector=chosen)


def _add_pages(app: Flask) -> None:
    from ledger.web.pages import register

    register(app)
