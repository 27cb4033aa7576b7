"""What a player keeps of its opponents between games.

Two places for it. On one's own machine the option `memory` names a small JSON file, the same shape for every player. In
the lab the server keeps it, for each person: `prepare` hands it to a player, `learned` asks a player what to keep after
a game. `Remembering` is what players of games of two need for both.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import platformdirs

from ludarium.engine.errors import LudariumError, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.parameters import Parameter
from ludarium.engine.played import Played, played
from ludarium.engine.player import Player
from ludarium.engine.position import View
from ludarium.engine.record import Record
from ludarium.engine.result import Result
from ludarium.players import make

FORMAT = 1
LARGEST = 1 << 16
"""Bytes of what may be kept of one person."""
KEPT = 500
"""Games that a memory tells one by one; the oldest are forgotten first."""
LOST, TIED, WON = "lost", "tied", "won"
OUTCOMES = (LOST, TIED, WON)
NO_MEMORY, OWN_MEMORY = "none", "own"
"""What a player's option `memory` may say instead of a file."""
OPTIONS = (
    Parameter("opponent", "anybody", "whom it plays against: the memory has a page for each"),
    Parameter("memory", NO_MEMORY, "a file to remember opponents in; own: one in your data folder; none"),
)
"""The options of players that remember. They say where a memory is, not who the player is."""

Known = TypeVar("Known")
"""What a player knows of one opponent."""


class BadMemory(LudariumError):
    """A memory that cannot be read or written."""


@dataclass(frozen=True)
class Memory(Generic[Known]):
    """How one player's memory is written and read."""

    player: str
    file: str
    """The name of the file in the user's data folder."""
    write: Callable[[Known], dict[str, Any]]
    read: Callable[[str, Any], Known]
    """From an opponent's name and its entry; a ValueError says in words what is wrong with the entry."""

    def place(self, option: str) -> Path | None:
        """The file that the option `memory` means: none, the player's own in the user's data folder, or any other."""
        if option == NO_MEMORY:
            return None
        if option == OWN_MEMORY:
            return platformdirs.user_data_path("ludarium", appauthor=False) / self.file
        return Path(option)

    def recognise(self, entry: Any) -> Known:
        """What an entry says that `write` made."""
        try:
            return self.read("this one", entry)
        except ValueError as error:
            raise BadMemory(f"this is no memory of {self.player}: {error}") from None

    def recall(self, path: Path, opponent: str) -> Known | None:
        """What a file says of an opponent; None if it is new, or there is no file yet."""
        return self._everybody(path).get(opponent)

    def remember(self, path: Path, opponent: str, known: Known) -> None:
        """Write what is known of an opponent; everybody else in the file stays. The file is replaced as a whole."""
        everybody = self._everybody(path)
        everybody[opponent] = known
        entries = {name: self.write(other) for name, other in sorted(everybody.items())}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump({"format": FORMAT, "opponents": entries}, file, indent=2, ensure_ascii=False)
                    file.write("\n")
                Path(draft).replace(path)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise _unusable("write", path, error) from error

    def _everybody(self, path: Path) -> dict[str, Known]:
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            raise self._broken(path, "it is no text") from None
        except OSError as error:
            raise _unusable("read", path, error) from error
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise self._broken(path, f"damaged at line {error.lineno}, column {error.colno}: {error.msg}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("opponents"), dict):
            raise self._broken(path, f"expected an object with format {FORMAT} and opponents")
        try:
            return {name: self.read(name, entry) for name, entry in data["opponents"].items()}
        except ValueError as error:
            raise self._broken(path, str(error)) from None

    def _broken(self, path: Path, fault: str) -> BadMemory:
        return BadMemory(
            f"{path} is no memory of {self.player}: {fault}; it is left as it is: mend it, or move it away"
        )


def _unusable(what: str, path: Path, error: OSError) -> BadMemory:
    return BadMemory(f"cannot {what} the memory {path}: {error.strerror}; give another place by memory=")


class Remembering(Player, Generic[Known]):
    """A player of games of two that keeps what it knows of its opponent, in the lab or in a file.

    A subclass says what it knows of a stranger, and what a game teaches; `known` is what it knows in this game.
    """

    remembers = True
    known_by: ClassVar[tuple[str, ...] | None] = ()
    keeps: ClassVar[Memory[Any]]
    known: Known

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self._opponent = str(self.options["opponent"])
        self._file = self.keeps.place(str(self.options["memory"]))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        entry = self.recalled.get(1 - seat)
        self.known = self._stored() if entry is None else self.keeps.recognise(entry)

    def stranger(self) -> Known:
        """What is known of somebody met for the first time."""
        raise NotImplementedError

    def watch(self, view: View) -> None:
        """Take in what is seen at a decision, where there is something to learn from it."""

    def learn(self, known: Known, result: Result) -> None:
        """Change what is known by how a game has ended, and by what was watched."""
        raise NotImplementedError

    def end(self, result: Result) -> None:
        if self._file is not None:
            known = self._stored()  # not what the game began with: another may have ended meanwhile
            self.learn(known, result)
            self.keeps.remember(self._file, self._opponent, known)

    def remember(self, played: Played) -> Mapping[int, Any]:
        """Nothing is learnt from a game that was left alone; one that somebody gave up counts as it was counted."""
        if played.result is None:
            return {}
        for view in played.views:
            self.watch(view)
        self.learn(self.known, played.result)
        return {1 - self.seat: self.keeps.write(self.known)}

    def _stored(self) -> Known:
        found: Known | None = self.keeps.recall(self._file, self._opponent) if self._file is not None else None
        return self.stranger() if found is None else found


# --- where somebody else keeps it -------------------------------------------------------------------------------------


def identity(text: str) -> str:
    """A player's text without what only says where its memory is: two that share it share their memories."""
    name, colon, options = text.strip().partition(":")
    if not colon or not all("=" in option for option in options.split(",")):
        return text.strip()
    without = {parameter.name for parameter in OPTIONS}
    said = sorted(option.strip() for option in options.split(",") if option.partition("=")[0].strip() not in without)
    return f"{name.strip().lower()}:{','.join(said)}" if said else name.strip().lower()


def known_settings(kind: type[Player], game: Game) -> dict[str, Any]:
    """The settings by which a player's memories are told apart: those that it says matter."""
    settings = dict(game.settings)
    return settings if kind.known_by is None else {name: settings[name] for name in kind.known_by if name in settings}


def prepare(player: Player, game: Game, seat: int, seed: int, memories: Mapping[int, str]) -> None:
    """Begin a game with what was kept, by seat, of those who sit there. What cannot be read is as if it were not."""
    player.recalled = {other: json.loads(text) for other, text in memories.items()}
    try:
        player.begin(game, seat, seed)
    except BadMemory:
        player.recalled = {}
        player.begin(game, seat, seed)


def learned(
    text: str,
    game: Game,
    seat: int,
    seed: int,
    *,
    record: Record,
    result: Result | None,
    memories: Mapping[int, str],
) -> dict[int, str]:
    """What a player keeps after a recorded game, by seat. `memories` is what was kept until now; `result` is for games
    that ended otherwise than by their rules. Asked again, the answer is the same.
    """
    player = make(text, game)
    try:
        prepare(player, game, seat, seed, memories)
        kept = player.remember(played(record, game, seat, result))
        return {other: _written(text, entry) for other, entry in kept.items()}
    finally:
        player.close()


def _written(text: str, entry: Any) -> str:
    try:
        written = json.dumps(entry, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise PlayerError(f"{text} wants to keep what JSON cannot hold: {error}") from None
    if len(written) > LARGEST:
        raise PlayerError(f"{text} wants to keep {len(written)} bytes of somebody, of at most {LARGEST}")
    return written
