"""Boards drawn in the tests: rows from the top, `.` for an empty cell, x and o for men, X and O for kings."""

from __future__ import annotations

import re

from ludarium.engine import Position
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet


def place(rules: str, picture: str, side: str, quiet: int = 0) -> Position:
    """A position of the rules (pieces, end and extras) on the board that the picture has."""
    rows = [row.replace(" ", "") for row in picture.split("\n") if row.strip()]
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    game = RuleSetGame(RuleSet.read(f"{len(rows[0])}x{len(rows)} {rules}"))
    return game.read_position(f"{text} {side}" + (f" {quiet}" if quiet else ""))


def shown(position: Position) -> list[str]:
    """The rows of a position, drawn as in the tests."""
    rows = position.text.split()[0].split("/")
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows]


def drawn(picture: str) -> list[str]:
    """The rows of a picture, to compare with `shown`."""
    return [row.replace(" ", "") for row in picture.split("\n") if row.strip()]


def texts(position: Position) -> list[str]:
    """The legal moves, in alphabetical order."""
    return sorted(move.text for move in position.moves())


def winner(position: Position) -> str:
    """`x`, `o` or `draw` of a finished game, `nobody` of one that goes on."""
    if not position.over:
        return "nobody"
    result = position.result()
    return "draw" if result.is_tie else "xo"[result.winners[0]]
