"""Everything to be shown of one found game: its rules, a sample game, and what it is like to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.arena.metrics.depth import Depth
from ludarium.arena.metrics.estimates import Estimate
from ludarium.design.candidates import evaluation_of
from ludarium.design.evaluate import seeds_of
from ludarium.design.quality import depth_of, metrics_of, plain, player_text, restricted_play
from ludarium.design.selfplay import DRAW, Played, game_seeds, play
from ludarium.design.settings import Settings
from ludarium.design.space import Elements
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.position import Position
from ludarium.engine.record import Decision, Record, check_of, seal_of
from ludarium.games.rulesets.analysis import analyse
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet


@dataclass(frozen=True)
class Sample:
    """One game of a candidate: its number, moves by number of the ply, the boards along the way, and how it ended."""

    number: int
    moves: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]
    """Captions and pictures: a third of the way, two thirds, the end."""
    ending: str


@dataclass(frozen=True)
class Effect:
    """What an extra does: the game with it and without it."""

    extra: str
    with_it: tuple[int, int, int]
    without: tuple[int, int, int]
    length_with: float
    length_without: float

    @property
    def words(self) -> str:
        (a, b, d), (x, y, z) = self.with_it, self.without
        return (
            f"{self.extra}: {a} : {b}, {d} drawn, {self.length_with:.0f} plies; "
            f"without it {x} : {y}, {z} drawn, {self.length_without:.0f} plies"
        )


@dataclass(frozen=True)
class Further:
    """What takes further games to know."""

    effects: tuple[Effect, ...]
    depth: Depth
    restricted: Mapping[str, Estimate]


@dataclass(frozen=True)
class Dossier:
    """A found game."""

    rules: RuleSet
    text: str
    line: Mapping[str, Any]
    metrics: Mapping[str, float | None]
    sample: Sample | None
    further: Further | None = None

    @property
    def remarks(self) -> list[str]:
        """What makes no sense about the rules."""
        return [finding.sentence for finding in analyse(self.rules)]

    @property
    def name(self) -> str:
        return self.rules.short_form


def dossier(settings: Settings, line: Mapping[str, Any], *, further: bool = False) -> Dossier:
    """The dossier of a stored candidate. With `further`, more games are played: without each of its extras, with more
    thinking, and against restricted players."""
    rules = RuleSet.read(line["game"])
    game = RuleSetGame(rules)
    played = evaluation_of(line).played
    seeds = seeds_of(settings, rules)
    quality = line.get("quality")
    if quality:
        metrics = quality["metrics"]
    else:
        metrics = plain(metrics_of(game, played, seeds)) if played.games else {}
    chosen = typical(played)
    sample = None if chosen is None else sample_of(game, chosen, played.game(chosen), int(seeds[chosen]))
    return Dossier(
        rules, game.rules_text(), line, metrics, sample, further_of(settings, game, played) if further else None
    )


def further_of(settings: Settings, game: RuleSetGame, played: Played) -> Further:
    """The effects of the extras, the depth and restricted play, each in as many games as a candidate plays."""
    rules, games, player = game.rule_set, settings.games, settings.player
    seed = derive(settings.seed, "further", rules.short_form)
    return Further(
        tuple(effect(settings, rules, extra, played) for extra in dict.fromkeys(rules.extras)) if played.games else (),
        depth_of(game, settings.budget, seed, games=games, player=player),
        restricted_play(game, settings.budget, seed, games=games, player=player),
    )


def typical(played: Played) -> int | None:
    """The number of a game of middling length, one with a winner if there is any."""
    if not played.games:
        return None
    won = np.flatnonzero(played.endings != DRAW)
    numbers = won if len(won) else np.arange(played.games)
    order = sorted(numbers.tolist(), key=lambda number: (int(played.lengths[number]), number))
    return int(order[len(order) // 2])


def sample_of(game: Game, number: int, moves: Sequence[int], seed: int) -> Sample:
    """A game in words and pictures."""
    stops = {len(moves) // 3, 2 * len(moves) // 3, len(moves)} - {0}
    texts, boards = [], []
    for ply, (_, text, position) in enumerate(steps(game, moves, seed), 1):
        texts.append(text)
        if ply in stops:
            caption = f"after {ply} of {len(moves)} plies" if ply < len(moves) else "the end"
            boards.append((caption, game.draw(position.state, None)))
    winners = position.result().winners
    ending = "drawn" if len(winners) != 1 else f"won by {game.seat_names[winners[0]]}"
    return Sample(number, tuple(texts), tuple(boards), ending)


def steps(game: Game, moves: Sequence[int], seed: int) -> Iterator[tuple[int, str, Position]]:
    """A game move by move: who moved, the move in words, and the position after it."""
    position = game.start(seed)
    for move in moves:
        (seat,) = position.movers
        text = game.move_text(move, position.state, seat)
        position = position.play(Move(move, text), seat)
        yield seat, text, position


def effect(settings: Settings, rules: RuleSet, extra: str, played: Played) -> Effect:
    """A game beside the same game without one of its extras, at the same budget."""
    own = Elements.of(rules)
    left = list(own.extras)
    left.remove(extra)
    lesser = Elements(own.board, own.pieces, own.end, tuple(left)).rules
    seeds = game_seeds(derive(settings.seed, "effect", lesser.short_form), settings.games)
    without = play(RuleSetGame(lesser), seeds, settings.budget, player=settings.player)
    return Effect(extra, played.counts, without.counts, float(played.lengths.mean()), float(without.lengths.mean()))


def record_of(settings: Settings, line: Mapping[str, Any], number: int) -> Record:
    """One of a candidate's games as a record that `ludarium replay` reads."""
    rules = RuleSet.read(line["game"])
    game, played = RuleSetGame(rules), evaluation_of(line).played
    if not 0 <= number < played.games:
        raise LudariumError(f"game {number}: {rules.short_form} has games 0 to {played.games - 1}")
    seed, moves = int(seeds_of(settings, rules)[number]), played.game(number)
    name = player_text(settings.player, settings.budget)
    record = Record(game.name, game.version, dict(game.settings), seed, [name, name])
    for seat, text, position in steps(game, moves, seed):
        record.decisions.append(Decision(seat, text, 0.0, check_of(position)))
    record.result, record.seal = position.result(), seal_of(position)
    return record
