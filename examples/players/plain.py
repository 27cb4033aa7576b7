#!/usr/bin/env python3
"""A player as a program of its own: any game, any move. Needs Python and nothing else.

    ludarium play tic-tac-toe --seat human --seat "program:python3 examples/players/plain.py"

The dialogue is described in docs/protocol.md.
"""

import json
import random
import sys


def send(message: dict[str, object]) -> None:
    # Flushed at once: a line that waits in a buffer is an answer that never came.
    print(json.dumps(message), flush=True)


def main() -> None:
    dice = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            dice = random.Random(message["seed"])
            send({"type": "ready", "name": "plain Python"})
        elif message["type"] == "view":
            # In games whose moves cannot be listed, "moves" is null and some are proposed.
            choices = message["moves"] or message["proposals"]
            move = dice.choice(choices)
            send({"type": "move", "turn": message["turn"], "move": move, "reason": f"one of {len(choices)}"})
        elif message["type"] == "bye":
            return


if __name__ == "__main__":
    main()
