"""Games and their players as the first page shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ludarium.arena.run.strength import Strength
from ludarium.engine.game import Game
from ludarium.games import REGISTRY
from ludarium.games.offered import check_name, made, offered
from ludarium.players import folders, kind_of
from ludarium.server.messages import GameCard, ParameterInfo, PlayerCard
from ludarium.server.tables.boards import board_of

Measured = Callable[[str, str], Strength | None]
"""What is known of a program, by its key, in a game."""
_KINDS: dict[type, Any] = {int: "int", float: "float", bool: "bool", str: "str"}


@lru_cache(maxsize=200)
def game_card(name: str) -> GameCard:
    """One game's card; `name` may be a rule set's short form."""
    game = made(check_name(name))
    entry = REGISTRY.entries.get(game.name)
    least, _, most = (entry.seats if entry else str(game.seats)).partition("–")
    low, high = (int(least), int(most or least)) if least.isdecimal() else (game.seats, game.seats)
    return GameCard(
        name=check_name(name),
        title=game.title or game.name,
        summary=game.summary or (entry.summary if entry else ""),
        seats_low=low,
        seats_high=high,
        seat_names=list(game.seat_names),
        hidden=game.hidden,
        at_once=game.at_once,
        opponent=game.suits,
        board=board_of(game),
        seconds=game.seconds,
        parameters=[
            ParameterInfo(
                name=parameter.name,
                kind=_KINDS[parameter.kind],
                default=parameter.default,
                suggested=parameter.default if parameter.people is None else parameter.people,
                low=parameter.low,
                high=parameter.high,
                choices=list(parameter.choices),
                help=parameter.help,
            )
            for parameter in game.parameters
        ],
        players=player_cards(game),
    )


def all_cards(strength: Measured) -> list[GameCard]:
    """The games of the first page."""
    return [full_card(name, strength) for name in offered()]


def full_card(name: str, strength: Measured) -> GameCard:
    """A game's card with the programs that whoever runs the server offers, as they are now."""
    card = game_card(name)
    if not (programs := folders.registered()):
        return card
    game = made(check_name(name))
    found = [_program_card(told, game.name, strength) for told in programs.values() if not told.suits(game)]
    return card.model_copy(update={"players": [*card.players, *found]})


def _program_card(told: folders.Described, game: str, strength: Measured) -> PlayerCard:
    measured = strength(told.key, game)
    about = "Its strength is being measured." if measured is None else measured.words
    return PlayerCard(
        name=told.key,
        text=told.key,
        title=told.name,
        character=f"{told.summary} {about}".strip(),
        strength=0 if measured is None else measured.strength,
        think=0.0 if measured is None else measured.seconds,
        remembers=False,
    )


def player_cards(game: Game) -> list[PlayerCard]:
    """The players that people can choose, from the weakest."""
    standings = game.standings()
    return [
        PlayerCard(
            name=level.text.partition(":")[0],
            text=level.text,
            title=level.title,
            character=level.character,
            strength=level.strength,
            think=level.think,
            remembers=kind_of(level.text, game).remembers,
            elo=None if (told := standings.get(level.text)) is None else round(told.elo),
            margin=None if told is None else round(told.margin),
            seconds=None if told is None else told.seconds,
        )
        for level in game.levels()
    ]


def player_title(game: Game, text: str) -> str:
    """What a player is called at a table."""
    if (told := folders.registered().get(text)) is not None:
        return told.name
    return next((level.title for level in game.levels() if level.text == text), text)


@lru_cache(maxsize=200)
def picture(name: str) -> str:
    """A small SVG picture of a game."""
    return made(check_name(name)).thumbnail()
