"""Pictures of every page: two phones, both themes, both languages.

    python -m tests.browser.screens [FOLDER]

FOLDER is tests/screens unless another is named. A file is called SIZE-THEME-LANGUAGE-VIEW.png.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

from ledger.cli.system import find_chromium
from tests.browser.phone import LARGE, SMALL, SPEECHES, THEMES, Model, Phones, running
from tests.browser.server import serving
from tests.browser.stage import build
from tests.browser.tour import OPENINGS, Tour

FOLDER: Final = Path(__file__).parent.parent / "screens"
SHARPNESS: Final = 2

# The record page is what a screen shows; of all others the whole length is of interest.
_ONE_SCREEN: Final = ("table", "watching", "plain")


def models() -> Iterator[tuple[str, Model]]:
    """Yield every phone, with what its pictures are called."""
    for (size, model), theme, speech in product({"360": SMALL, "390": LARGE}.items(), THEMES, SPEECHES):
        yield f"{size}-{theme}-{speech}", replace(model, theme=theme, speech=speech, scale=SHARPNESS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures; returns the exit code."""
    named = sys.argv[1:] if arguments is None else arguments
    folder = Path(named[0]) if named else FOLDER
    program = find_chromium()
    if program is None:
        print("There is no Chromium on this machine.", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as instance,
        serving(Path(instance)) as site,
        running(program) as browser,
    ):
        phones = Phones(browser, site)
        stage = build(phones)
        for name, model in models():
            tour = Tour(phones, stage, model)
            for view in OPENINGS:
                whole = not view.startswith(_ONE_SCREEN)
                tour.open(view).screenshot(path=folder / f"{name}-{view}.png", full_page=whole)
            phones.take_back()
    print(f"{len(OPENINGS) * len(list(models()))} pictures are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
