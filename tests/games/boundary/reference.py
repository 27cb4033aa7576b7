"""Boundary once more, slow and obvious: sets, tuples, and influence at every pixel looked at; nothing is culled.

Written from the specification, not from the compiled rules. Places are in pixels from the field's centre.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, hypot, inf
from typing import Any

import numpy as np

Place = tuple[float, float]
Piece = tuple[int, int]
"""A team and the number of a piece in it."""

SIGHT = 30
TREASURE_SURROUND = 6
MOST_EDGES = 3
MOST_CHANGES = 20
EDGE = 2
"""The colour of what is no ground: beyond the edge, or wall."""
RAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


@dataclass
class Field:
    """A position while a turn is carried out."""

    settings: dict[str, Any]
    walls: list[tuple[float, float, float, float]]
    places: dict[Piece, Place]
    blobs: list[set[Piece]]
    treasures: dict[int, tuple[Place, int]]
    points: list[int]
    changes: dict[Piece, int] = field(default_factory=dict)

    @classmethod
    def of(cls, state: Any, settings: dict[str, Any]) -> Field:
        """The position that a state record holds."""
        pieces = [(int(team), int(piece)) for team, piece in np.argwhere(state.blob >= 0)]
        groups: dict[tuple[int, int], set[Piece]] = {}
        for team, piece in pieces:
            groups.setdefault((team, int(state.blob[team, piece])), set()).add((team, piece))
        return cls(
            settings,
            [tuple(wall.tolist()) for wall in state.wall[: state.wall_count]],
            {piece: tuple(state.place[piece].tolist()) for piece in pieces},
            list(groups.values()),
            {
                int(number): (tuple(state.treasure[number].tolist()), int(state.worth[number]))
                for (number,) in np.argwhere(state.worth > 0)
            },
            state.points.tolist(),
        )

    def facts(self) -> tuple[Any, ...]:
        """Everything that can be compared with another position."""
        blobs = sorted(sorted(blob) for blob in self.blobs)
        return self.places, blobs, self.treasures, self.points

    def turn(self, targets: dict[Piece, Place]) -> Iterator[None]:
        """Carry out a turn, stopping after each step."""
        start = dict(self.places)
        stopped: set[Piece] = set()
        self.changes = dict.fromkeys(self.places, 0)
        ways = {piece: distance(start[piece], targets[piece]) for piece in start}
        for step in range(1, ceil(max(ways.values(), default=0)) + 1):
            for piece in [piece for piece in self.places if piece not in stopped]:
                share = min(1.0, step / ways[piece]) if ways[piece] else 1.0
                (ax, ay), (bx, by) = start[piece], targets[piece]
                there = (bx, by) if share == 1.0 else (ax + (bx - ax) * share, ay + (by - ay) * share)
                if self.is_ground(*there):
                    self.places[piece] = there
                else:
                    stopped.add(piece)
            self.capture()
            self.regroup()
            yield

    # --- influence ----------------------------------------------------------------------------------------------------

    def is_ground(self, x: Any, y: Any) -> Any:
        """Whether points, or one point, lie in the field and in no wall."""
        ground = (np.abs(x) <= self.settings["width"] / 2) & (np.abs(y) <= self.settings["height"] / 2)
        for left, top, right, bottom in self.walls:
            ground &= ~((left <= x) & (x <= right) & (top <= y) & (y <= bottom))
        return ground

    def team_distance(self, team: int, x: Any, y: Any) -> tuple[Any, Any]:
        """The distance of the closest blob at every point, and that blob's influence radius."""
        distances, radii = np.full(x.shape, inf), np.zeros(x.shape)
        for blob in sorted((sorted(blob) for blob in self.blobs), key=lambda blob: blob[0]):
            if blob[0][0] != team:
                continue
            to_pieces = [np.hypot(x - self.places[piece][0], y - self.places[piece][1]) for piece in blob]
            mean = np.prod(to_pieces, axis=0) ** (1 / len(blob))
            closer = mean < distances
            radii = np.where(closer, self.settings["influence"] * len(blob), radii)
            distances = np.where(closer, mean, distances)
        return distances, radii

    def colours(self, x: Any, y: Any) -> Any:
        """Who holds each point: 0, 1, or -1 for nobody; `EDGE` where there is no ground."""
        first, first_radius = self.team_distance(0, x, y)
        second, second_radius = self.team_distance(1, x, y)
        with np.errstate(divide="ignore", invalid="ignore"):
            first_effective = first + first**2 / second
            second_effective = second + second**2 / first
            first_effective = np.where(np.isinf(second), first, first_effective)
            second_effective = np.where(np.isinf(first), second, second_effective)
        one, two = first_effective <= first_radius, second_effective <= second_radius
        both = np.where(first_effective < second_effective, 0, np.where(second_effective < first_effective, 1, -1))
        colours = np.where(one & two, both, np.where(one, 0, np.where(two, 1, -1)))
        return np.where(self.is_ground(x, y), colours, EDGE)

    def rays(self, place: Place, length: int) -> list[list[int]]:
        """The colours of the pixels that lie from a place in each of the eight directions, the nearest first."""
        offsets = np.array([[(k * dx, k * dy) for k in range(1, length + 1)] for dx, dy in RAYS])
        colours: list[list[int]] = self.colours(place[0] + offsets[..., 0], place[1] + offsets[..., 1]).tolist()
        return colours

    # --- capture ------------------------------------------------------------------------------------------------------

    def surround(self, piece: Piece) -> int:
        """How far a piece is surrounded."""
        own, enemy = piece[0], 1 - piece[0]
        total = edges = 0
        for ray in self.rays(self.places[piece], SIGHT):
            for k, colour in enumerate(ray):
                if colour == EDGE:
                    edges += 1
                    break
                if ray[max(0, k - 2) : k + 1] == [enemy] * 3:
                    total += 1
                    break
            else:
                if ray[-1] == own:
                    total -= 1
        return total + min(edges, MOST_EDGES)

    def taker(self, place: Place) -> int:
        """The team that captures a treasure here, or -1."""
        around = [ray[0] for ray in self.rays(place, 1)]
        return next((team for team in (0, 1) if around.count(team) >= TREASURE_SURROUND), -1)

    def capture(self) -> None:
        lost = [piece for piece in self.places if self.surround(piece) >= self.settings["surround"]]
        taken = {number: self.taker(place) for number, (place, _) in self.treasures.items()}
        for piece in lost:
            self.points[1 - piece[0]] += self.settings["piece_value"]
            del self.places[piece]
            for blob in self.blobs:
                blob.discard(piece)
        self.blobs = [blob for blob in self.blobs if blob]
        for number, team in taken.items():
            if team >= 0:
                self.points[team] += self.treasures.pop(number)[1]

    # --- blobs --------------------------------------------------------------------------------------------------------

    def blob_of(self, piece: Piece) -> set[Piece]:
        return next(blob for blob in self.blobs if piece in blob)

    def regroup(self) -> None:
        leaving, joining = set(), []
        for piece in self.places:
            allies = sorted(other for other in self.places if other[0] == piece[0] and other != piece)
            if not allies or self.changes[piece] >= MOST_CHANGES:
                continue
            ally = min(allies, key=lambda other: distance(self.places[piece], self.places[other]))
            far = distance(self.places[piece], self.places[ally])
            size = len(self.blob_of(ally))
            if ally in self.blob_of(piece):
                if far > self.settings["split"] * size**0.5:
                    leaving.add(piece)
            elif far < self.settings["merge"] * size**0.5 and self.changes[ally] < MOST_CHANGES:
                joining.append((piece, ally))
        for piece in leaving:
            self.blob_of(piece).discard(piece)
            self.blobs.append({piece})
        for piece, ally in joining:
            one, other = self.blob_of(piece), self.blob_of(ally)
            if one is not other:
                one |= other
                self.blobs.remove(other)
        self.blobs = [blob for blob in self.blobs if blob]
        for piece in leaving | {piece for pair in joining for piece in pair}:
            self.changes[piece] += 1


def distance(a: Place, b: Place) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
