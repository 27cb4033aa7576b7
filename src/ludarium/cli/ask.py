"""`ludarium ask GAME PLAYER POSITION`: what a player would do, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, GameName, Settings, out, print_json, say, table, the_game, the_position, waiting

if TYPE_CHECKING:
    from ludarium.engine.player import Thought

_SHOWN_MOVES = 10

PlayerName = Annotated[
    str, typer.Argument(metavar="PLAYER", show_default=False, help="A player, such as mcts:iterations=400.")
]
PositionText = Annotated[
    str | None,
    typer.Argument(metavar="[POSITION]", show_default=False, help="A position as text; without it the start."),
]


def command(
    game: GameName,
    player: PlayerName,
    position: PositionText = None,
    settings: Settings = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="Which seat (from 1), where several must decide at once.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The player's own chance.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Ask a player for its move in a position, with its reason and the figures behind it."""
    from ludarium.arena.run.advice import advise

    played = the_game(game, settings)
    asked = the_position(played, position, seed)
    chosen_seat = None if seat is None else seat - 1
    with waiting(f"{player} thinks about {played.name}"):
        advice = advise(asked, player, seed=seed, seat=chosen_seat)
    thought = advice.thought
    if as_json:
        print_json(
            {
                "game": played.name,
                "position": asked.text,
                "player": player,
                "seat": advice.seat,
                "move": advice.move.text,
                "reason": thought.reason,
                "figures": thought.figures,
                "moves": thought.moves,
                "seconds": round(advice.seconds, 6),
            }
        )
        return
    say(asked.view(advice.seat).draw())
    say()
    say(f"{played.seat_names[advice.seat]} plays {advice.move.text}", style="bold")
    if thought.reason:
        say(thought.reason)
    print_thought(thought)


def print_thought(thought: Thought) -> None:
    """The figures behind a decision, and the moves that were weighed, best first."""
    if thought.moves:
        columns = list(thought.moves[0])
        say()
        shown = table(*columns, numbers=" ".join(columns[1:]))
        for entry in thought.moves[:_SHOWN_MOVES]:
            shown.add_row(*(figure(entry.get(column)) for column in columns))
        out().print(shown)
        hidden = len(thought.moves) - _SHOWN_MOVES
        if hidden > 0:
            say(f"and {hidden} more")
    if thought.figures:
        say()
        say(", ".join(f"{name.replace('_', ' ')} {figure(value)}" for name, value in thought.figures.items()))


def figure(value: Any) -> str:
    """A number as people read it."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}"
    return str(value)
