"""Automatic Design of Balanced Board Games (Hom, Marks 2007): the source's figures beside ours.

Its players were a commercial program with a second a move, ours are tree searches with a stated budget: how often A and
B win need not be the same, and is shown. What must hold are its counts, its formula and its conclusions.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from statistics import fmean
from typing import Any

import platformdirs
from scipy.stats import ttest_ind

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95
from ludarium.design.fitness import balance
from ludarium.design.folder import Folder
from ludarium.design.report.told import Told
from ludarium.design.run import carry_out
from ludarium.design.selfplay import Played, game_seeds, play
from ludarium.design.settings import BUDGET, CHILDREN, GAMES, Settings
from ludarium.design.space import TRADITIONAL, the_space
from ludarium.design.trust import check
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import EXTRAS, RuleSet
from ludarium.games.rulesets.space import GAMES as FOUND
from ludarium.search import Budget, alphabeta

RUNS = "LUDARIUM_DESIGNS"
"""The environment's name of the folder where the runs of this reproduction are kept."""

# What the source prints: a first column, diversity, wins of A and of B, draws.
Printed = tuple[int, int, int, int, int]
_TABLE_1: dict[str, Printed] = {
    "10x10 reversi most-men": (96, 2, 50, 47, 3),
    "8x8 reversi most-men": (81, 1, 53, 40, 7),
    "10x10 checkers no-men": (64, 0, 38, 32, 30),
    "6x6 reversi most-men": (59, 1, 29, 70, 1),
    "8x8 checkers no-men": (49, 1, 24, 31, 45),
}
_TABLE_2: dict[str, Printed] = {
    "A": (95, 1, 47, 50, 3),
    "B": (91, 1, 45, 47, 8),
    "C": (91, 1, 45, 53, 2),
    "D": (87, 1, 50, 43, 7),
    "E": (63, 2, 34, 31, 35),
}
_TABLE_3: dict[str, Printed] = {
    "SampleA": (70, 0, 35, 60, 5),
    "SampleB": (68, 0, 34, 64, 2),
    "SampleC": (66, 0, 33, 64, 3),
    "SampleD": (62, 0, 31, 68, 1),
    "SampleE": (61, 1, 30, 70, 0),
}
_AVERAGES: dict[str, tuple[float, float, float, float, float]] = {
    "Table 1": (69.8, 1, 38.8, 44.0, 17.2),
    "Table 2": (85.4, 1, 44.2, 44.8, 11),
    "Table 3": (65.4, 0.2, 32.6, 65.2, 2.2),
}
_COLUMNS = ("fitness", "diversity", "wins of A", "wins of B", "draws")
PARTS = 5
FEW_MOVES = 5
"""The first player is said to win game A in fewer."""
_MOST_POSITIONS = 50_000_000
"""After so many a forced win is given up."""
_PLATEAU = 0.1
"""A curve has reached a plateau when its last fifth adds less than this part of its whole rise."""


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


def whole_run(lab: Lab, method: str) -> Told:
    """The run, if it is as long as the source's: of a shorter one the source says nothing."""
    settings = settings_of(lab, method)
    if settings.games < GAMES:
        asked = f"{settings.children} children with {settings.games} games each"
        raise LudariumError(f"{asked} are another search than the source's {CHILDREN} with {GAMES} each")
    return run_of(lab, method)


def _counted_share(text: str, ending: int) -> Callable[[Lab], Finding]:
    """The share of games that A wins (0), that B wins (1) or that are drawn (2)."""

    def ours(lab: Lab) -> Finding:
        games = lab.games or GAMES
        return Rate(_played(text, games, lab.seed).counts[ending], 0, games)

    return ours


def _recall_halves(lab: Lab) -> Finding:
    """Whether twice the draws of game E are the draws of the same game without its extra, as far as chance allows."""
    games = lab.games or GAMES
    plain = FOUND["E"].replace(" recall-last", "")
    with_it, without = (_played(text, games, lab.seed).counts[2] / games for text in (FOUND["E"], plain))
    if not with_it and not without:
        raise LudariumError(f"none of {games} games is drawn, with it or without; {_OTHER_PLAYERS}")
    variance = (4 * with_it * (1 - with_it) + without * (1 - without)) / games
    fits = abs(2 * with_it - without) <= Z_95 * math.sqrt(variance)
    why = f"drawn {with_it:.0%} with it and {without:.0%} without, of {games} games each"
    return Exact("yes" if fits and without else "no", why)


# --- claims -----------------------------------------------------------------------------------------------------------


def _counted(space: str) -> Callable[[Lab], Finding]:
    return lambda lab: Exact(the_space(space).count())


def _formula(counts: tuple[int, int, int]) -> Callable[[Lab], Finding]:
    return lambda lab: Exact(balance(*counts))


def _mean(lines: list[dict[str, Any]]) -> float:
    fitness: list[float] = [line["fitness"] for line in lines]
    return sum(fitness) / len(fitness)


def _fresh(run: Told) -> list[float]:
    """The fitness of the five fittest with the balance of fresh games, which had no part in choosing them."""
    diversities: list[int] = [line["diversity"] for line in run.best()]
    balances: list[float] = [entry["balance"] for entry in run.retests]
    return [balance + diversity for balance, diversity in zip(balances, diversities, strict=True)]


def _better_than_sampling(lab: Lab) -> Finding:
    bred, sampled = (whole_run(lab, method) for method in ("ga", "random"))
    fresh, fresh_sampled = _fresh(bred), _fresh(sampled)
    told = (
        f"mean fitness of the five fittest: {_mean(bred.best()):.1f} of the genetic algorithm, "
        f"{_mean(sampled.best()):.1f} of random sampling; "
        f"in fresh games {fmean(fresh):.1f} and {fmean(fresh_sampled):.1f}"
    )
    # Welch's test over the games: what the fittest of one run owe to luck in choosing them is gone in fresh games.
    if fresh == fresh_sampled or not ttest_ind(fresh, fresh_sampled, equal_var=False).pvalue < SIGNIFICANT:
        raise LudariumError(f"a run of each does not show it: {told}")
    return Exact("yes" if fmean(fresh) > fmean(fresh_sampled) else "no", told)


def _better_than_tradition(lab: Lab) -> Finding:
    run = whole_run(lab, "ga")
    before, after = _mean(run.initial()), _mean(run.best())
    why = (
        f"mean fitness of the five fittest: {before:.1f} in the first pool, {after:.1f} in the last "
        f"({fmean(_fresh(run)):.1f} in fresh games)"
    )
    return Exact("yes" if after > before else "no", why)


def _below_tradition(lab: Lab) -> Finding:
    """Whether the best of random sampling stay below the traditional games."""
    sampled, before = _mean(whole_run(lab, "random").best()), _mean(whole_run(lab, "ga").initial())
    why = f"mean fitness of the five fittest: {sampled:.1f} of random sampling, {before:.1f} of the traditional games"
    return Exact("yes" if sampled < before else "no", why)


def _plateau(lab: Lab) -> Finding:
    run = whole_run(lab, "ga")
    curve = [step.fitness for step in run.search.course[-run.settings.children :] if step.fitness is not None]
    if len(curve) < PARTS:
        raise LudariumError("too few children for a curve: play more games")
    rise, last = curve[-1] - curve[0], curve[-1] - curve[-1 - len(curve) // PARTS]
    why = f"mean fitness from {curve[0]:.1f} to {curve[-1]:.1f}; the last fifth of the children adds {last:.1f}"
    return Exact("yes" if last < _PLATEAU * rise else "no", why)


def _game_a(lab: Lab) -> Finding:
    games = lab.games or GAMES
    rules = RuleSet.read(FOUND["A"])
    trust = check(rules, budget=BUDGET, games=games, seed=lab.seed, factors=(1, 4), workers=lab.workers)
    wins = {"first": "the first player wins", "second": "the second player wins", "draw": "a draw"}
    return Exact(wins.get(trust.proof, "not proved"), trust.verdict)


def wins_in(rules: RuleSet, moves: int) -> bool:
    """Whether the first player can force a win by so many moves of its own; all that the other may do is searched."""
    start = RuleSetGame(rules).start(0)
    found = alphabeta(start.view(0), Budget(iterations=_MOST_POSITIONS), 0, depth=2 * moves - 1)
    if found.iterations >= _MOST_POSITIONS:
        raise LudariumError(f"{moves} moves of {rules.short_form} take more than {_MOST_POSITIONS:,} positions")
    return found.value == 1  # what is thought of a position that goes on stays below


def _wins_soon(lab: Lab) -> Finding:
    rules = RuleSet.read(FOUND["A"])
    needed = next((moves for moves in range(1, FEW_MOVES) if wins_in(rules, moves)), None)
    if needed is None:
        return Exact("no", f"no win can be forced in {FEW_MOVES - 1} moves")
    return Exact("yes", f"forced in {needed} moves, and not in {needed - 1}")


_OTHER_PLAYERS = "their players had one second a move, ours a stated number of simulations"


_UNKNOWN_GAMES = "the source does not say which games these are"
_UNKNOWN_POOL = "diversity is counted in a population, and the source does not list its own"


def _rate(
    table: str, what: str, count: int, ours: Callable[[Lab], Finding] | None, note: str = _OTHER_PLAYERS
) -> Claim:
    return Claim(table, what, count / 100, "rate", ours, their_games=100, note=note)


def _fitness(table: str, name: str, printed: Printed) -> Claim:
    """The first column: the balance of the counts and the diversity."""
    fitness, diversity, *counts = printed
    first, second, draws = counts
    if table != "Table 1":
        ours = balance(first, second, draws) + diversity
        slip = "its text has diversity 1, with which it is" if name == "E" else ""
        return Claim(table, f"fitness of {name}, from its counts", fitness, "count", lambda lab: Exact(ours), slip=slip)
    return Claim(
        table,
        f"{name}: balance, from its counts",
        fitness,
        "count",
        lambda lab: Exact(balance(first, second, draws)),
        slip="the column that it calls balance is fitness: balance and diversity together",
    )


def _games(table: str, name: str, printed: Printed, text: str | None) -> list[Claim]:
    """Wins and draws of a game."""
    shown = name if text in (None, name) else f"game {name} ({text})"
    return [
        _rate(
            table,
            f"{shown}: {what}",
            printed[2 + ending],
            None if text is None else _counted_share(text, ending),
            _UNKNOWN_GAMES if text is None else _OTHER_PLAYERS,
        )
        for ending, what in enumerate(("won by A", "won by B", "drawn"))
    ]


def _table(table: str, rows: dict[str, Printed], texts: dict[str, str]) -> list[Claim]:
    claims = [
        claim
        for name, printed in rows.items()
        for claim in (
            _fitness(table, name, printed),
            Claim(table, f"diversity of {name}", printed[1], "count", None, note=_UNKNOWN_POOL),
            *_games(table, name, printed, texts.get(name)),
        )
    ]
    for place, (column, theirs) in enumerate(zip(_COLUMNS, _AVERAGES[table], strict=True)):
        mean = sum(printed[place] for printed in rows.values()) / len(rows)
        slip = "the five of the column have another mean: the diversity of game E is 1 in its text"
        claims.append(
            Claim(
                table,
                f"mean of {column}",
                theirs,
                "value",
                partial(_exactly, value=mean),
                slip=slip if (table, column) == ("Table 2", "diversity") else "",
            )
        )
    return claims


def _exactly(lab: Lab, value: float) -> Finding:
    return Exact(round(value, 6))


def _claimed(what: str, theirs: str, ours: Callable[[Lab], Finding] | None, note: str = "", slip: str = "") -> Claim:
    return Claim("Results", what, theirs, "verdict", ours, note=note, slip=slip, origin="claim")


CLAIMS = (
    Claim("The space", "games of the traditional elements", 144, "count", _counted("plain")),
    Claim("The space", "games with up to two extras", 5616, "count", _counted("source")),
    Claim("The space", "elements in which two games may differ", 11, "count", lambda lab: Exact(3 + len(EXTRAS))),
    Claim("The space", "boards", 8, "count", lambda lab: Exact(len(the_space("source").boards))),
    Claim("The space", "kinds of pieces", 3, "count", lambda lab: Exact(len(the_space("source").pieces))),
    Claim("The space", "ends", 6, "count", lambda lab: Exact(len(the_space("source").ends))),
    Claim("The space", "extras", 8, "count", lambda lab: Exact(len(the_space("source").extras))),
    Claim("Search", "traditional games to begin with", 32, "count", lambda lab: Exact(len(TRADITIONAL))),
    Claim("Fitness", "balance of 50 : 50 without draws, the most", 100, "count", _formula((50, 50, 0))),
    Claim(
        "Fitness",
        "balance of 50 : 47 and 3 draws by the printed formula",
        94,
        "count",
        lambda lab: Exact(100 - (abs(50 - 47) - 3)),
        slip="it prints a minus before the draws; its tables have the sum",
    ),
    *_table("Table 1", _TABLE_1, {name: name for name in _TABLE_1}),
    *_table("Table 2", _TABLE_2, FOUND),
    *(
        Claim("Table 2", f"balance of game {name}, from its counts", theirs, "count", _formula(_TABLE_2[name][2:]))
        for name, theirs in (("A", 94), ("B", 90), ("C", 90), ("D", 86), ("E", 62))
    ),
    *_table("Table 3", _TABLE_3, {}),
    *(
        Claim(figure, what, "drawn, not printed", "verdict", None, note="the drawing is lost to us")
        for figure, what in (
            ("Figure 1", "average fitness over 500 children, by both methods"),
            ("Figure 2", "average diversity over 500 children, by both methods"),
        )
    ),
    Claim(
        "Search",
        "hours for 500 children on a cluster",
        "several hundred",
        "verdict",
        None,
        note="a time on their machines",
    ),
    _claimed("game A with more thinking", "the first player wins", _game_a),
    _claimed(
        "the first player wins game A in less than five moves",
        "yes",
        _wins_soon,
        "recalls count as moves, too; every line is searched",
    ),
    _claimed(
        "who wins game B without men: its words, and the condition that it prints",
        "the same",
        lambda lab: Exact("opposite"),
        "ours is the printed condition",
        slip="its words make it the aim to have no men; the condition that it prints makes that a loss",
    ),
    _claimed("recalling a move halves the draws of game E", "yes", _recall_halves, _OTHER_PLAYERS),
    _claimed("the algorithm improves on the games it starts with", "yes", _better_than_tradition),
    _claimed("its five fittest are fitter than random sampling's", "yes", _better_than_sampling, _OTHER_PLAYERS),
    _claimed(
        "random sampling stays below the games that the algorithm starts with", "yes", _below_tradition, _OTHER_PLAYERS
    ),
    _claimed(
        "the algorithm reaches a plateau", "yes", _plateau, f"a last fifth of less than {_PLATEAU:.0%} of the rise"
    ),
)

REPRODUCTION = Reproduction(
    "game-design",
    "Automatic Design of Balanced Board Games",
    "Vincent Hom, Joe Marks: Automatic Design of Balanced Board Games. AIIDE 2007.",
    CLAIMS,
)
