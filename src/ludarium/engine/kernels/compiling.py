"""How long this process has been compiling: done once for everybody, and on nobody's account."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludarium.engine.kernels.jit import JIT_ENABLED


@cache
def _listener() -> Any:
    from numba.core import event

    listener = event.TimingListener()  # type: ignore[no-untyped-call]
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    return listener


def compile_seconds() -> float:
    """Seconds that compiling has taken since this was first asked."""
    return float(_listener().duration) if JIT_ENABLED and _listener().done else 0.0
