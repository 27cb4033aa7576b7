"""Whether a classifier can tell hidden players from people by what a browser receives: `python -m benchmarks.secrecy`.

The test of the same name takes 120 games; this takes as many as are asked for, and plants leaks of several sizes to
show what would be found.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.server.classifying import accuracy, at_once, bound, watch_many
from tests.server.serving import serving

from ludarium.server.tables.masks import Mask
from ludarium.server.work.players import Workers

LEAKS = (0, 10, 20, 50)
"""Milliseconds by which hidden players are quicker."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=200, help="games against each")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    kept, games = Mask.due, chosen.games
    setattr(Workers, "choose", at_once)  # noqa: B010
    print(f"{2 * games} games; a guess tells up to {bound(2 * games):.1%} rightly")
    with tempfile.TemporaryDirectory() as folder, serving(str(Path(folder) / "lab.db")) as server:
        watch_many(server, 1, seed=0)
        for leak in LEAKS:

            def quicker(*given: object, leak: int = leak, **named: object) -> float:
                return kept(*given, **named) - leak / 1000  # type: ignore[arg-type]

            setattr(Mask, "due", quicker)  # noqa: B010
            begun = time.monotonic()
            found = accuracy(*watch_many(server, games, seed=chosen.seed, person_due=kept))
            told = "told" if found > bound(2 * games) else "not told"
            print(f"{leak:3} ms quicker: {found:.1%} rightly, {told} ({time.monotonic() - begun:.0f} s)")


if __name__ == "__main__":
    main()
