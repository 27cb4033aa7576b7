"""What MaskablePPO has learnt, as a player. With the model that `learn.py` puts beside it, this folder is one:

ludarium play tic-tac-toe --seat human --seat examples/maskable_ppo
ludarium tournament tic-tac-toe examples/maskable_ppo random mcts:iterations=50
ludarium serve --players examples/maskable_ppo
"""

from pathlib import Path
from typing import Any

from ludarium.doors.agents import Agent, read_once
from ludarium.engine import Game, Parameter

MODEL = Path(__file__).with_name("tic_tac_toe.zip")


@read_once
def trained(path: Path) -> Any:
    """A model. It is so small that further threads would only wait for each other."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO.load(path, device="cpu")


class Learnt(Agent):
    """What MaskablePPO has learnt."""

    name = "learnt"
    summary = "an agent that was trained with sb3-contrib's MaskablePPO"
    parameters = (Parameter("model", str(MODEL), "the file of the trained model"),)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.agent = trained(str(self.options["model"]))

    def act(self, observation: Any, mask: Any) -> int:
        action, _ = self.agent.predict(observation, action_masks=mask, deterministic=True)
        return int(action)
