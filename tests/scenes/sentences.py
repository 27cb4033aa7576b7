"""Write what games say in the browser: `python -m tests.scenes.sentences`.

People may choose another language than English, and everything that a game says to them must be known in it: its name,
its rules, settings and opponents, what its board shows in words, its moves, and how it ends. The browser's tests look
up all of it: `sentences.json` holds the games of the studies that are built in, `games.json` those of the first page.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from ludarium.engine import SPECTATOR, BadParameter, Game
from ludarium.engine.introduction import steps_of
from ludarium.games import load
from ludarium.games.offered import offered
from ludarium.server.tables.cards import game_card
from ludarium.server.tables.scenes import ending_words
from ludarium.studies.plan import builtin
from ludarium.studies.plan.course import course

LANGUAGE = Path(__file__).parents[2] / "web" / "src" / "language"
FILE = LANGUAGE / "sentences.json"
GAMES_FILE = LANGUAGE / "games.json"
LONGEST = 30
"""Decisions after which a game is broken off: what is said repeats itself."""
_NAMES = ("Elm", "Oak", "Ash")
_BETWEEN = re.compile(r"(?<=[.!?])\s+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CELLS = re.compile(r"\b[a-z]0(?:(?:,| and) [a-z]0)*")
_PLACES = re.compile(r"(?:[^:;.]* )?0,0(?:(?:,| and) [^,;.]*0,0)*")


def played(name: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The games of a study, each with its settings."""
    plan = builtin.plan_of(name)
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for condition in [one.name for one in plan.conditions] or [""]:
        for step in course(plan, condition, plan.seed):
            if step.plays is not None:
                key = json.dumps([step.plays.game, step.plays.settings], sort_keys=True)
                found[key] = step.plays.game, step.plays.settings
    return list(found.values())


def said(game: Game) -> Iterator[str]:
    """All that a game says in a random game, its rules aside."""
    source, position = random.Random(1), game.start(1)
    for decision in range(LONGEST):
        if position.over:
            break
        seat = source.choice(position.movers)
        for viewer in {seat, *((0, SPECTATOR) if decision % 8 == 0 else ())}:
            view = position.view(viewer)
            yield game.describe_view(view)
            for move in view.moves():
                told = game.move_scene(move, view)
                yield from (str(told.get(part) or "") for part in ("words", "label"))
        view, move = position.view(seat), source.choice(position.moves(seat))
        position = position.play(move, seat)
        yield game.told(move, view, position)
    if position.over:
        yield game.describe_view(position.view(0))
        yield ending_words(game, _NAMES[: game.seats], position.result(), "")


@cache
def heard(name: str, settings: tuple[tuple[str, Any], ...]) -> list[str]:
    """What a game says: its rules, and each sentence once; those that differ in numbers or cells only are one."""
    game, shapes = load(name, **dict(settings)), dict[str, str]()
    for text in said(game):
        for sentence in _BETWEEN.split(text):
            shape = _PLACES.sub("p", _CELLS.sub("c", _NUMBER.sub("0", sentence)))
            if shape:
                shapes.setdefault(shape, sentence)
    return [game.rules_text(), *shapes.values()]


def sentences(name: str) -> dict[str, list[str]]:
    """By game: what it says in a study."""
    return {game: heard(game, tuple(settings.items())) for game, settings in played(name)}


def text_of() -> str:
    return json.dumps({name: sentences(name) for name in builtin.NAMES}, indent=1, ensure_ascii=False) + "\n"


# --- the games of the first page --------------------------------------------------------------------------------------


def card_texts(name: str) -> Iterator[str]:
    """What the first page and the page of a new table say of a game, and its rules with several settings."""
    card = game_card(name)
    yield from (card.title, card.summary, *card.seat_names)
    for parameter in card.parameters:
        yield from (parameter.name.replace("_", " "), parameter.help, *parameter.choices)
    for player in card.players:
        yield from (player.title, player.character)
    for step in steps_of(load(name)):
        yield from (step.text, step.done)
    yield from dict.fromkeys(game.rules_text() for game in changed(name))


def changed(name: str) -> Iterator[Game]:
    """A game with its defaults, with what people are offered, with each number at either end of its range, and with
    each choice of words."""
    game = load(name)
    yield game
    yield load(name, **{one.name: one.people for one in game.parameters if one.people is not None})
    for parameter in game.parameters:
        for value in (parameter.low, parameter.high):
            if value is not None and parameter.kind in (int, float):
                with suppress(BadParameter):  # some values only go with others
                    yield load(name, **{parameter.name: parameter.kind(value)})
        for choice in parameter.choices:
            with suppress(BadParameter):
                yield load(name, **{parameter.name: choice})


def games_text() -> str:
    told = {name: list(dict.fromkeys([*card_texts(name), *heard(name, ())])) for name in offered()}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    for file, text in ((FILE, text_of()), (GAMES_FILE, games_text())):
        file.write_text(text, encoding="utf-8")
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
