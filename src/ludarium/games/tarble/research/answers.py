"""Answers: what players do in the source's six situations, counted by what the source looked at in people's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.engine import Game, Position
from ludarium.engine.kernels.rng import derive
from ludarium.games.tarble.board import CENTRE, DISTANCE
from ludarium.games.tarble.notation import Line, Turn, read_line, write_turn
from ludarium.games.tarble.players.distances import SAFE
from ludarium.games.tarble.research.asking import turn_of
from ludarium.games.tarble.research.habits import Habits, count_game
from ludarium.games.tarble.research.situations import SITUATIONS, Situation
from ludarium.games.tarble.rules import BLUE, RED
from ludarium.games.tarble.wording import place_text


@dataclass(frozen=True)
class Answer:
    """One turn in a situation."""

    before: Position
    movements: Sequence[int]
    after: Position
    line: Line

    @property
    def captured_pieces(self) -> int:
        """Blue pieces that were captured."""
        return sum(cell != CENTRE for cell in self.line.captured)

    @property
    def neutral(self) -> bool:
        return CENTRE in self.line.captured

    @property
    def lost(self) -> int:
        """Own pieces that were sacrificed."""
        return int(self.before.state.count[RED]) - int(self.after.state.count[RED])

    @property
    def distance(self) -> int | None:
        """Between the two opposing pieces that are closest to each other after the turn."""
        state = self.after.state
        own, others = (state.pieces[seat][: int(state.count[seat])] for seat in (RED, BLUE))
        pairs = [int(DISTANCE[cell, other]) for cell in own for other in others]
        return min(pairs) if pairs else None

    @property
    def safe(self) -> bool:
        return self.distance is None or self.distance >= SAFE


def _right(answer: Answer) -> bool:
    habits = Habits()
    count_game(habits, [Turn(answer.before, tuple(answer.movements))], [RED])
    return habits.right.done == 1


def _ends_on(*places: str) -> Callable[[Answer], bool]:
    def ends(answer: Answer) -> bool:
        state = answer.after.state
        return {place_text(int(cell)) for cell in state.pieces[RED][: int(state.count[RED])]} == set(places)

    return ends


LOOKS: dict[str, dict[str, Callable[[Answer], bool]]] = {
    "start": {
        "takes the neutral piece": lambda answer: answer.neutral,
        "and ends 4 or more away": lambda answer: answer.neutral and answer.safe,
        "moves one piece only": lambda answer: len(answer.line.moved) == 1,
        "goes to the right": _right,
    },
    "far-behind": {
        "captures a blue piece": lambda answer: answer.captured_pieces > 0,
        "ends within 3 of blue": lambda answer: not answer.safe,
    },
    "last-chance": {
        "goes for the piece, (2,2) (3,2)": _ends_on("(-2,-4)", "(3,2)"),
        "moves the other piece": lambda answer: answer.movements[0] // 6 != int(answer.before.state.pieces[RED, 1]),
    },
    "sacrifice": {
        "sacrifices a piece": lambda answer: answer.lost > 0,
        "sacrifices two": lambda answer: answer.lost > 1,
    },
    "two-captures": {
        "takes two blue pieces": lambda answer: answer.captured_pieces == 2,
        "takes the neutral and a blue one": lambda answer: answer.neutral and answer.captured_pieces == 1,
        "takes the neutral one only": lambda answer: answer.neutral and answer.captured_pieces == 0,
        "ends exactly 4 away": lambda answer: answer.distance == SAFE,
    },
    "stalemate": {
        "takes the neutral piece": lambda answer: answer.neutral,
        "ends 4 or more away": lambda answer: answer.safe,
    },
}
"""For each situation what is looked at in an answer."""


@dataclass
class Answers:
    """What a player did in a situation, asked so many times."""

    situation: Situation
    player: str
    asked: int = 0
    done: dict[str, int] = field(default_factory=dict)
    """How often each of `LOOKS` was so."""
    turns: Counter[str] = field(default_factory=Counter)

    @property
    def usual(self) -> str:
        """The most frequent turn in notation; of equally frequent ones the first."""
        return self.turns.most_common(1)[0][0]

    def to_dict(self) -> dict[str, Any]:
        return {
            "situation": self.situation.name,
            "player": self.player,
            "asked": self.asked,
            "done": self.done,
            "usual": self.usual,
            "different": len(self.turns),
            "people": self.situation.people,
        }


def answers_of(
    game: Game,
    player: str,
    situation: Situation,
    times: int,
    seed: int,
    told: Callable[[], None] = lambda: None,
) -> Answers:
    """Ask a player so many times, with another seed each time."""
    looks = LOOKS[situation.name]
    found = Answers(situation, player, done=dict.fromkeys(looks, 0))
    position = game.read_position(situation.position)
    for number in range(times):
        movements, after = turn_of(player, position, derive(seed, "answers", number))
        text = write_turn(position, movements)
        answer = Answer(position, movements, after, read_line(text))
        found.asked += 1
        found.turns[text] += 1
        for name, look in looks.items():
            found.done[name] += look(answer)
        told()
    return found


def all_answers(
    game: Game,
    players: Sequence[str],
    times: int,
    seed: int,
    *,
    situations: Sequence[Situation] = SITUATIONS,
    told: Callable[[], None] = lambda: None,
) -> list[Answers]:
    """The answers of all players to all situations."""
    return [answers_of(game, player, situation, times, seed, told) for situation in situations for player in players]
