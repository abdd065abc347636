"""Every page family, put together."""

from flask import Flask

from ledger.web import (
    assets,
    beside,
    board,
    book,
    closing,
    compression,
    counting,
    deals,
    errors,
    files,
    flags,
    handover,
    home,
    importing,
    joining,
    language,
    links,
    live,
    mend,
    money,
    offline,
    opening,
    paper,
    people,
    pot,
    rules,
    seating,
    security,
    settling,
    share,
    slips,
    spoken,
    standing,
    table,
    view,
)


def register(app: Flask) -> None:
    """Add every page, the security headers and the error pages to `app`."""
    security.init_app(app)
    compression.init_app(app)
    errors.init_app(app)
    view.init_app(app)
    for module in (
        assets,
        home,
        opening,
        importing,
        table,
        deals,
        live,
        mend,
        offline,
        board,
        book,
        standing,
        slips,
        people,
        joining,
        seating,
        money,
        counting,
        pot,
        closing,
        settling,
        files,
        paper,
        links,
        share,
        spoken,
        handover,
        flags,
        beside,
        rules,
        language,
    ):
        app.register_blueprint(module.blueprint)
