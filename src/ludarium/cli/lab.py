"""The lab: `ludarium` without a command. Choose a game, choose an opponent, play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ludarium.cli.common import out, say, table
from ludarium.engine.errors import LudariumError
from ludarium.engine.player import Quit

if TYPE_CHECKING:
    from ludarium.engine.game import Game

_LEAVING_WORDS = ("q", "quit", "exit")


def open_lab() -> None:
    """Play games until somebody has had enough."""
    from ludarium.version import __version__

    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys in questions
    say(f"Ludarium {__version__}: a laboratory for board and strategy games", style="bold")
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


def _named(answer: str, names: Sequence[str]) -> str:
    """A number of a menu as the name that it stands for; anything else as it is."""
    return names[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(names) else answer


def _choose_game() -> Game | None:
    """The game chosen; None to see the menu again."""
    from ludarium.cli.rules import explain
    from ludarium.games import REGISTRY, load

    names = list(REGISTRY.entries)
    menu = table("", "game", "seats", "")
    for number, entry in enumerate(REGISTRY.entries.values(), 1):
        menu.add_row(str(number), entry.name, entry.seats, entry.summary)
    say()
    out().print(menu)
    say("Type a number, a name or a short form such as 5x5 drop line-4. `rules 2` explains, q leaves.", style="dim")
    while answer := _question("Which game? "):
        word, _, rest = answer.partition(" ")
        explaining = word.lower() == "rules" and bool(rest)
        try:
            game = load(_named(rest.strip() if explaining else answer, names))
        except LudariumError as error:
            say(str(error), style="red")
            continue
        if not explaining:
            return game
        say()
        explain(game)
        say()
    return None


def _choose_opponent(game: Game) -> str:
    """A player's text; empty when nobody was chosen."""
    from ludarium.engine.plugins import import_object
    from ludarium.players import listing, make

    entries = [entry for entry in listing(game).values() if not import_object(entry.reference).suits(game)]
    menu = table("", "player", "")
    for number, entry in enumerate(entries, 1):
        menu.add_row(str(number), entry.name, entry.summary)
    say()
    out().print(menu)
    while True:
        answer = _question(f"Against whom? (Enter: {game.suits}; b goes back) ")
        if answer.lower() == "b":
            return ""
        text = _named(answer, [entry.name for entry in entries]) or game.suits
        try:
            make(text, game)
        except LudariumError as error:
            say(str(error), style="red")
            continue
        return text


def _play(game: Game) -> None:
    from ludarium.cli.play import HUMAN, play
    from ludarium.engine.kernels.rng import fresh_seed

    say()
    say(game.title or game.name, style="bold")
    if game.summary:
        say(game.summary)
    order = [HUMAN]
    if game.seats > 1:
        opponent = _choose_opponent(game)
        if not opponent:
            return
        answer = _question(f"Which seat do you take, 1 to {game.seats}? (Enter: 1) ")
        seat = int(answer) if answer.isdecimal() and 1 <= int(answer) <= game.seats else 1
        order = [opponent] * game.seats
        order[seat - 1] = HUMAN
    try:
        play(game, order, seed=fresh_seed())
    except LudariumError as error:
        say(str(error), style="red")
    _question("Enter for the menu, q leaves: ")
