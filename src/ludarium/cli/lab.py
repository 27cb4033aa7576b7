"""The lab: `ludarium` without a command. Choose a game, choose an opponent, play."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from ludarium.cli.common import out, plural, say, table
from ludarium.engine.errors import LudariumError
from ludarium.engine.player import Quit

if TYPE_CHECKING:
    from ludarium.engine.game import Game

_LEAVING_WORDS = ("q", "quit", "exit")


def open_lab() -> None:
    """Open the lab."""
    from ludarium import __version__

    say(f"Ludarium {__version__}: a laboratory for board and strategy games", style="bold")
    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys in questions
    try:
        while True:
            game = _choose_game()
            if game is not None:
                _play(game)
    except Quit:
        say("Until next time.")


def _question(text: str) -> str:
    """A line typed in answer; leaving words, the end of input included, leave the lab."""
    try:
        answer = input(text).strip()
    except EOFError:
        say()
        raise Quit from None
    if answer.lower() in _LEAVING_WORDS:
        raise Quit
    return answer


def _choose_game() -> Game | None:
    from ludarium.games import REGISTRY, load

    entries = list(REGISTRY.entries.values())
    menu = table("", "game", "seats", "")
    for number, entry in enumerate(entries, 1):
        menu.add_row(str(number), entry.name, entry.seats, entry.summary)
    out().print(menu)
    say("A number or a name; a short form such as 5x5 drop line-4; rules and a number; q leaves.")
    answer = _question("Which game? ")
    explaining = answer.lower().startswith("rules ")
    chosen = answer[len("rules ") :].strip() if explaining else answer
    if chosen.isdecimal() and 1 <= int(chosen) <= len(entries):
        chosen = entries[int(chosen) - 1].name
    if not chosen:
        return None
    try:
        game = load(chosen)
    except LudariumError as error:
        _sorry(error)
        return None
    if explaining:
        from ludarium.cli.rules import explain

        say()
        explain(game)
        return None
    return game


def _choose_opponent(game: Game) -> str | None:
    """A player's text; None when nobody was chosen."""
    from ludarium.engine.plugins import import_object
    from ludarium.players import listing, make

    entries = [entry for entry in listing(game).values() if not import_object(entry.reference).suits(game)]
    menu = table("", "player", "")
    for number, entry in enumerate(entries, 1):
        menu.add_row(str(number), entry.name, entry.summary)
    out().print(menu)
    answer = _question(f"Against whom? (Enter: {game.suits}; b goes back) ")
    if answer.lower() == "b":
        return None
    if answer.isdecimal() and 1 <= int(answer) <= len(entries):
        answer = entries[int(answer) - 1].name
    text = answer or game.suits
    try:
        make(text, game)
    except LudariumError as error:
        _sorry(error)
        return None
    return text


def _play(game: Game) -> None:
    from ludarium.cli.play import HUMAN, play
    from ludarium.engine.kernels.rng import fresh_seed

    say()
    say(game.title or game.name, style="bold")
    if game.summary:
        say(game.summary)
    opponents: list[str] = []
    if game.seats > 1:
        opponent = _choose_opponent(game)
        if opponent is None:
            return
        opponents = [opponent] * (game.seats - 1)
    order = [HUMAN, *opponents]
    if opponents:
        answer = _question(f"Your seat, 1 to {plural(game.seats, 'seat').split()[0]}? (Enter: 1) ")
        seat = int(answer) if answer.isdecimal() and 1 <= int(answer) <= game.seats else 1
        order = [*opponents[: seat - 1], HUMAN, *opponents[seat - 1 :]]
    try:
        play(game, order, seed=fresh_seed())
    except LudariumError as error:
        _sorry(error)
        return
    _question("Enter for the menu, q leaves: ")


def _sorry(error: LudariumError) -> None:
    sys.stdout.flush()
    say(str(error), style="red")
