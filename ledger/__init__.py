"""Tavern Ledger: keeps the book for card games played for a pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the app, configured from the environment, or from `config` alone where it is given."""
    # The pure rooms and the commands on files live in this package too: they need not wait for a server.
    from flask import Flask

    from ledger import config as settings

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
    from ledger.extensions import db
    from ledger.store.connection import prepare

    db.init_app(app)
    with app.app_context():
        prepare(db.engine)


def _wire_extensions(app: Flask) -> None:
    from ledger.config import ROOT
    from ledger.extensions import babel, csrf, limiter
    from ledger.web.language import chosen

    csrf.init_app(app)
    limiter.init_app(app)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(ROOT / "ledger" / "translations")
    app.config["BABEL_DEFAULT_TIMEZONE"] = app.config["TIMEZONE"]
    babel.init_app(app, locale_selector=chosen)


def _add_pages(app: Flask) -> None:
    from ledger.web.pages import register

    register(app)
