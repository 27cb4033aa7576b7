"""Small drawn boards: a line for the fields, a line for the pieces on them.

S  .  .  a  .  -  .  a  .  1  2      S start, the same letter twice a switch pair, - back three, digits goals
.  6  .  .  0  .  .  3  .  .  .      the pieces by number: 0–2 red, 3–5 green, 6–8 blue; all others are on the stack
"""

from __future__ import annotations

from pathlib import Path

from ludarium.engine import Position
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.text import LETTERS


def drawn_board(drawing: str) -> str:
    """The board of a drawing as TOML."""
    fields = drawing.split()
    assert fields[0] == "S"
    places = {sign: [at for at, other in enumerate(fields) if other == sign] for sign in set(fields)}
    switches = [places[sign] for sign in sorted(places) if sign.islower()]
    goals = [places[sign][0] for sign in sorted(places, key=len) if sign.isdigit()]
    goals.sort(key=lambda at: int(fields[at]))
    return f"length = {len(fields)}\nswitches = {switches}\nback = {places.get('-', [])}\ngoals = {goals}\n"


def drawn_game(folder: Path, drawing: str, **settings: object) -> Jostle:
    path = folder / "drawn.toml"
    path.write_text(drawn_board(drawing), encoding="utf-8")
    game = load("jostle", board=str(path), **settings)
    assert isinstance(game, Jostle)
    return game


def drawn_position(game: Jostle, pieces: str, seat: int, die: str, more: str = "") -> Position:
    """The position of a line of pieces."""
    line = pieces.split()
    assert len(line) == game.board.length, "as many signs as the board has fields"
    stands = [line.index(str(piece)) if str(piece) in line else -1 for piece in range(game.seats * game.pieces)]
    fields = "/".join(
        ",".join(map(str, stands[first : first + game.pieces])) for first in range(0, len(stands), game.pieces)
    )
    return game.read_position(f"{fields} {LETTERS[seat]} {die} {more}")


def drawing_of(position: Position) -> str:
    """The line of pieces of a position."""
    game = position.game
    assert isinstance(game, Jostle)
    stands = position.fields()["stands"][: game.seats * game.pieces]
    return " ".join(str(stands.index(field)) if field in stands else "." for field in range(game.board.length))


def play_piece(position: Position, piece: int) -> Position:
    """The position after the mover has moved this piece."""
    return position.play(next(move for move in position.moves() if move.value == piece))


class Track:
    """A drawn board on which single moves are tried."""

    def __init__(self, folder: Path, board: str, **settings: object) -> None:
        self.game = drawn_game(folder, board, **settings)

    def after(self, pieces: str, piece: int, die: str, more: str = "") -> str:
        """The line of pieces after a piece has been moved by the die."""
        position = drawn_position(self.game, pieces, piece // self.game.pieces, die, more)
        return drawing_of(play_piece(position, piece))


def line(pieces: str) -> str:
    """A line of pieces as `drawing_of` writes it."""
    return " ".join(pieces.split())
