"""Automatic Design of Balanced Board Games (Hom, Marks 2007): the source's figures beside ours.

Its players were a commercial program with a second a move, ours are tree searches with a stated budget: how often A and
B win need not be the same, and is shown. What must hold are its counts, its formula and its conclusions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.design.fitness import balance
from ludarium.design.folder import Folder
from ludarium.design.report.told import Told
from ludarium.design.run import carry_out
from ludarium.design.selfplay import Played, game_seeds, play
from ludarium.design.settings import BUDGET, CHILDREN, GAMES, Settings
from ludarium.design.space import the_space
from ludarium.design.trust import check
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import GAMES as FOUND

RUNS = "LUDARIUM_DESIGNS"
"""The environment's name of the folder where the runs of this reproduction are kept."""

_TABLE_1 = {
    "10x10 reversi most-men": (50, 47, 3),
    "8x8 reversi most-men": (53, 40, 7),
    "10x10 checkers no-men": (38, 32, 30),
    "6x6 reversi most-men": (29, 70, 1),
    "8x8 checkers no-men": (24, 31, 45),
}
_TABLE_2 = {"A": (47, 50, 3), "B": (45, 47, 8), "C": (45, 53, 2), "D": (50, 43, 7), "E": (34, 31, 35)}


def runs_folder() -> Path:
    """Where runs are kept, so that a stopped reproduction can go on: `$LUDARIUM_DESIGNS`, or a folder of the user's."""
    chosen = os.environ.get(RUNS)
    return Path(chosen) if chosen else platformdirs.user_data_path("ludarium", appauthor=False) / "designs"


# --- games and runs ---------------------------------------------------------------------------------------------------


@cache
def _played(text: str, games: int, seed: int) -> Played:
    rules = RuleSet.read(text)
    return play(RuleSetGame(rules), game_seeds(derive(seed, "source", text), games), BUDGET)


def settings_of(lab: Lab, method: str) -> Settings:
    """The source's run; with fewer games a candidate, fewer children in proportion."""
    games = lab.games or GAMES
    return Settings(method=method, seed=lab.seed, games=games, children=max(1, CHILDREN * games // GAMES))


def run_of(lab: Lab, method: str) -> Told:
    """The run, taken up where it stopped."""
    settings = settings_of(lab, method)
    path = runs_folder() / f"source-{method}-{settings.seed}-{settings.games}-{settings.budget}"
    folder = Folder.open(path) if path.exists() else Folder.create(path, settings)
    carry_out(folder, workers=lab.workers, progress=lambda search, _: lab.advance(1, search.total))
    return Told.read(path)


def _first_wins(text: str) -> Callable[[Lab], Finding]:
    def ours(lab: Lab) -> Finding:
        games = lab.games or GAMES
        return Rate(_played(text, games, lab.seed).counts[0], 0, games)

    return ours


def _draws(text: str) -> Callable[[Lab], Finding]:
    def ours(lab: Lab) -> Finding:
        games = lab.games or GAMES
        return Rate(_played(text, games, lab.seed).counts[2], 0, games)

    return ours


# --- claims -----------------------------------------------------------------------------------------------------------


def _counted(space: str) -> Callable[[Lab], Finding]:
    return lambda lab: Exact(the_space(space).count())


def _formula(counts: tuple[int, int, int]) -> Callable[[Lab], Finding]:
    return lambda lab: Exact(balance(*counts))


def _mean(lines: list[dict[str, Any]]) -> float:
    fitness: list[float] = [line["fitness"] for line in lines]
    return sum(fitness) / len(fitness)


def _fresh(run: Told) -> float:
    """The mean fitness of the five fittest with the balance of fresh games, which had no part in choosing them."""
    diversities: list[int] = [line["diversity"] for line in run.best()]
    balances: list[float] = [entry["balance"] for entry in run.retests]
    return (sum(balances) + sum(diversities)) / len(diversities)


def _better_than_sampling(lab: Lab) -> Finding:
    bred, sampled = (run_of(lab, method) for method in ("ga", "random"))
    why = (
        f"mean fitness of the five fittest: {_mean(bred.best()):.1f} of the genetic algorithm, "
        f"{_mean(sampled.best()):.1f} of random sampling; in fresh games {_fresh(bred):.1f} and {_fresh(sampled):.1f}"
    )
    return Exact("yes" if _fresh(bred) > _fresh(sampled) else "no", why)


def _better_than_tradition(lab: Lab) -> Finding:
    run = run_of(lab, "ga")
    before, after = _mean(run.initial()), _mean(run.best())
    why = (
        f"mean fitness of the five fittest: {before:.1f} in the first pool, {after:.1f} in the last "
        f"({_fresh(run):.1f} in fresh games)"
    )
    return Exact("yes" if after > before else "no", why)


def _game_a(lab: Lab) -> Finding:
    games = lab.games or GAMES
    rules = RuleSet.read(FOUND["A"])
    trust = check(rules, budget=BUDGET, games=games, seed=lab.seed, factors=(1, 4), workers=lab.workers)
    wins = {"first": "the first player wins", "second": "the second player wins", "draw": "a draw"}
    return Exact(wins.get(trust.proof, "not proved"), trust.verdict)


_OTHER_PLAYERS = "their players had one second a move, ours a stated number of simulations"


def _rate(table: str, what: str, count: int, ours: Callable[[Lab], Finding]) -> Claim:
    return Claim(table, what, count / 100, "rate", ours, their_games=100, note=_OTHER_PLAYERS)


CLAIMS = (
    Claim("The space", "games of the traditional elements", 144, "count", _counted("plain")),
    Claim("The space", "games with up to two extras", 5616, "count", _counted("source")),
    *(_rate("Table 1", f"{text}: won by A", counts[0], _first_wins(text)) for text, counts in _TABLE_1.items()),
    *(_rate("Table 1", f"{text}: drawn", counts[2], _draws(text)) for text, counts in _TABLE_1.items()),
    *(
        Claim("Table 2", f"balance of game {name}, from its counts", theirs, "count", _formula(_TABLE_2[name]))
        for name, theirs in (("A", 94), ("B", 90), ("C", 90), ("D", 86), ("E", 62))
    ),
    *(
        _rate("Table 2", f"game {name} ({FOUND[name]}): won by A", counts[0], _first_wins(FOUND[name]))
        for name, counts in _TABLE_2.items()
    ),
    Claim("Results", "game A with more thinking", "the first player wins", "verdict", _game_a),
    Claim("Results", "the algorithm improves on the games it starts with", "yes", "verdict", _better_than_tradition),
    Claim("Results", "its five fittest are fitter than random sampling's", "yes", "verdict", _better_than_sampling),
)

REPRODUCTION = Reproduction(
    "game-design",
    "Automatic Design of Balanced Board Games",
    "Vincent Hom, Joe Marks: Automatic Design of Balanced Board Games. AIIDE 2007.",
    CLAIMS,
)
