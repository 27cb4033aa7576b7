"""A player of Colonizers to start from: copy the file, change `choose`, and sit down with it.

ludarium play colonizers --seat human --seat ./clever.py:Clever --seat ismcts --seat heuristic
"""

from ludarium.engine import Clock, Move, Player, Thought, View
from ludarium.games.colonizers.reading import EARNS, module_of, read


class Clever(Player):
    """Builds the best it can pay for, and names the colonist whom it imagines to hold most."""

    def choose(self, view: View, clock: Clock) -> Move:
        seen, moves = read(view), view.moves()
        if seen.stage == "draw":
            return view.move("Omnium" if len(seen.hand) > 1 else "modules")
        if seen.stage == "power":
            return self.imagine(view, moves)
        if seen.stage == "pick":
            colours = [module.colour for module in seen.colonies[seen.seat]]
            worth = {move: colours.count(EARNS.get(move.text, "")) for move in moves}
        else:  # keep or build
            worth = {move: module.value if (module := module_of(move)) else 0 for move in moves}
        return self.random.choice([move for move in moves if worth[move] == max(worth.values())])

    def imagine(self, view: View, moves: list[Move], worlds: int = 10) -> Move:
        """Try all moves in whole positions that fit what the seat knows; take what pays best over all of them."""
        gains = dict.fromkeys(moves, 0)
        for _ in range(worlds):
            world = view.sample(self.random.getrandbits(64))
            for move in moves:
                after = read(world.play(move).view(view.seat))
                gains[move] += after.omnium[view.seat] + len(after.hand)
        best = max(moves, key=lambda move: gains[move])
        self.thought = Thought(f"{best}: leaves me {gains[best] / worlds:.1f} Omnium and modules on average")
        return best
