"""Games and their players as the first page shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ludarium.engine.game import Game
from ludarium.games import REGISTRY
from ludarium.games.offered import check_name, made, offered
from ludarium.players import kind_of
from ludarium.server.messages import GameCard, ParameterInfo, PlayerCard
from ludarium.server.tables.boards import board_of

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
        parameters=[
            ParameterInfo(
                name=parameter.name,
                kind=_KINDS[parameter.kind],
                default=parameter.default,
                low=parameter.low,
                high=parameter.high,
                choices=list(parameter.choices),
                help=parameter.help,
            )
            for parameter in game.parameters
        ],
        players=player_cards(game),
    )


def all_cards() -> list[GameCard]:
    """The games of the first page."""
    return [game_card(name) for name in offered()]


def player_cards(game: Game) -> list[PlayerCard]:
    """The players that people can choose, from the weakest."""
    return [
        PlayerCard(
            name=level.text.partition(":")[0],
            text=level.text,
            title=level.title,
            character=level.character,
            strength=level.strength,
            think=level.think,
            remembers=kind_of(level.text, game).remembers,
        )
        for level in game.levels()
    ]


def player_title(game: Game, text: str) -> str:
    """What a player is called at a table."""
    return next((level.title for level in game.levels() if level.text == text), text)


@lru_cache(maxsize=200)
def picture(name: str) -> str:
    """A small SVG picture of a game."""
    return made(check_name(name)).thumbnail()
