#!/usr/bin/env python3
"""A player that searches in worlds which the lab draws for it: tree search in plain Python, for any game of moves.

    ludarium match kuhn-poker "program:python3 examples/players/searching.py 100" ismcts --games 10

Its words are the number of simulations and who plays them on (the game's own play-outs unless told). The dialogue is
described in docs/protocol.md.
"""

import json
import math
import sys
from typing import Any


def ask(**message: Any) -> Any:
    print(json.dumps(message), flush=True)
    return json.loads(sys.stdin.readline())


class Node:
    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits, self.total, self.offered = 0, 0.0, 0


def simulate(root: Node, seat: int, how: dict[str, str]) -> None:
    """One world: down the tree by UCB1 over what is legal in it, one new node, a play-out, and back."""
    world, node, path = ask(type="sample", show=["moves"]), root, [(root, seat)]
    while not world["over"]:
        mover = world["movers"][0]
        for move in world["moves"]:
            node.children.setdefault(move, Node()).offered += 1
        fresh = [move for move in world["moves"] if not node.children[move].visits]

        def promise(move: str, node: Node = node) -> float:
            child = node.children[move]
            return child.total / child.visits + 0.7 * math.sqrt(math.log(child.offered) / child.visits)

        move = fresh[len(path) * 7 % len(fresh)] if fresh else max(world["moves"], key=promise)
        node = node.children[move]
        path.append((node, mover))
        world = ask(type="play", position=world["position"], moves=[[move, mover]], show=["moves"])
        if fresh:
            break
    values = ask(type="playout", position=world["position"], **how)["values"]
    for node, mover in path:
        node.visits, node.total = node.visits + 1, node.total + values[mover]


def main() -> None:
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    how = {"by": sys.argv[2]} if len(sys.argv) > 2 else {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready", "name": "plain tree search"}), flush=True)
        elif message["type"] == "view":
            root, moves = Node(), message["moves"] or message["proposals"]
            for _ in range(simulations if len(moves) > 1 else 0):
                simulate(root, message["seat"], how)
            best = max(moves, key=lambda move: root.children[move].visits if move in root.children else 0)
            reason = f"tried in {root.children[best].visits} of {root.visits} simulations" if root.visits else ""
            print(json.dumps({"type": "move", "turn": message["turn"], "move": best, "reason": reason}), flush=True)
        elif message["type"] == "bye":
            return


if __name__ == "__main__":
    main()
