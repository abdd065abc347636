"""What is kept: SQLAlchemy, no Flask. Sessions are passed in; `journal` is the only writer of events."""
