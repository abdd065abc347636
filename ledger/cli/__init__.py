"""The command line, installed as `tavern-ledger`."""

from importlib import import_module

import click

_COMMANDS = {
    "settle": "files",
    "replay": "files",
    "rulesets": "files",
    "report": "report",
    "verify": "database",
    "evenings": "database",
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


@click.command(cls=_Lazy)
def main() -> None:
    """Tavern Ledger: keeps the book for card games played for a pot."""
