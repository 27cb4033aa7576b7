"""Who holds a point of the field.

A team's distance to a point is the distance of its closest blob: the geometric mean of the distances of the blob's
pieces. With d1 and d2 the distances of the two teams, a team's effective distance is d1 + d1²/d2, and it reaches the
point when that is at most the influence radius of its closest blob. Whoever reaches a point alone holds it; of two the
smaller effective distance, which is the smaller distance. Nobody holds a point that is equally far from both. On a
piece the distance is 0: the other team cannot reach that point, and where pieces of both stand it is nobody's.

A *scene* lists the pieces that matter for points near a place, blob by blob, so that many points can be asked about.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import f8, i8, kernel
from ludarium.engine.slots import Seat
from ludarium.engine.state import States, Struct, record_of
from ludarium.games.boundary.geometry import gap
from ludarium.games.boundary.state import MAX_PIECES, NEUTRAL, SEATS, State


class Scene(Struct):
    x = f8(SEATS, MAX_PIECES)  # pieces, those of a blob in a row
    y = f8(SEATS, MAX_PIECES)
    blobs = i8(SEATS)
    sizes = i8(SEATS, MAX_PIECES)  # of each blob
    radii = f8(SEATS, MAX_PIECES)  # influence radius of each blob


SCENE = record_of(Scene)


@kernel
def geometric_mean(product: float, size: int) -> float:
    """The geometric mean of distances, from the product of their squares."""
    if size == 1:
        return np.sqrt(product)  # type: ignore[no-any-return]
    if size == 2:
        return np.sqrt(np.sqrt(product))  # type: ignore[no-any-return]
    if size == 4:
        return np.sqrt(np.sqrt(np.sqrt(product)))  # type: ignore[no-any-return]
    return product ** (0.5 / size)  # type: ignore[no-any-return]


@kernel
def see_all(state: State, scene: Scene) -> None:
    """List all pieces of the field."""
    for seat in range(SEATS):
        blobs, count = 0, 0
        for leader in range(MAX_PIECES):
            if state.blob[seat, leader] != leader:
                continue
            first = count
            for piece in range(leader, MAX_PIECES):
                if state.blob[seat, piece] == leader:
                    scene.x[seat, count] = state.place[seat, piece, 0]
                    scene.y[seat, count] = state.place[seat, piece, 1]
                    count += 1
            scene.sizes[seat, blobs] = count - first
            scene.radii[seat, blobs] = state.influence * (count - first)
            blobs += 1
        scene.blobs[seat] = blobs


@kernel
def see_near(whole: Scene, near: Scene, seat: Seat, x: float, y: float, radius: float) -> bool:
    """List those blobs of a seat that can be its closest to some point within a radius of a place.

    Returns whether one of them can reach such a point. No distance changes by more than the radius on the way to the
    point, which bounds the mean from both sides; and an effective distance is never smaller than the distance.
    """
    closest = np.inf
    first = 0
    for blob in range(whole.blobs[seat]):
        size = int(whole.sizes[seat, blob])
        closest = min(closest, shifted_mean(whole, seat, first, size, x, y, radius))
        first += size
    first, blobs, count = 0, 0, 0
    reaches = False
    for blob in range(whole.blobs[seat]):
        size = int(whole.sizes[seat, blob])
        least = shifted_mean(whole, seat, first, size, x, y, -radius)
        if least <= closest:
            for piece in range(first, first + size):
                near.x[seat, count] = whole.x[seat, piece]
                near.y[seat, count] = whole.y[seat, piece]
                count += 1
            near.sizes[seat, blobs] = size
            near.radii[seat, blobs] = whole.radii[seat, blob]
            reaches = reaches or least <= whole.radii[seat, blob]
            blobs += 1
        first += size
    near.blobs[seat] = blobs
    return reaches


@kernel
def shifted_mean(scene: Scene, seat: Seat, first: int, size: int, x: float, y: float, shift: float) -> float:
    """The mean distance of a blob to a point, with every single distance longer by the shift, at least 0."""
    product = 1.0
    for piece in range(first, first + size):
        distance = max(0.0, gap(scene.x[seat, piece], scene.y[seat, piece], x, y) + shift)
        product *= distance * distance
    return geometric_mean(product, size)


@kernel
def closest_blob(scene: Scene, seat: Seat, x: float, y: float) -> tuple[float, float]:
    """The distance of a team's closest blob to a point, and its influence radius; infinite, 0 for an empty team."""
    distance, radius = np.inf, 0.0
    first = 0
    for blob in range(scene.blobs[seat]):
        size = int(scene.sizes[seat, blob])
        product = 1.0
        for piece in range(first, first + size):
            across, down = x - scene.x[seat, piece], y - scene.y[seat, piece]
            product *= across * across + down * down
        first += size
        mean = geometric_mean(product, size)
        if mean < distance:
            distance, radius = mean, scene.radii[seat, blob]
    return distance, radius


@kernel
def reaches(own: float, other: float, radius: float) -> bool:
    """Whether a team at one distance reaches a point, with the other team at the other distance.

    own + own²/other ≤ radius without the division: the other team may stand on the point.
    """
    if other == np.inf:
        return own <= radius
    return own * (own + other) <= radius * other


@kernel
def holder(first: float, first_radius: float, second: float, second_radius: float) -> int:
    """The team that holds a point, from both distances and radii of the closest blobs."""
    first_reaches = reaches(first, second, first_radius)
    second_reaches = reaches(second, first, second_radius)
    if first_reaches and second_reaches:
        if first == second:
            return NEUTRAL
        return 0 if first < second else 1
    if first_reaches:
        return 0
    return 1 if second_reaches else NEUTRAL


@kernel
def holder_in(scene: Scene, x: float, y: float) -> int:
    """The team that holds a point of a scene, or NEUTRAL."""
    first, first_radius = closest_blob(scene, 0, x, y)
    second, second_radius = closest_blob(scene, 1, x, y)
    return holder(first, first_radius, second, second_radius)


@kernel
def influence_at(state: State, x: float, y: float) -> int:
    """The team that holds a point, or NEUTRAL. For many points of one state, see `paint`."""
    scenes = np.zeros(1, SCENE)
    return influence_seen(state, scenes, x, y)


@kernel
def influence_seen(state: State, scenes: States[Scene], x: float, y: float) -> int:
    """As `influence_at`; the caller keeps the scene's memory alive, which a record alone does not."""
    scene = scenes[0]
    see_all(state, scene)
    return holder_in(scene, x, y)


@kernel
def paint(
    states: States[State], scenes: States[Scene], left: float, top: float, across: float, down: float, colours: Any
) -> None:
    """The holders of a grid of points of the first state, row by row: the first point at left, top, the next ones
    `across` and `down` away."""
    scene = scenes[0]
    see_all(states[0], scene)
    for row in range(colours.shape[0]):
        for column in range(colours.shape[1]):
            colours[row, column] = holder_in(scene, left + column * across, top + row * down)
