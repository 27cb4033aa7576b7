"""A turn in words."""

from __future__ import annotations

from ludarium.engine import Thought

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def turn_words(opening: str, captured: int, lost: int, distance: int | None, *, over: bool) -> str:
    """What a turn did: "captured two, ended four away". The opening stands for a turn that captures nothing."""
    parts = [f"captured {in_words(captured)}" if captured else opening]
    if lost:
        parts.append(f"sacrificed {in_words(lost)}")
    if over:
        parts.append("ended the game")
    elif distance is not None:
        parts.append(f"ended {in_words(distance)} away")
    return ", ".join(parts)


def ending_thought(value: float, turns: int) -> Thought:
    """Why a turn was made in an ending that is known."""
    return Thought(
        f"knows this ending: {value:.1%} against the best play, the most of {turns:,} turns",
        {"chance": round(float(value), 4), "turns": int(turns), "known": True},
    )
