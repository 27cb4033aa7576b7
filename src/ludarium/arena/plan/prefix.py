"""Numbered items in their order, however they come in.

Games are finished in any order when several workers play them. What depends on order — a running rating, a decision to
stop — must take them by number, so that it is the same at any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from ludarium.engine.errors import LudariumError

Item = TypeVar("Item")


class InOrder(Generic[Item]):
    """Takes items 0, 1, 2, … in any order and gives each as soon as all before it have come."""

    def __init__(self, begin: int = 0) -> None:
        self.next = begin
        """The lowest number that is still missing."""
        self.waiting: dict[int, Item] = {}
        """Items that came before their turn."""

    def add(self, number: int, item: Item) -> Iterator[Item]:
        """Take an item; give those whose turn has come."""
        if number < self.next or number in self.waiting:
            raise LudariumError(f"game {number} was counted before: each number comes once")
        self.waiting[number] = item
        while self.next in self.waiting:
            self.next += 1
            yield self.waiting.pop(self.next - 1)
