"""How strong and how quick the opponents of every game are: `python -m benchmarks.opponents [GAME …]`.

`ludarium players GAME --measure` for all games in turn. With `--write` the figures go into the games' own folders, from
which `ludarium players GAME` and the browser show them. Run it on a quiet machine: times are by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
from importlib import resources
from pathlib import Path

import ludarium
from ludarium.engine.levels import MEASURED
from ludarium.games import REGISTRY, load


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(REGISTRY.entries), help="all of them unless told")
    parser.add_argument("--rounds", type=int, default=20, help="of each round robin")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; as many as are worth while unless told")
    parser.add_argument("--write", action="store_true", help="keep the figures in the games' folders")
    given = parser.parse_args()
    for name in given.games:
        found = ludarium.opponents(name, rounds=given.rounds, seed=given.seed, workers=given.workers, progress=False)
        print(f"{found!r}\n", flush=True)
        if given.write:
            keep(name, found)


def keep(name: str, found: ludarium.Opponents) -> None:
    """Put a game's figures beside those of the other games of its folder."""
    entry = load(name).entry
    assert entry is not None
    with resources.as_file(resources.files(entry.home)) as folder:
        file = Path(folder) / MEASURED
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    kept[name] = found.standings()
    file.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
