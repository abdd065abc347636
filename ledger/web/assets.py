"""Static files under addresses that change with them; modules that import each other share one version."""

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, send_from_directory

blueprint = Blueprint("assets", __name__)

_CATALOGUES: Final = "translations"
# These no page loads: the browser runs them, as one script, beside all pages.
_WORKERS: Final = {"worker.js", "unworker.js"}
# What a module imports, ever or before it begins.
_EVER: Final = re.compile(r'(?:from |import\()"\./([^"]+)"')
_AT_ONCE: Final = re.compile(r'^import .* from "\./([^"]+)"', re.MULTILINE)
FOR_EVER: Final = "public, max-age=31536000, immutable"
PAGES: Final = "X-Pages"
"""The header of every answer: which release of the pages the server has. What comes without is not ours."""


@blueprint.get("/static/js-<version>/<path:name>")
def module(version: str, name: str) -> Response:
    """Return a module; what it imports by a relative address then has the same version in its address.

    Under an older version a page that is still open gets the module of today, and must not keep it.
    """
    response = send_from_directory(Path(current_app.static_folder or "") / "js", name)
    if version == version_of_pages():
        response.headers["Cache-Control"] = FOR_EVER
    return response


def asset(filename: str) -> str:
    """Return the address of a static file that changes when its content does, so that it can be kept."""
    address = current_app.static_url_path or ""
    if filename.startswith("js/"):
        return f"{address}/js-{version_of_pages()}/{filename.removeprefix('js/')}"
    return f"{address}/{filename}?v={_digest(Path(current_app.static_folder or '') / filename)}"


def modules() -> list[str]:
    """Return the addresses of the modules that pages load, and of what those import.

    Most of the engine is not among them: a page only records deals, and leaves evenings to the server.
    """
    return [asset(f"js/{name}") for name in _loaded(_modules())]


def imports(name: str) -> list[str]:
    """Return the addresses of all modules that the module `name` cannot begin without.

    A browser hears of each from the one that imports it: on a slow line a step is more than half a second.
    """
    return [asset(f"js/{other}") for other in _needed(_modules(), name)]


def _modules() -> Path:
    return Path(current_app.static_folder or "") / "js"


def version_of_pages() -> str:
    """Return what names this release of the pages: another one where any part of them is another."""
    return _version(
        Path(current_app.static_folder or ""), Path(current_app.root_path), str(current_app.template_folder)
    )


@lru_cache(maxsize=8)
def _version(static: Path, package: Path, templates: str) -> str:
    found = hashlib.sha256()
    for path in _parts(static, package, Path(templates)):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _parts(static: Path, package: Path, templates: Path) -> Iterator[Path]:
    for folder, kind in (
        (static / "js", "*.js"),
        (static / "css", "*.css"),
        (static / "icons", "*"),
        (templates, "*.html"),
        (package / _CATALOGUES, "*.mo"),
    ):
        yield from sorted(path for path in folder.rglob(kind) if path.is_file())


@lru_cache(maxsize=8)
def _loaded(folder: Path) -> tuple[str, ...]:
    return _closed(folder, {path.name for path in folder.glob("*.js")} - _WORKERS, _EVER)


@lru_cache(maxsize=8)
def _needed(folder: Path, name: str) -> tuple[str, ...]:
    return tuple(other for other in _closed(folder, {name}, _AT_ONCE) if other != name)


def _closed(folder: Path, ahead: set[str], imported: re.Pattern[str]) -> tuple[str, ...]:
    """Return `ahead` with all that these modules import, and those in turn."""
    found: set[str] = set()
    while ahead:
        found |= ahead
        texts = {name: (folder / name).read_text(encoding="utf-8") for name in ahead}
        paths = (
            (Path(name).parent / other) for name, text in texts.items() for other in imported.findall(text)
        )
        ahead = {path.as_posix() for path in paths} - found
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
