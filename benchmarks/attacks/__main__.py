"""Attacks by name, each beside honest people whose times are measured.

    python -m benchmarks.attacks                    # all of them, one after the other
    python -m benchmarks.attacks restarts thinking  # some
    python -m benchmarks.attacks --quick fuzz       # in a small form

Ends with code 1 if one of them got through. See docs/chaos.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable

from benchmarks.attacks import churn, floods, fuzz, restarts

ATTACKS: dict[str, Callable[[bool], Awaitable[bool]]] = {
    "restarts": restarts.restarts,
    "finished": restarts.finished,
    "thinking": floods.thinking,
    "idle": floods.idle,
    "lobby": floods.lobby,
    "registrations": floods.registrations,
    "uploads": floods.uploads,
    "replays": floods.replays,
    "logflood": floods.logflood,
    "fuzz": fuzz.fuzz,
    "openapi": fuzz.openapi,
    "churn": churn.churn,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ATTACKS)}; all without any")
    parser.add_argument("--quick", action="store_true", help="a small form, to see that it works")
    options = parser.parse_args()
    unknown = set(options.names) - ATTACKS.keys()
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything is cleaned up, however it ends
    failed: list[str] = []
    for name in options.names or ATTACKS:
        print(f"{name} (load average {os.getloadavg()[0]:.1f})", flush=True)
        begun = time.monotonic()
        if not asyncio.run(ATTACKS[name](options.quick)):  # type: ignore[arg-type]
            failed.append(name)
        print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    print(f"got through: {', '.join(failed)}" if failed else "none got through")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
