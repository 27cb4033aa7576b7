"""Positions of chess whose moves others have counted, as rules files: the example's with another setup.

Their counts are well known from chess programming. White moves first; kings and rooks that have moved cannot castle
there either, since other pieces or the edge are in the way as deep as it is counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

EXAMPLE = Path(__file__).parents[3] / "examples" / "zrf" / "chess.zrf"
_NAMES = {"p": "Pawn", "n": "Knight", "b": "Bishop", "r": "Rook", "q": "Queen", "k": "King"}


class Counted(NamedTuple):
    board: str
    """The first field of Forsyth–Edwards notation."""
    counts: tuple[int, ...]


POSITIONS = {
    "start": Counted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", (20, 400, 8_902, 197_281)),
    "castling": Counted("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", (48, 2_039, 97_862)),
    "en passant": Counted("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", (14, 191, 2_812, 43_238)),
    "promotion": Counted("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", (44, 1_486, 62_379)),
    "middle game": Counted("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1", (46, 2_079, 89_890)),
}


def chess_file(board: str) -> str:
    """The example's rules with another setup."""
    text = EXAMPLE.read_text(encoding="utf-8")
    first = text.index("(board-setup")
    depth, end = 0, first
    while end == first or depth:
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    return text[:first] + _setup(board) + text[end:]


def _setup(board: str) -> str:
    put: dict[str, dict[str, list[str]]] = {"White": {}, "Black": {}}
    for row, line in enumerate(board.split("/")):
        column = 0
        for letter in line:
            if letter.isdecimal():
                column += int(letter)
                continue
            player = "White" if letter.isupper() else "Black"
            put[player].setdefault(_NAMES[letter.lower()], []).append(f"{'abcdefgh'[column]}{8 - row}")
            column += 1
    sides = []
    for player, pieces in put.items():
        listed = " ".join(f"({kind} {' '.join(cells)})" for kind, cells in pieces.items())
        sides.append(f"({player} {listed})")
    return f"(board-setup {' '.join(sides)})"
