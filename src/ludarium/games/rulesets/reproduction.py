"""Known figures of the classic games: counted, solved, or computed exactly by others."""

from __future__ import annotations

from collections import Counter

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Mean, Reproduction, tied, won_by_seat
from ludarium.arena.stats.tally import Tally
from ludarium.games import load
from ludarium.search import perft, solve

_RANDOM_GAMES = 20_000
_PERFECT_GAMES = 40


def _random_play(lab: Lab) -> Tally:
    # Everybody keeps the seat: the two players are the same, and the seats are what counts.
    return lab.play("tic-tac-toe", "random", "random", games=_RANDOM_GAMES, schedule="fixed")


def _first(lab: Lab) -> Finding:
    return won_by_seat(_random_play(lab), 0)


def _second(lab: Lab) -> Finding:
    return won_by_seat(_random_play(lab), 1)


def _draws(lab: Lab) -> Finding:
    return tied(_random_play(lab))


def _length(lab: Lab) -> Finding:
    return Mean(Counter({float(length): count for length, count in _random_play(lab).lengths.items()}))


def _leaves(name: str, depth: int, theirs: int, table: str, note: str = "") -> Claim:
    return Claim(
        table,
        f"{name}: positions after {depth} plies, by every way there",
        theirs,
        "count",
        lambda lab: Exact(perft(load(name).start(0), depth)[-1]),
        note=note,
    )


def _proved(name: str, theirs: str, table: str, note: str = "", **settings: object) -> Claim:
    shown = " ".join([name, *(f"{key}={value}" for key, value in settings.items())])
    return Claim(
        table,
        f"{shown}: who wins",
        theirs,
        "verdict",
        lambda lab: Exact(solve(load(name, **settings).start(0)).verdict),
        note=note,
    )


def _lost_to_perfect(lab: Lab) -> Finding:
    tally = lab.play("tic-tac-toe", "mcts:iterations=2000", "perfect", games=_PERFECT_GAMES)
    by_player, _, _ = tally.outcomes()
    return Exact(by_player[0]["loss"])


_EXACT = "computed over the whole game tree"

REPRODUCTION = Reproduction(
    source="classics",
    title="Known figures of classic games",
    citation=(
        "Game trees of tic-tac-toe, reversi and English checkers, and 4×4 reversi, as reported in many places; "
        "m,n,k-games: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, 2000"
    ),
    claims=(
        Claim("Random play", "tic-tac-toe: the first player wins", 737 / 1260, "rate", _first, note=_EXACT),
        Claim("Random play", "tic-tac-toe: the second player wins", 121 / 420, "rate", _second, note=_EXACT),
        Claim("Random play", "tic-tac-toe: a draw", 8 / 63, "rate", _draws, note=_EXACT),
        Claim(
            "Random play",
            "tic-tac-toe: mean length in plies",
            (5 * 1440 / 15120 + 6 * 5328 / 60480 + 7 * 47952 / 181440 + 8 * 72576 / 362880 + 9 * 127872 / 362880),
            "mean",
            _length,
            note="from the known numbers of games that end after 5, 6, 7, 8 and 9 plies",
        ),
        _leaves("tic-tac-toe", 9, 255_168, "Game trees", "all games: 131,184 for the first, 77,904 for the second"),
        _leaves("reversi", 8, 390_216, "Game trees"),
        _leaves("checkers", 8, 845_931, "Game trees"),
        _proved("tic-tac-toe", "draw", "Solved games"),
        _proved("tic-tac-toe", "first player wins", "Solved games", "the m,n,k-game 4,4,3", size=4, line=3),
        _proved("4x4 reversi most-men", "second player wins", "Solved games"),
        _proved("4x4 drop line-4", "draw", "Solved games", "the m,n,k-game 4,4,4"),
        Claim(
            "Solved games",
            "tic-tac-toe: games that tree search loses to perfect play",
            0,
            "count",
            _lost_to_perfect,
            note="2,000 iterations a move; no loss in a number of games is no proof that there is none",
        ),
    ),
    study=False,
)
