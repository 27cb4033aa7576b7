"""Tarble's published matches, the number of its turns, and the order of strength."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

from scipy.stats import fisher_exact, spearmanr

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Mean, Origin, Rate, Reproduction
from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95, counted_mean, rate, score_interval, side_of_half
from ludarium.engine import derive
from ludarium.engine.errors import LudariumError
from ludarium.engine.match import Match
from ludarium.games import load
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.claims import arithmetic, third_situation, unmeasured
from ludarium.games.tarble.research.tictactoe import (
    FIGURES,
    MOST,
    NOISE,
    QUIET,
    Blocks,
    Settled,
    blocks,
    figure_runs,
    learnt,
    settled,
)
from ludarium.games.tarble.turns import turns_from
from ludarium.learning import Convergence, Rule
from ludarium.players import make

GAMES = 200
"""Games of each pair."""
THEIR_GAMES = 13
"""Games of each of the source's matches."""

NAMES = {
    "minimax": "Minimax",
    "mcts": "MCTS",
    "td-single": "TD single",
    "td-turn": "TD full turn",
    "joey": "Joey",
    "sarah": "Sarah",
    "brian": "Brian",
    "champion": "Champion",
}
LADDER = ("minimax", "mcts", "td-turn", "joey", "sarah", "brian")
"""The order of strength, the weakest first."""
MORE_SIMULATIONS = "mcts:iterations=60000"
"""The larger budget of the tree search: twice its own."""
LONGER = "mcts:iterations=100000"
"""The source's 10 minutes instead of 3, in simulations."""
FEWER_SIMULATIONS = "mcts:iterations=3000"
"""The smaller one: a tenth."""
BAR = 0.8
"""The share of games that Champion must win against Brian."""

SEQUENCES = {1: 12, 2: 198, 3: 3_652, 4: 73_870, 5: 1_594_006, 6: 36_241_240}
"""Sequences of movements from the start by roll, as counted by playing them all, without a turn generator."""
OVER = 20_000_000
"""How many the source says that a roll of 6 has at least."""


# Why matches may differ.
_WHOLE_ROLLS = "our TD full turn judges all that a roll can lead to, the source's dropped most of a long roll"
_SIMULATIONS = (
    "our MCTS has 30,000 simulations, which take captures; how many the source's had in 3 minutes is not told"
)
_WEIGHTS = "how the source's players weigh things is left open; the dice decide more between ours"


# --- matches ----------------------------------------------------------------------------------------------------------


def match(lab: Lab, first: str, second: str) -> Rate:
    """What the first wins against the second."""
    tally = lab.play("tarble", first, second, games=GAMES)
    by_player, _, _ = tally.outcomes()
    return Rate(by_player[0]["win"], by_player[0]["tie"], tally.games)


def _match(
    table: str,
    first: str,
    second: str,
    won: int,
    note: str = "",
    *,
    games: int = THEIR_GAMES,
    origin: Origin = "figure",
) -> Claim:
    def ours(lab: Lab) -> Finding:
        return match(lab, first, second)

    what = f"{_name(first)} over {_name(second)}"
    return Claim(table, what, won / games, "rate", ours, their_games=games, note=note, origin=origin)


def _name(player: str) -> str:
    name, _, options = player.partition(":")
    return f"{NAMES[name]} ({options.replace('=', ' ')})" if options else NAMES[name]


# --- the order of strength --------------------------------------------------------------------------------------------


def strengths(lab: Lab, players: tuple[str, ...] = LADDER) -> dict[str, float]:
    """Each player's mean share of the games against each of the others."""
    shares: dict[str, list[float]] = {player: [] for player in players}
    for index, weaker in enumerate(players):
        for stronger in players[index + 1 :]:
            # In the order in which the matches above are played, so that their games serve here, too.
            found = match(lab, stronger, weaker)
            share = rate(found.wins, found.ties, found.games)
            shares[stronger].append(share)
            shares[weaker].append(1 - share)
    return {player: sum(several) / len(several) for player, several in shares.items()}


def in_order(found: dict[str, float]) -> str:
    """The players by their strength, the weakest first."""
    return " < ".join(NAMES[player] for player in sorted(found, key=lambda player: found[player]))


def _order(lab: Lab) -> Finding:
    """The order by mean shares; where chance explains all in which it is another than the source's, none is shown."""
    found = strengths(lab)
    why = ", ".join(f"{NAMES[player]} {share:.1%}" for player, share in found.items())
    # Two means of as many matches, whose games are independent: each has at most a variance of 1/4.
    reach = Z_95 * math.sqrt(2 * 0.25 / (match(lab, LADDER[1], LADDER[0]).games * (len(LADDER) - 1)))
    behind = [found[weaker] - found[stronger] for weaker, stronger in combinations(LADDER, 2)]
    if max(behind) > 0 and max(behind) <= reach:
        raise LudariumError(f"so few games do not tell all players apart: {why}")
    return Exact(in_order(found), why)


def in_figures(found: Rate) -> str:
    """`won 131 of 200: 65.5% (58.7% to 71.7%)`."""
    low, high = score_interval(found.wins, found.ties, found.games)
    ties = f" and {found.ties} ties" if found.ties else ""
    share = rate(found.wins, found.ties, found.games)
    return f"won {found.wins}{ties} of {found.games}: {share:.1%} ({low:.1%} to {high:.1%})"


def _ahead(stronger: str, weaker: str) -> Claim:
    """A step of the ladder alone: whether the stronger wins more than half of its games."""

    def ours(lab: Lab) -> Finding:
        found = match(lab, stronger, weaker)
        side = side_of_half(found.wins, found.ties, found.games)
        if not side:
            raise LudariumError(f"{found.games:,} games do not show it: {in_figures(found)}")
        return Exact("yes" if side > 0 else "no", in_figures(found))

    what = f"{NAMES[stronger]} beats {NAMES[weaker]}"
    note = _WHOLE_ROLLS if "td-turn" in (stronger, weaker) else _WEIGHTS
    return Claim("Order of strength", what, "yes", "verdict", ours, origin="claim", note=note)


def _champion(lab: Lab) -> Finding:
    found = match(lab, "champion", "brian")
    low, high = score_interval(found.wins, found.ties, found.games)
    if found.games < GAMES and low < BAR < high:
        raise LudariumError(f"{found.games:,} games do not show it: {in_figures(found)}")
    return Exact("yes" if rate(found.wins, found.ties, found.games) >= BAR else "no", in_figures(found))


# --- turns ------------------------------------------------------------------------------------------------------------


def _counted(roll: int) -> int:
    sequences = turns_from(load("tarble").start(0), roll, counting=True).sequences
    assert sequences is not None
    return sequences


def _sequences(roll: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        return Exact(_counted(roll))

    what = f"sequences of movements from the start with a roll of {roll}"
    note = "counted by playing every sequence, and by the turn generator, which merges equal positions"
    return Claim("Turns", what, SEQUENCES[roll], "count", ours, note=note, origin="own")


def _over(lab: Lab) -> Finding:
    counted = _counted(6)
    return Exact(f"over {OVER:,}" if counted > OVER else f"{counted:,}")


# --- games ------------------------------------------------------------------------------------------------------------

WATCHED = "sarah"
"""Whose games are counted for what the source says of games: its own were people's."""
WATCHED_GAMES = 100
LEAST_TURNS, MOST_TURNS = 20, 30
"""Between what the source says that games usually are."""
_OWN_GAMES = f"ours: {WATCHED} against itself; the source's games were people's"


@lru_cache(maxsize=4)
def _watched(games: int, seed: int) -> tuple[Counter[float], Counter[float]]:
    """How many choices movements have and how many turns games have, over the games of a player with itself."""
    game = load("tarble")
    choices: Counter[float] = Counter()
    turns: Counter[float] = Counter()
    for number in range(games):
        players = [make(WATCHED, game) for _ in range(2)]
        match = Match(game, players, seed=derive(seed, "watched", number))
        movers = []
        listed = len(match.position.moves())
        for decision in match.play():
            choices[listed] += 1
            movers.append(decision.seat)
            listed = 0 if match.position.over else len(match.position.moves())
        turns[1 + sum(one != other for one, other in pairwise(movers))] += 1
    return choices, turns


def _games_watched(lab: Lab) -> tuple[Counter[float], Counter[float]]:
    return _watched(min(lab.games or WATCHED_GAMES, WATCHED_GAMES), lab.seed)


def _choices(lab: Lab) -> Finding:
    return Mean(_games_watched(lab)[0])


def _length(lab: Lab) -> Finding:
    turns = _games_watched(lab)[1]
    mean, low, high = counted_mean(turns)
    told = f"mean {mean:.1f} ({low:.1f} to {high:.1f}) of {turns.total()} games, "
    told += f"from {min(turns):.0f} to {max(turns):.0f}"
    if low >= LEAST_TURNS and high <= MOST_TURNS:
        return Exact(f"{LEAST_TURNS} to {MOST_TURNS}", told)
    if low <= MOST_TURNS and high >= LEAST_TURNS:
        raise LudariumError(f"{turns.total()} games do not show it: {told}")
    return Exact(f"fewer than {LEAST_TURNS}" if high < LEAST_TURNS else f"more than {MOST_TURNS}", told)


def _no_tie(lab: Lab) -> Finding:
    played = [match(lab, *pair) for pair in (("sarah", "joey"), ("brian", "joey"), ("brian", "sarah"))]
    ties = sum(found.ties for found in played)
    return Exact("no" if ties else "yes", f"{ties} of {sum(found.games for found in played):,} games")


# --- learning tic-tac-toe ---------------------------------------------------------------------------------------------

LEARNERS = 10
"""Learners with each setting; the source had one."""
TIE = 0.5
_SOONER = (
    "by its own definition learners converge long before the source says: what it measured must have been stricter"
)
_SETTLED = "converged: two games without noise, 1,000 games apart, are the same; theirs is one learner"


@lru_cache(maxsize=16)
def _learners(number: int, learners: int, seed: int) -> dict[float, list[Convergence]]:
    figure = next(figure for figure in FIGURES if figure.number == number)
    return figure_runs(figure, learners, seed, until_tie=False)


def _runs(lab: Lab, number: int) -> dict[float, list[Convergence]]:
    return _learners(number, min(lab.games or LEARNERS, LEARNERS), lab.seed)


def _rows(lab: Lab, number: int) -> list[Settled]:
    return [settled(number, value, runs) for value, runs in _runs(lab, number).items()]


def _in_words(rows: list[Settled]) -> str:
    return "; ".join(
        f"{row.value:g}: {'–' if row.games is None else f'{row.games:,.0f}'} games, {row.tied} of {row.converged} ties"
        for row in rows
    )


def _best_setting(number: int, theirs: float) -> Callable[[Lab], Finding]:
    """The setting with which learners come to a tie most often, where the learners tell it from the source's."""

    def ours(lab: Lab) -> Finding:
        rows = _rows(lab, number)
        own = next(row for row in rows if row.value == theirs)
        others = [row for row in rows if row is not own]
        best = max(others, key=lambda row: row.tied)
        if not more_tied(own, best, len(others)) and not more_tied(best, own, len(others)):
            raise LudariumError(f"{own.runs} learners with each do not tell the settings apart: {_in_words(rows)}")
        return Exact(f"{max(own, best, key=lambda row: row.tied).value:g}", _in_words(rows))

    return ours


def more_tied(one: Settled, other: Settled, comparisons: int) -> bool:
    """Whether more learners with one setting come to a tie than with another, beyond chance (Fisher's exact test)."""
    table = [[row.tied, row.runs - row.tied] for row in (one, other)]
    return bool(fisher_exact(table, "greater").pvalue * comparisons < SIGNIFICANT)


def _games_to_settle(number: int, value: float) -> Callable[[Lab], Finding]:
    def ours(lab: Lab) -> Finding:
        runs = _runs(lab, number)[value]
        if not all(run.converged for run in runs):
            left = sum(not run.converged for run in runs)
            raise LudariumError(f"{left} of {len(runs)} learners had not converged after {MOST:,} games")
        return Mean(Counter(float(run.games) for run in runs))

    return ours


def _not_settling(number: int, theirs: str, beyond: Callable[[float], bool], *, tie: bool) -> Callable[[Lab], Finding]:
    """Whether learners beyond a bound fail: to converge at all, or to a tie."""

    def ours(lab: Lab) -> Finding:
        rows = [row for row in _rows(lab, number) if isinstance(row.value, float | int) and beyond(row.value)]
        failed = all((row.tied if tie else row.converged) == 0 for row in rows)
        return Exact(theirs if failed else "some do", _in_words(rows))

    return ours


def _some_decided(lab: Lab) -> Finding:
    """Whether learners with more noise than 0.1 come to games that somebody wins."""
    rows = [row for row in _rows(lab, 10) if isinstance(row.value, float) and row.value > 0.1]
    return Exact("yes" if any(row.tied < row.converged for row in rows) else "no", _in_words(rows))


def _fewer_with_more_units(lab: Lab) -> Finding:
    """Whether learners with more units converge after fewer games, by the order of both over all learners."""
    pairs = [(value, run.games) for value, runs in _runs(lab, 9).items() for run in runs]
    found = spearmanr(*zip(*pairs, strict=True))
    told = f"Spearman's ρ {found.statistic:.2f} (p = {found.pvalue:.2f}); {_in_words(_rows(lab, 9))}"
    if not found.pvalue < SIGNIFICANT:
        raise LudariumError(f"{len(pairs)} learners do not show it: {told}")
    return Exact("yes" if found.statistic < 0 else "no", told)


def _first_rule(lab: Lab) -> Finding:
    runs = learnt(replace(QUIET, rule=Rule.ALL), min(lab.games or LEARNERS, LEARNERS), lab.seed, until_tie=False)
    tied = sum(run.converged and run.last.result == TIE for run in runs)
    return Exact("no" if tied else "yes", f"{tied} of {len(runs)} learners converged to a tie")


def _unblocked(lab: Lab) -> Finding:
    """Whether learners with noise come to the game of Figure 12: a tie in which O blocks thrice and X never."""
    number = min(lab.games or LEARNERS, LEARNERS)
    runs = learnt(replace(QUIET, noise=NOISE), number, lab.seed, until_tie=False)
    ties = [blocks(run.last.moves) for run in runs if run.converged and run.last.result == TIE]
    found = sum(one == Blocks(0, 3) for one in ties)
    told = ", ".join(f"X {one.first} and O {one.second}" for one in ties) or "none"
    return Exact("yes" if found else "no", f"{found} of {len(runs)} learners; blocks in their ties: {told}")


def _learning() -> tuple[Claim, ...]:
    table = "Learning tic-tac-toe"
    return (
        Claim(
            table,
            "best learning rate",
            "0.001",
            "verdict",
            _best_setting(7, 0.001),
            note=f"ours: most ties; {_SOONER}",
        ),
        Claim(table, "best λ", "0.9", "verdict", _best_setting(8, 0.9), note=f"ours: most ties; {_SOONER}"),
        Claim(
            table,
            "best number of hidden nodes",
            "40",
            "verdict",
            _best_setting(9, 40),
            note=f"ours: most ties; {_SOONER}",
        ),
        Claim(
            table,
            "games to convergence without noise",
            25_000.0,
            "mean",
            _games_to_settle(7, 0.001),
            their_games=1,
            note=f"{_SETTLED}; {_SOONER}",
        ),
        Claim(
            table,
            "games to convergence with noise of 0.05",
            194_000.0,
            "mean",
            _games_to_settle(10, NOISE),
            their_games=1,
            note=f"{_SETTLED}; {_SOONER}",
        ),
        Claim(
            table,
            "learning rates above 0.005 do not converge",
            "none does",
            "verdict",
            _not_settling(7, "none does", lambda value: value > 0.005, tie=False),
            origin="claim",
            note=_SOONER,
        ),
        Claim(
            table,
            "fewer than 20 hidden nodes do not converge to a tie",
            "none does",
            "verdict",
            _not_settling(9, "none does", lambda value: value < 20, tie=True),
            origin="claim",
            note=_SOONER,
        ),
        Claim(
            table,
            "with more noise than 0.1 learners come to games that somebody wins",
            "yes",
            "verdict",
            _some_decided,
            origin="claim",
            note=_SOONER,
        ),
        Claim(
            table,
            "every further hidden unit makes for fewer games to convergence",
            "yes",
            "verdict",
            _fewer_with_more_units,
            origin="claim",
            note=_SOONER,
        ),
        Claim(
            table,
            "by the rule of the first attempt, nothing reasonable is learnt",
            "yes",
            "verdict",
            _first_rule,
            note=f"ours: whether no learner converges to a tie; {_SOONER}",
            origin="claim",
        ),
        Claim(
            table,
            "a λ below 0.5 leads to no good first moves",
            "yes",
            "verdict",
            None,
            note="the source does not say what it looked at",
            origin="claim",
        ),
        Claim(
            table,
            "Figure 12: learners come to a tie in which O blocks three times and X never",
            "yes",
            "verdict",
            _unblocked,
            note="ours: whether one of several does",
            origin="claim",
        ),
    )


_HUMAN_LIKE = "Players that think like people"
_SEARCHES = "Searches and learners"

REPRODUCTION = Reproduction(
    source="tarble",
    title="Tarble: players that think like people against searches and learners",
    citation="B. S. Greenberg, Humanization of Computational Learning in Strategy Games, 2016, chapters 4 and 6",
    claims=(
        Claim("Turns", "sequences with a roll of 6, as the source gives them", f"over {OVER:,}", "verdict", _over),
        Claim(
            "Turns",
            "choices of a movement",
            50,
            "mean",
            _choices,
            tolerance=5,
            note=_OWN_GAMES,
            slip=f"by its rules there are {6 * PIECES} at most: {PIECES} pieces with six directions each",
        ),
        Claim(
            "Turns",
            "branching factor of a roll of 6, from so many choices of a movement",
            30_000_000_000,
            "count",
            lambda lab: Exact(50**6),
            slip="50 choices six times over come to half of it",
        ),
        Claim("Games", "turns of a game", f"{LEAST_TURNS} to {MOST_TURNS}", "verdict", _length, note=_OWN_GAMES),
        Claim(
            "Games",
            "a tie has never been seen",
            "yes",
            "verdict",
            _no_tie,
            origin="claim",
            note="ours: all matches of Sarah, Brian and Joey with each other",
        ),
        *(_sequences(roll) for roll in SEQUENCES),
        _match(
            _SEARCHES,
            "mcts",
            "minimax",
            12,
            "ours decides in a tenth of a second, theirs in 3 minutes; our Minimax makes every capture that it sees",
        ),
        _match(_SEARCHES, MORE_SIMULATIONS, "minimax", 12, "the same match with twice the simulations", origin="own"),
        _match(
            _SEARCHES,
            LONGER,
            "mcts",
            5,
            "theirs had 10 minutes a turn against 3; ours has simulations in that proportion",
            games=5,
        ),
        _match(_SEARCHES, "td-turn", "mcts", 10, "theirs gave MCTS 10 minutes a turn"),
        _match(
            _SEARCHES,
            "td-turn",
            "td-turn:network=single",
            11,
            "trained further on whole turns over trained on single movements, both looking a whole turn ahead",
        ),
        _match(_HUMAN_LIKE, "joey", "mcts", 13, _SIMULATIONS),
        _match(
            _HUMAN_LIKE, "joey", FEWER_SIMULATIONS, 13, "the same match with a tenth of the simulations", origin="own"
        ),
        _match(_HUMAN_LIKE, "joey", "td-single", 12, _WEIGHTS),
        _match(_HUMAN_LIKE, "joey", "td-turn", 10, _WHOLE_ROLLS),
        _match(_HUMAN_LIKE, "sarah", "mcts", 13, _SIMULATIONS),
        _match(_HUMAN_LIKE, "sarah", "td-single", 13, _WEIGHTS),
        _match(_HUMAN_LIKE, "sarah", "td-turn", 13, _WHOLE_ROLLS),
        _match(_HUMAN_LIKE, "sarah", "joey", 11, _WEIGHTS),
        _match(_HUMAN_LIKE, "brian", "mcts", 13, _SIMULATIONS),
        _match(_HUMAN_LIKE, "brian", "td-single", 13, _WEIGHTS),
        _match(_HUMAN_LIKE, "brian", "td-turn", 13, _WHOLE_ROLLS),
        _match(_HUMAN_LIKE, "brian", "joey", 12, _WEIGHTS),
        _match(_HUMAN_LIKE, "brian", "sarah", 13, _WEIGHTS),
        *(_ahead(stronger, weaker) for weaker, stronger in pairwise(LADDER)),
        Claim(
            "Order of strength",
            "the order by the mean share of games against each of the others",
            " < ".join(NAMES[player] for player in LADDER),
            "verdict",
            _order,
            note="all pairs are played, also those that the source did not",
            origin="claim",
        ),
        *third_situation(),
        *arithmetic(),
        *_learning(),
        *unmeasured(),
        Claim(
            "Beyond the source",
            f"Champion wins at least {BAR:.0%} against Brian",
            "yes",
            "verdict",
            _champion,
            note="the source has no such player",
            origin="own",
        ),
    ),
)
