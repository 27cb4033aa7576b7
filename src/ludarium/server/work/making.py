"""What is made in processes for jobs: replays as the bytes that are sent, and records that are checked."""

from __future__ import annotations

import gzip
import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from ludarium.arena.metrics.decisive import decisive_moment
from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.parameters import Value
from ludarium.engine.position import SPECTATOR, Position
from ludarium.engine.record import Decision, Record
from ludarium.engine.result import Result
from ludarium.games.offered import check_name
from ludarium.players.memory import learned
from ludarium.server.tables.boards import board_of
from ludarium.server.tables.cards import picture
from ludarium.server.tables.scenes import replay_scene, result_data
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import PAST

MOST = 2000
"""Frames of a replay at most."""
LONGEST = 5000
"""Decisions of an uploaded record."""


@lru_cache(maxsize=1)
def _shelf() -> Shelf:
    return Shelf()


def _game(name: str, settings: Mapping[str, Any]) -> Game:
    """A game with what has been compiled of it since it was last asked for."""
    game = _shelf().game(name, settings)
    game.bound.load()
    return game


def packed(data: Any) -> bytes:
    """JSON as it is sent."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return gzip.compress(text.encode(errors="replace"), 5, mtime=0)


# --- replays ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A decision of a match that is being played, with what spectators were told of it."""

    seat: int
    move: str
    words: str
    fault: str
    seen: bool


def finished_replay(about: Mapping[str, Any], text: str, seat: int | None) -> bytes:
    """A match that is over: everything, or what one seat saw. `about` is all that does not need its positions."""
    record = Record.from_json(text)
    game = _game(about["game"], about["settings"])
    frames: list[dict[str, Any]] = []
    past: deque[Position] = deque(maxlen=PAST)
    before: Position | None = None
    for decision, position in record.replay(lambda name, **settings: game):
        viewer = SPECTATOR if seat is None else seat
        scene = replay_scene(position, len(frames), past, viewer, whole=seat is None)
        frames.append(_frame(len(frames), decision, _words(decision, before, position), scene))
        before = position
        past.append(position)
        if len(frames) > MOST:
            break
    decisive, why = _decisive(record, game)
    return packed({**about, "board": board_of(game), "frames": frames, "decisive": decisive, "why": why})


def running_replay(about: Mapping[str, Any], seed: int, told: Sequence[Told]) -> bytes:
    """What spectators have seen so far of a match: made from their views alone, with the moves they were told."""
    game = _game(about["game"], about["settings"])
    frames: list[dict[str, Any]] = []
    past: deque[Position] = deque(maxlen=PAST)
    position = game.start(seed)
    frames.append(_frame(0, None, "", replay_scene(position, 0, past, SPECTATOR, whole=False)))
    for made in told:
        past.append(position)
        position = position.play(made.move, made.seat)
        frame = _frame(len(frames), None, "", replay_scene(position, len(frames), past, SPECTATOR, whole=False))
        frame |= {"seat": made.seat, "fault": made.fault}
        frame |= {"move": made.move, "words": made.words} if made.seen else {}
        frames.append(frame)
    return packed({**about, "board": board_of(game), "frames": frames, "decisive": None, "why": ""})


def _words(decision: Decision | None, before: Position | None, after: Position) -> str:
    """A decision as the list of moves says it."""
    if decision is None or before is None:
        return ""
    view = before.view(decision.seat)
    return before.game.told(view.move(decision.move), view, after)


def _frame(number: int, decision: Decision | None, words: str, scene: Any) -> dict[str, Any]:
    scene["turn"].setdefault("committed", [])
    return {
        "number": number,
        "seat": None if decision is None else decision.seat,
        "move": "" if decision is None else decision.move,
        "words": words,
        "reason": "" if decision is None else decision.reason,
        "fault": "" if decision is None else decision.fault,
        # Nothing is known where nothing was measured, or where it is not to be told.
        "seconds": (decision.seconds or None) if decision is not None else None,
        "text": scene["text"],
        "scene": scene,
    }


def _decisive(record: Record, game: Game) -> tuple[int | None, str]:
    """The frame after which the match was decided, and why; None where nobody can say."""
    try:
        found = decisive_moment(record, game)
    except LudariumError:
        return None, ""
    return (None, "") if found is None else (found.number, found.why)


# --- records ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """A record that replays exactly, as it is stored."""

    game: str
    settings: dict[str, Value]
    seed: int
    players: list[str]
    decisions: int
    result: dict[str, Any] | None
    text: str


def checked_record(text: str) -> Checked:
    """A record that somebody brings along; a `RecordError` says what is wrong with it."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("This is no record: expected the JSON file of a match.") from None
    record = Record.from_json(text)
    if len(record.decisions) > LONGEST:
        raise RecordError(f"A record has at most {LONGEST} decisions here.")
    if record.result is None:
        raise RecordError("This match was broken off: only finished ones can be uploaded.")
    if not all(isinstance(player, str) for player in record.players) or not 0 <= record.seed < 1 << 64:
        raise RecordError("The players or the seed of this record are damaged.")
    game = _game(record.game, record.settings if check_name(record.game) else {})
    record.verify(lambda name, **settings: game)
    settings = dict(game.settings) if game.parameters else {}
    return Checked(
        check_name(record.game),
        settings,
        record.seed,
        record.players,
        len(record.decisions),
        result_data(record.result),
        record.to_json(),
    )


def notation_text(notation: str, text: str) -> bytes:
    """A record in the notation of its game's source, which a module of the game's writes."""
    record = Record.from_json(text)
    written: str = import_module(notation).write_game(record, _game(record.game, record.settings))
    return written.encode()


# --- memories ---------------------------------------------------------------------------------------------------------


def learned_texts(
    game: tuple[str, dict[str, Value]],
    player: str,
    seat: int,
    seed: int,
    text: str,
    result: Mapping[str, Any] | None,
    memories: Mapping[int, str],
) -> dict[int, str]:
    """What the player on a seat keeps of the people on others after a game, by seat, each as JSON."""
    ended = None if result is None else Result(tuple(result["points"]), tuple(result["ranks"]))
    record, loaded = Record.from_json(text), _shelf().game(*game)
    return learned(player, loaded, seat, seed, record=record, result=ended, memories=memories)


# --- pictures ---------------------------------------------------------------------------------------------------------


def picture_bytes(name: str) -> bytes:
    """A small SVG picture of a game: it shows a position, for which the rules may have to be compiled first."""
    return picture(name).encode()
