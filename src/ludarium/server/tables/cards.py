"""Games and their players as the first page shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

from ludarium.engine.game import Game
from ludarium.games import REGISTRY, load
from ludarium.server.messages import BOARDS, GameCard, ParameterInfo, PlayerCard
from ludarium.server.tables.shelf import check_name

_KINDS: dict[type, Any] = {int: "int", float: "float", bool: "bool", str: "str"}


@lru_cache(maxsize=200)
def game_card(name: str) -> GameCard:
    """One game's card; `name` may be a rule set's short form."""
    game = load(check_name(name))
    entry = REGISTRY.entries.get(game.name)
    seats = (entry.seats if entry else str(game.seats)).replace("-", "–").split("–")
    low, high = (int(seats[0]), int(seats[-1])) if seats[0].isdecimal() else (game.seats, game.seats)
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


def board_of(game: Game) -> Any:
    """The board component that shows a game; the plain one for games that name none we know."""
    return game.board_kind if game.board_kind in get_args(BOARDS) else "plain"


def all_cards() -> list[GameCard]:
    """The games of the first page."""
    return [game_card(name) for name, entry in REGISTRY.entries.items() if entry.origin == "ludarium"]


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
        )
        for level in game.levels()
    ]


def player_title(game: Game, text: str) -> str:
    """What a player is called at a table."""
    return next((level.title for level in game.levels() if level.text == text), text)


@lru_cache(maxsize=200)
def picture(name: str) -> str:
    """A small SVG picture of a game."""
    return load(check_name(name)).thumbnail()
