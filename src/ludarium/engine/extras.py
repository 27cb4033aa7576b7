"""Packages that only some rooms need. A missing one is named with the command that installs it.

The core plays, searches and counts; statistics, reports and the database come with the extra `arena`, the server with
`lab`. Which package belongs to which extra is said in pyproject.toml alone: here the installed metadata is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires

from ludarium.engine.errors import LudariumError

_DISTRIBUTIONS = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "sklearn": "scikit-learn",
    "starlette": "fastapi",
    "vl_convert": "vl-convert-python",
    "pyspiel": "open_spiel",
    "quickjs": "quickjs-ng",
    "yaml": "PyYAML",
}
"""Packages that are installed by another name than they are imported by."""

_FOR_DEVELOPERS = ("dev", "all", "bench")
_REQUIREMENT = re.compile(r"""^(?P<name>[\w.-]+).*;.*\bextra\s*==\s*['"](?P<extra>[\w.-]+)['"]""")


class MissingExtra(LudariumError, ImportError):
    """A package that is not installed, with the extra of Ludarium that brings it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"this needs the package {package}, which is not installed: pip install 'ludarium[{extra}]'")

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return MissingExtra, (self.package, self.extra)


def missing(error: ModuleNotFoundError) -> MissingExtra | None:
    """What to say of a module that was not found; None if no extra of Ludarium would bring it."""
    module = (error.name or "").partition(".")[0]
    package = _DISTRIBUTIONS.get(module, module)
    extra = extra_of(package)
    return MissingExtra(package, extra) if extra else None


def extra_of(package: str) -> str | None:
    """The first extra in pyproject.toml that lists a package."""
    try:
        listed = requires("ludarium") or []
    except PackageNotFoundError:  # run from a folder that was never installed
        return None
    for requirement in listed:
        found = _REQUIREMENT.match(requirement)
        if found and found["extra"] not in _FOR_DEVELOPERS and _normal(found["name"]) == _normal(package):
            return found["extra"]
    return None


@contextmanager
def needing_extras() -> Iterator[None]:
    """Turn a module that is not found into a `MissingExtra` where an extra would bring it."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        found = missing(error)
        if found is None:
            raise
        raise found from error


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
