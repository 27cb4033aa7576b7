"""Mistakes in what is played: games and their settings, who sits where, whom one waits for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game as LoadedGame
from ludarium.games.offered import asked_for, check_player
from ludarium.studies.plan.checking_questions import pages
from ludarium.studies.plan.checking_texts import unknown_value
from ludarium.studies.plan.form import Fault
from ludarium.studies.plan.model import Condition, Game, Plan, Playing, Quiz, TextPage, Waiting
from ludarium.studies.plan.places import Path
from ludarium.studies.plan.texts import fill, values_in

_TAKEN = ("me", "person", "pool")


class _Games:
    """Games that were loaded, and what was wrong with those that could not be."""

    def __init__(self) -> None:
        self._found: dict[str, LoadedGame | str] = {}
        self._players: dict[tuple[str, str], str] = {}

    def load(self, name: str, settings: Mapping[str, Any]) -> LoadedGame | str:
        key = json.dumps([name, dict(settings)], sort_keys=True, default=str)
        if key not in self._found:
            try:
                self._found[key] = asked_for(name, settings)
            except LudariumError as error:
                self._found[key] = str(error)
        return self._found[key]

    def fault_of(self, player: str, game: LoadedGame) -> str:
        """Why a player cannot sit at a game; empty if it can."""
        key = (player, game.describe())
        if key not in self._players:
            try:
                check_player(player, game)
                self._players[key] = ""
            except LudariumError as error:
                self._players[key] = str(error)
        return self._players[key]


class _Table(NamedTuple):
    """A stage's table as one condition has it."""

    stage: Playing
    path: Path
    values: Mapping[str, str]
    condition: Path
    """Where the condition stands."""
    among: list[tuple[Path, Game]]

    def place(self, path: Path, text: str) -> Path:
        """Where a text is to be mended: with the condition, if it is all that the condition says."""
        names = values_in(text)
        return (*self.condition, "values", names[0]) if names and text == f"{{{names[0]}}}" else path


def check_games(plan: Plan) -> Iterator[Fault]:
    games = _Games()
    seen: set[Fault] = set()
    for number, stage in enumerate(plan.stages):
        path: Path = ("stages", number)
        within = tuple(one for one in plan.conditions if not stage.only or one.name in stage.only)
        if isinstance(stage, TextPage) and stage.rules:
            yield from _named_game(stage.rules, (*path, "rules"), within, games)
        elif isinstance(stage, Quiz) and stage.game:
            yield from _quiz(stage, path, games)
        elif isinstance(stage, Playing):
            yield from _form(plan, stage, path, [_seated(stage, one) for one in within or (None,)])
            if unknown := list(_braces(stage, path, within)):
                yield from unknown
                continue
            for condition in within or (None,):
                for fault in _table(_in(plan, stage, path, condition), games):
                    if fault not in seen:
                        yield fault
                    seen.add(fault)


def _named_game(name: str, path: Path, within: tuple[Condition, ...], games: _Games) -> Iterator[Fault]:
    unknown = [fault for value in values_in(name) for fault in unknown_value(within, value, path)]
    yield from unknown
    wanted = {fill(name, condition.values) for condition in within} if within else {name}
    for one in sorted(wanted) if not unknown else ():
        found = games.load(one, {})
        if isinstance(found, str):
            yield _fault(path, found)


def _quiz(stage: Quiz, path: Path, games: _Games) -> Iterator[Fault]:
    if values_in(stage.game):
        remedy = "write a quiz for each game, with `only` for its conditions"
        yield Fault((*path, "game"), "a quiz is about one game", remedy)
    elif isinstance(found := games.load(stage.game, stage.settings), str):
        yield _fault((*path, "settings" if "parameter" in found or "=" in found else "game"), found)


def _fault(path: Path, message: str) -> Fault:
    """A fault from an error of the engine's, which says what is wrong and then what to do."""
    what, semicolon, remedy = message.partition("; ")
    if not semicolon:
        what, _, remedy = message.partition(": ")
    return Fault(path, what, remedy)


def _seated(stage: Playing, condition: Condition | None) -> list[str]:
    """Who sits at the table in a condition."""
    return [fill(seat, condition.values if condition else {}) for seat in stage.seats]


def _form(plan: Plan, stage: Playing, path: Path, seatings: list[list[str]]) -> Iterator[Fault]:
    """Mistakes of a stage as a whole, whose seats are taken like this in its conditions."""
    if bool(stage.game) == bool(stage.among):
        what = "what is played is said twice" if stage.game else "it is not said what is played"
        yield Fault((*path, "among") if stage.game else path, what, "give `game`, or several by `among`")
    if stage.among and stage.settings:
        yield Fault((*path, "settings"), "settings belong to one game", "give each game of `among` its own")
    for word in ("order", "draw"):
        if not stage.among and getattr(stage, word) not in ("fixed", None):
            yield Fault((*path, word), f"`{word}` is about several games", "give them by `among`, or remove it")
    if stage.among and stage.draw and stage.draw > len(stage.among):
        yield Fault((*path, "draw"), f"there are only {len(stage.among)} games", "make it smaller, or leave it out")
    for mine in dict.fromkeys(seats.count("me") for seats in seatings):
        if mine != 1:
            what = f"'me' stands {mine} times in the seats"
            yield Fault((*path, "seats"), what, "the person whose course it is sits on one of them")
    people, drawn = (max(seats.count(who) for seats in seatings) for who in ("person", "pool"))
    if drawn and not stage.pool:
        yield Fault((*path, "seats"), "there is no pool to take players from", "give them by `pool`")
    if stage.pool and not drawn:
        yield Fault((*path, "pool"), "no seat takes players from the pool", "write 'pool' for a seat, or remove it")
    if stage.pool and len(set(stage.pool)) < max(drawn, len(stage.pool)):
        what = "players stand twice in the pool" if len(set(stage.pool)) < len(stage.pool) else "the pool is too small"
        yield Fault((*path, "pool"), what, f"name at least {max(drawn, 1)} different players, each once")
    if stage.next == "unrated" and stage.pool and not _judged(plan):
        what = "players can only be unrated where people judge them"
        yield Fault((*path, "next"), what, "ask a question with role judgement, or write next = rotate")
    if not people and stage.waiting != Waiting():
        yield Fault((*path, "waiting"), "nobody is waited for", "write 'person' for a seat, or remove it")
    if not people and stage.again:
        yield Fault((*path, "again"), "no other person is met", "write 'person' for a seat, or remove it")
    if people and stage.order != "fixed":
        what = "people who meet must play the same game at the same time"
        yield Fault((*path, "order"), what, "write order = fixed, or use conditions")
    if stage.memory and not drawn and all(seat in _TAKEN for seats in seatings for seat in seats):
        yield Fault((*path, "memory"), "no player is there to remember", "remove it")


def _judged(plan: Plan) -> bool:
    return any(question.role == "judgement" for page in pages(plan) if page.used for question in page.questions)


def _braces(stage: Playing, path: Path, within: tuple[Condition, ...]) -> Iterator[Fault]:
    """Names in braces that stand for nothing, in what is played and who plays."""
    texts: list[tuple[Path, str]] = [((*path, "game"), stage.game)]
    texts += [((*path, "seats", number), seat) for number, seat in enumerate(stage.seats)]
    texts += [((*path, "pool", number), player) for number, player in enumerate(stage.pool)]
    for word, player in (("waiting", stage.waiting.player), ("dropout", stage.dropout.player)):
        if values_in(player):
            yield Fault((*path, word, "player"), "who stands in is the same in every condition", "name the player")
    texts += [((*path, "settings", name), str(value)) for name, value in stage.settings.items()]
    for number, game in enumerate(stage.among):
        texts.append(((*path, "among", number, "game"), game.game))
        texts += [((*path, "among", number, "settings", name), str(value)) for name, value in game.settings.items()]
    for place, text in texts:
        for name in values_in(text):
            yield from unknown_value(within, name, place)


def _in(plan: Plan, stage: Playing, path: Path, condition: Condition | None) -> _Table:
    among: list[tuple[Path, Game]] = [((*path, "among", number), game) for number, game in enumerate(stage.among)]
    if stage.game:
        among.append((path, Game(game=stage.game, settings=stage.settings)))
    if condition is None:
        return _Table(stage, path, {}, (), among)
    return _Table(stage, path, condition.values, ("conditions", plan.conditions.index(condition)), among)


def _table(table: _Table, games: _Games) -> Iterator[Fault]:
    """Mistakes at one table in one condition."""
    stage = table.stage
    for path, game in table.among:
        settings = {
            name: fill(value, table.values) if isinstance(value, str) else value
            for name, value in game.settings.items()
        }
        found = games.load(fill(game.game, table.values), settings)
        if isinstance(found, str):
            about_settings = not isinstance(games.load(fill(game.game, table.values), {}), str)
            place = (*path, "settings") if about_settings else table.place((*path, "game"), game.game)
            yield _fault(place, found)
            continue
        if found.seats != len(stage.seats):
            what = f"{found.title or found.name} has {found.seats} seats, not {len(stage.seats)}"
            known = any(parameter.name == "seats" for parameter in found.parameters)
            remedy = "list that many, or set `seats` in its settings" if known else "list that many"
            yield Fault((*table.path, "seats"), what, remedy)
        for place, player in _players(table):
            if fault := games.fault_of(player, found):
                yield _fault(place, fault)


def _players(table: _Table) -> Iterator[tuple[Path, str]]:
    """All players that may sit down, in the words of one condition."""
    stage, path = table.stage, table.path
    listed: list[tuple[Path, str]] = [
        *(((*path, "seats", number), seat) for number, seat in enumerate(stage.seats)),
        *(((*path, "pool", number), player) for number, player in enumerate(stage.pool)),
        ((*path, "waiting", "player"), stage.waiting.player),
        ((*path, "dropout", "player"), stage.dropout.player),
    ]
    for place, text in listed:
        if text and not (place[-2] == "seats" and fill(text, table.values) in _TAKEN):
            yield table.place(place, text), fill(text, table.values)
