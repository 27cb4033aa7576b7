"""Whether a classifier can tell hidden players from people by what a browser receives: `python -m benchmarks.secrecy`.

The test of the same name takes 120 games; this takes as many as are asked for, plants leaks of several sizes to show
what would be found, and tells which figures differ most. `--load` keeps so many processes busy beside it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from pathlib import Path

import numpy as np
from tests.server.classifying import FEATURES, accuracy, at_once, bound, differences, watch_many
from tests.server.serving import Running, serving

from ludarium.server.tables.masks import Mask
from ludarium.server.work.players import Workers

LEAKS = (0, 10, 20, 50)
"""Milliseconds by which hidden players are quicker."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=200, help="games against each")
    options.add_argument("--seeds", type=int, nargs="+", default=[1], help="one run for each")
    options.add_argument(
        "--leaks", type=int, nargs="*", default=LEAKS, help="milliseconds by which hidden players are quicker"
    )
    options.add_argument("--load", type=int, default=0, help="processes that are busy beside it")
    options.add_argument("--keep", metavar="FILE", help="write the figures of all games there, for numpy")
    chosen = options.parse_args()
    setattr(Workers, "choose", at_once)  # noqa: B010
    beside = [multiprocessing.Process(target=_busy, daemon=True) for _ in range(chosen.load)]
    for process in beside:
        process.start()
    kept: dict[str, np.ndarray] = {}
    with tempfile.TemporaryDirectory() as folder, serving(str(Path(folder) / "lab.db")) as server:
        watch_many(server, 1, seed=0)
        for seed in chosen.seeds:
            for leak in chosen.leaks:
                begun = time.monotonic()
                rows, labels, late = _watched(server, chosen.games, seed, leak)
                kept |= {f"rows_{seed}_{leak}": rows, f"labels_{seed}_{leak}": labels}
                print(
                    f"seed {seed}, {leak:2} ms quicker: {_told(rows, labels)}; {late} times a hidden player was late "
                    f"({time.monotonic() - begun:.0f} s)",
                    flush=True,
                )
    for process in beside:
        process.terminate()
    if chosen.keep:
        np.savez(chosen.keep, **kept)  # type: ignore[arg-type]


def _watched(server: Running, games: int, seed: int, leak: int) -> tuple[np.ndarray, np.ndarray, int]:
    """What was seen, which were which, and how often a hidden player was not ready when it should have answered."""
    kept, late = Mask.due, list[bool]()

    def quicker(*given: object, **named: object) -> float:
        if named:
            late.append(True)
        return kept(*given, **named) - leak / 1000  # type: ignore[arg-type]

    setattr(Mask, "due", quicker)  # noqa: B010
    try:
        return *watch_many(server, games, seed=seed, person_due=kept), len(late)
    finally:
        setattr(Mask, "due", kept)  # noqa: B010


def _told(rows: np.ndarray, labels: np.ndarray) -> str:
    found, most = accuracy(rows, labels), bound(rows, labels)
    apart = differences(rows, labels)
    first = np.argsort(-np.abs(apart))[:3]
    said = "; ".join(f"{FEATURES[each]} {apart[each]:+.1f}" for each in first)
    told = "told" if found > most else "not told"
    return f"{found:.1%} of {len(labels)} games rightly, by chance up to {most:.1%}: {told}; furthest apart: {said}"


def _busy() -> None:
    while True:
        sum(range(10_000))


if __name__ == "__main__":
    main()
