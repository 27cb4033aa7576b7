"""The base class that scripts of an earlier framework import: `from AICore import *`, a class `(AIBase)`, and `run`.

A script decides in `messageCallback(self, gameState)`, which returns the number of an action as a text, or in a method
for each phase (`ColonistPick`, `Draw`, `Discard`, `Power`, `Build`). `gameState["Actions"]` lists the actions, and
`gameState["BoardState"]` is what is known of the board. `determinize()` draws a whole position that fits what is known,
`simulate(state, move)` gives the one after a move. Needs Python and nothing else.
"""

import json
import sys
from typing import Any

PHASES = {"pick": "ColonistPick", "keep": "Discard"}
"""What the source calls the phases whose names differ from ours."""

__all__ = ["AIBase"]


class AIBase:
    """What a script's class inherits."""

    started = False
    """Whether some script's class has been run."""

    def __init__(self) -> None:
        self._output = getattr(sys, "ludarium_output", sys.stdout)

    def run(self, pipeName: str) -> None:  # noqa: N803
        """Answer until the game is over."""
        AIBase.started = True
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "hello":
                self._say(type="ready", name=type(self).__name__, show=["scene"])
            elif message["type"] == "view":
                state = self._state(message["moves"], message["scene"], None)
                chosen = self._number(self.messageCallback(state), state["Actions"])
                self._say(type="move", turn=message["turn"], move=state["Actions"][chosen])
            elif message["type"] == "bye":
                return

    def messageCallback(self, gameState: dict[str, Any]) -> Any:  # noqa: N802, N803
        """The number of an action. Unless a script says otherwise, the method named after the phase is asked."""
        phase = str(gameState["BoardState"]["GamePhase"])
        for name in (phase, phase[:1].lower() + phase[1:]):
            if hasattr(self, name):
                return getattr(self, name)(gameState)
        raise NotImplementedError(f"{type(self).__name__} has neither messageCallback nor a method {phase}")

    def determinize(self) -> dict[str, Any]:
        """A whole position that fits what this player knows."""
        return self._asked(type="sample", show=["moves", "scene"])

    def simulate(self, boardState: dict[str, Any], move: Any) -> dict[str, Any]:  # noqa: N803
        """The position after a move: the number of an action of this state, or the action itself."""
        board = boardState.get("BoardState", boardState)
        if board.get("Position") is None:
            raise ValueError("simulate needs a state that determinize or simulate has given")
        actions = board["Actions"]
        action = actions[self._number(move, actions)]
        return self._asked(type="play", position=board["Position"], moves=[action], show=["moves", "scene"])

    def _number(self, move: Any, actions: list[str]) -> int:
        return actions.index(move) if move in actions else int(move)

    def _state(self, actions: list[str], scene: Any, position: Any) -> dict[str, Any]:
        board = dict(scene) if isinstance(scene, dict) else {"Scene": scene}
        stage = str(board.get("stage", ""))
        board |= {"GamePhase": PHASES.get(stage, stage.title()), "Actions": actions, "Position": position}
        return {"Actions": actions, "BoardState": board}

    def _asked(self, **message: Any) -> dict[str, Any]:
        self._say(**message)
        answer = json.loads(sys.stdin.readline())
        if answer["type"] == "refused":
            raise ValueError(answer["reason"])
        state = self._state(answer["moves"], answer["scene"], answer["position"])
        return {**state, "GameOver": answer["over"], "Points": answer["points"], "Movers": answer["movers"]}

    def _say(self, **message: Any) -> None:
        print(json.dumps(message), file=self._output, flush=True)
