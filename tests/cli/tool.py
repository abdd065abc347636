"""The command line as a test uses it: called in this process, or as the installed program."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final, NamedTuple

from click.testing import CliRunner, Result
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from ledger.cli import main
from tests.store.scribe import Contents, contents

PROGRAM: Final = Path(sys.executable).with_name("tavern-ledger")
VECTORS: Final = Path(__file__).parents[1] / "vectors"


def call(*arguments: str, given: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Result:
    """Call the command line in this process, and check that nothing but an exit ended it.

    `given` is standard input. What the environment of the tests says of the program does not count.
    """
    cleared: dict[str, str | None] = {name: None for name in os.environ if name.startswith("LEDGER_")}
    result = CliRunner().invoke(main, arguments, input=given, env=cleared | dict(env or {}))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def program(
    *arguments: str,
    given: bytes = b"",
    env: Mapping[str, str] | None = None,
    output: IO[bytes] | int = subprocess.PIPE,
) -> subprocess.CompletedProcess[bytes]:
    """Run the installed program as a process of its own, and check that it ends without a traceback.

    `output` takes what it says; without one the result has it.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LEDGER_")}
    command = [str(PROGRAM), *arguments]
    result = subprocess.run(
        command,
        input=given,
        env=kept | dict(env or {}),
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in result.stderr, result.stderr.decode(errors="replace")
    return result


def one_sentence(result: Result) -> str:
    """Return the one sentence that a command was refused with."""
    assert result.exit_code == 1
    assert result.stdout == ""
    (sentence,) = result.stderr.splitlines()
    return sentence


class Instance(NamedTuple):
    """An instance folder with a database of two evenings, and what the environment says of it."""

    folder: Path
    engine: Engine
    env: Mapping[str, str]

    def call(self, *arguments: str, given: str | None = None) -> Result:
        """Call the command line on this instance."""
        return call(*arguments, given=given, env=self.env)

    def contents(self) -> Contents:
        """Return every row of the database."""
        with Session(self.engine) as session:
            return contents(session)

    def change(self, statement: str) -> None:
        """Change the database behind the program's back."""
        with self.engine.begin() as connection:
            connection.exec_driver_sql(statement)
