"""A player in a file of its own: looks one move ahead.

ludarium match tic-tac-toe examples/players/glance.py:Glance random --games 100
ludarium match kuhn-poker examples/players/glance.py:Glance:worlds=20 random --games 100
"""

from __future__ import annotations

from ludarium.engine import Clock, Move, Parameter, Player, Thought, View


class Glance(Player):
    """Takes a move that wins at once; where something is hidden, one that wins in most of the worlds it imagines."""

    name = "glance"
    summary = "wins when one move is enough"
    parameters = (Parameter("worlds", 8, "imagined worlds where something is hidden", low=1, high=1000),)

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        self.random.shuffle(moves)
        count = int(self.options["worlds"]) if view.game.hidden else 1
        worlds = [view.sample(self.random.getrandbits(64)) for _ in range(count)]
        wins = dict.fromkeys(moves, 0)
        for world in worlds:
            for move in moves:
                after = world.play(move, view.seat)
                wins[move] += after.over and after.result().ranks[view.seat] == 1
        best = max(moves, key=lambda move: wins[move])
        self.thought = Thought(f"wins at once in {wins[best]} of {count} worlds", {"worlds": count})
        return best
