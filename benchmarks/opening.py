"""The opening minutes with a stopwatch: how long somebody waits who has just set the lab up.

    python -m benchmarks.opening [--games 50] [--cold]

A server is started on a database and a compile cache of its own. As `make play` does it, what the usual opponents need
is compiled first (`ludarium warm --usual`); `--cold` leaves that out. Then every game is opened as "Play" on the first
page opens it, and the table says how many seconds it took until there was a board, until the first own move was made,
and until the opponent's first answer; afterwards as many first games as are asked for are begun, and all moves that
stood in for a player's are counted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

DESIGNED = "5x5 drop line-4"
"""A game that somebody has just designed."""


@dataclass
class Times:
    """Seconds since "Play" was pressed."""

    game: str
    board: float
    moved: float
    answered: float
    stood_in: int


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--cold", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
            os.environ[name] = str(Path(folder) / name.lower())
        os.makedirs(os.environ["HOME"])
        if not chosen.cold:
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-m", "ludarium", "warm", "--usual"], check=True)
            print(f"set-up: {time.perf_counter() - begun:.1f} s")
        measure(Path(folder) / "lab.db", chosen.games)


def measure(database: Path, games: int) -> None:
    """Print the table."""
    import httpx
    from tests.server import serving
    from tests.server.serving import Person, free_port

    serving.PATIENCE = 1200.0  # whatever it takes is to be seen
    port, begun = free_port(), time.perf_counter()
    options = [
        "--port",
        str(port),
        "--database",
        str(database),
        "--limit",
        "tables=100000",
        "--limit",
        "unfinished=1000",
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "ludarium", "serve", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/")
                break
            except httpx.TransportError:
                time.sleep(0.02)
        print(f"server: {time.perf_counter() - begun:.1f} s until the first page comes")
        you, asked = Person(f"127.0.0.1:{port}"), time.perf_counter()
        cards = you.get("/games")
        print(f"page:   {time.perf_counter() - asked:.1f} s for the list of games")
        print(f"{'game':16} {'board':>7} {'own move':>9} {'answer':>7}  stand-ins")
        names = [*(card["name"] for card in cards), DESIGNED]
        found = [first_game(you, each) for each in names]
        for times in found:
            print(f"{times.game:16} {times.board:7.1f} {times.moved:9.1f} {times.answered:7.1f}  {times.stood_in}")
        found += [first_game(you, name) for name in islice(cycle(names), max(0, games - len(found)))]
        print(f"{len(found)} first games: {sum(times.stood_in for times in found)} moves stood in for a player's")
        print(f"longest until an answer: {max(times.answered for times in found):.1f} s")
    finally:
        server.terminate()
        server.wait()


def first_game(you: Any, name: str) -> Times:
    """The first moves of a game as the first page opens it."""
    card = you.get(f"/games/{name}")
    settings = {each["name"]: each["suggested"] for each in card["parameters"] if each["suggested"] != each["default"]}
    seats = int(settings.get("seats", next((p["default"] for p in card["parameters"] if p["name"] == "seats"), 0)))
    texts = {player["text"]: player["strength"] for player in card["players"]}
    opponent = card["opponent"] if card["opponent"] in texts else min(texts, key=lambda text: abs(texts[text] - 3))
    begun = time.perf_counter()
    table = you.open(name, ["me", *[opponent] * ((seats or card["seats_low"]) - 1)], settings=settings)
    with you.follow(table["id"]) as line:
        line.wait(lambda: line.scene is not None)
        board = time.perf_counter() - begun
        moved = answered = 0.0
        for _ in range(12):
            if not line.wait_for_turn():
                break
            answered = answered or (time.perf_counter() - begun if moved and _others(line.events) else 0.0)
            if answered:
                break
            scene = line.scene
            move = scene["moves"][0]["text"] if scene["moves"] else str(scene["example"])
            line.say(type="move", decision=scene["turn"]["decision"], moves=[move])
            moved = moved or time.perf_counter() - begun
        answered = answered or time.perf_counter() - begun
        faults = [event for event in line.events if event["kind"] == "moved" and event["data"]["fault"]]
        line.say(type="resign")
    return Times(name, board, moved, answered, len(faults))


def _others(events: list[dict[str, Any]]) -> bool:
    return any(event["kind"] == "moved" and event["data"]["seat"] != 0 for event in events)


if __name__ == "__main__":
    main()
