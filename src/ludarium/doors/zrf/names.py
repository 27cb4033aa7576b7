"""The words of one game by what they name, with their numbers: whatever is said is looked up here or refused."""

from __future__ import annotations

import difflib
import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ludarium.doors.zrf.arguments import flags_asked, flags_set
from ludarium.doors.zrf.board import Board
from ludarium.doors.zrf.description import MOST_PLAYERS, PIECE_OPTIONS, TYPE_OPTIONS, Description
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.reader import Form, words_in


@dataclass
class Names:
    """A described game whose parts fit together."""

    game: Description
    board: Board

    @classmethod
    def of(cls, game: Description) -> Names:
        """The names of a game; what is missing or contradicts itself is refused."""
        for section, there in (("players", game.players), ("turn-order", game.turns), ("piece", game.pieces)):
            if not there:
                raise BadZrf(f"the game has no ({section} …)", game.line)
        if game.board is None:
            raise BadZrf("the game has no (board …)", game.line)
        names = cls(game, game.board)
        names._check()
        return names

    def _check(self) -> None:
        game, board = self.game, self.board
        if len(self.seats) > MOST_PLAYERS:
            raise BadZrf(f"{len(self.seats)} players: more than {MOST_PLAYERS} are not supported", game.line)
        if not self.seats:
            raise BadZrf("nobody decides: all players of the turn order are moved by chance", game.line)
        for turn in game.turns:
            for player in (turn.player, turn.side):
                if player not in game.players:
                    raise BadZrf(f"the turn order names {player}, who is no player", turn.line)
            if turn.move_type is not None and turn.move_type not in self.move_types:
                raise BadZrf(f"'{turn.move_type}' in the turn order is no player and no type of move", turn.line)
        for name in game.priorities:
            if name not in self.move_types:
                raise BadZrf(f"the priorities name a type of move, {name}, that no piece has", game.line)
        for player in (*board.symmetries, *(p for zone in board.zones.values() for p in zone if p is not None)):
            if player not in game.players:
                raise BadZrf(f"the board names a player {player} that there is not", game.line)
        for put in game.setup:
            if put.player not in game.players:
                raise BadZrf(f"the set-up names {put.player}, who is no player", put.line)
            if put.piece not in game.pieces:
                raise self.unknown(put.piece, put.line, "piece", game.pieces)
            if put.position is not None and put.position not in board.rectangles:
                raise self.unknown(put.position, put.line, "position", board.rectangles)
            if not 0 <= put.count <= 1000:
                raise BadZrf(f"{put.count} pieces off the board: expected 0 to 1000", put.line)
        placed = [put.position for put in game.setup if put.position is not None]
        for put in game.setup:
            if put.position is not None and placed.count(put.position) > 1:
                raise BadZrf(f"the set-up puts two pieces on {put.position}", put.line)
        if not game.goals:
            raise BadZrf(
                "no condition ends the game: one can be added to its name, such as "
                f"'(draw-condition ({' '.join(self.seats)}) stalemated)'",
                game.line,
            )
        for options, what, known in (
            (TYPE_OPTIONS, "type of move", self.move_types),
            (PIECE_OPTIONS, "piece", self.kinds),
        ):
            for option in options:
                named = game.named(option)
                if named is not None and named not in known:
                    raise self.unknown(named, game.line, what, known)
        if game.option("recycle promotions") == "true":
            raise BadZrf('the option "recycle promotions" is not supported', game.line)
        if len(game.pieces) > 60 or len(self.attributes) > 30:
            raise BadZrf("more than 60 kinds of pieces or 30 attributes", game.line)

        self._check_unused()

    def _check_unused(self) -> None:
        """What is named and never asked for may be harmless, but not where a like thing is missing: a slip of the pen
        would make another game."""
        said = {
            word for form in (*self.blocks, *(goal.condition for goal in self.game.goals)) for word in words_in(form)
        }
        for piece in self.game.pieces.values():
            lacking = [name for name in self.attributes if name in said and name not in piece.attributes]
            for name in piece.attributes:
                if not {name, f"not-{name}"} & said and lacking:
                    raise BadZrf(
                        f"no move asks for {name} of {piece.name}, which has no {lacking[0]}: did you mean that?",
                        piece.line,
                    )
            for block in (*piece.moves, *piece.drops):
                kind = block.move_type
                ruled = {*self.game.priorities, *(turn.move_type for turn in self.game.turns if turn.move_type)}
                if ruled:
                    ruled |= {named for option in TYPE_OPTIONS if (named := self.game.named(option))}
                if kind is not None and ruled and kind not in ruled | said:
                    raise BadZrf(f"no priority, turn or partial move names the type of move {kind}", block.form.line)
        used = {name: zone for name, zone in self.board.zones.items() if name in said}
        for name in self.board.zones.keys() - used.keys():
            for other, players in used.items():
                for player in self.board.zones[name]:
                    if player is not None and player not in players and None not in players:
                        raise BadZrf(
                            f"no move asks for the zone {name}, and {player} has no zone {other}: did you mean that?",
                            self.board.zone_lines[name],
                        )

    @staticmethod
    def unknown(word: str, line: int, what: str, known: Iterable[str]) -> BadZrf:
        """The refusal of a word."""
        close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
        return BadZrf(f"there is no {what} '{word}'" + (f": did you mean {close[0]}?" if close else ""), line)

    def one_of(self, name: str, line: int, *meanings: str) -> None:
        """Refuse a word that could mean two things where it stands."""
        known: dict[str, Iterable[str]] = {
            "position": self.board.rectangles,
            "direction": self.board.links,
            "zone": self.board.zones,
            "piece": self.game.pieces,
            "player": self.game.players,
            "type of move": self.move_types,
        }
        if all(name in known[meaning] for meaning in meanings):
            raise BadZrf(f"{name} is a {' and a '.join(meanings)}: which is meant? Give one of them another name", line)

    # --- numbers ------------------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[str]:
        """The players who decide, in the order of `players`."""
        deciding = {turn.player for turn in self.game.turns}
        return [player for player in self.game.players if player in deciding and not player.startswith("?")]

    @cached_property
    def active(self) -> set[str]:
        """The players who have turns or are moved in some."""
        return {player for turn in self.game.turns for player in (turn.player, turn.side)}

    @cached_property
    def positions(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.board.positions)}

    @cached_property
    def directions(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.board.directions)}

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Pieces by number, from 1."""
        return {name: number for number, name in enumerate(self.game.pieces, 1)}

    @cached_property
    def attributes(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for piece in self.game.pieces.values():
            for name in piece.attributes:
                found.setdefault(name, len(found))
        return found

    @cached_property
    def move_types(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for piece in self.game.pieces.values():
            for name in piece.move_types:
                found.setdefault(name, len(found))
        return found

    @cached_property
    def flags(self) -> dict[str, tuple[set[str], set[str]]]:
        """The flags and the flags of positions that some move asks for, and those that some move sets."""
        found: dict[str, tuple[set[str], set[str]]] = {}
        for what in ("flag", "position-flag"):
            asked = {name for form in self.blocks for name in flags_asked(form, what)}
            found[what] = asked, {name for form in self.blocks for name in flags_set(form, f"set-{what}")}
        return found

    @cached_property
    def blocks(self) -> list[Form]:
        """All move code of the game."""
        pieces = self.game.pieces.values()
        return [block.form for piece in pieces for block in (*piece.moves, *piece.drops)]

    def player(self, name: str) -> int:
        return self.game.players.index(name)

    @cached_property
    def regular(self) -> set[str]:
        """The directions in which a step adds the same to every position's number, and so for all players."""
        number = self.positions
        even = {
            name
            for name, links in self.board.links.items()
            if len({number[two] - number[one] for one, two in links.items()}) == 1
        }
        turned = {name: {self.board.meant(player, name) for player in self.game.players} for name in self.board.links}
        return {name for name, meant in turned.items() if meant <= even}

    @cached_property
    def opposites(self) -> dict[str, str]:
        """The direction that leads back, where one always does."""
        found = {}
        for name, links in self.board.links.items():
            for other, back in self.board.links.items():
                pairs = [(one, two) for one, two in links.items() if two in back]
                if pairs and all(back[two] == one for one, two in pairs):
                    found[name] = other
                    break
        return found

    # --- names in Python ----------------------------------------------------------------------------------------------

    @cached_property
    def python(self) -> dict[tuple[str, str], str]:
        """What each name is called in the translation, by what it names: `("piece", "White Pawn")` → `WHITE_PAWN`."""
        taken: set[str] = set()
        found = {}
        groups = (
            ("direction", self.directions),
            ("piece", self.kinds),
            ("attribute", self.attributes),
            ("zone", self.board.zones),
            ("type", self.move_types),
        )
        for what, listed in groups:
            for name in listed:
                found[what, name] = _free(name, what, taken)
        return found


_RESERVED = frozenset(
    {"LINKS", "OPPOSITE", "POSITIONS", "PASS", "STEPS", "TABLES", "NUMBERS", "PIECE_OF", "DIRECTIONS"}
    | {"CAPTURE", "FLIP", "OWN", "CHANGE", "MARK", "CREATE", "MOVE"}
)


def _free(name: str, what: str, taken: set[str]) -> str:
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").upper() or what.upper()
    prefix = "ZONE_" if what == "zone" else "IS_" if what == "attribute" else ""
    made = f"{prefix}{plain}" if not plain[0].isdigit() else f"{what.upper()}_{plain}"
    while made in taken or made in _RESERVED or keyword.iskeyword(made):
        made += "_"
    taken.add(made)
    return made
