"""Sets of whole numbers that lie mostly side by side: which games of a run are done."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class NumberSet:
    """Whole numbers as ranges in order that neither overlap nor touch: a million finished games are one range."""

    def __init__(self, ranges: Iterable[range] = ()) -> None:
        """Of ranges of step 1 in any order."""
        joined: list[range] = []
        for piece in sorted((piece for piece in ranges if piece), key=lambda piece: piece.start):
            if joined and piece.start <= joined[-1].stop:
                joined[-1] = range(joined[-1].start, max(joined[-1].stop, piece.stop))
            else:
                joined.append(piece)
        self.ranges = tuple(joined)
        self._starts = [piece.start for piece in joined]

    def missing(self, stop: int) -> Iterator[range]:
        """The ranges of 0 … stop − 1 that are not in the set."""
        begin = 0
        for piece in self.ranges:
            if piece.start >= stop:
                break
            if piece.start > begin:
                yield range(begin, piece.start)
            begin = piece.stop
        if begin < stop:
            yield range(begin, stop)

    def __contains__(self, number: int) -> bool:
        place = bisect_right(self._starts, number)
        return place > 0 and number in self.ranges[place - 1]

    def __len__(self) -> int:
        return sum(len(piece) for piece in self.ranges)

    def __iter__(self) -> Iterator[int]:
        for piece in self.ranges:
            yield from piece

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberSet) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __repr__(self) -> str:
        return "NumberSet(" + ", ".join(f"{piece.start}–{piece.stop - 1}" for piece in self.ranges) + ")"
