"""The modules in static/js/rules/, run by Node and by Chromium: questions in bulk, as plain data."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route

from tests.parity.catalogue import MODULES

Question = tuple[str, Any]
"""The name of what index.js exports, and what to give it."""
Ask = Callable[[list[Question]], list[Any]]

_DRIVER: Final = Path(__file__).with_name("ask.mjs")
_ADDRESS: Final = "http://rules.test/"
_IN_PAGE: Final = """async ([address, text]) => {
  const engine = await import(`${address}index.js`);
  const answers = text.split("\\n").map((line) => {
    const [name, given] = JSON.parse(line);
    return JSON.stringify(engine[name](given));
  });
  return answers.join("\\n");
}"""


def in_node(program: Path, folder: Path) -> Ask:
    """Return what asks Node.js; a copy of the modules in `folder` says that they are modules."""
    modules = shutil.copytree(MODULES, folder / "rules")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    command = [str(program), str(_DRIVER), str(modules)]

    def ask(questions: list[Question]) -> list[Any]:
        said = subprocess.run(command, input=_lines(questions), capture_output=True, check=False, text=True)
        assert said.returncode == 0, said.stderr
        return _read(said.stdout)

    return ask


def in_page(page: Page) -> Ask:
    """Return what asks a page that imports the modules as the pages of the program do."""
    page.route(f"{_ADDRESS}**", _serve)
    page.goto(_ADDRESS)
    return lambda questions: _read(page.evaluate(_IN_PAGE, [_ADDRESS, _lines(questions)]))


def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(_ADDRESS)
    if name:
        route.fulfill(path=MODULES / name, content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><title>rules</title>", content_type="text/html")


def _lines(questions: list[Question]) -> str:
    return "\n".join(json.dumps(question, allow_nan=False) for question in questions)


def _read(text: str) -> list[Any]:
    return [json.loads(line) for line in text.split("\n")]
