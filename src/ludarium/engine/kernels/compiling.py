"""How long this process has been compiling: done once for everybody, and on nobody's account."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ludarium.engine.kernels.jit import JIT_ENABLED


@cache
def _listener() -> Any:
    from numba.core import event

    listener = event.TimingListener()  # type: ignore[no-untyped-call]
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    return listener


def on_compiling(told: Callable[[bool], None]) -> None:
    """From now on `told` hears whenever this process begins (True) and ends (False) to compile something."""
    if not JIT_ENABLED:
        return
    from numba.core import event

    class Telling(event.Listener):
        def __init__(self) -> None:
            self._depth = 0

        def on_start(self, event: Any) -> None:
            self._depth += 1
            if self._depth == 1:
                told(True)

        def on_end(self, event: Any) -> None:
            self._depth -= 1
            if self._depth == 0:
                told(False)

    event.register("numba:compile", Telling())  # type: ignore[no-untyped-call]


def compile_seconds() -> float:
    """Seconds that compiling has taken since this was first asked."""
    return float(_listener().duration) if JIT_ENABLED and _listener().done else 0.0
