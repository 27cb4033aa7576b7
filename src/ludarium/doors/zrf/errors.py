"""What is wrong with a rules file, always with the line at which it stands."""

from __future__ import annotations

from ludarium.engine.errors import LudariumError


class BadZrf(LudariumError):
    """A rules file that cannot be read, or that uses what is not supported; `line` says where, 0 for the whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line else message)
