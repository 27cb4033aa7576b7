"""A game as its rules file describes it: players, turns, board, pieces, set-up, goals and options.

What only looks or sounds is left out; whatever else is not understood is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ludarium.doors.zrf.board import Board, number, read_board
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.macros import Macros, word_of
from ludarium.doors.zrf.reader import Form, Node, Text, Word, name_of, read, shown, text_of

MOST_PLAYERS = 4
QUIET_PLIES = 200
"""Plies without a capture, a drop or a change of a piece after which a game is a draw, unless the file says otherwise:
Zillions' files need not end, our games must."""
_UNHEARD = re.compile(
    r"(?:.*-sound|music|solution|image|thumbnail|default|icon|translate|opening.*|allow-flipping|animate-.*|version)"
)
_TEXTS = ("title", "description", "history", "strategy")
_RULING = ("pass turn", "pass partial", "maximal captures", "recycle captures", "recycle promotions")
"""Options that change the rules."""
_NUMBERS = {"quiet plies": (1, 1000), "score rows": (2, 50)}
"""Our own options of a number: the plies without progress that end a game, and the shortest row that counts."""
TYPE_OPTIONS = ("quiet moves", "announcing moves", "take back")
PIECE_OPTIONS = ("extra turn", "turn for another", "shared piece", "unspent piece")
"""Our own options that name a type of move or a piece, for rules that Zillions' language cannot say."""
_UNSUPPORTED = ("include off-pieces", "include off pieces", "discard cascades")
"""Options that change what a file means in ways of which nothing certain is known here."""
_SHOWING = re.compile(
    r"animate .*|highlight goals|prevent flipping|progressive levels|selection screen|show .*"
    r"|silent .*|smart .*|allow flipping|click .*|loss .*|advisor.*"
)
"""Options that change what is seen only. Zillions itself ignores what it does not know, but we cannot tell."""


@dataclass(frozen=True)
class Turn:
    """Who decides, whose pieces move, and with which type of move, None for any."""

    player: str
    side: str
    move_type: str | None
    line: int


@dataclass(frozen=True)
class Block:
    """One way to move or drop a piece, not yet understood word by word."""

    form: Form
    move_type: str | None


@dataclass(frozen=True)
class Piece:
    name: str
    moves: tuple[Block, ...]
    drops: tuple[Block, ...]
    attributes: dict[str, bool]
    letter: str
    help: str
    line: int
    move_types: tuple[str, ...] = ()
    """All that it names, also those without a move: a partial move which such a one must follow is the last."""


@dataclass(frozen=True)
class Setup:
    """Pieces of a player at the start: at a position, or off the board."""

    player: str
    piece: str
    position: str | None
    count: int
    line: int


@dataclass(frozen=True)
class Goal:
    """`outcome` is win, loss, draw or count, for each of the players of whom the condition holds."""

    outcome: str
    players: tuple[str, ...]
    condition: Node
    line: int


@dataclass
class Description:
    """All that a game says."""

    texts: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    repeat: int = 0
    """The turn with which the round begins again."""
    board: Board | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    setup: list[Setup] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    line: int = 0

    @property
    def title(self) -> str:
        return self.texts.get("title", "").strip() or "Untitled"

    def option(self, name: str) -> str:
        return self.options.get(name, "false").lower()

    @property
    def quiet(self) -> int:
        return int(self.options.get("quiet plies", QUIET_PLIES))

    def named(self, option: str) -> str | None:
        """The type of move or the piece that an option names."""
        return self.options.get(option)


@dataclass
class File:
    """The games of a file, the variants after the game that they vary, and what was mended."""

    games: list[Description]
    warnings: list[str]

    def game(self, which: str = "") -> Description:
        """The game with a number from 1, or a title; the first without."""
        wanted = which.strip()
        if not wanted:
            return self.games[0]
        if wanted.isdigit():
            if not 1 <= int(wanted) <= len(self.games):
                raise BadZrf(f"there is no game {wanted}: the file has {len(self.games)}")
            return self.games[int(wanted) - 1]
        for game in self.games:
            if game.title.lower() == wanted.lower():
                return game
        titles = ", ".join(f"{place} {game.title}" for place, game in enumerate(self.games, 1))
        raise BadZrf(f"there is no game '{wanted}': the file has {titles}")


def read_file(path: Path, more: str = "") -> File:
    """The games of a file; `more` are sections that are added to each of them."""
    return read_text(text_of(path), more, path.parent)


def read_text(text: str, more: str = "", folder: Path | None = None) -> File:
    """The games of a text. Files that it includes are read from the folder, without one they are refused."""
    source = read(text)
    forms = list(_included(source.forms, folder, ()))
    macros = Macros.of(forms)
    added = read(f"(game {more}\n)").forms[0] if more.strip() else None
    games: list[Description] = []
    early: list[Form] = []
    """Variants that stand before the game which they vary."""
    parent: Description | None = None
    for form in forms:
        assert isinstance(form, Form)
        if form.head == "define":
            macros.define(form)
        elif form.head == "game" or (form.head == "variant" and parent is not None):
            body = Form((form.items[0], *macros.expand(form.rest)), form.line, form.column)
            if form.head == "game":
                parent = _game(body, Description())
                games += [parent, *(_game(variant, _inherited(parent, variant)) for variant in early)]
                early.clear()
            elif parent is not None:
                games.append(_game(body, _inherited(parent, body)))
        elif form.head == "variant":
            early.append(Form((form.items[0], *macros.expand(form.rest)), form.line, form.column))
    if early:
        raise BadZrf("the file has a variant, but no game that it could vary: (game …) is missing", early[0].line)
    if not games:
        raise BadZrf("the file has no game: (game …) is missing", 1)
    games = [game for game in games if game.title != "-"]  # a line in Zillions' menu
    if added is not None:
        assert isinstance(added, Form)
        games = [_game(Form((added.items[0], *macros.expand(added.rest)), 0, 0), game) for game in games]
    return File(games, [*source.warnings, *macros.warnings])


def _included(forms: Iterable[Node], folder: Path | None, within: tuple[Path, ...]) -> Iterable[Node]:
    """The forms with those of included files in their places."""
    for form in forms:
        if not (isinstance(form, Form) and form.head == "include"):
            yield form
            continue
        if len(form.items) != 2 or not isinstance(form.items[1], Text):
            raise BadZrf('an include is written (include "file.zrf")', form.line)
        name = form.items[1].text
        parts = re.split(r"[\\/]", name)
        if folder is None or any(part in ("", "..") or ":" in part for part in parts):
            raise BadZrf(f'(include "{name}"): only files beside or below this one are read', form.line)
        path = folder.joinpath(*parts)
        if path in within:
            raise BadZrf(f'(include "{name}"): the files include each other', form.line)
        if not path.is_file():
            raise BadZrf(f'(include "{name}"): there is no such file', form.line)
        try:
            yield from _included(read(text_of(path)).forms, path.parent, (*within, path))
        except BadZrf as error:
            raise BadZrf(f"in {name}: {error}", form.line) from error


def _inherited(parent: Description, variant: Form) -> Description:
    """What a variant begins with: all of its game but the goals, where it has its own."""
    heads = {part.head for part in variant.rest if isinstance(part, Form)}
    own_goals = any(head.endswith("-condition") for head in heads)
    return replace(
        parent,
        texts={**parent.texts, "title": ""},
        pieces=dict(parent.pieces),
        setup=list(parent.setup),
        goals=[] if own_goals else list(parent.goals),
        options=dict(parent.options),
    )


# --- sections ---------------------------------------------------------------------------------------------------------


def _game(form: Form, game: Description) -> Description:
    game.line = form.line or game.line
    once: dict[str, int] = {}
    _check_options(form)
    # The names of the players are needed to read the rest, wherever they stand.
    first = {"players": 0, "turn-order": 1}
    for part in sorted(form.rest, key=lambda part: first.get(name_of(part), 2)):
        if not isinstance(part, Form):
            raise BadZrf(f"'{shown(part)}' is no part of a game: a bracket may be missing", part.line)
        head = part.head
        said = _said_once(part)
        if said in once:
            raise BadZrf(f"({said} stands in line {once[said]} already", part.line)
        if said:
            once[said] = part.line
        if head in _TEXTS:
            game.texts[head] = " ".join(node.text for node in part.rest if isinstance(node, Text))
        elif head in _SECTIONS:
            _SECTIONS[head](game, part)
        elif head.endswith("-condition"):
            _goal(game, part)
        elif head == "engine":
            raise BadZrf("(engine …): rules in a program of their own are not supported", part.line)
        elif head.replace("-", " ") in (*_RULING, "quiet plies"):
            _option(game, Form((part.items[0], Text(head.replace("-", " "), part.line, 0), *part.rest), part.line, 0))
        elif not _UNHEARD.fullmatch(head):
            known = sorted({*_SECTIONS, *_TEXTS, *(f"{kind}-condition" for kind in _OUTCOMES)})
            raise BadZrf(f"({head or '…'} is no part of a game; there are {', '.join(known)}", part.line)
    return game


def _said_once(part: Form) -> str:
    """What may stand in a game only once, as it begins; empty for all else."""
    if part.head in ("players", "turn-order", "board", "board-setup", "move-priorities"):
        return part.head
    if part.head == "piece":
        names = [item.rest for item in part.rest if isinstance(item, Form) and item.head == "name"]
        if len(names) > 1:
            raise BadZrf("the piece has two names", part.line)
        return f"piece (name {shown(names[0][0])})" if names and names[0] else ""
    return ""


def _check_options(form: Form) -> None:
    """An option may stand in a game twice, but not with two values."""
    said: dict[str, tuple[str, int]] = {}
    for part in form.rest:
        if isinstance(part, Form) and part.head == "option" and len(part.items) == 3:
            name, value = name_of(part.items[1]).strip().lower(), name_of(part.items[2]).lower()
            before, line = said.setdefault(name, (value, part.line))
            if before != value and not _SHOWING.fullmatch(name):
                raise BadZrf(f'the option "{name}" is {before} in line {line}, and {value} here', part.line)


def _players(game: Description, form: Form) -> None:
    game.players = [word_of(node, "a player's name") for node in form.rest]
    if not game.players or len(set(game.players)) < len(game.players):
        raise BadZrf("(players needs different names", form.line)


def _turn_order(game: Description, form: Form) -> None:
    game.turns, game.repeat = [], 0
    for node in form.rest:
        if isinstance(node, Word) and node.text == "repeat":
            game.repeat = len(game.turns)
            continue
        words = [word_of(item, "a player or a move type") for item in node.items] if isinstance(node, Form) else []
        if not isinstance(node, Form):
            words = [word_of(node, "a player")]
        if not words or words[0] not in game.players:
            raise BadZrf(f"{shown(node)}: expected a player, one of {', '.join(game.players)}", node.line)
        player, *others = words
        side = others.pop(0) if others and others[0] in game.players else player
        if len(others) > 1:
            raise BadZrf(f"{shown(node)}: expected (player), (player type), (player other) or all three", node.line)
        game.turns.append(Turn(player, side, others[0] if others else None, node.line))
    if not game.turns or game.repeat >= len(game.turns):
        raise BadZrf("(turn-order has no turns to repeat", form.line)


def _board(game: Description, form: Form) -> None:
    game.board = read_board(form)


def _setup(game: Description, form: Form) -> None:
    game.setup = []
    for node in form.rest:
        if not isinstance(node, Form) or not node.head:
            raise BadZrf("a set-up is written (White (Rook a1 h1) (Pawn off 3))", node.line)
        for group in node.rest:
            if not isinstance(group, Form) or not group.head:
                raise BadZrf(f"{shown(group)}: expected (Piece position …)", group.line)
            _group(game, node.head, group)


def _group(game: Description, player: str, group: Form) -> None:
    items = list(group.rest)
    while items:
        node = items.pop(0)
        name = word_of(node, "a position")
        if name == "off":
            if not items:
                raise BadZrf("off needs a number of pieces", node.line)
            game.setup.append(Setup(player, group.head, None, number(items.pop(0)), node.line))
        else:
            game.setup.append(Setup(player, group.head, name, 1, node.line))


_WRITTEN = {"name": "(name Man)", "attribute": "(attribute moved? false)"}


def _piece(game: Description, form: Form) -> None:
    name, letter, said = "", "", ""
    moves: list[Block] = []
    drops: list[Block] = []
    attributes: dict[str, bool] = {}
    types: list[str] = []
    for part in form.rest:
        if not isinstance(part, Form):
            raise BadZrf(f"'{shown(part)}' is no part of a piece", part.line)
        if part.head == "name" and len(part.items) == 2:
            name = word_of(part.items[1], "a piece's name")
        elif part.head == "moves":
            moves += _blocks(part, types)
        elif part.head == "drops":
            drops += _blocks(part, types)
        elif part.head == "attribute" and len(part.items) == 3:
            value, attribute = word_of(part.items[2], "true or false"), word_of(part.items[1], "an attribute's name")
            if attributes.get(attribute, value == "true") != (value == "true"):
                raise BadZrf(f"the attribute {attribute} is given twice, as true and as false", part.line)
            if value not in ("true", "false"):
                raise BadZrf(f"an attribute is true or false, not {value}", part.line)
            attributes[attribute] = value == "true"
        elif part.head == "notation":
            letter = "".join(node.text for node in part.rest if isinstance(node, Text)).strip()
        elif part.head in ("help", "description"):
            said = said or " ".join(node.text for node in part.rest if isinstance(node, Text))
        elif part.head in _WRITTEN:
            raise BadZrf(f"{shown(part)}: expected {_WRITTEN[part.head]}", part.line)
        elif part.head not in ("image", "open", "dummy", "image-rotated"):
            raise BadZrf(f"({part.head or '…'} is no part of a piece", part.line)
    if not name:
        raise BadZrf("the piece has no name", form.line)
    game.pieces[name] = Piece(name, tuple(moves), tuple(drops), attributes, letter, said, form.line, tuple(types))


def _blocks(form: Form, types: list[str]) -> list[Block]:
    """The moves or drops of a piece; the types of moves that it names are added to `types`."""
    found = []
    move_type: str | None = None
    for node in form.rest:
        if not isinstance(node, Form):
            raise BadZrf(f"'{shown(node)}' stands in ({form.head} without brackets", node.line)
        if node.head == "move-type":
            if len(node.items) != 2:
                raise BadZrf("a move type is written (move-type name)", node.line)
            move_type = word_of(node.items[1], "a move type")
            types.append(move_type)
        else:
            found.append(Block(node, move_type))
    return found


_OUTCOMES = ("win", "loss", "draw", "count")


def _goal(game: Description, form: Form) -> None:
    outcome = form.head.removesuffix("-condition")
    if outcome not in _OUTCOMES:
        raise BadZrf(f"({form.head} is no condition", form.line)
    items = list(form.rest)
    players = tuple(game.players)
    first = items[0] if items else None
    named = isinstance(first, Form) and all(isinstance(item, Word) for item in first.items)
    if (
        named
        and isinstance(first, Form)
        and {item.text for item in first.items if isinstance(item, Word)} <= set(players)
    ):
        players = tuple(word_of(item, "a player") for item in first.items)
        items.pop(0)
    elif outcome != "count":
        raise BadZrf(f"({form.head} is written ({form.head} (White Black) condition)", form.line)
    if len(items) != 1:
        raise BadZrf(f"({form.head} has {len(items)} conditions: expected one, with (or …) around several", form.line)
    game.goals.append(Goal(outcome, players, items[0], form.line))


def _priorities(game: Description, form: Form) -> None:
    game.priorities = [word_of(node, "a move type") for node in form.rest]
    if not game.priorities:
        raise BadZrf("(move-priorities names no move types", form.line)


def _option(game: Description, form: Form) -> None:
    if len(form.items) != 3 or isinstance(form.items[1], Form):
        raise BadZrf('an option is written (option "name" value)', form.line)
    name, said = form.items[1].text.strip().lower(), word_of(form.items[2], "a value")
    value = said.lower()
    if name in _UNSUPPORTED and value not in ("false", "0"):
        raise BadZrf(f'the option "{name}" is not supported', form.line)
    if name in TYPE_OPTIONS or name in PIECE_OPTIONS:
        game.options[name] = said
        return
    if name not in _RULING and name not in _NUMBERS:
        if name not in _UNSUPPORTED and not _SHOWING.fullmatch(name):
            raise BadZrf(f'the option "{name}" is not known: it might change the rules', form.line)
        return
    allowed = {"pass turn": ("true", "false", "forced")}
    if name in _NUMBERS:
        least, most = _NUMBERS[name]
        if not value.isdigit() or not least <= int(value) <= most:
            raise BadZrf(f'the option "{name}" takes {least} to {most}, not {value}', form.line)
    elif value not in allowed.get(name, ("true", "false")):
        raise BadZrf(f'the option "{name}" does not take {value}', form.line)
    game.options[name] = value


_SECTIONS = {
    "players": _players,
    "turn-order": _turn_order,
    "board": _board,
    "board-setup": _setup,
    "piece": _piece,
    "move-priorities": _priorities,
    "option": _option,
}
