"""The lab's games in OpenSpiel: `pyspiel.load_game("ludarium_reversi(size=6)")`.

Every game whose moves can be listed; actions and observations are those of `engine.observing`. Moves at once are made
one after the other, unseen. Chance comes as explicit nodes where the game's kernels name their outcomes; elsewhere a
chance node chooses the stream that the kernels go on with. (Sampled stochastic, as OpenSpiel calls it, cannot be: its
games written in Python keep no state of a generator.)
"""

from __future__ import annotations

import hashlib
import logging
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ludarium.doors.openspiel.chance import START, Chance, Outcomes, Undecided, chance_of, draws, has_chance
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.observing import Actions, observation_of
from ludarium.engine.position import SPECTATOR, Position
from ludarium.games import REGISTRY, load
from ludarium.games.offered import made

PREFIX = "ludarium_"
STREAMS = 1000
"""How many streams a chance node chooses among that does not name outcomes."""
_CHANCE_NODES = 10_000
"""How many chance nodes a history may have for all that is known of the game."""
_REMEMBERED = 20_000
"""How many steps of a game are remembered."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far a game has come. Nothing in it ever changes, so that a copy is the thing itself."""

    position: Position | None
    pending: tuple[int, int] | None = None
    """The seat and the move, or the set-up, that chance has still to decide about."""
    chosen: tuple[int, ...] = ()
    outcomes: int = 0
    """How many outcomes the chance node has, all equally likely."""
    recalled: tuple[bytes, ...] = ()
    """By seat, a digest of all that it has seen and done."""

    def __deepcopy__(self, memo: object) -> Progress:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        place = None
        if self.position is not None:
            game = self.position.game
            place = game.name, tuple(game.settings.items()), self.position.to_bytes()
        return _progress, (place, self.pending, self.chosen, self.outcomes, self.recalled)


@lru_cache(maxsize=64)
def _game(name: str, settings: tuple[tuple[str, Any], ...]) -> Game:
    return load(name, **dict(settings))


@lru_cache(maxsize=64)
def _chance(name: str, settings: tuple[tuple[str, Any], ...]) -> Chance:
    return chance_of(made(name, **dict(settings)))


def _progress(place: tuple[str, tuple[tuple[str, Any], ...], bytes] | None, *others: Any) -> Progress:
    return Progress(None if place is None else Position.from_bytes(_game(*place[:2]), place[2]), *others)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the lab. `kind` is the same for all its parameters."""

    kind: Any
    name: str

    def __init__(self, params: Mapping[str, Any] | None = None, played: Game | None = None) -> None:
        given = tuple((_ours(key), value) for key, value in (params or {}).items())
        self.played: Game = played or _game(self.name, given)
        self.outcomes, self.actions = Outcomes(self.played), Actions(self.played)
        self._walked: dict[tuple[int, int], tuple[Progress, Progress]] = {}
        game = self.played
        self.chance = _chance(game.name, tuple(game.settings.items())) if has_chance(game) else None
        lowest, highest = game.points_range or (-1.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=0 if self.chance is None else self.chance.most if self.chance.named else STREAMS,
            num_players=game.seats,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=self._sum(),
            max_game_length=game.rules.max_plies,
        )
        super().__init__(self.kind, info, dict(params or {}))
        self.first = self._settled(Progress(None, (START, 0), recalled=(b"",) * game.seats))

    @classmethod
    def of(cls, game: Game, short: str) -> SpielGame:
        """Any game of the lab, registered or not."""
        kind = type("SpielGame", (cls,), {"kind": _kind(short, game), "name": game.name})
        made_there: SpielGame = kind(played=game)
        return made_there

    def _sum(self) -> float | None:
        game = self.played
        if game.points_range is not None:
            return game.points_sum
        return 0.0 if game.seats == 2 else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Chance in OpenSpiel's sense; for games whose outcomes have names, as many as will do."""
        if self.chance is None:
            return 0
        return _CHANCE_NODES if self.played.chance else 16

    def new_initial_state(self, *_: Any) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    # --- from one progress to the next --------------------------------------------------------------------------------

    def following(self, now: Progress, action: int) -> Progress:
        """After an action of whoever is to act. Remembered for a while: solvers walk the same tree again and again."""
        known = self._walked.get((id(now), action))
        if known is None:
            if len(self._walked) >= _REMEMBERED:
                self._walked.clear()
            after = self.decided(now, action) if now.pending is None else self.drawn(now, action)
            known = self._walked[id(now), action] = now, after  # what is held keeps its id
        return known[1]

    def decided(self, now: Progress, action: int) -> Progress:
        """After the mover's action."""
        assert now.position is not None
        seat = now.position.movers[0]
        value = self.actions.move(now.position, seat, action).value
        assert isinstance(value, int)
        return self._settled(replace(now, pending=(seat, value), chosen=(), outcomes=0))

    def drawn(self, now: Progress, outcome: int) -> Progress:
        """After an outcome of a chance node."""
        return self._settled(replace(now, chosen=(*now.chosen, outcome), outcomes=0))

    def _settled(self, now: Progress) -> Progress:
        """Carry out what is pending, as far as chance has been decided."""
        assert now.pending is not None
        seat, move = now.pending
        if self.chance is not None and not self.chance.named:
            stream = now.chosen[0] if now.chosen else None
            after = self._compiled(now.position, seat, move, stream)
            if stream is None and after is None:
                return replace(now, outcomes=STREAMS)
        else:
            after = self._compiled(now.position, seat, move, None) if not now.chosen else None
            if after is None:
                try:
                    after = self.outcomes.after(now.position, seat, move, now.chosen)
                except Undecided as asked:
                    return replace(now, outcomes=asked.outcomes)
        assert after is not None
        return Progress(after, recalled=self._recalled(now.recalled, after, seat, move))

    def _compiled(self, before: Position | None, seat: int, move: int, stream: int | None) -> Position | None:
        """What the compiled kernels make of it with a stream; None where they draw on it and were given none."""
        if before is None:
            if stream is None and self.chance is not None:
                return None
            after = self.played.start(stream or 0)
            return _without_stream(after)
        streamed = before.with_stream(stream or 0)
        after = streamed.play(next(each for each in streamed.moves(seat) if each.value == move), seat)
        if stream is None and draws(streamed.state, after.state):
            return None
        return _without_stream(after)

    def _recalled(self, before: tuple[bytes, ...], after: Position, mover: int, move: int) -> tuple[bytes, ...]:
        """What each seat can recall: what it recalled, what it did itself, what it sees."""
        if not (self.played.hidden or self.played.at_once):
            return (_digest(before[0], str(mover), str(move), after.to_bytes()),) * len(before)
        return tuple(
            _digest(recalled, str(move) if seat == mover else "", after.view(seat).to_bytes())
            for seat, recalled in enumerate(before)
        )

    def points(self, position: Position) -> list[float]:
        """What each seat gets of a game that is over."""
        if self.played.points_range is not None:
            return [float(points) for points in position.result().points]
        rewards = np.zeros(2 * self.played.seats)
        states = np.zeros(1, self.played.rules.dtype)
        states[0] = position.state
        self.played.bound.reward(states, 0, rewards)
        return [float(reward) for reward in rewards[: self.played.seats]]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game of the lab, or a chance node on the way to one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.now: Progress = game.first

    def __deepcopy__(self, memo: object) -> SpielState:
        copied: SpielState = self.clone()
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return _deserialised, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    @property
    def position(self) -> Position | None:
        """The position, None before the set-up is decided."""
        return self.now.position

    def current_player(self) -> int:
        if self.now.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.now.position is not None
        movers = self.now.position.movers
        return movers[0] if movers else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now.position is not None
        if player != self.current_player():
            return []
        game: SpielGame = self.get_game()
        return [int(action) for action in np.flatnonzero(game.actions.mask(self.now.position, player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / self.now.outcomes) for outcome in range(self.now.outcomes)]

    def _apply_action(self, action: int) -> None:
        game: SpielGame = self.get_game()
        self.now = game.following(self.now, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or self.now.position is None:
            return f"outcome {action}"
        game: SpielGame = self.get_game()
        if action not in self._legal_actions(player):
            return f"move {action}"
        return game.actions.move(self.now.position, player, action).text

    def returns(self) -> list[float]:
        game: SpielGame = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.num_players()
        assert self.now.position is not None
        return game.points(self.now.position)

    def __str__(self) -> str:
        place = self.now.position.text if self.now.position is not None else "set-up"
        if self.now.pending is None:
            return place
        return f"{place} {self.now.pending} {self.now.chosen}"

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """Another state that a player cannot tell from this one; its history is not that of the game."""
        assert self.now.position is not None
        seed = int(probability_sampler() * (1 << 53))
        position = self.now.position.view(player_id).sample(seed)
        decided = [seat for seat in position.movers if seat not in self.now.position.movers]
        drawn = state_at(self.get_game(), with_decisions(position, decided, random.Random(seed)))
        mine, others = self.now.recalled[player_id], drawn.now.recalled
        drawn.now = replace(drawn.now, recalled=(*others[:player_id], mine, *others[player_id + 1 :]))
        return drawn


def state_at(game: SpielGame, position: Position) -> SpielState:
    """The state at a position of which nobody says how it came about: it has no history."""
    state: SpielState = game.new_initial_state()
    seats = range(game.played.seats)
    state.now = Progress(_without_stream(position), recalled=tuple(_digest(position.view(s).to_bytes()) for s in seats))
    return state


def with_decisions(position: Position, seats: Iterable[int], source: random.Random) -> Position:
    """The position after seats have decided, by lot: of those that decide at once each is asked after the ones before
    it, and what these have chosen no view tells."""
    for seat in seats:
        position = position.play(source.choice(position.moves(seat)), seat)
    return position


class SpielObserver:
    """What a seat sees: in words the fields of its view, in numbers the game's own encoding of it."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise LudariumError(f"{game.name} knows no parameters of observations, got {params}")
        self._game, self._kind = game.played, kind
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._hides = self._game.hidden or self._game.at_once
        self.tensor = np.zeros(self._game.encoding.size, np.float32)
        self.dict = {"view": self.tensor.reshape(self._game.encoding.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        self.tensor.fill(0)
        if state.position is None or not (self._kind.public_info or (self._own and self._hides)):
            return
        seen = state.position.view(player if self._own else SPECTATOR)
        self.tensor[:] = observation_of(seen).reshape(-1)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text. What is private is empty where nothing is hidden."""
        if state.position is None:
            return ""
        public = self._text(state.position, SPECTATOR)
        parts = [f"seat {player + 1}"] if self._own and self._kind.public_info else []
        parts += [public] if self._kind.public_info else []
        if self._own and self._hides:
            private = self._text(state.position, player)
            parts += [private] if private != public else []
        if self._kind.perfect_recall and (self._own or not self._hides):
            parts.append(state.now.recalled[player].hex())
        return " | ".join(parts)

    def _text(self, position: Position, seat: int) -> str:
        return Game.position_text(self._game, position.view(seat).state)


def short_name(name: str) -> str:
    """What a game of the lab is called in OpenSpiel."""
    return PREFIX + re.sub(r"\W+", "_", name)


def register() -> list[str]:
    """Make every game of the lab known to OpenSpiel, if its moves can be listed; returns the names."""
    known = {kind.short_name for kind in pyspiel.registered_games()}
    for name, entry in REGISTRY.entries.items():
        short = short_name(name)
        if entry.fault or short in known:
            continue
        try:
            game = made(name)
            if game.rules.checked is None:
                _register(name, short, game)
        except LudariumError as error:  # another's game; the others are there without it
            _log.error("%s does not come to OpenSpiel: %s", name, error)
    return [kind.short_name for kind in pyspiel.registered_games() if kind.short_name.startswith(PREFIX)]


def _register(name: str, short: str, game: Game) -> None:
    kind = _kind(short, game)
    pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"kind": kind, "name": name}))


def _kind(short: str, game: Game) -> Any:
    """What OpenSpiel is told of a game."""
    kinds = pyspiel.GameType
    seats = next((parameter for parameter in game.parameters if parameter.name == "seats"), None)
    total = game.points_sum if game.points_range is not None else (0.0 if game.seats == 2 else None)
    utility = (
        kinds.Utility.GENERAL_SUM if total is None else kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM
    )
    modes = kinds.ChanceMode
    hides = game.hidden or game.at_once
    # Texts are left out: OpenSpiel would read those that are numbers as such.
    numbers = (parameter for parameter in game.parameters if not isinstance(parameter.default, str))
    parameters = {_theirs(parameter.name): parameter.default for parameter in numbers}
    return kinds(
        short_name=short,
        long_name=f"{game.title or game.name} (Ludarium)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance(game) else modes.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=int(seats.high) if seats is not None and seats.high is not None else game.seats,
        min_num_players=int(seats.low) if seats is not None and seats.low is not None else game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def _loaded(text: str) -> Any:
    """A game in a process that may not know it yet."""
    register()
    return pyspiel.load_game(text)


def _deserialised(text: str) -> Any:
    register()
    return pyspiel.deserialize_game_and_state(text)[1]


def _ours(parameter: str) -> str:
    return "seats" if parameter == "players" else parameter


def _theirs(parameter: str) -> str:
    return "players" if parameter == "seats" else parameter


def _without_stream(position: Position) -> Position:
    states = np.zeros(1, position.game.rules.dtype)
    states[0] = position.state
    states[0].rng = 0
    return Position(position.game, states)


def _digest(*parts: bytes | str) -> bytes:
    mixed = hashlib.blake2b(digest_size=8)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        mixed.update(len(data).to_bytes(4, "little") + data)
    return mixed.digest()
