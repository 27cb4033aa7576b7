"""From a described game to the Python file that plays it.

The file holds what is the game's own: its tables, its move code and its goals as kernels, and a class. What all
translated games share is imported from `frame`, `moving` and `game`.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from dataclasses import dataclass, field

from ludarium.doors.zrf.beginnings import beginning
from ludarium.doors.zrf.blocks import BlockWriter, check_attributes
from ludarium.doors.zrf.board import NOWHERE
from ludarium.doors.zrf.description import Description
from ludarium.doors.zrf.goals import GoalWriter
from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, shown
from ludarium.doors.zrf.state import ALWAYS, ANNOUNCING, COUNT, DRAW, FORCED, LOSS, NEVER, ORDINARY, TAKING_BACK, WIN
from ludarium.doors.zrf.tables import axes_of, kinds_of_ways, level_of, manner_of, turns_of, zone_table
from ludarium.doors.zrf.texts import WIDTH, class_name, enumerated, identifier, letters, listing, plain, runs
from ludarium.engine.kernels import bitset64

FORMAT = 4
"""Changes when the same file would be played by other rules."""
_OUTCOMES = {"win": WIN, "loss": LOSS, "draw": DRAW, "count": COUNT}
_PASSING = {"false": NEVER, "true": ALWAYS, "forced": FORCED}
_HISTORY = 128
_LONGEST = 4000
_FEWEST_MOVES, _MOST_MOVES = 64, 4096


@dataclass
class Way:
    """One way of a piece: the kernel and its directions."""

    kernel: str
    directions: list[int]
    move_type: str | None


@dataclass
class Translation:
    """A game being written out."""

    names: Names
    source: str = ""
    bodies: dict[tuple[str, ...], str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    """By way: the kernel that asks nothing about attacks."""
    begins: list[str] = field(default_factory=list)
    """By way: the kernel that says where it may begin, empty where it could be anywhere."""
    sure: list[bool] = field(default_factory=list)
    """By way: whether it leads to one move from each of those cells."""
    gone: list[list[str]] = field(default_factory=list)
    """By way that is sure: the directions that it goes."""
    asks: bool = False
    remembers: bool = False
    same_twice: int = 0
    notes: list[int] = field(default_factory=list)
    """By way: how many notes it makes at most."""
    rows: bool = False
    """Whether some flip whole rows."""
    moves: int = 0
    """How many moves a position can have."""

    # --- ways ---------------------------------------------------------------------------------------------------------

    def _pieces(self) -> tuple[list[int], list[int]]:
        """The kernels of all blocks, and where each kind's moves and drops begin."""
        pieces = list(self.names.game.pieces.values())
        firsts: list[list[int]] = []
        most = {False: 0, True: 0}
        for drop in (False, True):
            begins = [len(self.ways)]
            for piece in pieces:
                begins.append(len(self.ways))
                adds = 0
                blocks = piece.drops if drop else piece.moves
                first = len(self.ways)
                for place, block in enumerate(blocks, 1):
                    name = f"{identifier(piece.name)}_{'drop' if drop else 'move'}_{place}"
                    adds += self._block(block.form, block.move_type, name, drop, stays=not piece.moves)
                self.same_twice = max(self.same_twice, int(adds > 1 and not self._apart(first)))
                most[drop] = most[drop] + adds if drop else max(most[drop], adds)
            firsts.append([*begins, len(self.ways)])
        if len([piece for piece in pieces if piece.drops]) > 1 and self.same_twice == 0:
            self.same_twice = 1
        self.moves = len(self.names.positions) * (most[False] + most[True]) + 1
        return firsts[0], firsts[1]

    def _block(self, form: Form, move_type: str | None, name: str, drop: bool, *, stays: bool) -> int:
        written = BlockWriter(self.names, drop, stays=stays).write(form)
        directions = [self.names.directions[way] for way in written.ways]
        kernel = self._kernel(name, form, written.lines, len(directions))
        self.ways.append(Way(kernel, directions, move_type))
        begins, sure, gone = self._beginning(f"{name}_starts", form, written.ways)
        self.begins.append(begins)
        self.sure.append(sure)
        self.gone.append(gone)
        plain = kernel
        if written.asks:
            lines = BlockWriter(self.names, drop, plain=True).write(form).lines
            plain = self._kernel(f"{name}_unasked", form, lines, len(directions))
        self.plain.append(plain)
        self.asks |= written.asks
        self.remembers |= written.remembers
        self.notes.append(written.notes(len(self.names.positions)))
        self.rows |= written.rows
        # Blocks that go elsewhere by a position's name may come out the same from several cells.
        elsewhere = written.moves_others or any(re.fullmatch(r"\s*here = \d+", line) for line in written.lines)
        self.same_twice = max(self.same_twice, 2 if elsewhere else 0)
        return written.adds

    def _kernel(self, name: str, form: Form, lines: list[str], ways: int) -> str:
        key = (*lines, str(ways))
        if key in self.bodies:
            return self.bodies[key]
        name = self.bodies[key] = self._free(name)
        given = "".join(f"way{number}: int, " for number in range(1, ways + 1))
        said = re.sub(r"[\\\"]", "'", shown(form))
        doc = textwrap.shorten(f"Line {form.line}: {said}", 400, placeholder=" …")
        arguments = f"state: State, side: int, start: int, piece: int, {given}code: int, wanted: int, notes: Notes,"
        self.texts.append(
            "\n".join(
                [
                    "@kernel",
                    f"def {name}(",
                    f"    {arguments}",
                    "    moves: Moves, found: int,",
                    ") -> int:",
                    *textwrap.wrap(f'"""{doc}"""', WIDTH, initial_indent="    ", subsequent_indent="    "),
                    *(f"    {line}" for line in lines),
                    "",
                ]
            )
        )
        return name

    def _free(self, name: str) -> str:
        """A kernel's name that no other has: the names of pieces may differ in large and small letters alone."""
        while name in self.bodies.values():
            name += "_"
        return name

    def _most_notes(self, cells: int) -> int:
        """How much room the notes of a move need: little room is found more quickly."""
        one_by_one = 2 * cells if self.rows and self.same_twice else 1
        return max([one_by_one, *self.notes])

    def _apart(self, first: int) -> bool:
        """Whether all ways of a piece, from the first one on, surely lead to different cells."""
        numbers = self.names.positions
        ends = []
        for gone in self.gone[first:]:
            steps = [next(iter(self.names.board.links[way].items())) for way in gone]
            ends.append(sum(numbers[there] - numbers[here] for here, there in steps))
        return all(self.sure[first:]) and len(set(ends)) == len(ends)

    def _beginning(self, name: str, form: Form, ways: list[str]) -> tuple[str, bool, list[str]]:
        """The kernel of the cells from which a block may lead to a move, whether they surely do, and where it goes."""
        begins = beginning(self.names, form.items, ways)
        lines = begins.lines
        if not lines or len(self.names.positions) > bitset64.CELLS:
            return "", False, []
        gone = [ways[int(way.removeprefix("way")) - 1] for way in begins.gone]
        key = (*lines, "starts", str(len(ways)))
        if key in self.bodies:
            return self.bodies[key], begins.sure, gone
        name = self.bodies[key] = self._free(name)
        given = "".join(f", way{number}: int" for number in range(1, len(ways) + 1))
        head = ["@kernel", f"def {name}(state: State, side: int, cells: Cells{given}) -> Cells:"]
        doc = f'    """Line {form.line}: the cells from which it may lead to a move."""'
        self.texts.append("\n".join([*head, doc, *(f"    {line}" for line in lines), ""]))
        return name, begins.sure, gone

    def _dispatch_starts(self) -> str:
        lines = [
            "@kernel",
            "def starts(state: State, side: int, way: int, cells: Cells) -> Cells:",
            '    """The cells from which a way may lead to a move."""',
        ]
        for place, end in runs(self.begins):
            if self.begins[place]:
                given = "".join(f", DIRECTIONS[way, {n}]" for n in range(len(self.ways[place].directions)))
                lines.append(f"    if {place} <= way <= {end}:")
                lines.append(f"        return {self.begins[place]}(state, side, cells{given})")
        return "\n".join([*lines, "    return cells", ""])

    def _dispatch(self, name: str, kernels: list[str], doc: str) -> str:
        """The kernel that chooses by the number of the way; ways that follow each other in one kernel share a line."""
        lines = [
            "@kernel",
            f"def {name}(",
            "    state: State, side: int, start: int, way: int, code: int, wanted: int, notes: Notes,",
            "    moves: Moves, found: int,",
            ") -> int:",
            f'    """{doc}"""',
            "    piece = PIECE_OF[way]",
        ]
        for place, end in runs(kernels):
            given = "".join(f"DIRECTIONS[way, {number}], " for number in range(len(self.ways[place].directions)))
            lines.append(f"    if way <= {end}:")
            lines.append(
                f"        return {kernels[place]}(state, side, start, piece, {given}code, wanted, notes, moves, found)"
            )
        return "\n".join([*lines, "    return found", ""])

    # --- tables -------------------------------------------------------------------------------------------------------

    def _goal_texts(self) -> tuple[GoalWriter, list[tuple[int, int, int]], str]:
        writer = GoalWriter(self.names)
        table, lines = [], []
        for place, goal in enumerate(self.names.game.goals):
            expression, when = writer.write(goal)
            mask = sum(1 << self.names.player(player) for player in set(goal.players))
            table.append((_OUTCOMES[goal.outcome], mask, when))
            lines += [
                f"    if goal == {place}:  # line {goal.line}: {goal.outcome} for {', '.join(goal.players)}",
                *textwrap.wrap(
                    f"return bool({expression})",
                    WIDTH,
                    initial_indent=" " * 8,
                    subsequent_indent=" " * 12,
                    break_long_words=False,
                    break_on_hyphens=False,
                ),
            ]
        kernel = "\n".join(
            ["@kernel", "def reached(state: State, goal: int, player: int) -> bool:", *lines, "    return False", ""]
        )
        return writer, table, kernel

    def _links(self, player: str, direction: str) -> list[int]:
        """Where a direction leads a player from each position."""
        names = self.names
        links = names.board.links[names.board.meant(player, direction)]
        return [names.positions.get(links.get(position, ""), -1) for position in names.positions]

    def write(self) -> str:
        names, game = self.names, self.names.game
        first_move, first_drop = self._pieces()
        writer, goals, reached = self._goal_texts()
        players, cells = game.players, len(names.positions)
        longest = max([1, *(len(way.directions) for way in self.ways)])
        manners = [manner_of(way.move_type, game) for way in self.ways]
        levels = [level_of(way.move_type, game.priorities) for way in self.ways]
        ordinary = [level for level, manner in zip(levels, manners, strict=True) if manner < ANNOUNCING]
        last = max(ordinary, default=0) + 1
        levels = [last if manner >= ANNOUNCING else level for level, manner in zip(levels, manners, strict=True)]
        setup = [[0, 0] for _ in range(cells)]
        off = [[0] * (len(names.kinds) + 1) for _ in players]
        for put in game.setup:
            if put.position is None:
                off[names.player(put.player)][names.kinds[put.piece]] += put.count
            else:
                setup[names.positions[put.position]] = [names.player(put.player) + 1, names.kinds[put.piece]]
        declared = [0, *(sum(1 << names.attributes[a] for a in piece.attributes) for piece in game.pieces.values())]
        defaults = [
            0,
            *(
                sum(1 << names.attributes[a] for a, on in piece.attributes.items() if on)
                for piece in game.pieces.values()
            ),
        ]
        royal = [[int((player, kind) in writer.royal) for kind in ("", *names.kinds)] for player in players]
        captures = any(word in text for text in self.texts for word in ("CAPTURE", "CREATE", "CHANGE"))
        recycle = game.option("recycle captures") == "true"
        endless = any(piece.moves for piece in game.pieces.values()) or captures or recycle
        most = max(_FEWEST_MOVES, min(self.moves, _MOST_MOVES))
        saved = 2 * cells + (cells if names.attributes else 1) + len(players) * (len(names.kinds) + 2) + 4
        turns, after, own, instead = turns_of(names)
        all_sure = all(self.sure) and not self.same_twice
        ready = all_sure and not writer.royal
        numbers: dict[str, object] = {
            "CELLS": cells,
            "PLAYERS": len(players),
            "KINDS": len(names.kinds) + 1,
            "ATTRIBUTE_CELLS": cells if names.attributes else 1,
            "HISTORY": _HISTORY if writer.repetition else 1,
            "WAYS": max(1, len(self.ways)),
            "LEVELS": last,
            "DROPS": first_drop[0] < first_drop[-1],
            "SAME_TWICE": self.same_twice,
            "ROYALS": bool(writer.royal),
            "PASS_TURN": _PASSING[game.option("pass turn")],
            "PASS_PARTIAL": game.option("pass partial") == "true",
            "MAXIMAL": game.option("maximal captures") != "false",
            "RECYCLE": recycle,
            "REMEMBER": self.remembers,
            "REPETITION": writer.repetition,
            "COUNT_PLIES": endless,
            "QUIET": game.quiet,
            "LONGEST": _LONGEST,
            "NOTES": self._most_notes(cells),
            "GOAL_COUNT": len(goals),
            "MOST_MOVES": most,
            "SAVED": saved,
            "ALL_SURE": all_sure,
            "READY": ready,
            "BEGUN": max(1, len(self.ways)) if ready else 1,
            "ANNOUNCES": max(manners, default=0) >= ANNOUNCING,
            "TAKES_BACK": TAKING_BACK in manners,
            "BEFORE": saved + 1 if TAKING_BACK in manners else 1,
            "QUIET_BY_TYPE": game.named("quiet moves") is not None,
            "EXTRA": names.kinds.get(game.named("extra turn") or "", 0),
            "INSTEAD": names.kinds.get(game.named("turn for another") or "", 0),
            "SCORED": int(game.options.get("score rows", 0)),
            "SHARED": names.kinds.get(game.named("shared piece") or "", 0),
            "UNSPENT": names.kinds.get(game.named("unspent piece") or "", 0),
        }
        tables: dict[str, object] = {
            "ACTIVE": [int(player in names.active) for player in players],
            "SEAT_OF": [names.seats.index(player) if player in names.seats else -1 for player in players],
            "TURNS": turns,
            "AFTER": after,
            "OWN_TURN": own,
            "INSTEAD_TURN": instead,
            "AXES": axes_of(names),
            "SHOWN": [int(names.board.rectangles[position] != NOWHERE) for position in names.positions],
            "MANNER_OF": manners or [ORDINARY],
            "SURE": [int(sure) for sure in self.sure] or [0],
            "FIRST_MOVE": first_move,
            "FIRST_DROP": first_drop,
            "TYPE_OF": [-1 if way.move_type is None else names.move_types[way.move_type] for way in self.ways] or [-1],
            "LEVEL_OF": levels or [0],
            "SETUP": setup,
            "OFF": off,
            "DEFAULTS": defaults,
            "DECLARED": declared,
            "ROYAL": royal,
            "GOALS": goals,
        }
        unasked = self._dispatch("threaten", self.plain, "The same, asking nothing about attacks.") if self.asks else ""
        piece_of = [number for first in (first_move, first_drop) for number in kinds_of_ways(first)]
        directions = [way.directions + [0] * (longest - len(way.directions)) for way in self.ways] or [[0]]
        links = [[self._links(player, direction) for direction in names.directions] for player in players]
        if not names.directions:
            links = [[[-1] * cells] for _ in players]
        opposite = [names.directions[names.opposites.get(d, d)] for d in names.directions] or [0]
        parts = [
            f"POSITIONS = {listing(tuple(names.positions))}",
            *enumerated(names, "direction", names.directions),
            *enumerated(names, "piece", names.kinds, first=1),
            *enumerated(names, "attribute", names.attributes),
            *enumerated(names, "type", names.move_types),
            *(
                f"{names.python['zone', zone]} = np.array({listing(zone_table(names, zone))}, np.bool_)"
                for zone in names.board.zones
            ),
            f"LINKS = np.array({listing(links)}, np.int64)",
            f"OPPOSITE = np.array({opposite}, np.int64)",
            f"PIECE_OF = np.array({piece_of or [0]}, np.int64)",
            f"DIRECTIONS = np.array({listing(directions)}, np.int64)",
            "",
            "# --- move code " + "-" * 104,
            "",
            *(f"\n{text}" for text in self.texts),
            "\n" + self._dispatch("run", [way.kernel for way in self.ways], "One way of a piece, by its number."),
            *([f"\n{unasked}"] if unasked else []),
            "\n" + self._dispatch_starts(),
            "# --- goals " + "-" * 108,
            "",
            *(f"\n{text}" for text in writer.kernels),
            f"\n{reached}",
            "# --- the game " + "-" * 105,
            "",
            f"NUMBERS = {listing(numbers)}",
            f"TABLES = {listing(tables)}",
            "",
        ]
        text = "\n".join(parts)
        digest = hashlib.sha256(f"{FORMAT} {text}".encode()).hexdigest()[:8]
        return "\n".join([_opening(game, self.source), _IMPORTS, text, self._class(digest)])

    def _class(self, digest: str) -> str:
        names, game = self.names, self.names.game
        chance = any(turn.player.startswith("?") for turn in game.turns)
        said = re.sub(r"\s+", " ", game.texts.get("description", "").replace("\\", " ")).strip()
        signs = letters(names)
        return "\n".join(
            [
                "",
                f"class {class_name(game.title)}(ZrfGame):",
                f"    name = '{identifier(game.title).replace('_', '-')}-zrf'",
                f"    title = {game.title!r}",
                f"    summary = {textwrap.shorten(said or game.title, 100, placeholder=' …')!r}",
                f"    version = '{FORMAT}-{digest}'",
                f"    seat_count = {len(names.seats)}",
                f"    seat_names = {tuple(names.seats)!r}",
                f"    chance = {chance}",
                f"    points_sum = {1.0 if len(names.seats) > 1 else None}",
                f"    said = {listing({key: plain(text) for key, text in game.texts.items()}, 8)}",
                f"    players_named = {tuple(game.players)!r}",
                f"    pieces = {listing(signs, 8)}",
                f"    helps = {listing({p.name: plain(p.help) for p in game.pieces.values() if p.help}, 8)}",
                f"    attributes = {tuple(names.attributes)!r}",
                "    positions = POSITIONS",
                f"    places = {listing([tuple(names.board.rectangles[p]) for p in names.positions], 8)}",
                f"    rules = translated({identifier(game.title).replace('_', '-')!r}, NUMBERS, TABLES, LINKS, run, "
                f"{'threaten' if self.asks else 'run'}, starts, reached)",
                "",
            ]
        )


_IMPORTS = """
from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.doors.zrf.game import ZrfGame, translated
from ludarium.doors.zrf.listing import attacked, defended, royal_attacked
from ludarium.doors.zrf.moving import (
    CAPTURE,
    CHANGE,
    CREATE,
    EVERYWHERE,
    FLIP,
    MARK,
    MOVE,
    OWN,
    STEPS,
    add,
    all_of,
    before,
    beside_enemy,
    count_pieces,
    empty,
    enemies_of,
    enemy,
    flagged,
    flip_rows,
    friend,
    has_attribute,
    in_zone,
    is_piece,
    kind_moved,
    men_of,
    neutral,
    note,
    onward,
    outflanked,
    taken,
    was_lost,
)
from ludarium.doors.zrf.state import Notes, State
from ludarium.engine import kernel
from ludarium.engine.kernels.bitset64 import down, some, up

Moves = Any
"""


def translate(game: Description, source: str = "") -> str:
    """The Python file of a game; `source` is what it was translated from."""
    names = Names.of(game)
    check_attributes(names)
    return Translation(names, source).write()


def _opening(game: Description, source: str) -> str:
    origin = f", translated from {source}" if source else ", translated from a rules file"
    return f'"""{plain(game.title)}{plain(origin)}."""'
