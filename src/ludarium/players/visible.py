"""What a program may see of this machine's files: the system, what runs it, and its own folder.

A command line says little: `python3 mine.py` needs an interpreter that may be a shim, a link into a virtual environment
or a link from there to somewhere else, with a library beside it; and `mine.py` may read the files beside it. All that
is found here and shown at its own place, read-only, so that paths mean the same inside and outside.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
)
"""What programs of a distribution need. Of `/etc` no more than this: settings of servers stand there."""
SCRATCH = ("/tmp", "/dev/shm")
"""Folders in memory that are the program's own."""
_MANAGERS = ("pyenv", "rbenv", "nodenv", "goenv", "asdf", "mise", "volta")
_STANDARD_PATH = ("/usr/local/bin", "/usr/bin", "/bin")

Kind = Literal["hide", "read", "write", "link"]
_ORDER: dict[Kind, int] = {"hide": 0, "link": 1, "read": 2, "write": 3}


@dataclass
class Visible:
    """Places by path: what can be read, what can be written to, what is hidden again, and links between them."""

    places: dict[str, Kind] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def show(self, path: Path, kind: Kind = "read") -> None:
        """Show a file or folder at its real place, with a link from the place it was asked for."""
        if not os.path.exists(path):
            return
        real = Path(os.path.realpath(path))
        if kind == "write" or not self.covers(real):
            self.places[str(real)] = kind
        if path != real and not self.covers(path):
            self.links[str(path)] = str(real)

    def in_order(self) -> list[tuple[Kind, str, str]]:
        """What is to be mounted, outer before inner: kind, path, and where a link leads."""
        found: list[tuple[Kind, str, str]] = [(kind, path, "") for path, kind in self.places.items()]
        # A link inside something that is shown is there already.
        found += [("link", path, to) for path, to in self.links.items() if not self.covers(Path(path).parent)]
        return sorted(found, key=lambda item: (item[1].count("/"), _ORDER[item[0]], item[1]))

    def contains(self, path: Path) -> bool:
        """Whether this can be reached inside."""
        return self.covers(path) or self.covers(Path(os.path.realpath(path)))

    def covers(self, path: Path) -> bool:
        """Whether a place that is shown holds this one, and nothing between hides it."""
        for folder in (path, *path.parents):
            if str(folder) in self.places:
                return self.places[str(folder)] != "hide"
            if str(folder) in self.links:
                return True
        return False


def visible_to(command: Sequence[str], cwd: Path, writable: Path | None) -> Visible:
    """What a command, its program found by `resolved`, may see when it runs in this folder."""
    found = Visible()
    for name in (*SYSTEM, *map(str, Path("/etc").glob("java*"))):
        path = Path(name)
        if os.path.islink(path):
            found.links[name] = os.readlink(path)
        elif os.path.exists(path):
            found.places[name] = "read"
    program = Path(command[0])
    for folder in {cwd, _home()}:
        # A server that lives in /usr/src/app is no part of the system.
        if found.covers(folder) and folder not in (*map(Path, SYSTEM), Path("/")) and folder not in program.parents:
            found.places[str(folder)] = "hide"
    for runner in (program, *interpreters(program)):
        _show_installation(runner, found, cwd)
    for word in command[1:]:
        for part in _parts(word):
            _show_own(cwd / part, found, cwd)
    if writable is not None:
        found.show(writable, "write")
    return found


def search_path(command: Sequence[str], found: Visible | None) -> str:
    """The PATH inside: the program's own folder, that of its interpreter, then what can be seen of ours."""
    runners = [Path(command[0]), *interpreters(Path(command[0]))]
    ours = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    wanted = [runner.parent for runner in runners[1:] or runners] + ours + [Path(folder) for folder in _STANDARD_PATH]
    usable = [folder for folder in wanted if folder.is_absolute() and os.path.isdir(folder) and folder.name != "shims"]
    if found is not None:
        usable = [folder for folder in usable if found.contains(folder)]
    return os.pathsep.join(dict.fromkeys(map(str, usable)))


# --- what runs a program ----------------------------------------------------------------------------------------------


@cache
def resolved(name: str, cwd: Path) -> str:
    """The program that a name stands for, absolute, with the shims of version managers seen through."""
    found = shutil.which(name)
    if found is None:
        return name
    path = Path(os.path.abspath(cwd / found))
    return str(_behind_shim(path, cwd))


def interpreters(program: Path) -> Iterator[Path]:
    """What a script names on its first line, if the program is one."""
    try:
        with program.open("rb") as file:
            line = file.readline(256)
    except OSError:
        return
    words = line[2:].decode(errors="replace").split() if line.startswith(b"#!") else []
    if not words:
        return
    yield Path(words[0])
    if Path(words[0]).name == "env":
        for word in words[1:]:
            if not word.startswith("-") and "=" not in word:
                yield Path(resolved(word, Path.cwd()))
                return


def _behind_shim(path: Path, cwd: Path) -> Path:
    """Shims choose a version by looking at files and variables that a program does not see: so they are asked here."""
    if path.parent.name != "shims" and Path(os.path.realpath(path)).name not in ("volta-shim", "mise"):
        return path
    for manager in _MANAGERS:
        tool = shutil.which(manager) or shutil.which(str(path.parent.parent / "bin" / manager))
        if tool is None:
            continue
        try:
            answer = subprocess.run(
                [tool, "which", path.name], cwd=cwd, capture_output=True, text=True, timeout=10, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if answer.returncode == 0 and os.path.isfile(answer.stdout.strip()):
            return Path(answer.stdout.strip())
    others = os.pathsep.join(folder for folder in os.get_exec_path() if Path(folder).name != "shims")
    return Path(shutil.which(path.name, path=others) or path)


def _show_installation(program: Path, found: Visible, cwd: Path) -> None:
    """The program with every link on the way to it, and at each stop the folder that it is installed in."""
    seen: set[Path] = set()
    while program not in seen:
        seen.add(program)
        if not found.contains(program):
            for place in _installation(program.parent, cwd):
                found.show(place)
            found.show(program.parent if program.parent.name == "bin" else program)
        if os.path.islink(program):
            program = Path(os.path.normpath(program.parent / os.readlink(program)))


def _installation(folder: Path, cwd: Path) -> list[Path]:
    """`/x/bin` belongs to an installation in `/x`, with its libraries; any other folder stands for itself."""
    real = Path(os.path.realpath(folder))
    if real.name != "bin":
        return [] if _is_wide(real, cwd) else [real]
    prefix = real.parent
    if not _is_wide(prefix, cwd) and prefix != cwd:
        return [prefix, *_base_of_environment(prefix)]
    # Beside bin and lib lie things of ours: the home folder, ~/.local, the folder we work in.
    return [real, *(prefix / name for name in ("lib", "lib64", "pyvenv.cfg"))]


def _base_of_environment(prefix: Path) -> list[Path]:
    """Where a virtual environment of Python, which may hold a copy instead of a link, has its library."""
    try:
        lines = (prefix / "pyvenv.cfg").read_text().splitlines()
    except OSError:
        return []
    homes = [line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "home"]
    return [Path(home).parent for home in homes if Path(home).name == "bin" and Path(home).parent != Path("/usr")]


# --- what belongs to a program ----------------------------------------------------------------------------------------


def _parts(word: str) -> Iterator[str]:
    """A word, and what may be paths in it: `--book=openings.txt`, `-cp a.jar:b.jar`."""
    yield word
    value = word.partition("=")[2] if word.startswith("-") else word
    for part in value.split(os.pathsep):
        if part and part != word:
            yield part


def _show_own(path: Path, found: Visible, cwd: Path) -> None:
    """A file that a command names, with the folder it lies in; or the folder that it names."""
    if not os.path.exists(path):
        return
    path = Path(os.path.normpath(path))
    for place in dict.fromkeys((path, Path(os.path.realpath(path)))):
        if os.path.isdir(place):
            if not _is_wide(place, cwd):
                found.show(place)
        elif _is_wide(place.parent, cwd):
            found.show(place)
        else:
            found.show(place.parent)


def _is_wide(folder: Path, cwd: Path) -> bool:
    """Whether much more than a program lies in this folder: a home, a folder above one, or one for everybody."""
    home = _home()
    if folder in (home, *home.parents, home / ".local", home / ".config"):
        return True
    return folder in cwd.parents or str(folder) in ("/tmp", "/var/tmp", "/dev/shm", "/home", "/etc", "/proc", "/dev")


def _home() -> Path:
    return Path(os.path.realpath(os.path.expanduser("~")))
