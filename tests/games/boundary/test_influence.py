"""Who holds which ground: single points by hand, whole fields against the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.engine import kernel
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.influence import SCENE, influence_at, paint, see_all, see_near
from tests.games.boundary.drawn import hand_game
from tests.games.boundary.reference import Field

PAIR: dict[str, Any] = {"pieces": 2, "treasures": 1}
FAR = "blue=3@590,440+4@590,441"


@kernel
def ask(states: Any, x: float, y: float) -> int:
    return influence_at(states[0], x, y)


def holder(game: Boundary, text: str, x: float, y: float) -> int:
    """Who holds a point, given in pixels from the top left corner."""
    states = np.zeros(1, game.rules.dtype)
    states[0] = game.read_position(text).state
    return int(game.bound.binder.bind(ask)(states, x - 300, y - 225))


def test_a_lone_piece_holds_a_disc() -> None:
    """Far from all enemies the effective distance is hardly more than the distance: here 24 + 24²/d2."""
    text = f"turn=0 points=0:0 red=1@100,100 {FAR} treasures=1@5,5"
    game = hand_game(**PAIR)
    assert holder(game, text, 100, 122.5) == 0
    assert holder(game, text, 100, 125) == -1
    assert holder(game, text, 122.5, 100) == 0


def test_without_enemies_the_radius_is_exact() -> None:
    text = "turn=0 points=0:0 red=1@100,100 blue=- treasures=1@5,5"
    game = hand_game(**PAIR)
    assert holder(game, text, 124, 100) == 0
    assert holder(game, text, 124.01, 100) == -1


@pytest.mark.parametrize(("x", "expected"), [(99, 0), (100, -1), (101, 1)])
def test_enemies_push_each_other_back(x: float, expected: int) -> None:
    """Between two pieces 20 px apart, the nearer one holds the ground and the middle is nobody's."""
    text = "turn=0 points=0:0 red=1@90,100 blue=3@110,100 treasures=1@5,5"
    assert holder(hand_game(**PAIR), text, x, 100) == expected


def test_an_enemy_keeps_a_piece_from_reaching_as_far() -> None:
    """At 18 px from Red and 40 px from Blue: 18 + 18²/40 = 26.1 > 24."""
    game = hand_game(**PAIR)
    assert holder(game, "turn=0 points=0:0 red=1@100,100 blue=- treasures=1@5,5", 118, 100) == 0
    assert holder(game, "turn=0 points=0:0 red=1@100,100 blue=3@158,100 treasures=1@5,5", 118, 100) == -1


def test_the_distance_to_a_blob_is_the_geometric_mean() -> None:
    """Pieces 10 px and 220 px away: √(10 · 220) = 46.9 ≤ 48; with 240 px it is 49."""
    game = hand_game(**PAIR)
    assert holder(game, "turn=0 points=0:0 red=1@100,100+2@330,100 blue=- treasures=1@5,5", 110, 100) == 0
    assert holder(game, "turn=0 points=0:0 red=1@100,100+2@350,100 blue=- treasures=1@5,5", 110, 100) == -1


def test_only_the_closest_blob_counts() -> None:
    """A lone piece 30 px away does not reach, and keeps the pair at √(40 · 45) px, which would, from counting."""
    game = hand_game(pieces=3, treasures=1)
    pair = "2@100,140+3@100,145"
    assert holder(game, f"turn=0 points=0:0 red={pair} blue=- treasures=1@5,5", 100, 100) == 0
    assert holder(game, f"turn=0 points=0:0 red=1@130,100/{pair} blue=- treasures=1@5,5", 100, 100) == -1


def test_on_a_piece_the_other_side_reaches_nothing() -> None:
    game = hand_game(**PAIR)
    assert holder(game, "turn=0 points=0:0 red=1@100,100 blue=3@101,100 treasures=1@5,5", 100, 100) == 0
    assert holder(game, "turn=0 points=0:0 red=1@100,100 blue=3@101,100 treasures=1@5,5", 101, 100) == 1


def test_where_pieces_of_both_stand_is_nobodys_ground() -> None:
    text = "turn=0 points=0:0 red=1@100,100 blue=3@100,100 treasures=1@5,5"
    assert holder(hand_game(**PAIR), text, 100, 100) == -1


@pytest.mark.parametrize("settings", [{}, {"pieces": 12, "width": 200, "height": 200}, {"merge": 90.0}])
def test_a_painted_field_is_that_of_the_reference(settings: dict[str, Any]) -> None:
    game = hand_game(**settings)
    for seed in range(2):
        state = game.start(seed).state
        states = np.zeros(1, game.rules.dtype)
        states[0] = state
        columns, rows = int(state.width) // 8, int(state.height) // 8
        colours = np.zeros((rows, columns), np.int8)
        left, top = -float(state.width) / 2, -float(state.height) / 2
        game.bound.binder.bind(paint)(states, np.zeros(1, SCENE), left, top, 8.0, 8.0, colours)
        x, y = np.meshgrid(left + 8.0 * np.arange(columns), top + 8.0 * np.arange(rows))
        expected = Field.of(state, game.settings).colours(x, y)
        assert len(np.unique(expected)) == 3
        np.testing.assert_array_equal(colours, expected)


def test_what_is_left_out_near_a_place_never_matters() -> None:
    """`see_near` may drop blobs only where no point within the radius can tell."""
    game = hand_game(pieces=12, width=250, height=250)
    generator = np.random.default_rng(5)
    whole, near = np.zeros(1, SCENE), np.zeros(1, SCENE)
    dropped = 0
    for seed in range(3):
        state = game.start(seed).state
        see_all(state, whole[0])
        field = Field.of(state, game.settings)
        for _ in range(8):
            x, y = generator.uniform(-120, 120, 2).tolist()
            reaches = [see_near(whole[0], near[0], seat, x, y, 30.0) for seat in range(2)]
            angles, radii = generator.uniform(0, 6.28, 40), generator.uniform(0, 30, 40)
            points_x, points_y = x + radii * np.cos(angles), y + radii * np.sin(angles)
            kept = Field(field.settings, [], {}, [], {}, [0, 0])
            for seat in range(2):
                count = 0
                for blob in range(int(near[0].blobs[seat])):
                    members = set()
                    for _ in range(int(near[0].sizes[seat, blob])):
                        kept.places[seat, count] = float(near[0].x[seat, count]), float(near[0].y[seat, count])
                        members.add((seat, count))
                        count += 1
                    kept.blobs.append(members)
                dropped += len(field.places) // 2 - count
                distances, reach = field.team_distance(seat, points_x, points_y)
                np.testing.assert_allclose(kept.team_distance(seat, points_x, points_y)[0], distances, rtol=1e-12)
                assert reaches[seat] or (distances > reach).all()
    assert dropped > 0
