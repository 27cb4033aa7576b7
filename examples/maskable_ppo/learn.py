"""MaskablePPO of sb3-contrib learns tic-tac-toe, and sits down at a table of the lab.

pip install 'ludarium[gymnasium]' sb3-contrib
python examples/maskable_ppo/learn.py              # learns for some minutes and plays a match
"""

import argparse
from pathlib import Path

HERE = Path(__file__).parent
MODEL = HERE / "tic_tac_toe.zip"
STEPS = 150_000


def learn(path: str | Path = MODEL, steps: int = STEPS, seed: int = 1) -> None:
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

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--model", type=Path, default=MODEL, help="where the result is kept")
    given = parser.parse_args()
    learn(given.model, given.steps, given.seed)
    learnt = f"{HERE / 'player.py'}:Learnt:model={given.model}"
    print(ludarium.match("tic-tac-toe", [learnt, "random"], games=200, seed=2))


if __name__ == "__main__":
    main()
