"""Write what the pages of runs say: `python -m tests.scenes.arena`.

The server tells of a run's figures in English sentences, captions and heads of columns; the browser's tests look up all
of it in German. A few small runs bring out what is said of duels, leaders, seats, rings, ties and sweeps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.server.arena_messages import RunFigures
from ludarium.server.http.arena import figures_of
from ludarium.store import Database
from tests.scenes.sentences import LANGUAGE

FILE = LANGUAGE / "arena.json"
PLANS = (
    Plan("tic-tac-toe", ("random", "minimax"), 40, 1),
    Plan("tic-tac-toe", ("random", "random"), 200, 1),
    Plan("tic-tac-toe", ("random", "mcts:iterations=5"), 8, 1, "fixed"),
    Plan("tic-tac-toe", ("random", "minimax", "mcts:iterations=5"), 30, 1, "round-robin"),
    Plan("tic-tac-toe", ("minimax",), 10, 1, "self-play"),
    Plan("pig", ("random", "random"), 30, 1, "rotation", {}, ({"goal": 10}, {"goal": 20}, {"goal": 40})),
    Plan("goofspiel", ("random",), 60, 1, "self-play"),
    Plan("jostle", ("PALS", "ADVANCER", "EQUALIZER"), 60, 1, "one-of-each"),
    Plan("jostle", ("PALS",), 60, 1, "self-play"),
)


def told(figures: RunFigures) -> Iterator[str]:
    """All that the page of a run says, names and figures aside."""
    yield from figures.notes
    for table in figures.tables:
        yield table.title
        yield from table.columns
    for chart in figures.charts:
        yield chart.title
        yield chart.words


def texts() -> list[str]:
    """What the pages of all these runs say, each text once."""
    found: dict[str, None] = {}
    with Database.temporary() as database:
        for plan in PLANS:
            run = database.start_run(plan.to_dict())
            for _ in Session(plan, run=run).play(workers=1):
                pass
            found |= dict.fromkeys(told(figures_of(run, plan.games)))
    return list(found)


def text_of() -> str:
    return json.dumps(texts(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text_of(), encoding="utf-8")
    print(FILE)
    sys.exit(0)
