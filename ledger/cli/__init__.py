"""The command line, installed as `tavern-ledger`."""

import os
import sys
from importlib import import_module
from typing import Any

import click

_COMMANDS = {
    "settle": "files",
    "replay": "files",
    "rulesets": "files",
    "report": "report",
    "verify": "database",
    "evenings": "database",
    "links": "database",
    "backup": "database",
    "restore": "database",
    "erase": "database",
    "serve": "serve",
}


class _Lazy(click.Group):
    """Imports a command when it is asked for: settling a file should not wait for a web server to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"ledger.cli.{_COMMANDS[cmd_name]}"), cmd_name)
        return command

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command. Output that cannot be written ends it with a sentence; a letter never does."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().main(*arguments, **settings)
        except OSError as error:
            _let_go_of_output()
            click.echo(f"{error.filename or 'The output cannot be written'}: {error.strerror}.", err=True)
            sys.exit(1)


def _let_go_of_output() -> None:
    """Send what is still to be written nowhere: it would fail once more, without a sentence, at the end."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


@click.command(cls=_Lazy)
def main() -> None:
    """Tavern Ledger: keeps the book for card games played for a pot."""
