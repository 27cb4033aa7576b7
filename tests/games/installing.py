"""Packages with games, laid out as an installer does it: modules on the path, and a `dist-info` beside them."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def install(folder: Path, site: Path) -> None:
    """Put the package of a game's folder into a folder of packages, with the entry points of its `pyproject.toml`."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    for package in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        shutil.copytree(folder / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    described = project["project"]
    add_points(site, described["name"], described["entry-points"]["ludarium.games"])


def add_points(site: Path, name: str, points: dict[str, str]) -> None:
    """The `dist-info` of a package whose entry points name games."""
    info = site / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n", encoding="utf-8")
    lines = "\n".join(f"{point} = {value}" for point, value in points.items())
    (info / "entry_points.txt").write_text(f"[ludarium.games]\n{lines}\n", encoding="utf-8")


def with_site(site: Path) -> dict[str, str]:
    """The environment of a process that finds these packages, and no registered games."""
    paths = os.pathsep.join(str(path) for path in (site, ROOT / "src", ROOT))
    return {name: value for name, value in os.environ.items() if name != "LUDARIUM_GAMES"} | {"PYTHONPATH": paths}
