"""Records: everything needed to replay a game exactly, and to say where a record was changed.

A record is one JSON document. Each decision carries a short check of the position after it, so that a changed or
damaged record is refused at the very decision where it departs from the rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.parameters import Value
from ludarium.engine.position import Position
from ludarium.engine.result import Result

FORMAT = 1


def check_of(position: Position) -> str:
    """Eight hexadecimal digits of a position's bytes."""
    return hashlib.blake2b(position.to_bytes(), digest_size=4).hexdigest()


def seal_of(position: Position) -> str:
    """A long digest of a final position's bytes."""
    return hashlib.blake2b(position.to_bytes(), digest_size=32).hexdigest()


@dataclass
class Decision:
    """One seat's move, how long it took, and the check of the position after it."""

    seat: int
    move: str
    seconds: float
    check: str
    fault: str = ""
    """Why the player's own answer could not be used; then `move` is a stand-in."""
    reason: str = ""


@dataclass(repr=False)
class Record:
    """A game as it was played."""

    game: str
    rules: str
    settings: dict[str, Value]
    seed: int
    players: list[str]
    start: str = ""
    """The position text of the start where it was not the game's own."""
    decisions: list[Decision] = field(default_factory=list)
    result: Result | None = None
    seal: str = ""

    def to_json(self) -> str:
        """The document, one decision a line so that differences are easy to see."""
        data = asdict(self)
        decisions = data.pop("decisions")
        for decision in decisions:
            for optional in ("fault", "reason"):
                if not decision[optional]:
                    del decision[optional]
            decision["seconds"] = round(decision["seconds"], 6)
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in {"format": FORMAT, **data}.items()]
        body = ",\n".join("    " + json.dumps(decision) for decision in decisions)
        return "{\n" + "\n".join(lines) + '\n  "decisions": [\n' + body + "\n  ]\n}\n"

    def __repr__(self) -> str:
        ending = "broken off" if self.result is None else str(self.result)
        who = ", ".join(self.players)
        return f"<record of {self.game}, seed {self.seed}: {who}; {len(self.decisions)} decisions, {ending}>"

    def save(self, path: Path | str) -> None:
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Record:
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, TypeError, ValueError) as error:  # no file, no path, no text
            raise RecordError(f"cannot read the record {path}: {error}") from error
        try:
            return cls.from_json(text)
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from error

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a document; anything missing or of the wrong form is named."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"damaged at line {error.lineno}, column {error.colno}: {error.msg}") from error
        if not isinstance(data, dict) or "format" not in data:
            raise RecordError("this is no record of a game: 'format' is missing")
        if data["format"] != FORMAT:
            raise RecordError(f"record format {data['format']!r}, this version reads {FORMAT}")
        decisions = _part(data, "decisions", list)
        result = data.get("result")
        return cls(
            game=_part(data, "game", str),
            rules=_part(data, "rules", str),
            settings=_part(data, "settings", dict),
            seed=_part(data, "seed", int),
            players=_part(data, "players", list),
            start=_part(data, "start", str),
            decisions=[_decision(entry, number) for number, entry in enumerate(decisions, 1)],
            result=None if result is None else _result(result),
            seal=_part(data, "seal", str),
        )

    def replay(self, load_game: Callable[..., Game]) -> Iterator[tuple[Decision | None, Position]]:
        """The positions of the game, the start first, each checked against the record.

        `load_game(name, **settings)` gives the game. The first departure raises a `RecordError` that says where.
        """
        try:
            game = load_game(self.game, **self.settings)
        except LudariumError as error:
            raise RecordError(f"the game or its settings: {error}") from error
        if len(self.players) != game.seats:
            raise RecordError(f"{len(self.players)} players are named, but {game.name} has {game.seats} seats")
        game = by_version(game, self.rules)
        try:
            position = game.read_position(self.start).with_stream(self.seed) if self.start else game.start(self.seed)
        except LudariumError as error:
            raise RecordError(f"the start position: {error}") from error
        yield None, position
        for number, decision in enumerate(self.decisions, 1):
            where = f"decision {number} (seat {decision.seat + 1}, '{decision.move}')"
            try:
                position = position.play(decision.move, decision.seat)
            except LudariumError as error:
                raise RecordError(f"{where}: {error}") from error
            if check_of(position) != decision.check:
                raise RecordError(
                    f"{where}: the position after it has check {check_of(position)}, the record says {decision.check}; "
                    "this move, an earlier one, the seed or a setting was changed"
                )
            yield decision, position
        self._check_end(position)

    def verify(self, load_game: Callable[..., Game]) -> Position:
        """Replay to the end and give the final position, identical byte for byte to the one recorded."""
        *_, (_, position) = self.replay(load_game)
        return position

    def _check_end(self, position: Position) -> None:
        if self.result is None:
            if self.seal:
                raise RecordError("the record has the seal of a finished game, but no result")
            return
        if not position.over:
            raise RecordError(
                f"after decision {len(self.decisions)}: the record has a result, but the game is not over"
            )
        if seal_of(position) != self.seal:
            raise RecordError("the final position differs from the recorded one")
        if position.result() != self.result:
            raise RecordError(f"the result is {position.result()}, the record says {self.result}")


def by_version(game: Game, rules: str) -> Game:
    """The game by the rules that a record or a stored run names, or an error."""
    then = game.plays_by(rules)
    if then is None:
        raise RecordError(f"played by rules version {rules} of {game.name}, here is version {game.version}")
    return then


def _part(data: dict[str, Any], name: str, kind: type) -> Any:
    if name not in data:
        raise RecordError(f"'{name}' is missing")
    if not isinstance(data[name], kind) or isinstance(data[name], bool):
        raise RecordError(f"'{name}' is {data[name]!r}, expected {_KINDS[kind]}")
    return data[name]


_KINDS = {str: "a text", int: "a whole number", list: "a list", dict: "a mapping", float: "a number"}


def _decision(entry: object, number: int) -> Decision:
    if not isinstance(entry, dict):
        raise RecordError(f"decision {number} is {entry!r}, expected a mapping")
    try:
        seconds = entry.get("seconds", 0.0)
        if not isinstance(seconds, int | float):
            raise RecordError(f"'seconds' is {seconds!r}, expected a number")
        return Decision(
            seat=_part(entry, "seat", int),
            move=_part(entry, "move", str),
            seconds=float(seconds),
            check=_part(entry, "check", str),
            fault=str(entry.get("fault", "")),
            reason=str(entry.get("reason", "")),
        )
    except RecordError as error:
        raise RecordError(f"decision {number}: {error}") from error


def _result(entry: object) -> Result:
    try:
        assert isinstance(entry, dict)
        return Result(tuple(float(value) for value in entry["points"]), tuple(int(rank) for rank in entry["ranks"]))
    except (AssertionError, KeyError, TypeError, ValueError):
        raise RecordError(f"'result' is {entry!r}, expected points and ranks by seat") from None
