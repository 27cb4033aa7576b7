"""A game as people meet it: its name and parameters, its positions, moves and pictures.

A new game is a subclass with its metadata as class attributes and a `Rules` object; the methods under *words and
pictures* have plain defaults and are overridden where the game deserves better.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ludarium.engine.drawing import sheet
from ludarium.engine.entry import PLAIN
from ludarium.engine.errors import BadParameter, BadRules, IllegalMove, MalformedMove, MalformedPosition, NotSuited
from ludarium.engine.kernels.rng import ALL_BITS, derive
from ludarium.engine.levels import Level, Standing, standings_of, usual_levels
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.observing import Encoding, fields_encoding
from ludarium.engine.parameters import Parameter, Value, settle
from ludarium.engine.plugins import import_object
from ludarium.engine.position import Position, View
from ludarium.engine.result import Result
from ludarium.engine.rules import BoundRules, Rules
from ludarium.engine.slots import MAX_SEATS

if TYPE_CHECKING:
    from ludarium.engine.elements import Elements
    from ludarium.engine.entry import Entry
    from ludarium.engine.player import Player
    from ludarium.engine.quiz import RuleCheck

_SHOWN_MOVES = 12


class Game:
    """A game with settled parameters. `Pig(goal=50)` refuses what lies outside the declared ranges."""

    entry: ClassVar[Entry | None] = None
    """The entry of a game that is a folder. What it says, the class need not say again: name, title, summary, players
    and board."""
    name: str
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    """Changes when old records would no longer replay."""
    earlier: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """Versions that are still played by: each with the settings that make today's rules those of then."""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    """A parameter named `seats` decides the number of seats; others are copied into state fields of the same name."""
    seat_count: ClassVar[int] = 2
    seat_names: tuple[str, ...] = ("First", "Second", "Third", "Fourth")
    rules: Rules
    chance: bool = False
    """Whether play draws on the random stream after the set-up."""
    points_range: tuple[float, float] | None = None
    """The lowest and highest points a seat can end with, where they are known."""
    points_sum: ClassVar[float | None] = None
    """What all points add up to, where that is constant."""
    ties_by_fraction: ClassVar[bool] = False
    """Whether the fraction of points only breaks ties: people are shown whole points."""
    opponent: ClassVar[str] = ""
    """The player that people meet unless they choose; by default a search that suits the game."""
    seconds: ClassVar[float | None] = None
    """The time for a decision that people are offered at a table; None: as long as they like."""
    players: ClassVar[Mapping[str, str]] = {}
    """The game's own players: name → `module:Class`."""
    whole_turns: ClassVar[bool] = False
    """Whether people put all moves of a turn together on the board before they send any."""
    board_kind: ClassVar[str] = PLAIN
    """Which board component of the browser shows the game's scenes, or a file such as `board.js` beside the class."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        entry = cls.__dict__.get("entry")
        if entry is not None:
            cls.name, cls.title, cls.summary = entry.name, entry.title or entry.name, entry.summary
            cls.players, cls.board_kind = entry.players, entry.board
        if "read_position" in cls.__dict__:
            cls.read_position = _of_text(cls.__dict__["read_position"])  # type: ignore[method-assign]

    def __init__(self, /, **given: object) -> None:
        self.settings: dict[str, Value] = settle(self.name, self.parameters, given)
        self.seats = int(self.settings.get("seats", self.seat_count))
        if not 1 <= self.seats <= MAX_SEATS:
            raise BadRules(f"{self.name}: {self.seats} seats, expected 1 to {MAX_SEATS}")

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: nothing in a game changes, and its compiled rules are everybody's."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Without what is made when it is asked for, such as the compiled rules: every process makes its own."""
        made = {key for key in vars(self) if isinstance(getattr(type(self), key, None), cached_property)}
        return {key: value for key, value in vars(self).items() if key not in made}

    @cached_property
    def bound(self) -> BoundRules:
        """The compiled rules."""
        return self.rules.bind(self.seats)

    def another(self, /, **settings: object) -> Self:
        """A game of the same class with other settings; who need not wait for this one's rules need not for its."""
        made = type(self)(**settings)
        if self.bound.unwaited:
            made.bound = made.rules.unwaited(made.seats)
        return made

    def plays_by(self, version: str) -> Self | None:
        """The game by the rules of a version, its settings kept as they were given then; None if it no longer can."""
        if version == self.version:
            return self
        then = self.earlier.get(version)
        return None if then is None else self.another(**{**self.settings, **then})

    @classmethod
    def before(cls, settings: Mapping[str, object]) -> dict[str, Value]:
        """What stored settings do not say, which were whole when they were stored: parameters that came with a later
        version, with the values that mean the rules of then."""
        return {name: value for then in cls.earlier.values() for name, value in then.items() if name not in settings}

    @property
    def hidden(self) -> bool:
        """Whether seats know different things."""
        return self.rules.hidden

    @property
    def at_once(self) -> bool:
        """Whether several seats may have to decide at once."""
        return self.rules.at_once

    @property
    def suits(self) -> str:
        """The name of a player that any person can be given as an opponent."""
        return self.opponent or ("ismcts" if self.hidden or self.at_once else "mcts")

    # --- positions ----------------------------------------------------------------------------------------------------

    def blank_states(self, seed: int) -> Any:
        """One zeroed state with the parameters and a random stream in their fields."""
        states = self.bound.states(1)
        names = states.dtype.names or ()
        for name, value in self.settings.items():
            if name in names:
                states[0][name] = value
        states[0].rng = np.uint64(derive(seed, "game"))
        return states

    @cached_property
    def _blank(self) -> Any:
        """The words of a blank state, which games with many tables take long to write."""
        return self.blank_states(0).view(np.uint64)

    def start(self, seed: int = 0) -> Position:
        """The position at the start of the game that this seed gives."""
        if not isinstance(seed, Integral):
            raise BadParameter(f"the seed {seed!r} gives no game: expected a whole number")
        position = Position(self, self._blank.copy())
        position._deciding = self.bound.start(position._words, np.uint64(int(seed) & ALL_BITS))
        return position

    def rank(self, points: Sequence[float], state: Any) -> Result:
        """The result that these points mean. Override where ties are broken by something else."""
        return Result.from_points(points)

    # --- players ------------------------------------------------------------------------------------------------------

    @classmethod
    def read_player(cls, text: str) -> tuple[type[Player], dict[str, object]] | None:
        """The player that a text describes, in a game with more players than names: a class and its options.

        None where the text describes none; one that was clearly meant to, but is wrong, is an error that says why.
        """
        return None

    def levels(self) -> tuple[Level, ...]:
        """The opponents that people are offered, weakest first."""
        if self.entry is not None and self.entry.levels:
            offered: tuple[Level, ...] = import_object(self.entry.levels)
            return offered
        return usual_levels(self)

    def standings(self) -> Mapping[str, Standing]:
        """What was measured of these opponents, by their texts: only at the game's own settings, since with others it
        is another game."""
        own = all(self.settings[parameter.name] == parameter.default for parameter in self.parameters)
        named = self.entry is not None and self.entry.name == self.name
        return standings_of(self.entry.home, self.name) if self.entry is not None and named and own else {}

    def elements(self) -> Elements | None:
        """The grammar of the game's composed players; None where it has none."""
        if self.entry is None or not self.entry.elements:
            return None
        grammar: Elements = import_object(self.entry.elements)
        return grammar

    # --- moves --------------------------------------------------------------------------------------------------------

    def stand_in(self, view: View, source: random.Random) -> Move:
        """The move of a seat whose answer did not come or could not be used: any legal one.

        Override where the rules say what happens then. The source of chance is the match's own.
        """
        moves = view.moves()
        if not moves:
            raise BadRules(f"the rules of {self.name} list no move for seat {view.seat + 1}, which must decide")
        return source.choice(moves)

    def read_move(self, text: str, state: Any, seat: int) -> Move:
        """The move that a text means for a mover, checked to be legal."""
        wanted = normal(text)
        position = Position.from_bytes(self, state.tobytes())
        if self.rules.checked is not None:
            value = self.read_checked(text, state, seat)
            fault = position.fault(value, seat)
            if fault:
                raise IllegalMove(f"{text.strip()}: {fault}")
            return Move(value, self.move_text(value, state, seat))
        moves = position.moves(seat)
        for move in moves:
            if normal(move.text) == wanted:
                return move
        shown = ", ".join(move.text for move in moves[:_SHOWN_MOVES])
        more = f" … ({len(moves)} in all)" if len(moves) > _SHOWN_MOVES else ""
        listing = f"the legal moves are {shown}{more}"
        if self.looks_like_a_move(text):
            raise IllegalMove(f"'{text.strip()}' is not legal here; {listing}")
        raise MalformedMove(f"'{text.strip()}' is no move of {self.name}; {listing}")

    def looks_like_a_move(self, text: str) -> bool:
        """Whether a text has the form of a move, so that it is called illegal rather than malformed."""
        return False

    def unseen(self, value: MoveValue, state: Any, seat: int) -> bool | None:
        """Whether a move of a seat is made out of sight of all others; None where their views show it or do not."""
        return None

    def empty_move(self) -> Any:
        """A zeroed move, for games whose moves are checked."""
        element, length = self.rules.checked or ("i8", 0)
        return np.zeros(length, element)

    def move_array(self, value: MoveValue) -> Any:
        """A checked move as the array that kernels take; a malformed one is an error."""
        numbers = self.empty_move()
        if not isinstance(value, tuple) or len(value) != len(numbers):
            raise MalformedMove(f"a move of {self.name} has {len(numbers)} numbers, got {value!r}")
        try:
            numbers[:] = value
        except (TypeError, ValueError, OverflowError) as error:
            raise MalformedMove(f"a move of {self.name} is {len(numbers)} numbers, got {value!r}") from error
        if numbers.tolist() != list(value):
            raise MalformedMove(f"a move of {self.name} is made of {numbers.dtype} numbers, got {value!r}")
        return numbers

    def check_move(self, value: MoveValue, states: Any, seat: int) -> str:
        """Why a mover may not make this checked move; empty when it may."""
        code = int(self.bound.check(states, 0, seat, self.move_array(value)))
        return self.move_fault(code) if code else ""

    def move_fault(self, code: int) -> str:
        """What a non-zero answer of the kernel `check` means."""
        return f"the move breaks rule {code}"

    # --- as numbers for learners: `engine.observing` ------------------------------------------------------------------

    @property
    def move_range(self) -> tuple[int, int] | None:
        """The lowest and the highest number of any move, in games in which the same number means the same move
        throughout. None where that is not so, or where there would be far too many."""
        return None

    @property
    def offer(self) -> Callable[..., None] | None:
        """A kernel `(state, seat, moves, mask, lowest, by_place)` that writes a seat's mask of actions without listing
        its moves; None: by the list. Only for games with a `move_range`."""
        return None

    @property
    def narrow(self) -> Mapping[Any, Any]:
        """Constants of the rules that can be filled in otherwise for this very game when it is played from its start:
        for loops that are worth code of their own, such as thousands of games at once."""
        return {}

    @cached_property
    def encoding(self) -> Encoding:
        """The form of what a seat sees as numbers; by default the fields of its view. Override it along with a kernel
        `observe`."""
        return fields_encoding(self)

    # --- the board, where there is one --------------------------------------------------------------------------------

    @property
    def cells(self) -> int | None:
        """How many cells the board has, in games that say by `occupied` which of them hold something."""
        return None

    def occupied(self, state: Any) -> set[int] | None:
        """The cells that hold something, as numbers below `cells`; None in a game that does not say."""
        return None

    # --- words and pictures -------------------------------------------------------------------------------------------

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        """A move in words, without spaces at the ends; must be different for different moves."""
        return " ".join(exact(number) for number in value) if isinstance(value, tuple) else str(value)

    def read_checked(self, text: str, state: Any, seat: int) -> MoveValue:
        """The move that a text means, for games whose moves are checked; need not be allowed."""
        words = text.replace(",", " ").split()
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            raise MalformedMove(f"'{text.strip()}' is no move of {self.name}: expected numbers") from None
        whole = not (self.rules.checked or ("", 0))[0].startswith("f")
        return tuple(int(number) if whole and number.is_integer() else number for number in numbers)

    def position_text(self, state: Any) -> str:
        """A position as one short line. By default the fields that are not zero, as `name=1,2,3`."""
        parts = []
        for name in state.dtype.names or ():
            values = np.asarray(state[name])
            if name not in ("rng", "padding") and values.any():
                parts.append(f"{name}={','.join(exact(value) for value in values.reshape(-1).tolist())}")
        return " ".join(parts) or "-"

    def read_position(self, text: str) -> Position:
        """The position that a text means. The random stream is the one of seed 0."""
        if not isinstance(text, str):
            raise _no_text(self, text)
        states = self.blank_states(0)
        for part in text.split() if text.strip() != "-" else []:
            name, _, listing = part.partition("=")
            if name not in (states.dtype.names or ()) or name in ("rng", "padding"):
                raise MalformedPosition(
                    f"'{part}' is no part of a position of {self.name}; "
                    f"the fields are {', '.join(n for n in states.dtype.names if n not in ('rng', 'padding'))}"
                )
            values = np.asarray(states[0][name])
            numbers = listing.split(",")
            if len(numbers) != values.size:
                raise MalformedPosition(f"'{part}': {name} has {values.size} numbers, got {len(numbers)}")
            try:
                read = float if values.dtype.kind == "f" else int
                states[0][name] = np.array([read(number) for number in numbers], values.dtype).reshape(values.shape)
            except (ValueError, OverflowError) as error:
                raise MalformedPosition(f"'{part}': {error}") from error
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        """A picture in text. `seat` is whose view the state is, None for a whole position."""
        return "\n".join(f"{name:>12}  {value}" for name, value in self._shown_fields(state).items())

    def _shown_fields(self, state: Any) -> dict[str, Any]:
        names = state.dtype.names or ()
        return {name: np.asarray(state[name]).tolist() for name in names if name not in ("rng", "padding")}

    # --- scenes: views as plain data for a screen, put together by `engine.scene` -------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> Mapping[str, Any]:
        """What the game's board component draws, as JSON has it, from the view alone. A board of the game's own is
        the same for all seats where everybody sees the same.

        `past` are earlier views of the same seat, the newest last: what changed since then may be shown as movement.
        A game that returns a TypedDict is held to it, and the types of its board component are made from it; so with
        `move_scene`.
        """
        return {}

    def move_scene(self, move: Move, view: View) -> Mapping[str, Any]:
        """What a screen needs to offer a move of this view's seat; `words` say it to people."""
        return {"words": move.text}

    def told(self, move: Move, view: View, after: Position) -> str:
        """How a list of moves says it, with what fell or was at stake: of `after` only what everybody sees."""
        return str(self.move_scene(move, view).get("words", move.text))

    def shown_points(self, result: Result) -> tuple[float, ...]:
        """The points by seat as people read them."""
        return tuple(float(math.floor(value)) for value in result.points) if self.ties_by_fraction else result.points

    def standing(self, view: View) -> list[float] | None:
        """The points of every seat so far, in games that count them in the open."""
        return None

    def describe_view(self, view: View) -> str:
        """The view in sentences, for people who cannot see the board."""
        return self.picture(view)

    def picture(self, view: View) -> str:
        """The picture in text of a view, without codes for colours."""
        return self.draw(view.state, None if view.whole else view.seat)

    def preview(self, view: View, moves: Sequence[str]) -> tuple[View, bool] | None:
        """What the seat would see after some moves of this same turn, and whether the turn would then be complete.

        None in games where a turn is one move. A move that cannot be made is an error as in `read_move`. No chance is
        drawn on, and nothing hidden comes to light.
        """
        return None

    def thumbnail(self) -> str:
        """A small SVG drawing for lists of games; by default the title on an empty sheet."""
        return sheet(self.title or self.name)

    def file_text(self) -> str:
        """The game as a file that can be changed and played, in families of games that are data."""
        raise NotSuited(f"{self.name} has no file: only games that are data do, such as '5x5 drop line-4'")

    def quiz(self) -> tuple[RuleCheck, ...]:
        """Some questions about the rules for people who have read them. By default about what every game has."""
        from ludarium.engine.quiz import general_quiz

        make = import_object(self.entry.quiz) if self.entry is not None and self.entry.quiz else general_quiz
        made: tuple[RuleCheck, ...] = make(self)
        return made

    def rules_text(self) -> str:
        """The rules in plain words. By default the documentation of the class, where a parameter that is named in
        backticks is said by its value."""
        import inspect

        text = inspect.getdoc(type(self)) or self.summary
        for name, value in self.settings.items():
            said = f"{value:g}" if isinstance(value, float) else str(value)
            text = text.replace(f"`{name}`", said or "none")
        return text

    def describe(self) -> str:
        """The game with every parameter that differs from its default."""
        changed = [
            f"{parameter.name}={self.settings[parameter.name]}"
            for parameter in self.parameters
            if self.settings[parameter.name] != parameter.default
        ]
        return f"{self.name} ({', '.join(changed)})" if changed else self.name

    def __repr__(self) -> str:
        return f"<{self.describe()}>"

    def _repr_html_(self) -> str:
        from ludarium.engine.markup import game_card

        return game_card(self)


def _of_text(read: Any) -> Any:
    """A game's reader of positions, which need not look after what is no text at all."""

    @wraps(read)
    def checked(self: Game, text: str) -> Position:
        if not isinstance(text, str):
            raise _no_text(self, text)
        found: Position = read(self, text)
        return found

    return checked


def _no_text(game: Game, given: object) -> MalformedPosition:
    return MalformedPosition(f"{given!r} is no position of {game.name}: expected a text, as position.text gives it")


def exact(number: float) -> str:
    """A number as the shortest text that reads back as the same number."""
    return repr(number) if isinstance(number, float) and not number.is_integer() else str(int(number))


def normal(text: str) -> str:
    """A move's text as it is compared: case and runs of blanks do not matter."""
    return re.sub(r"\s+", " ", text).strip().lower()
