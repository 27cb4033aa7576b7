"""Mixture: Joey, Sarah and Brian by turns, as good as it takes to be a match for its opponent."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import ClassVar

from ludarium.engine import BadParameter, Clock, Move, Parameter, Player, Result, Thought, View
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.games.tarble.players.brian import Brian
from ludarium.games.tarble.players.joey import Joey
from ludarium.games.tarble.players.memory import MEMORY, Acquaintance
from ludarium.games.tarble.players.sarah import Sarah
from ludarium.players.memory import LOST, OPTIONS, TIED, WON, Remembering

LEVELS = {"easy": 0.0, "medium": 30.0, "hard": 60.0}
MEANS = (0.0, 50.0, 100.0)
"""Where Joey, Sarah and Brian stand on the scale of skill."""
SPREAD = sqrt(100.0)


class Mixture(Remembering[Acquaintance]):
    """Each turn is Joey's, Sarah's or Brian's, whoever's number comes nearest to the skill.

    Without a memory every game begins with the skill that was asked for, so that games do not depend on each other.
    """

    name = "mixture"
    summary = "Joey, Sarah or Brian by turns, and better after each game it loses"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("skill", "medium", "easy (0), medium (30), hard (60) or a number, for an opponent not yet known"),
        Parameter("rate", 10.0, "how much a game changes the skill", low=0.001, high=1000),
        *OPTIONS,
    )
    keeps = MEMORY

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self._first_skill = _skill(str(self.options["skill"]))
        self._rate = float(self.options["rate"])
        self._people: tuple[Player, ...] = (Joey(), Sarah(), Brian())

    @classmethod
    def suits(cls, game: Game) -> str:
        return Joey.suits(game)

    @property
    def skill(self) -> float:
        """The skill of this game."""
        return self.known.skill

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        for person in self._people:
            person.begin(game, seat, derive(seed, person.name))
        self._turn = -1

    def stranger(self) -> Acquaintance:
        return Acquaintance(self._first_skill)

    def choose(self, view: View, clock: Clock) -> Move:
        if int(view.state.turns) != self._turn:
            self._turn = int(view.state.turns)
            drawn = [self.random.gauss(mean, SPREAD) for mean in MEANS]
            self._decides = min(range(len(MEANS)), key=lambda index: abs(drawn[index] - self.skill))
        person = self._people[self._decides]
        move = person.choose(view, clock)
        thought = person.thought or Thought("")
        figures = {**thought.figures, "person": person.name, "skill": self.skill}
        self.thought = Thought(f"as {person.name} would: {thought.reason}", figures, thought.moves)
        return move

    def learn(self, known: Acquaintance, result: Result) -> None:
        tied = len(set(result.ranks)) == 1
        known.learn(TIED if tied else WON if result.ranks[self.seat] == min(result.ranks) else LOST, self._rate)


def _skill(text: str) -> float:
    """A level by its name, or a number."""
    if text in LEVELS:
        return LEVELS[text]
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise BadParameter(f"skill={text}: expected {', '.join(LEVELS)} or a number")
    return number
