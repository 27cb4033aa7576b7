"""Write the golden game of one or more games: `python -m tests.golden.make GAME…`, with no name all that are missing.

A golden game is the record of a seeded random game, kept beside the code. It must replay to the same positions for as
long as the game's `version` stands. Write a new one only when the rules were meant to change.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludarium.engine import LudariumError
from ludarium.engine.conformance import random_record
from ludarium.games import REGISTRY, load

FOLDER = Path(__file__).parent
SEED = 2024


def path_of(name: str) -> Path:
    """Where a game's golden record lies."""
    return FOLDER / f"{name}.json"


def missing() -> list[str]:
    """The games of this project that have no golden record."""
    return [
        name for name, entry in REGISTRY.entries.items() if entry.origin == "ludarium" and not path_of(name).exists()
    ]


def main(names: list[str]) -> int:
    """Write the records; an unknown game is one clear line and exit code 2."""
    for name in names or missing():
        try:
            record = random_record(load(name), SEED)
        except LudariumError as error:
            print(error, file=sys.stderr)
            return 2
        record.save(path_of(name))
        print(f"{path_of(name).name}: {len(record.decisions)} decisions, {record.result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
