"""Write the sample scenes that the browser's boards are built and tested with: `python -m tests.scenes.make`.

Each sample is a moment of a recorded game in `tests/scenes/games`, seen from one seat. The records replay as long as
the rules stand, whatever becomes of the players who played them; a record that is missing is played anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.engine import SPECTATOR, Game, Match, Position, Record, View
from ludarium.engine.scene import open_view, scene_of
from ludarium.games import load
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.picture import ground
from ludarium.players import make
from tests.scenes.garden import Garden

RECORDS = Path(__file__).parent / "games"
SAMPLES = Path(__file__).parents[2] / "web" / "src" / "boards" / "samples"
PAST = 14
"""How many earlier views a scene is made with, enough for two whole turns of Tarble."""
EVERYTHING = -2
"""In place of a seat: the whole position, as it is shown when a game is over."""
GROUND = "boundary-ground"
_STEP = 15
"""Pixels between the points at which the holder of the ground is written down."""


@dataclass(frozen=True)
class Play:
    """A game to be recorded."""

    game: str
    players: tuple[str, ...]
    seed: int = 1
    settings: tuple[tuple[str, object], ...] = ()


_FIELD = (("influence", 12.0), ("reach", 10.0), ("merge", 30.0), ("split", 45.0), ("surround", 6))
PLAYS = {
    "tarble": Play("tarble", ("joey", "sarah"), 4),
    "jostle": Play("jostle", ("Aggressive Observing ADVANCER", "PALS", "Revenging EQUALIZER"), 2),
    "jostle-four": Play("jostle", ("mcts:iterations=50",) * 4, 3, (("seats", 4), ("board", "appendix"))),
    "jostle-chosen": Play("jostle", ("random",) * 3, 2, (("second_roll", "chosen"),)),
    "colonizers": Play("colonizers", ("heuristic",) * 4, 6),
    "boundary": Play("boundary", ("greedy-capture", "hybrid-capture"), 5, (*_FIELD, ("max_turns", 60))),
    "boundary-walls": Play(
        "boundary",
        ("greedy-treasure", "defensive-capture"),
        7,
        (*_FIELD, ("max_turns", 25), ("width", 400), ("height", 300), ("walls", "120,60,140,240;260,0,275,150")),
    ),
    "checkers": Play("checkers", ("mcts:iterations=300",) * 2, 3),
    "reversi": Play("reversi", ("mcts:iterations=300",) * 2, 3),
    "tic-tac-toe": Play("tic-tac-toe", ("mcts:iterations=30",) * 2, 3),
    "connect": Play("rhombus-7 drop connect", ("mcts:iterations=500",) * 2, 3),
    "hexagon": Play("hex-4 step reach jump", ("mcts:iterations=200",) * 2, 3),
    "disks": Play("6x6 without a1,f6 reversi most-men hybrid-disk non-flipping", ("mcts:iterations=200",) * 2, 5),
    "recall": Play("6x6 drop line-4 double-move recall-any", ("random",) * 2, 9),
    "kuhn-poker": Play("kuhn-poker", ("random",) * 2, 4),
    "goofspiel": Play("goofspiel", ("random",) * 2, 1),
    "blotto": Play("blotto", ("random",) * 2, 1, (("rounds", 2),)),
    "kuhn-match": Play("kuhn-poker", ("random",) * 2, 4, (("hands", 5),)),
    "goofspiel-three": Play("goofspiel", ("random",) * 3, 2, (("cards", 5), ("seats", 3))),
    "pig": Play("pig", ("random",) * 2, 1),
    "garden": Play("garden", ("random",) * 2, 1),
}


@dataclass(frozen=True)
class Moment:
    """A sample: after how many decisions of which record (or which share of them), seen by whom."""

    record: str
    after: int | float
    seat: int


MOMENTS = {
    "tarble-1-start": Moment("tarble", 0, 0),
    "tarble-2-middle": Moment("tarble", 0.4, 0),
    "tarble-3-within-a-turn": Moment("tarble", 0.6, 1),
    "tarble-4-waiting": Moment("tarble", 0.8, SPECTATOR),
    "tarble-5-end": Moment("tarble", 1.0, 0),
    "jostle-1-start": Moment("jostle", 0, 0),
    "jostle-2-middle": Moment("jostle", 0.45, 1),
    "jostle-3-six": Moment("jostle", 0.6, 2),
    "jostle-4-four-players": Moment("jostle-four", 0.7, 3),
    "jostle-5-end": Moment("jostle", 1.0, 0),
    "jostle-6-naming": Moment("jostle-chosen", 0.3, 1),
    "jostle-7-named-six": Moment("jostle-chosen", 0.5, 0),
    "colonizers-1-pick": Moment("colonizers", 0, 0),
    "colonizers-2-draw": Moment("colonizers", 0.3, 1),
    "colonizers-3-keep": Moment("colonizers", 0.5, 2),
    "colonizers-4-build": Moment("colonizers", 0.7, 0),
    "colonizers-5-power": Moment("colonizers", 0.75, 3),
    "colonizers-6-spectator": Moment("colonizers", 0.85, SPECTATOR),
    "colonizers-7-end": Moment("colonizers", 1.0, EVERYTHING),
    "boundary-1-start": Moment("boundary", 0, 0),
    "boundary-2-middle": Moment("boundary", 0.4, 0),
    "boundary-3-planned": Moment("boundary", 0.7, 0),
    "boundary-4-walls": Moment("boundary-walls", 0.6, 0),
    "boundary-5-end": Moment("boundary", 1.0, SPECTATOR),
    "rulesets-1-checkers": Moment("checkers", 0.3, 0),
    "rulesets-2-kings": Moment("checkers", 0.8, 0),
    "rulesets-3-reversi": Moment("reversi", 0.5, 1),
    "rulesets-4-line": Moment("tic-tac-toe", 1.0, 0),
    "rulesets-5-rhombus": Moment("connect", 0.6, 0),
    "rulesets-6-hexagon": Moment("hexagon", 0.5, 1),
    "rulesets-7-disks": Moment("disks", 0.5, 0),
    "rulesets-8-extras": Moment("recall", 0.4, 0),
    "rulesets-9-connected": Moment("connect", 1.0, 0),
    "kuhn_poker-1-start": Moment("kuhn-poker", 0, 0),
    "kuhn_poker-2-end": Moment("kuhn-poker", 1.0, 1),
    "kuhn_poker-3-match": Moment("kuhn-match", 0.5, 0),
    "kuhn_poker-4-spectator": Moment("kuhn-match", 0.7, SPECTATOR),
    "kuhn_poker-5-over": Moment("kuhn-match", 1.0, 0),
    "goofspiel-1-start": Moment("goofspiel", 0, 0),
    "goofspiel-2-middle": Moment("goofspiel", 0.5, 0),
    "goofspiel-3-laid": Moment("goofspiel", 0.4, 0),
    "goofspiel-4-three": Moment("goofspiel-three", 0.5, 1),
    "goofspiel-5-end": Moment("goofspiel", 1.0, 1),
    "blotto-1-start": Moment("blotto", 0, 0),
    "blotto-2-sent": Moment("blotto", 1, 0),
    "blotto-3-second": Moment("blotto", 0.5, 1),
    "blotto-4-end": Moment("blotto", 1.0, 0),
    "pig-1-start": Moment("pig", 0, 0),
    "pig-2-middle": Moment("pig", 0.5, 0),
    "pig-3-lost": Moment("pig", 0.3, 1),
    "pig-4-end": Moment("pig", 1.0, 0),
    "plain-1-start": Moment("garden", 0, 0),
    "plain-2-middle": Moment("garden", 0.5, 1),
    "plain-3-spectator": Moment("garden", 0.7, SPECTATOR),
    "plain-4-end": Moment("garden", 1.0, 0),
}


def game_of(name: str, **settings: object) -> Game:
    """A game of the lab, or the one that is made for the plain board."""
    return Garden(**settings) if name == Garden.name else load(name, **settings)


def positions_of(name: str) -> list[Position]:
    """The positions of a record, the start first; it is played if it is missing."""
    path = RECORDS / f"{name}.json"
    if not path.exists():
        play = PLAYS[name]
        game = game_of(play.game, **dict(play.settings))
        Match(game, [make(text, game) for text in play.players], seed=play.seed, strict=True).run().save(path)
    return [position for _, position in Record.load(path).replay(game_of)]


def sample(name: str, positions: list[Position]) -> Any:
    """The sample of that name, from the positions of its record."""
    if name == GROUND:
        return _ground(positions)
    moment, last = MOMENTS[name], len(positions) - 1
    after = moment.after if isinstance(moment.after, int) else round(moment.after * last)
    return _scene(positions, _fitting(name, positions, after, moment.seat), moment.seat)


def samples() -> Iterator[tuple[str, Any]]:
    """Every sample with its name."""
    played: dict[str, list[Position]] = {}
    for name, record in [*((name, moment.record) for name, moment in MOMENTS.items()), (GROUND, "boundary")]:
        if record not in played:
            played[record] = positions_of(record)
        yield name, sample(name, played[record])


def _fitting(name: str, positions: list[Position], after: int, seat: int) -> int:
    """The first moment from there on that shows what the sample is named for."""
    last = len(positions) - 1
    if seat == EVERYTHING or after in (0, last):
        return after
    later: list[int] = [*range(after, last), *range(after)]
    return next(number for number in later if _fits(name, positions[number], seat, _past(positions, number, seat)))


def _fits(name: str, position: Position, seat: int, past: list[View]) -> bool:
    wanted = name.rpartition("-")[2]
    mine = seat in position.movers
    data: Any = position.game.scene(position.view(seat), past)
    if name == "tarble-3-within-a-turn":
        return mine and 0 < data["left"] < data["roll"] and bool(data["roll"] >= 4)
    if wanted == "six":
        return mine and bool(data["asking"])
    if wanted == "naming":
        return mine and bool(data["die"] == 6) and not data["asking"]
    if data.get("stage") in ("draw", "keep", "build", "power", "pick") and seat != SPECTATOR:
        return mine and bool(data["stage"] == wanted)
    if wanted in ("laid", "sent"):
        return not mine
    if wanted == "lost":
        return mine and bool(data["ended"]) and bool(data["ended"]["lost"])
    if wanted == "planned":
        return bool(data["committed"])
    return seat == SPECTATOR or mine


def _scene(positions: list[Position], after: int, seat: int) -> Any:
    if seat == EVERYTHING:
        return scene_of(open_view(positions[after]), after)
    return scene_of(positions[after].view(seat), after, _past(positions, after, seat))


def _past(positions: list[Position], after: int, seat: int) -> list[View]:
    return [position.view(seat) for position in positions[max(0, after - PAST) : after]]


def _ground(positions: list[Position]) -> Any:
    """Who holds the points of a grid in the middle of a game: what the browser's own reckoning must come to."""
    position = positions[len(positions) // 2]
    game = position.game
    assert isinstance(game, Boundary)
    state = position.state
    columns, rows = int(state.width) // _STEP + 1, int(state.height) // _STEP + 1
    held: Any = ground(game, state, _STEP, _STEP, columns, rows, corner=True)
    return {
        "scene": scene_of(position.view(SPECTATOR), len(positions) // 2),
        "step": _STEP,
        "first": [0, 0],
        "holders": ["".join(".RB"[int(holder) + 1] for holder in row) for row in np.asarray(held)],
    }


def text_of(sample: Any) -> str:
    """A sample as it is written: one part a line, so that differences are easy to see."""
    return json.dumps(sample, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    SAMPLES.mkdir(parents=True, exist_ok=True)
    RECORDS.mkdir(exist_ok=True)
    written = {SAMPLES / f"{name}.json": text_of(sample) for name, sample in samples()}
    for old in set(SAMPLES.glob("*.json")) - set(written):
        old.unlink()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
