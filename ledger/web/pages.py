"""Every page family, put together."""

from flask import Flask

from ledger.web import (
    board,
    book,
    closing,
    deals,
    errors,
    files,
    home,
    language,
    links,
    live,
    opening,
    paper,
    rules,
    security,
    share,
    slips,
    standing,
    table,
    view,
)


def register(app: Flask) -> None:
    """Add every page, the security headers and the error pages to `app`."""
    security.init_app(app)
    errors.init_app(app)
    view.init_app(app)
    for module in (
        home,
        opening,
        table,
        deals,
        live,
        board,
        book,
        standing,
        slips,
        closing,
        files,
        paper,
        links,
        share,
        rules,
        language,
    ):
        app.register_blueprint(module.blueprint)
