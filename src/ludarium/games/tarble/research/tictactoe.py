"""The source's study of temporal differences: tic-tac-toe, learnt before Tarble (its 4.3.1 to 4.3.5, Figures 7 to 12).

The source learnt once for each setting; here every setting is learnt with several seeds. Decided where it is silent:
ties count a half, hidden units and output have a constant beside their inputs, and of equally good moves the first is
made. Its rule is printed with the output of the last position in every term, and described as if each position's own
stood there: both are rules of the learner, and the description's is taken unless asked. A learner has converged, as the
source defines it, when two games without noise a thousand games apart are the same; as it speaks of learners that "fail
to converge to a tie", the games until those two are ties as well are told beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from statistics import median
from typing import Any

from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.learning import Convergence, Hyperparameters, Rule, converge

GAME = "tic-tac-toe"
MOST = 50_000
"""Games after which a learner is given up."""
SEEDS = 10
QUIET = Hyperparameters()
"""The source's best settings: α = 0.001, λ = 0.9, 40 hidden units, no noise."""
NOISE = 0.05
"""The source's choice."""


@dataclass(frozen=True)
class Figure:
    """A figure of the source: what is varied, and which values are learnt with."""

    number: int
    title: str
    what: str
    """The field of the hyperparameters."""
    values: tuple[float, ...]
    theirs: str


FIGURES = (
    Figure(7, "learning rate α", "rate", (0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05), "0.001 best, 25,000 games"),
    Figure(8, "decay λ", "fade", (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0), "0.9 best, 25,000 games"),
    Figure(9, "hidden units", "hidden", (5, 10, 20, 30, 40, 50, 60), "40 best, 27 s; below 20 no tie"),
    Figure(10, "noise σ", "noise", (0.0, 0.01, 0.02, 0.05, 0.1, 0.2), "0.05 chosen, 194,000 games; above 0.1 no tie"),
)


@dataclass(frozen=True)
class Settled:
    """How learners with one setting settled."""

    figure: int
    value: float | str
    runs: int
    converged: int
    tied: int
    """Of those that converged, how many to a game that ends in a tie."""
    games: float | None
    """The median number of games until then."""
    seconds: float | None
    """The median time of the processor."""
    ever_tied: int
    """How many came to two equal games that are ties before they were given up."""
    to_tie: float | None
    """The median number of games until then, of those that did."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def settled(figure: int, value: float | str, runs: Sequence[Convergence]) -> Settled:
    there = [run for run in runs if run.converged]
    tied = [run.to_tie for run in runs if run.to_tie is not None]
    return Settled(
        figure,
        value,
        len(runs),
        len(there),
        sum(run.last.result == 0.5 for run in there),
        median(run.games for run in there) if there else None,
        round(median(run.seconds for run in there), 3) if there else None,
        len(tied),
        median(tied) if tied else None,
    )


def learnt(
    hyper: Hyperparameters, seeds: int, seed: int, *, most: int = MOST, until_tie: bool = True
) -> list[Convergence]:
    """Learners with so many seeds, each until it has settled, and on until that is a tie."""
    game = load(GAME)
    numbers = [derive(seed, "tic-tac-toe", number) for number in range(seeds)]
    return [converge(game, hyper, number, most=most, until_tie=until_tie) for number in numbers]


def figure_runs(
    figure: Figure,
    seeds: int,
    seed: int,
    *,
    rule: Rule = Rule.EACH,
    most: int = MOST,
    until_tie: bool = True,
    told: Callable[[], None] = lambda: None,
) -> dict[float, list[Convergence]]:
    """The learners of a figure, by value: each of its values, all else as the source found best."""
    runs = {}
    for value in figure.values:
        given: Any = int(value) if figure.what == "hidden" else value
        hyper = replace(QUIET, rule=rule, **{figure.what: given})
        runs[value] = learnt(hyper, seeds, seed, most=most, until_tie=until_tie)
        told()
    return runs


def figure_rows(
    figure: Figure,
    seeds: int,
    seed: int,
    *,
    rule: Rule = Rule.EACH,
    most: int = MOST,
    told: Callable[[], None] = lambda: None,
) -> list[Settled]:
    """A figure again: how the learners with each of its values settled."""
    runs = figure_runs(figure, seeds, seed, rule=rule, most=most, told=told)
    return [settled(figure.number, value, several) for value, several in runs.items()]


def rule_rows(
    seeds: int, seed: int, *, noise: float = 0.0, most: int = MOST, told: Callable[[], None] = lambda: None
) -> list[Settled]:
    """The source's rules beside each other, with its best settings."""
    rows = []
    for rule in Rule:
        runs = learnt(replace(QUIET, rule=rule, noise=noise), seeds, seed, most=most)
        rows.append(settled(0, rule.name, runs))
        told()
    return rows


# --- the games that learners come to ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blocks:
    """Of a game: how often each side had to stop the other from completing a line, and did."""

    first: int
    second: int


_LINES = tuple(
    frozenset(line.split())
    for line in ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1")
)


CELLS = tuple(sorted({cell for line in _LINES for cell in line}))


def blocks(moves: Sequence[str]) -> Blocks:
    """Count the moves that take the last cell of a line of which the other side has the two others; the last cell of
    the board, which leaves no choice, does not count."""
    men: tuple[set[str], set[str]] = (set(), set())
    counts = [0, 0]
    for number, move in enumerate(moves):
        side = number % 2
        if number < 8 and any(move in line and len(line & men[1 - side]) == 2 for line in _LINES):
            counts[side] += 1
        men[side].add(move)
    return Blocks(*counts)


def ties_after(moves: Sequence[str]) -> Iterator[list[str]]:
    """All games that go on so and that nobody wins."""
    men = (set(moves[::2]), set(moves[1::2]))
    if any(line <= side for line in _LINES for side in men):
        return
    if len(moves) == len(CELLS):
        yield list(moves)
    for cell in CELLS:
        if cell not in moves:
            yield from ties_after([*moves, cell])


@cache
def most_blocks() -> Blocks:
    """Over all ties: the most that the first player must stop the second, and the second the first."""
    found = [blocks(game) for game in ties_after([])]
    return Blocks(max(one.first for one in found), max(one.second for one in found))


def first_wins(moves: Sequence[str]) -> bool:
    """Whether the first player wins from here when both play their best."""
    men = (set(moves[::2]), set(moves[1::2]))
    if any(line <= men[0] for line in _LINES):
        return True
    if any(line <= men[1] for line in _LINES) or len(moves) == len(CELLS):
        return False
    found = (first_wins([*moves, cell]) for cell in CELLS if cell not in moves)
    return any(found) if len(moves) % 2 == 0 else all(found)
