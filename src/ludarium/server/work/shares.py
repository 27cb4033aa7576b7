"""Fair shares: whose turn it is when many ask for the same few processes.

Turns go round by what was used: every address has a virtual time, which is what its work has cost so far, and next
comes what would be done first in it, so that small things pass large ones; within an address the same holds for its
people. Somebody new starts where the others are, not at zero, and nobody saves up turns for later. So a visitor who
asks for forty things waits for them one after the other, and others beside them as if it were one. Nothing here knows
of processes or clocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

Item = TypeVar("Item")

AROUND = 4
"""So many times as much as one person may wait for, all at one address together may."""
_LEAST = 0.001
"""What a turn costs at least: time must pass, or somebody could wait for ever."""


@dataclass(frozen=True)
class Share:
    """On whose account something is done: a person and where they ask from, as far as either is known."""

    person: int | None = None
    address: str | None = None

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Everything that this is counted against."""
        return tuple(dict.fromkeys((self.group, self.member)))

    @cached_property
    def group(self) -> str:
        """Among whom turns go round: addresses, so that dropping a cookie does not make somebody new."""
        return self.member if self.address is None else f"address {self.address}"

    @cached_property
    def member(self) -> str:
        if self.person is None:
            return "nobody" if self.address is None else f"nobody at {self.address}"
        return f"person {self.person}"


@dataclass(eq=False)
class _Entry(Generic[Item]):
    item: Item
    share: Share
    size: float
    priority: int
    number: int


@dataclass
class _Round:
    """Virtual times of those among whom turns go round."""

    now: float = 0.0
    used: dict[str, float] = field(default_factory=dict)

    def at(self, key: str) -> float:
        return self.used.get(key, self.now)

    def enter(self, key: str) -> None:
        """Somebody begins to wait: with what they have used lately, and with nothing saved up."""
        self.used[key] = max(self.at(key), self.now)

    def turn(self, key: str, size: float, waiting: int) -> None:
        """Whoever comes while others wait starts a little later with every turn: no stream of newcomers passes all."""
        start = self.at(key)
        self.used[key] = start + size
        self.now = max(self.now, start) + size / max(1, waiting)

    def forget_idle(self, waiting: set[str]) -> None:
        """Those who would start from now anyway need not be remembered."""
        self.used = {key: used for key, used in self.used.items() if key in waiting or used > self.now}


class FairQueue(Generic[Item]):
    """What waits for its turn, at most `each` of one person, `AROUND` times as much of an address, and `most` in all.

    A lower priority number comes first, whatever was used.
    """

    def __init__(self, *, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._entries: list[_Entry[Item]] = []
        self._waiting: Counter[str] = Counter()
        self._numbers = 0
        self._groups = _Round()
        self._members: dict[str, _Round] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Item]:
        return iter([entry.item for entry in self._entries])

    def has_room(self, share: Share, held: Callable[[str], int] = lambda key: 0) -> bool:
        """Whether something more may wait; `held` counts what somebody has beside what waits, by key."""
        if len(self._entries) >= self._most:
            return False
        return all(self._waiting[key] + held(key) < self._bound(key) for key in share.keys)

    def _bound(self, key: str) -> int:
        return self._each * AROUND if key.startswith("address") else self._each

    def put(self, item: Item, share: Share, *, size: float = 1.0, priority: int = 0) -> None:
        """Let something wait. `size` is what it is expected to cost. Bounds are the caller's to ask about."""
        self._numbers += 1
        members = self._members.setdefault(share.group, _Round())
        if not self._waiting[share.group]:
            self._groups.enter(share.group)
        if not self._waiting[share.member]:
            members.enter(share.member)
        self._entries.append(_Entry(item, share, max(size, _LEAST), priority, self._numbers))
        self._waiting.update(share.keys)

    def take(self, is_ready: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """Whose turn it is of those that can be served now, or None; its size counts as used from here on."""
        ready = [entry for entry in self._entries if is_ready(entry.item)]
        if not ready:
            return None
        first = min(entry.priority for entry in ready)
        ready = [entry for entry in ready if entry.priority == first]
        next_group = min(ready, key=lambda entry: (self._groups.at(entry.share.group) + entry.size, entry.number))
        group = next_group.share.group
        members = self._members[group]
        chosen = min(
            (entry for entry in ready if entry.share.group == group),
            key=lambda entry: (members.at(entry.share.member) + entry.size, entry.number),
        )
        self._groups.turn(group, chosen.size, len({entry.share.group for entry in self._entries}))
        waiting = {entry.share.member for entry in self._entries if entry.share.group == group}
        members.turn(chosen.share.member, chosen.size, len(waiting))
        self._take_out(chosen)
        self._tidy(members, waiting)
        return chosen.item

    def remove(self, item: Item) -> bool:
        """Take something out that is not wanted any more; whether it was there."""
        for entry in self._entries:
            if entry.item is item:
                self._take_out(entry)
                return True
        return False

    def _take_out(self, entry: _Entry[Item]) -> None:
        self._entries.remove(entry)
        self._waiting -= Counter(entry.share.keys)  # those at zero are dropped

    def settle(self, share: Share, more: float) -> None:
        """What something cost beyond its size, or, below zero, less than it."""
        members = self._members.setdefault(share.group, _Round())
        self._groups.used[share.group] = self._groups.at(share.group) + more
        members.used[share.member] = members.at(share.member) + more

    def _tidy(self, members: _Round, waiting: set[str]) -> None:
        """Whoever has not asked for long is forgotten."""
        if len(members.used) > 2 * self._most:
            members.forget_idle(waiting)
        if len(self._groups.used) <= 2 * self._most:
            return
        self._groups.forget_idle({entry.share.group for entry in self._entries})
        self._members = {group: members for group, members in self._members.items() if group in self._groups.used}
