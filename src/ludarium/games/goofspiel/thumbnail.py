"""The picture of Goofspiel on the first page."""

from __future__ import annotations

from ludarium.engine.drawing import GOLD, SIDES, box, label, picture, star


def thumbnail(prize: int = 8, bids: tuple[int, int] = (5, 1), hand: tuple[int, ...] = (2, 3, 7, 10, 11)) -> str:
    """The prize between two bids, and the rest of a hand below it."""
    parts = [box(134, 14, 52, 74, "#fff8e0", round_=7, stroke=GOLD), star(160, 42, 17), label(160, 77, str(prize), 17)]
    for seat, (x, bid) in enumerate(zip((62, 222), bids, strict=True)):
        parts += [box(x - 3 + 6 * seat, 22, 44, 62, SIDES[seat], round_=7, stroke="#fff")]
        parts.append(label(x + 19 + 6 * seat, 62, str(bid), 24, "#fff"))
    middle = (len(hand) - 1) / 2
    for number, card in enumerate(hand):
        angle = 9 * (number - middle)
        parts += [
            f'<g transform="rotate({angle:g} 160 420)">',
            box(136, 122, 48, 70, "#fff", round_=7, stroke="#b9b2a3"),
        ]
        parts += [label(160, 166, str(card), 25), "</g>"]
    return picture("Goofspiel", parts)
