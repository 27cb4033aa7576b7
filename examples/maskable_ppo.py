"""MaskablePPO learns tic-tac-toe, and what it has learnt is a player of the lab.

pip install 'ludarium[gymnasium]' sb3-contrib
python examples/maskable_ppo.py                    # learns for some minutes and plays a match
ludarium play tic-tac-toe --seat human --seat examples/maskable_ppo.py:Learnt:model=tic_tac_toe.zip
"""

from typing import Any

from ludarium.doors.agents import Agent
from ludarium.engine import Game, Parameter

MODEL = "tic_tac_toe.zip"
STEPS = 150_000


class Learnt(Agent):
    """What MaskablePPO has learnt."""

    name = "learnt"
    summary = "an agent that was trained with sb3-contrib's MaskablePPO"
    parameters = (Parameter("model", MODEL, "the file of the trained model"),)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        from sb3_contrib import MaskablePPO

        super().begin(game, seat, seed)
        self.agent = MaskablePPO.load(str(self.options["model"]), device="cpu")

    def act(self, observation: Any, mask: Any) -> int:
        action, _ = self.agent.predict(observation, action_masks=mask, deterministic=True)
        return int(action)


def learn(path: str = MODEL, steps: int = STEPS, seed: int = 1) -> None:
    """Train from both seats against random moves, and keep the result."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    from ludarium.doors.gymnasium import SeatEnv

    envs = make_vec_env(lambda: SeatEnv("tic-tac-toe", opponents=["random"], seat=None, flat=True), 8, seed=seed)
    agent = MaskablePPO(
        *("MlpPolicy", envs),
        **{"n_steps": 256, "batch_size": 512, "gamma": 1.0, "ent_coef": 0.01, "learning_rate": 1e-3},
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    agent.learn(steps)
    agent.save(path)


def main() -> None:
    import ludarium

    learn()
    print(ludarium.match("tic-tac-toe", [f"{__file__}:Learnt:model={MODEL}", "random"], games=200, seed=2))


if __name__ == "__main__":
    main()
