"""Games and players from a user's own file, `path/to/file.py:Class`, and games from a folder."""

from __future__ import annotations

import builtins
import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ludarium.engine.errors import LudariumError


def is_file_reference(text: str) -> bool:
    """Whether a text names a Python file (with or without `:Class`) rather than something registered."""
    return split_reference(text)[0].endswith(".py")


def split_reference(text: str) -> tuple[str, str]:
    """`path/to/file.py:Class` as path and class; the class may be missing."""
    parts = re.fullmatch(r"(.+?\.py)(?::(\w*))?", text)
    return (parts[1], parts[2] or "") if parts else (text, "")


def load_file(path_text: str) -> ModuleType:
    """The module in a file; loaded once per path, so that classes keep their identity."""
    path = Path(path_text).expanduser().resolve()
    if not path.is_file():
        raise LudariumError(f"no file {path_text}: give the path of a Python file")
    return _load(f"ludarium_file_{path.stem}_{_digest(path)}", path, path_text, own_imports=True)


def game_folder(path_text: str) -> Path | None:
    """The folder of a game's package that a path means: itself, or the only one in it or in its `src`."""
    try:
        path = Path(path_text).expanduser().resolve()
        if _holds_entry(path):
            return path
        found = [inner for base in (path, path / "src") if base.is_dir() for inner in base.iterdir()]
        packages = [inner for inner in found if _holds_entry(inner)]
    except (OSError, ValueError):  # no name that a folder could have
        return None
    return packages[0] if len(packages) == 1 else None


def _holds_entry(folder: Path) -> bool:
    start = folder / "__init__.py"
    return start.is_file() and re.search(r"^ENTR(Y|IES)\b", start.read_text(encoding="utf-8"), re.MULTILINE) is not None


def load_folder(path: Path) -> ModuleType:
    """The package in a folder; loaded once, under a name of its own, which its modules begin with."""
    return _load(f"ludarium_folder_{path.name}_{_digest(path)}", path / "__init__.py", str(path), [str(path)])


def _digest(path: Path) -> str:
    return hashlib.blake2b(str(path).encode(), digest_size=4).hexdigest()


def _load(
    name: str, path: Path, path_text: str, inside: list[str] | None = None, *, own_imports: bool = False
) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=inside)
    if spec is None or spec.loader is None:
        raise LudariumError(f"{path_text} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    if own_imports:
        folder = path.parent.parent if inside else path.parent
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": _Beside(folder)}
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except LudariumError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:  # a script that ends itself is not to end whoever reads it
        del sys.modules[name]
        line = _line_in(error, str(path))
        what = "it tried to end the program" if isinstance(error, SystemExit) else f"{type(error).__name__}: {error}"
        raise LudariumError(f"{path_text}{line} failed to load: {what}") from error
    return module


class _Beside:
    """`import` for a file of somebody's: what lies beside it is found first, under a name that only its folder has.

    So two folders can each have a `helper.py`, and none of them hides a module of ours.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(
        self, name: str, globals: Any = None, locals: Any = None, fromlist: Sequence[str] | None = (), level: int = 0
    ) -> Any:
        first, _, rest = name.partition(".")
        if level or not (beside := self._load(first)):
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        inner = importlib.import_module(f"{beside.__name__}.{rest}") if rest else beside
        for wanted in fromlist or ():
            if hasattr(inner, "__path__") and wanted != "*" and not hasattr(inner, wanted):
                importlib.import_module(f"{inner.__name__}.{wanted}")
        return inner if fromlist else beside

    def _load(self, name: str) -> ModuleType | None:
        for path in (self._folder / name / "__init__.py", self._folder / f"{name}.py"):
            if path.is_file():
                package = path.name == "__init__.py"
                unique = f"ludarium_beside_{name}_{_digest(path)}"
                inside = [str(path.parent)] if package else None
                return _load(unique, path, str(path), inside, own_imports=True)
        return None


def find_class(path_text: str, class_name: str, base: type) -> Any:
    """A class of a file: the named one, or the only subclass of `base` that the file defines."""
    module = load_file(path_text)
    defined = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__
    }
    noun = base.__name__
    if class_name:
        if class_name not in defined:
            raise LudariumError(
                f"{path_text} has no {noun} class '{class_name}'; it defines {', '.join(defined) or 'none'}"
            )
        return defined[class_name]
    if len(defined) != 1:
        raise LudariumError(
            f"{path_text} defines {', '.join(defined) or f'no {noun} class'}: write {path_text}:CLASS to choose one"
        )
    return next(iter(defined.values()))


def import_object(reference: str) -> Any:
    """`package.module:Name` of an installed package."""
    module_name, _, attribute = reference.partition(":")
    return getattr(importlib.import_module(module_name), attribute)


def _line_in(error: BaseException, path: str) -> str:
    """`, line 12` where the traceback passes through the file."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f", line {error.lineno}"
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f", line {line}" if line else ""
