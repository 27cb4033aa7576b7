"""Tables of a translated game: its turns and what follows them, priorities, zones and axes."""

from __future__ import annotations

from ludarium.doors.zrf.description import Description
from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.state import ANNOUNCING, ORDINARY, QUIETLY, TAKING_BACK


def level_of(move_type: str | None, priorities: list[str]) -> int:
    return priorities.index(move_type) if move_type in priorities else len(priorities)


def manner_of(move_type: str | None, game: Description) -> int:
    """What the moves of a type are beside moves, as our own options say."""
    for option, manner in (("take back", TAKING_BACK), ("announcing moves", ANNOUNCING), ("quiet moves", QUIETLY)):
        if move_type is not None and game.named(option) == move_type:
            return manner
    return ORDINARY


def turns_of(names: Names) -> tuple[list[list[int]], list[int], list[int], list[int]]:
    """The turns of the order, and where they can be given by pieces, after them those in which a player moves the next
    one's pieces; by turn the one that follows; by player its first turn, and the one for the next player."""
    game = names.game
    rows = [
        [
            names.player(turn.player),
            names.player(turn.side),
            -1 if turn.move_type is None else names.move_types[turn.move_type],
            int(turn.player.startswith("?")),
        ]
        for turn in game.turns
    ]
    after = [place + 1 if place + 1 < len(rows) else game.repeat for place in range(len(rows))]
    own = [
        next((place for place, turn in enumerate(game.turns) if turn.player == player), 0) for player in game.players
    ]
    instead = [0] * len(own)
    if game.named("turn for another"):
        for player in names.seats:
            other = names.seats[(names.seats.index(player) + 1) % len(names.seats)]
            instead[names.player(player)] = len(rows)
            rows.append([names.player(player), names.player(other), -1, 0])
            after.append(after[own[names.player(other)]])
    return rows, after, own, instead


def axes_of(names: Names) -> list[list[int]]:
    """Each pair of opposite directions once."""
    number, opposite = names.directions, names.opposites
    pairs = [(way, opposite[way]) for way in number if way in opposite and opposite.get(opposite[way]) == way]
    return [[number[one], number[two]] for one, two in pairs if number[one] < number[two]] or [[0, 0]]


def kinds_of_ways(first: list[int]) -> list[int]:
    """By way, the kind whose way it is, from where the kinds begin."""
    return [kind for kind in range(len(first) - 1) for _ in range(first[kind], first[kind + 1])]


def zone_table(names: Names, zone: str) -> list[list[int]]:
    return [
        [int(position in names.board.zone(zone, player)) for position in names.positions]
        for player in names.game.players
    ]
