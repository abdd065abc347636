"""The command that prints an evening file."""

import datetime
import sys
from pathlib import Path
from typing import TextIO, cast

import click

from ledger.cli.files import read_json, refuse
from ledger.evening.interchange import answer, read
from ledger.report.page import evening_page
from ledger.report.press import NoPangoError, Press, SpoiledError
from ledger.report.source import from_file
from ledger.rules import jsontext
from ledger.rules.plain import plain_problem
from ledger.rules.problems import RefusedError
from ledger.wording.language import LANGUAGES, language


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--pdf", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Language."
)
@click.option("--without-words", is_flag=True, help="Leave out the evening in words.")
def report(file: TextIO, pdf: Path, lang: str, without_words: bool) -> None:
    """Print the evening in FILE as a PDF."""
    data = read_json(file)
    if isinstance(data, list):
        refuse(f"{file.name} is a list of evenings; give one of them.")
    try:
        if flaws := jsontext.repeated(data):
            raise RefusedError(flaws)
        source = from_file(read(data))
    except RefusedError as refused:
        # What refuses an event is told with its place, which only the answer to the whole file knows.
        told = answer(data).get("problems") or [plain_problem(problem, {}) for problem in refused.problems]
        for problem in cast("list[dict[str, object]]", told):
            click.echo(f"{file.name}: {problem['field'] or 'the file'}: {problem['code']}", err=True)
        sys.exit(1)
    made = datetime.datetime.now().astimezone()
    page = evening_page(source, language(lang), made=made, in_words=not without_words)
    press = Press()
    try:
        pdf.write_bytes(press.make("", lambda: page).pdf)
    except NoPangoError:
        refuse("Pango is missing: `python -m ledger.cli.system pango` installs it, or says how to.")
    except SpoiledError:
        refuse("The PDF could not be made; what the layout said stands above.")
    except OSError as error:
        refuse(f"{pdf} cannot be written: {error.strerror}.")
    finally:
        press.close()
