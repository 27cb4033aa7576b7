"""A translated game on a screen: positions in their places with what stands on them, and moves by their ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from ludarium.engine.move import Move
from ludarium.engine.position import View
from ludarium.engine.scene import MoveWords
from ludarium.engine.sentences import call, introduction, listed, outcome

if TYPE_CHECKING:
    from ludarium.doors.zrf.game import ZrfGame


class ShownPiece(TypedDict):
    letter: str
    kind: str
    player: str
    seat: int | None
    """The seat of its player, None where nobody decides for it."""


class ShownCell(TypedDict):
    number: int
    name: str
    x: float
    y: float
    width: float
    height: float
    odd: bool
    """Whether it is one of the darker cells of a board of squares."""
    changed: bool
    """Whether the last move changed what stands there."""
    piece: ShownPiece | None


class ZrfData(TypedDict):
    cells: list[ShownCell]
    lines: list[tuple[int, int]]
    """Cells between which there is a way, though they do not touch: a line is drawn."""
    off: list[str]
    """What each player has off the board, in sentences."""


_Ends = TypedDict("_Ends", {"from": int | None})


class ZrfMove(MoveWords, _Ends):
    """A move by the cells where it begins and ends; None for a cell that is not shown, or none."""

    to: int | None


def scene(game: ZrfGame, view: View, past: Sequence[View] = ()) -> ZrfData:
    owners, kinds = view.plain.owner, view.plain.kind
    before = past[-1].plain if past else None
    columns, rows = ({place[side]: 0 for place in game.places} for side in (0, 1))
    for numbers in (columns, rows):
        numbers.update({start: number for number, start in enumerate(sorted(numbers))})
    cells: list[ShownCell] = []
    for cell, (left, top, right, bottom) in enumerate(game.places):
        if not game.is_shown(cell):
            continue
        changed = before is not None and (before.owner[cell], before.kind[cell]) != (owners[cell], kinds[cell])
        cells.append(
            {
                "number": cell,
                "name": game.positions[cell],
                "x": left,
                "y": top,
                "width": max(1, right - left),
                "height": max(1, bottom - top),
                "odd": not game.lines and bool((columns[left] + rows[top]) % 2),
                "changed": changed,
                "piece": piece(game, owners[cell], kinds[cell]) if owners[cell] else None,
            }
        )
    return {"cells": cells, "lines": game.lines, "off": off_board(game, view)}


def piece(game: ZrfGame, owner: int, kind: int) -> ShownPiece:
    player = game.players_named[owner - 1]
    seat = game.seat_names.index(player) if player in game.seat_names else None
    name = list(game.pieces)[kind - 1]
    return {"letter": game.pieces[name], "kind": name, "player": player, "seat": seat}


def off_board(game: ZrfGame, view: View) -> list[str]:
    """What each player has off the board."""
    sentences = []
    for player, row in zip(game.players_named, view.plain.off, strict=True):
        held = [f"{count} {name}" for name, count in zip(game.pieces, row[1:], strict=True) if count]
        sentences += [f"{player} has {listed(held)} off the board."] if held else []
    return sentences


def move_scene(game: ZrfGame, move: Move, view: View) -> ZrfMove:
    origin, target = game.ends_of(move, view)
    return {
        "words": move.text,
        "from": origin if origin is not None and game.is_shown(origin) else None,
        "to": target if target is not None and game.is_shown(target) else None,
    }


def describe(game: ZrfGame, view: View) -> str:
    """Whose pieces stand where, and who moves, in sentences."""
    owners, kinds = view.plain.owner, view.plain.kind
    sentences = [introduction(view)]
    for number, player in enumerate(game.players_named, 1):
        groups = []
        for kind, name in enumerate(game.pieces, 1):
            cells = [c for c, (o, k) in enumerate(zip(owners, kinds, strict=True)) if (o, k) == (number, kind)]
            groups += [f"{name} at {' '.join(game.positions[cell] for cell in cells)}"] if cells else []
        sentences.append(f"{player}: {'; '.join(groups) or 'nothing on the board'}.")
    return " ".join([*sentences, *off_board(game, view), outcome(view) if view.over else call(view)])
