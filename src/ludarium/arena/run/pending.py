"""Which games of a run are still to be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable


class Pending:
    """The numbers 0 … total − 1 without those that are done, handed out in pieces from the lowest up."""

    def __init__(self, total: int, done: Iterable[range] = ()) -> None:
        self._left: deque[range] = deque()
        begin = 0
        for finished in sorted(done, key=lambda piece: piece.start):
            if finished.start > begin:
                self._left.append(range(begin, min(finished.start, total)))
            begin = max(begin, finished.stop)
        if begin < total:
            self._left.append(range(begin, total))
        self._left = deque(piece for piece in self._left if piece)

    def __len__(self) -> int:
        return sum(len(piece) for piece in self._left)

    def take(self, most: int) -> range:
        """The next numbers, consecutive and at most so many; empty when none are left."""
        if not self._left:
            return range(0)
        piece = self._left.popleft()
        if len(piece) > most:
            self._left.appendleft(range(piece.start + most, piece.stop))
        return piece[:most]

    def give_back(self, piece: range) -> None:
        """These numbers were not played after all."""
        if piece:
            self._left.appendleft(piece)
