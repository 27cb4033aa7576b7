"""The network against its slow twin; the six turns of a position; files that hold no network."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.engine.errors import LudariumError
from ludarium.games.tarble.network import MOST_ACTIVE, PLAIN_ROWS, RICH_ROWS, all_inputs, bent, fresh_value, value
from ludarium.games.tarble.network_file import SHIPPED, Network
from ludarium.games.tarble.turns import doors
from tests.conftest import scaled
from tests.games.tarble.judging import (
    Pieces,
    arguments,
    as_array,
    dense_inputs,
    pieces_of,
    slow_value,
    small_network,
    turned_by,
)
from tests.games.tarble.positions import GAME, random_position

BALANCED: Pieces = (
    frozenset({(1, 0), (-1, 0), (2, 1), (-2, -1)}),
    frozenset({(0, 2), (0, -2)}),
)
"""Red's places and blue's have the same sum: the vector says nothing."""
BENDING = 0.0001
"""How far the hidden units' function may be from the hyperbolic tangent."""


def some_positions(count: int, seed: int) -> list[Any]:
    source = random.Random(seed)
    return [random_position(source, roll=source.randint(1, 6)) for _ in range(count)]


def inputs(pieces: Any, *others: int, rich: bool) -> Any:
    rows, amounts = np.zeros(MOST_ACTIVE, np.int64), np.zeros(MOST_ACTIVE, np.float32)
    count = doors().bind(all_inputs)(rich, pieces, *others, rows, amounts)
    dense = np.zeros(RICH_ROWS if rich else PLAIN_ROWS, np.float32)
    for row, amount in zip(rows[:count], amounts[:count], strict=True):
        assert dense[row] == 0
        dense[row] = amount
    return dense


@pytest.mark.parametrize("rich", [False, True])
def test_inputs_are_those_of_the_twin_and_alike_for_the_six_turns(rich: bool) -> None:
    samples = [(pieces_of(given.state), arguments(given)[1:]) for given in some_positions(scaled(200), 1)]
    samples.append((BALANCED, (3, 4, 1, 0, 2)))
    for pieces, (red, blue, *others) in samples:
        wanted = dense_inputs(pieces, (red, blue), *others, rich=rich)
        found = [inputs(as_array(turned_by(pieces, times)), red, blue, *others, rich=rich) for times in range(6)]
        assert found[0].tolist() == pytest.approx(wanted, abs=1e-6)
        for other in found[1:]:
            assert other.tolist() == found[0].tolist()


def test_a_movement_seldom_turns_the_board() -> None:
    """The inputs that change with a movement are few, because the board is mostly read the same way."""
    source = random.Random(5)
    movements = changed = 0
    for seed in range(scaled(20)):
        position = GAME.start(seed)
        for _ in range(100):
            if position.over:
                break
            before = inputs(*arguments(position), rich=False)
            position = position.play(source.choice(position.moves()))
            movements += 1
            changed += int(np.count_nonzero(inputs(*arguments(position), rich=False)[:91] != before[:91]) > 6)
    assert changed < 0.1 * movements


@pytest.mark.parametrize("rich", [False, True])
def test_kept_sums_give_the_value_of_all_inputs_and_of_the_twin(rich: bool) -> None:
    network = small_network(3, rich=rich)
    reader = network.reader()
    bound = 2 * BENDING * float(np.abs(network.output).sum())
    read, recompute = doors().bind(value), doors().bind(fresh_value)
    for given in some_positions(scaled(1500), 2):
        pieces, red, blue, *others = arguments(given)
        kept = read(reader, pieces, red, blue, *others)
        assert kept == pytest.approx(recompute(network.reader(), pieces, red, blue, *others), abs=1e-4)
        assert kept == pytest.approx(slow_value(network, pieces_of(given.state), (red, blue), *others), abs=bound)


def test_hidden_units_bend_like_the_hyperbolic_tangent() -> None:
    bend = doors().bind(bent)
    for total in np.linspace(-12, 12, 2001).astype(np.float32):
        assert bend(total) == pytest.approx(math.tanh(total), abs=BENDING)


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_network_reads_back_as_it_was_written(tmp_path: Path) -> None:
    network = Network.fresh(5, 1, rich=True)
    network.about = {"training": [{"games": 3}]}
    network.save(tmp_path / "n.npz")
    read = Network.load(tmp_path / "n.npz")
    assert (read.weights == network.weights).all()
    assert (read.output == network.output).all()
    assert read.about == network.about
    assert read.hidden == 5
    assert read.rich
    assert [path.name for path in tmp_path.iterdir()] == ["n.npz"]


def test_shipped_networks_say_how_they_were_made() -> None:
    for name in ("single", "whole", "champion"):
        network = Network.load(name)
        parts = network.about["training"]
        assert parts
        assert all(part["games"] > 0 and "seed" in part and "rate" in part for part in parts)
        assert (SHIPPED / f"{name}.npz").stat().st_size < 200_000
    assert Network.load("single").hidden == 50
    assert not Network.load("single").rich


def written(path: Path, **arrays: Any) -> Path:
    np.savez(path, **arrays)
    return path


GOOD = {
    "weights": np.zeros((PLAIN_ROWS, 3), np.float32),
    "output": np.zeros(4, np.float32),
    "about": np.array("{}"),
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"weights": None}, "no array 'weights'"),
        ({"about": None}, "no array 'about'"),
        ({"weights": np.zeros((95, 3), np.float32)}, "'weights' has the shape 95 × 3, expected 96 rows"),
        ({"weights": np.zeros(96, np.float32)}, "'weights' has the shape 96,"),
        ({"weights": np.zeros((96, 0), np.float32)}, "0 hidden units, expected 1 to 1024"),
        ({"output": np.zeros(3, np.float32)}, "'output' has the shape 3, expected 4 numbers"),
        ({"output": np.full(4, np.nan, np.float32)}, "'output' holds something else than finite numbers"),
        ({"weights": np.zeros((96, 3), np.int64)}, "'weights' holds something else than finite numbers"),
        ({"about": np.array("[1]")}, "'about' is no JSON object"),
        ({"about": np.array("{")}, "'about' is no JSON object"),
    ],
)
def test_a_wrong_network_is_refused(tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    arrays = {name: array for name, array in {**GOOD, **changed}.items() if array is not None}
    with pytest.raises(LudariumError) as refusal:
        Network.load(written(tmp_path / "wrong.npz", **arrays))
    assert words in str(refusal.value)
    assert "wrong.npz" in str(refusal.value)


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.npz"
    text.write_text("weights")
    array = tmp_path / "array.npz"
    with array.open("wb") as file:
        np.save(file, np.zeros(3))
    cut = written(tmp_path / "cut.npz", **GOOD)
    cut.write_bytes(cut.read_bytes()[:100])
    for path in (text, array, cut):
        with pytest.raises(LudariumError, match=r"archive \(\.npz\) of a network"):
            Network.load(path)
    with pytest.raises(LudariumError, match=r"no network 'nowhere': give a file \(\.npz\) or one of .*single"):
        Network.load("nowhere")
