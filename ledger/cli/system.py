"""What the program needs from the system, beside Python: found, installed, or named in one sentence.

    python -m ledger.cli.system [--only-name] PART...

Installs the missing parts where a known package manager is there and the rights are: root, or sudo without a
password (Homebrew: any user but root). Elsewhere, and with --only-name, it prints one sentence with the
command that installs them. Exit 1 if a part is missing in the end, 0 otherwise and with --only-name.
"""

import argparse
import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_APPS = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
PANGO_LIBRARIES = (("pango-1.0", "0"), ("pangoft2-1.0", "0"), ("harfbuzz-subset", "0"))
HOMEBREW = (Path("/opt/homebrew/lib"), Path("/usr/local/lib"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something the system has or lacks.

    Attributes:
        name: what it is called in a sentence.
        purpose: what does not work without it.
        present: looks for it.
        packages: its packages, by the name of the package manager.
    """

    name: str
    purpose: str
    present: Callable[[], bool]
    packages: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """A package manager.

    Attributes:
        name: the program.
        refresh: fetches the lists of packages; empty where installing does that itself.
        install: installs the packages named after it, asking nothing.
        typed: the same as a person types it.
        as_root: whether it wants root; Homebrew refuses it.
    """

    name: str
    refresh: tuple[str, ...] = ()
    install: tuple[str, ...]
    typed: str
    as_root: bool = True


# A package manager that runs elsewhere holds a lock: wait for it rather than fail. The setting of debconf is
# given by `env`, since sudo keeps no environment.
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300")

INSTALLERS = (
    Installer(
        name="apt-get",
        refresh=(*APT, "update"),
        install=(*APT, "install", "--yes"),
        typed="apt-get install",
    ),
    Installer(name="dnf", install=("dnf", "install", "--assumeyes", "--quiet"), typed="dnf install"),
    Installer(name="pacman", install=("pacman", "--sync", "--needed", "--noconfirm"), typed="pacman -S"),
    Installer(name="apk", install=("apk", "add", "--quiet"), typed="apk add"),
    Installer(name="brew", install=("brew", "install"), typed="brew install", as_root=False),
)


def find_chromium() -> Path | None:
    """The Chromium or Chrome of this system, or None."""
    found = (shutil.which(name) for name in CHROMIUM_NAMES)
    return next((Path(path) for path in found if path), None) or next(
        filter(Path.exists, CHROMIUM_APPS), None
    )


def find_node() -> Path | None:
    """The Node.js of this system, or None."""
    found = shutil.which("node") or shutil.which("nodejs")
    return Path(found) if found else None


def has_pango() -> bool:
    """Whether the libraries that lay out the text of a PDF can be loaded."""
    return all(_loads(name, version) for name, version in PANGO_LIBRARIES)


def _loads(name: str, version: str) -> bool:
    """Whether the shared library can be loaded, by its Linux name or from Homebrew's folders."""
    dylib = f"lib{name}.{version}.dylib"
    for candidate in (f"lib{name}.so.{version}", dylib, *(str(folder / dylib) for folder in HOMEBREW)):
        try:
            ctypes.CDLL(candidate)
        except OSError:
            continue
        return True
    return False


def _debian_chromium() -> str:
    """The package of Chromium for apt-get: Ubuntu has it under another name."""
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    return "chromium-browser" if release.get("ID") == "ubuntu" else "chromium"


PARTS = {
    "chromium": Part(
        name="Chromium",
        purpose="the browser tests",
        present=lambda: find_chromium() is not None,
        packages={
            "apt-get": (_debian_chromium(),),
            "dnf": ("chromium",),
            "pacman": ("chromium",),
            "apk": ("chromium", "font-dejavu"),
            "brew": ("--cask", "google-chrome"),
        },
    ),
    "node": Part(
        name="Node.js",
        purpose="the tests of the engine that runs in browsers",
        present=lambda: find_node() is not None,
        packages={
            "apt-get": ("nodejs",),
            "dnf": ("nodejs",),
            "pacman": ("nodejs",),
            "apk": ("nodejs",),
            "brew": ("node",),
        },
    ),
    "pango": Part(
        name="Pango",
        purpose="reports as PDF",
        present=has_pango,
        packages={
            "apt-get": ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
            "dnf": ("pango", "harfbuzz"),
            "pacman": ("pango", "harfbuzz"),
            "apk": ("pango", "harfbuzz-subset"),
            "brew": ("pango",),
        },
    ),
    "poppler": Part(
        name="Poppler",
        purpose="the tests of reports",
        present=lambda: shutil.which("pdftotext") is not None,
        packages={
            "apt-get": ("poppler-utils",),
            "dnf": ("poppler-utils",),
            "pacman": ("poppler",),
            "apk": ("poppler-utils",),
            "brew": ("poppler",),
        },
    ),
}


def prefix(installer: Installer) -> tuple[str, ...] | None:
    """What to put before the installer's commands: nothing, sudo, or None where the rights are missing."""
    root = os.geteuid() == 0
    if root == installer.as_root:
        return ()
    if root or not shutil.which("sudo"):
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ("sudo", "-n") if asked.returncode == 0 else None


def sentence(part: Part, installer: Installer | None) -> str:
    """What is missing, what for, and the command that installs it."""
    missing = f"{part.name} is missing, which {part.purpose} need"
    if installer is None:
        return f"{missing}: install it with the package manager of this system."
    sudo = "sudo " if installer.as_root and os.geteuid() != 0 else ""
    return f"{missing}: {sudo}{installer.typed} {shlex.join(part.packages[installer.name])}"


def install(parts: Sequence[Part], installer: Installer, before: tuple[str, ...]) -> None:
    """Install the packages of all the parts; what fails shows in what is missing afterwards."""
    packages = [package for part in parts for package in part.packages[installer.name]]
    print(f"Installing {' and '.join(part.name for part in parts)} with {installer.name}.", flush=True)
    for command in filter(None, (installer.refresh, (*installer.install, *packages))):
        subprocess.run([*before, *command], check=False, stdin=subprocess.DEVNULL)


def main(arguments: Sequence[str] | None = None) -> int:
    """See to the parts named on the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m ledger.cli.system", description="Parts of the system.")
    parser.add_argument("parts", nargs="+", choices=sorted(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--only-name", action="store_true", help="install nothing, and never fail")
    wanted = parser.parse_args(arguments)
    missing = [part for part in map(PARTS.__getitem__, wanted.parts) if not part.present()]
    installer = next((one for one in INSTALLERS if shutil.which(one.name)), None)
    before = prefix(installer) if missing and installer and not wanted.only_name else None
    if installer and before is not None:
        install(missing, installer, before)
        missing = [part for part in missing if not part.present()]
    for part in missing:
        print(sentence(part, installer), file=sys.stderr)
    return 1 if missing and not wanted.only_name else 0


if __name__ == "__main__":
    sys.exit(main())
