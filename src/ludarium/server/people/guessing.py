"""How easily a password is guessed: by somebody who tries common ones, and what they are commonly made of.

A password is cut into pieces in the cheapest way: common passwords (the 30,000 that the package zxcvbn lists, by rank),
words that an attacker would try first (the name, the lab), runs along the keyboard and the alphabet, repetitions, years
and dates, and single characters. The cost of all pieces, in bits, is how many tries it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import log2

_LEET = str.maketrans("@43105$7!8", "aaeiosstib")
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "!@#$%^&*()",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "147258369",
)
_RUNS = "\n".join((*_ROWS, *(row[::-1] for row in _ROWS)))
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_DATE = re.compile(
    "(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))(?:19|20)[0-9]{2}"
)
_SHORTEST = 3
"""Characters of the shortest piece that is more than its characters."""
_LONGEST = 20
_CLOSE = 4.0
"""Bits of a piece that is tried among the first: which one, and how."""


def bits(password: str, context: Iterable[str] = ()) -> float:
    """The logarithm of the number of tries; `context` holds words that belong to whoever chose it."""
    words = {word.casefold() for word in context if len(word) >= _SHORTEST}
    least = [0.0]
    for end in range(1, len(password) + 1):
        cheapest = least[-1] + _single(password[end - 1])
        for start in range(max(0, end - _LONGEST), end - _SHORTEST + 1):
            cost = _piece(password[start:end], words)
            if cost is not None:
                cheapest = min(cheapest, least[start] + cost)
        # The same again costs next to nothing: "abcabc", "aaaaaaaa".
        for length in range(1, min(end // 2, _LONGEST) + 1):
            if password[end - length : end] == password[end - 2 * length : end - length]:
                cheapest = min(cheapest, least[end - length] + 1.0)
        least.append(cheapest)
    return least[-1]


def _single(char: str) -> float:
    if char.isascii():
        return 3.3 if char.isdecimal() else 4.7 if char.islower() else 5.0
    return 6.0 if ord(char) < 0x800 else 10.0


def _piece(text: str, words: set[str]) -> float | None:
    """The cost of a piece as a whole; None if it is no piece."""
    small = text.casefold()
    plain = small.translate(_LEET)
    varied = (small != text) + (plain != small)
    if small in words or plain in words or small[::-1] in words:
        return 1.0 + varied
    ranks = _ranks()
    found = [
        cost
        for cost in (
            log2(ranks[small]) + (small != text) if small in ranks else None,
            log2(ranks[plain]) + varied if plain in ranks else None,
            _CLOSE + log2(len(text)) + (small != text) if small in _RUNS else None,
            7.0 if _YEAR.fullmatch(text) else None,
            16.0 if _DATE.fullmatch(text) else None,
        )
        if cost is not None
    ]
    return min(found, default=None)


@lru_cache(maxsize=1)
def _ranks() -> dict[str, int]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    listed = FREQUENCY_LISTS["passwords"]
    return {word: rank for rank, word in enumerate(listed, 2) if len(word) >= _SHORTEST}
