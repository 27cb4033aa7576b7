"""Who beats whom, as a directed graph of a few dozen players: what is reachable, and the rings in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

Edge = tuple[int, int]
Ring = tuple[int, ...]
"""Each beats the next and the last beats the first; the lowest number comes first."""


def successors(edges: Iterable[Edge]) -> dict[int, list[int]]:
    """For each node, where its edges lead, in order."""
    found: dict[int, list[int]] = {}
    for start, end in sorted(set(edges)):
        found.setdefault(start, []).append(end)
    return found


def components(nodes: Iterable[int], edges: Iterable[Edge]) -> list[list[int]]:
    """The strongly connected components: groups in which everybody is reachable from everybody. Lowest node first."""
    onward = successors(edges)
    reach = {node: _reached(node, onward) for node in nodes}
    groups: list[list[int]] = []
    placed: set[int] = set()
    for node in sorted(reach):
        if node not in placed:
            group = [other for other in sorted(reach[node]) if other in reach and node in reach[other]]
            groups.append(group)
            placed.update(group)
    return groups


def _reached(start: int, onward: Mapping[int, list[int]]) -> set[int]:
    found, left = {start}, [start]
    while left:
        for node in onward.get(left.pop(), ()):
            if node not in found:
                found.add(node)
                left.append(node)
    return found


def rings(edges: Iterable[Edge], longest: int, most: int) -> tuple[list[Ring], bool]:
    """The elementary cycles of 3 to `longest` nodes, the shorter first, and whether there are more than `most`."""
    onward = successors(edges)
    found: list[Ring] = []
    for length in range(3, longest + 1):
        found += islice(_rings_of(onward, length), most + 1 - len(found))
        if len(found) > most:
            return found[:most], True
    return found, False


def _rings_of(onward: Mapping[int, list[int]], length: int) -> Iterator[Ring]:
    """Paths from their lowest node through `length` nodes and back."""

    def extend(path: Ring) -> Iterator[Ring]:
        for node in onward.get(path[-1], ()):
            if len(path) == length:
                if node == path[0]:
                    yield path
            elif node > path[0] and node not in path:
                yield from extend((*path, node))

    for start in sorted(onward):
        yield from extend((start,))
