"""What the source prints that no match decides: its third situation, its arithmetic and slips, and what needs people.

Figures that the source only cites of others (how many moves chess has, how strong TD-Gammon was) are not its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.games.tarble.board import CELL, CELLS, DISTANCE, PLACES
from ludarium.games.tarble.endings import SAME
from ludarium.games.tarble.endings_file import SHIPPED, endings_for
from ludarium.games.tarble.notation import write_turn
from ludarium.games.tarble.research.errors import turn_values
from ludarium.games.tarble.research.situations import situation
from ludarium.games.tarble.research.tictactoe import blocks, first_wins, most_blocks
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import turns_from

PEOPLE = "needs people: plan a study like the source's (ludarium study)"
TIME = "a time on the source's machine, with its program"
DRAWING = "the drawing is lost to us"
_AGAINST_PEOPLE = {
    "games that Minimax wins against four beginners": "0 of 15, most lost by 10 points or more",
    "games that MCTS wins against a beginner": "0 of 3, each by over 10 points",
    "games that MCTS of 10 minutes wins against the author": "0 of 3, by 8, 7 and 13 points",
    "games that TD full turn wins against the author": "1 of 5",
    "games that Joey wins against a beginner": "3 of 5",
    "games that Joey wins against the author": "1 of 5",
    "games that Sarah wins against a beginner": "4 of 5",
    "games that Sarah wins against the author": "1 of 5",
    "games that Brian wins against the person Brian": "10 of 13",
    "games that Brian wins against the author": "8 of 13",
    "games 1 and 2 that three beginners win against the mixture": "6 of 6",
    "third games that they win": "2 of 3",
    "fifth games that they win": "1 of 3",
}
_HABITS = {
    "first two movements with the same piece": "88 %",
    "turns ended four fields away where that was possible": "55 %",
    "most usual distance to the enemy after a turn": "4 fields, then 3",
    "situation 1: people who take the middle piece and retreat": "more than 90 %",
    "situation 1: people who move a single piece": "more than 90 %",
    "situation 1: people who retreat to the right": "all of them",
    "situation 3: people who find the best move": "none",
    "situation 3: what they do most often": "the other piece towards the centre",
    "situation 5: people who take both blue pieces": "1",
    "situation 5: people who take the neutral piece and a blue one": "almost all",
    "situation 5: people who take the neutral piece only": "1",
    "situation 5: distance to blue after it": "exactly 4, nearly always",
    "games recorded": "146, and 16 on paper",
    "games of the people Sarah, Brian and Joey": "23, 11 and 3",
    "groups of people who played, 10 games each and more": "of 4, 6 and 6",
    "time to write a game down by hand": "as long as the turns, for others twice as long",
}
_TIMES = {
    "Minimax's first turn with a roll of 6": "2 minutes, later up to 10",
    "Minimax that sees four movements": "at most 30 seconds",
    "MCTS": "3 and 10 minutes, as given",
    "TD full turn": "about 30 seconds",
    "Joey": "less than a second",
    "Sarah": "quicker than any person",
    "training on single movements": "276,000 games in 15 hours",
    "first attempt to train on whole turns": "1 game in an hour",
    "a game of the second attempt": "5 to 10 minutes",
    "training on whole turns": "957 games in 10 hours",
    "a game by a person on a physical board against a program": "up to an hour instead of 15 minutes",
}
_SPEEDS = {
    "games a second, learning after every move": "75",
    "games a second, learning after every game": "1,000",
    "time to convergence with 40 hidden nodes": "27 seconds",
}
_DRAWN = {"Figure 21: board distance and jumping distance of its pieces A and B": "4 and 3"}


def unmeasured() -> list[Claim]:
    """What cannot be measured here."""
    listed = (
        ("Against people", _AGAINST_PEOPLE, PEOPLE),
        ("What people do", _HABITS, PEOPLE),
        ("Times", _TIMES, TIME),
        ("Learning tic-tac-toe", _SPEEDS, TIME),
        ("Chapter 5.4", _DRAWN, DRAWING),
    )
    return [
        Claim(table, what, theirs, "verdict", None, note=why)
        for table, figures, why in listed
        for what, theirs in figures.items()
    ]


# --- the third situation ----------------------------------------------------------------------------------------------

TOWARDS = "1 | [(2,2),(3,2)] | -"
ANOTHER, ANOTHER_TOWARDS = "r(-2,-4)(4,4) b(4,1) 5:6 r 1", "1 | [(4,4),(4,3)] | -"
"""Another position that everything fits that the source says in words, and its move towards blue's piece."""
OUR_POSITION = f"by the tables of endings, in our position for the source's words; {DRAWING}"


@cache
def worth_of_turns(text: str) -> dict[str, float]:
    """What each turn of a position is worth, by the shipped tables of endings."""
    endings = endings_for(SHIPPED)
    assert endings is not None
    position = load("tarble").read_position(text)
    turns, values = turn_values(position, endings)
    return {write_turn(position, turns.path(turn)): float(value) for turn, value in enumerate(values)}


def _towards_is_worth(lab: Lab) -> Finding:
    return Exact(round(worth_of_turns(situation("last-chance").position)[TOWARDS], 3))


def _towards_is_best(lab: Lab) -> Finding:
    """Whether it is best wherever the words fit: if not in all of two positions, they leave it open."""
    told, best = [], []
    for text, towards in ((situation("last-chance").position, TOWARDS), (ANOTHER, ANOTHER_TOWARDS)):
        worth = worth_of_turns(text)
        line = max(worth, key=lambda line: worth[line])
        best.append(worth[towards] >= worth[line] - SAME)
        told.append(f"in {text} it is worth {worth[towards]:.3f}" + ("" if best[-1] else f", {line} {worth[line]:.3f}"))
    if any(best) and not all(best):
        raise LudariumError(
            f"{DRAWING}, and its words fit positions where it is the best and others: {'; '.join(told)}"
        )
    return Exact("yes" if all(best) else "no", "; ".join(told))


def third_situation() -> list[Claim]:
    table = "Situation 3"
    return [
        Claim(table, "the move towards blue's piece is worth", 0.111, "value", _towards_is_worth, note=OUR_POSITION),
        Claim(table, "the move towards blue's piece is the best", "yes", "verdict", _towards_is_best, origin="claim"),
    ]


# --- arithmetic and slips ---------------------------------------------------------------------------------------------

_ARITHMETIC = "Arithmetic of the source"
_PERCENTAGES = ((12, 13, 92.3), (10, 13, 76.9), (11, 13, 84.6), (8, 13, 61.5), (3, 5, 60), (4, 5, 80), (1, 5, 20))
"""Of its tables of matches."""
SPREAD = "r(-4,-4)(-2,-3)(-3,-1)(0,-3)(2,-2)(-1,1)(3,-1) b(4,4)(3,4)(2,4)(1,4)(2,5)(3,5)(1,5) 3:3 r 6"
"""A position with pieces spread over the board."""
FIGURE_11 = ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"]
"""The game of tic-tac-toe that the caption of Figure 11 describes."""


def _percentage(won: int, games: int, printed: float) -> Claim:
    found = round(100 * won / games, 1)
    return Claim(_ARITHMETIC, f"{won} of {games} games in percent", printed, "value", lambda lab: Exact(found))


def _slip(table: str, what: str, theirs: str, ours: str, why: str) -> Claim:
    return Claim(table, what, theirs, "verdict", lambda lab: Exact(ours), slip=why)


def _larger_difference(lab: Lab) -> Finding:
    """Whether the larger of the differences of x and y is the number of steps between any two cells."""
    wrong = sum(
        max(abs(x - other_x), abs(y - other_y)) != DISTANCE[cell, other]
        for cell, (x, y) in enumerate(PLACES)
        for other, (other_x, other_y) in enumerate(PLACES)
    )
    return Exact("no" if wrong else "yes", f"not so for {wrong:,} of {CELLS**2:,} pairs of cells")


def _billions(lab: Lab) -> Finding:
    sequences = turns_from(load("tarble").read_position(SPREAD), counting=True).sequences
    assert sequences is not None
    return Exact("yes" if sequences > 10**9 else "no", f"{sequences:,} sequences of movements from {SPREAD}")


def _chance_of_capture(distance: int) -> Fraction:
    """With which share of the faces a lone piece captures another at this board distance, by the rules."""
    game, prey, faces = load("tarble"), "(1,-3)", 0
    for face in range(1, FACES + 1):
        position = game.read_position(f"r({1 - distance},-3) b{prey} 0:0 r {face}")
        turns = turns_from(position)
        taken = (write_turn(position, turns.path(turn)).rpartition("|")[2] for turn in range(len(turns)))
        faces += any(prey in captured for captured in taken)
    return Fraction(faces, FACES)


def _one_field_further(lab: Lab) -> Finding:
    """By how much the chance of being captured falls from 3 fields to 4 and from 4 to 5, if that is the same."""
    first, second = (_chance_of_capture(distance) - _chance_of_capture(distance + 1) for distance in (3, 4))
    told = f"{float(first):.3f} and {float(second):.3f}, of a lone piece by a lone piece"
    return Exact(round(float(first), 3) if first == second else 0.0, told)


def _corner_loses(lab: Lab) -> Finding:
    """Whether O loses by any corner, after X in two opposite corners with O between them."""
    lost = [first_wins([*FIGURE_11[:3], corner]) for corner in ("a3", "c1")]
    kept = not first_wins(FIGURE_11[:4])
    return Exact("yes" if all(lost) and kept else "no", "solved; by an edge O keeps the tie" if kept else "solved")


def arithmetic() -> list[Claim]:
    """What follows from the rules or from the source's own figures."""
    learning, moves = "Learning tic-tac-toe", "Chapter 6"
    return [
        *(_percentage(*figures) for figures in _PERCENTAGES),
        Claim(
            "Chapter 5.4",
            "by how much one field more lowers the chance of being captured",
            0.167,
            "value",
            _one_field_further,
            note="from 3 fields to 4 and from 4 to 5, by board distance",
        ),
        Claim("Chapter 5.6", "the mean of a die", 3.5, "value", lambda lab: Exact(sum(range(1, FACES + 1)) / FACES)),
        Claim(
            moves, "distance of (0,0) and (2,3)", 3, "count", lambda lab: Exact(int(DISTANCE[CELL[0, 0], CELL[2, 3]]))
        ),
        Claim(moves, "largest distance on the board", 10, "count", lambda lab: Exact(int(DISTANCE.max()))),
        Claim(
            moves,
            "the larger of the differences of x and y is the distance",
            "yes",
            "verdict",
            _larger_difference,
            origin="claim",
            slip="its own board needs more steps where the differences have different signs",
        ),
        Claim("Chapter 8", "a turn may have billions of moves", "yes", "verdict", _billions, origin="claim"),
        Claim(
            learning,
            "Figure 11: how often X must stop O",
            2,
            "count",
            lambda lab: Exact(blocks(FIGURE_11).first),
            note=f"{DRAWING}; in the game that its caption describes",
        ),
        Claim(
            learning,
            "Figure 11: O loses if its second move is to a corner",
            "yes",
            "verdict",
            _corner_loses,
            note=f"{DRAWING}; in the game that its caption describes",
            origin="claim",
        ),
        Claim(
            learning,
            "Figure 12: the most times that O must stop X in a tie",
            3,
            "count",
            lambda lab: Exact(most_blocks().second),
        ),
        _slip(
            learning,
            "Figure 12: what O has by stopping X each time, by its caption",
            "a win",
            "a tie",
            "its text has the learners come to ties",
        ),
        _slip(
            learning,
            "what the 0.05 of the noise is, by its text",
            "a variance",
            "a standard deviation",
            "its Figure 10 has it for σ; ours is a standard deviation",
        ),
        Claim(
            _ARITHMETIC,
            "games until four people have won their matches of the best of five without a loss",
            15,
            "count",
            lambda lab: Exact(4 * 3),
            slip="a match of the best of five is over after three such games",
        ),
        Claim(
            _ARITHMETIC,
            "how many times as quick TD full turn is as MCTS of 10 minutes",
            5,
            "count",
            lambda lab: Exact(10 * 60 // 30),
            slip="it gives about 30 seconds for TD full turn",
        ),
        _slip(
            "Chapter 5.6",
            "most games that anybody had played at the end of the study",
            "2",
            "23",
            "its chapter 6 tells of 23 games of one of the people studied, and of 10 each in three groups",
        ),
        _slip(
            "Chapter 5.6",
            "situation 5: whose two pieces the best turn takes",
            "red's",
            "blue's",
            "red is to move, and chapter 5.5 has blue's",
        ),
    ]
