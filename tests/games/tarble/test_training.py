"""Learning against a slow twin, and a training that can be repeated, interrupted and gone on with."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.cli.app import ERROR, INTERRUPTED, run
from ludarium.engine.errors import LudariumError
from ludarium.games.tarble.board import CELLS
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.research import training
from ludarium.games.tarble.research.learning import LOG, learn
from ludarium.games.tarble.research.training import Hyperparameters, Trainer, score_against
from ludarium.games.tarble.turns import doors
from ludarium.players import make
from tests.games.tarble.judging import dense_inputs, pieces_of, slow_chance, small_network
from tests.games.tarble.positions import GAME

RATE, FADE = 0.05, 0.7


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are broken off early: what is tested does not depend on their length."""
    monkeypatch.setattr(training, "MOST_TURNS_LEARNT_FROM", 4)


short = pytest.mark.usefixtures("short_games")


def played(network: Network, length: int) -> Any:
    """A log of positions from a game of first moves."""
    log: Any = np.zeros(length, LOG)
    position = GAME.start(3)
    for entry in log:
        position = position.play(position.moves()[0])
        state = position.state
        entry.pieces, entry.points = state.pieces, state.points
        entry.seat, entry.left = state.seat, state.left
        entry.chance = slow_chance(network, pieces_of(state), (0, 0), int(state.seat), 0, int(state.left))
    return log


@pytest.mark.parametrize("rich", [False, True])
def test_weights_move_along_the_gradient_towards_the_lambda_return(rich: bool) -> None:
    network = small_network(5, rich=rich, hidden=4)
    log = played(network, 6)
    weights, output = network.weights.astype(np.float64), network.output.astype(np.float64)
    target, errors = 1.0, 0.0
    for entry in reversed(log):
        points = (int(entry.points[0]), int(entry.points[1]))
        given = dense_inputs(pieces_of(entry), points, int(entry.seat), 0, int(entry.left), rich=rich)
        inputs = np.array(given)
        units = np.tanh(inputs @ weights)
        side = -1 if rich and entry.seat else 1  # a rich network speaks of the side to move
        error = side * (target - 1 / (1 + math.exp(-side * (units @ output[:-1] + output[-1]))))
        errors += error**2
        towards_weights = np.outer(inputs, output[:-1] * (1 - units**2))
        output += RATE * error * np.append(units, 1.0)
        weights += RATE * error * towards_weights
        target = (1 - FADE) * float(entry.chance) + FADE * target
    found = doors().bind(learn)(network.reader(), log, len(log), 1.0, RATE, FADE)
    assert found == pytest.approx(errors, rel=0.001)
    assert network.weights == pytest.approx(weights, abs=1e-4)
    assert network.output == pytest.approx(output, abs=1e-4)


@short
def test_training_is_repeatable_and_rounds_do_not_matter() -> None:
    made = []
    for parts in ((6,), (6,), (1, 3, 2)):
        network = Network.fresh(4, 1)
        trainer = Trainer(GAME, network, Hyperparameters(games=6, seed=9))
        rounds = [trainer.run(games) for games in parts]
        assert trainer.games == rounds[-1].games == 6
        made.append(network.weights.tobytes())
    assert made[0] == made[1] == made[2]
    other = Network.fresh(4, 1)
    Trainer(GAME, other, Hyperparameters(games=6, seed=10)).run(6)
    assert other.weights.tobytes() != made[0]


@short
def test_going_on_is_no_repetition() -> None:
    straight, halves = Network.fresh(4, 1), Network.fresh(4, 1)
    Trainer(GAME, straight, Hyperparameters(games=4)).run(4)
    Trainer(GAME, halves, Hyperparameters(games=2)).run(2)
    Trainer(GAME, halves, Hyperparameters(games=2), before=2).run(2)
    assert straight.weights.tobytes() == halves.weights.tobytes()


def test_rate_falls_evenly() -> None:
    hyper = Hyperparameters(rate=0.003, last_rate=0.001, games=100)
    assert [hyper.rate_at(games) for games in (0, 50, 100)] == pytest.approx([0.003, 0.002, 0.001])
    assert Hyperparameters(rate=0.003, games=100).rate_at(70) == 0.003
    with pytest.raises(LudariumError, match="expected single, whole or replies"):
        Hyperparameters(form="half")


@pytest.mark.compiled
def test_a_network_that_knows_only_points_learns_to_end_games() -> None:
    network = Network.fresh(12, 1)
    network.weights[CELLS : CELLS + 2, 0] = 2, -2
    network.output[0] = 2
    trainer = Trainer(GAME, network, Hyperparameters(rate=0.01, games=1000, seed=1))
    first = trainer.run(100)
    trainer.run(800)
    last = trainer.run(100)
    assert first.broken_off > 0.9
    assert last.broken_off < 0.4
    assert last.turns < first.turns / 2


@pytest.mark.compiled  # a whole turn of seven pieces takes minutes without
@pytest.mark.parametrize("form", ["whole", "replies"])
def test_whole_turns_are_learnt_from_too(form: str) -> None:
    network = Network.fresh(4, 1, rich=True)
    before = network.weights.copy()
    found = Trainer(GAME, network, Hyperparameters(form=form, games=5)).run(5)
    assert (network.weights != before).any()
    assert found.movements > found.turns


@pytest.mark.compiled
def test_workers_do_not_matter_and_lessons_are_kept() -> None:
    made = []
    for workers in (1, 3):
        network = Network.fresh(4, 1, rich=True)
        trainer = Trainer(GAME, network, Hyperparameters(form="replies", games=6), workers=workers)
        first, second = trainer.run(3), trainer.run(3)
        assert second.error < first.error
        made.append(network.weights.tobytes())
    assert made[0] == made[1]


def test_score_counts_games_of_both_seats() -> None:
    found = score_against(GAME, lambda: make("random", GAME), lambda: make("random", GAME), 2, 1)
    assert sum(found.values()) == 2


# --- the command ------------------------------------------------------------------------------------------------------


def train(*words: str) -> int:
    return run(["tarble", "train", "--hidden", "4", "--tries", "0", *words])


@short
def test_command_keeps_the_network_with_a_note_and_the_course(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "n.npz"
    assert train("--games", "3", "--seed", "5", "--out", str(file), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(file.with_suffix(".json").read_text())
    assert told["games"] == 3
    assert told["rounds"][-1]["games"] == 3
    note = Network.load(file).about
    assert note == told["about"]
    assert [(part["form"], part["games"], part["seed"]) for part in note["training"]] == [("single", 3, 5)]


@pytest.mark.compiled
def test_command_draws_the_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "n.npz"
    words = ["--games", "20", "--against", "random", "--tries", "2", "--out", str(file)]
    assert run(["tarble", "train", "--hidden", "4", *words]) == 0
    assert "games a second" in capsys.readouterr().out
    curve = json.loads(file.with_suffix(".json").read_text())["curve"]
    assert [point["games"] for point in curve] == [0, 1, 2, 4, 7, 10, 15, 20]
    assert all(point["wins"] + point["ties"] + point["losses"] == 2 for point in curve)
    assert file.with_suffix(".svg").read_text().count("after ") >= len(curve)


@short
def test_interrupted_training_leaves_a_network_to_go_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, whole = tmp_path / "n.npz", tmp_path / "whole.npz"
    learnt = Trainer.run
    calls = 0

    def interrupted(trainer: Trainer, games: int) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return learnt(trainer, games)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "run", interrupted)
        assert train("--games", "4", "--seed", "5", "--out", str(file)) == INTERRUPTED
    told = capsys.readouterr().err
    assert f"{file} holds the network after 2" in " ".join(told.split())
    advice = told[told.index("ludarium tarble train") :].split()
    assert run([*advice[1:], "--tries", "0"]) == 0
    assert train("--games", "4", "--seed", "5", "--out", str(whole)) == 0
    assert (Network.load(file).weights == Network.load(whole).weights).all()
    assert [part["games"] for part in Network.load(file).about["training"]] == [2, 2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--turns", "half"], "turns=half: expected single, whole or replies"),
        (["--inputs", "poor"], "--inputs poor: expected plain or rich"),
        (["--out", "nowhere/n.npz"], "cannot save to nowhere/n.npz: there is no folder nowhere"),
        (["--from", "nowhere.npz"], "belong to a new network"),
    ],
)
def test_command_refuses(words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = [] if "--out" in words else ["--out", str(tmp_path / "n.npz")]
    assert train("--games", "2", *out, *words) == ERROR
    assert told in capsys.readouterr().err


def test_command_refuses_a_wrong_file_and_opponent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.npz"
    wrong.write_text("nothing")
    out = ["--out", str(tmp_path / "n.npz")]
    assert run(["tarble", "train", "--from", str(wrong), *out]) == ERROR
    assert "not readable as an archive" in capsys.readouterr().err
    assert run(["tarble", "train", "--against", "jooey", *out]) == ERROR
    assert "no player 'jooey'; did you mean 'joey'?" in capsys.readouterr().err
    assert not (tmp_path / "n.npz").exists()
