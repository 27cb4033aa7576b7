"""`ludarium tarble habits [PLAYER]`: what people are known to do, counted in a player's games or in stored ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, Seed, out, plural, print_json, say, seed_or_fresh, table, the_game
from ludarium.cli.running import Where

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.games.tarble.research.habits import Habits

_WORDS = {
    "same_piece": "first two movements with the same piece",
    "safe": "ends 4 or more from every enemy, where possible",
    "right": "to the right after the first neutral piece",
    "centre": "distance to the centre after a turn",
}


def command(
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]",
            show_default=False,
            help="Whose habits. With --run or files: only this player's, else everybody's.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="PLAYER", show_default=False, help="Its opponent; by default itself."),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games to be played.")] = 50,
    run: Annotated[
        str | None, typer.Option("--run", metavar="ID", show_default=False, help="Take the games of a stored run.")
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option("--file", metavar="FILE", show_default=False, help="Take a record or a game in notation."),
    ] = None,
    seed: Seed = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Count habits beside those of people: same piece, safe distance, centre, right; in new games or in given ones."""
    from ludarium.engine.errors import BadParameter
    from ludarium.games.tarble.published import report
    from ludarium.games.tarble.research.habits import Habits

    game = the_game("tarble")
    habits = Habits()
    source = ""
    if run is not None or files:
        if against is not None:
            raise BadParameter("--against is for games to be played: leave it out, or leave out --run and --file")
        if run is not None:
            source = f"run {run}"
            _count_run(habits, game, run, player, database)
        for file in files or []:
            source = f"{source}, {file}" if source else str(file)
            _count_file(habits, game, file, player)
        if habits.turns == 0:
            raise BadParameter(f"no turns of {player or 'anybody'} in {source}")
    elif player is None:
        raise BadParameter("whose habits? give a PLAYER, or games by --run or --file")
    else:
        number = seed_or_fresh(seed)
        opponent = against or player
        source = f"{plural(games, 'game')} against {opponent}, seed {number}"
        _play(habits, game, player, opponent, games, number)
    found = report(habits)
    if as_json:
        print_json({"player": player, "source": source, "games": habits.games, "turns": habits.turns, "habits": found})
        return
    say(f"{player or 'everybody'}: {plural(habits.turns, 'turn')} in {plural(habits.games, 'game')} ({source})")
    shown = table("habit", "", "95 %", "times", "of", "people", numbers="times of people")
    for name, words in _WORDS.items():
        shown.add_row(words, *_cells(name, found[name]))
    out().print(shown)


def _cells(name: str, entry: dict[str, Any]) -> list[str]:
    if entry["value"] is None:
        return ["–", "", "", "0", "" if entry["people"] is None else f"{entry['people']:.0%}"]
    form = ".2f" if name == "centre" else ".1%"
    return [
        f"{entry['value']:{form}}",
        f"{entry['low']:{form}} – {entry['high']:{form}}",
        f"{entry['done']:,}" if "done" in entry else "",
        f"{entry['of']:,}",
        "" if entry["people"] is None else f"{entry['people']:.0%}",
    ]


def _play(habits: Habits, game: Game, player: str, opponent: str, games: int, seed: int) -> None:
    from ludarium.cli.running import progress_bar
    from ludarium.engine.kernels.rng import derive
    from ludarium.engine.match import Match
    from ludarium.games.tarble.notation import turns_of
    from ludarium.games.tarble.research.habits import count_game
    from ludarium.players import make

    with progress_bar(games) as shown:
        for number in range(games):
            seat = number % 2
            pair = [make(player, game), make(opponent, game)]
            match = Match(game, pair if seat == 0 else pair[::-1], seed=derive(seed, "habits", number))
            count_game(habits, turns_of(match.run(), game), [seat])
            shown.advance("games", 1)


def _count_run(habits: Habits, game: Game, short: str, player: str | None, database: str | None) -> None:
    from ludarium.engine.errors import BadParameter
    from ludarium.games import load
    from ludarium.games.tarble.notation import turns_of
    from ludarium.games.tarble.research.habits import count_game
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        run = store.run(short)
        if run.game != game.name:
            raise BadParameter(f"run {short} is one of {run.game}: habits are counted in games of {game.name}")
        for stored in run.games():
            record = store.record_of(f"{run.short}:{stored.number}", load)
            seats = _seats(record.players, player)
            if seats:
                count_game(habits, turns_of(record, game), seats)


def _count_file(habits: Habits, game: Game, file: Path, player: str | None) -> None:
    from ludarium.engine.errors import BadParameter
    from ludarium.engine.record import Record
    from ludarium.games.tarble.notation import read_game, turns_of
    from ludarium.games.tarble.research.habits import count_game

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadParameter(f"cannot read {file}: it is no text file") from None
    if text.lstrip().startswith("{"):
        record = Record.load(file)
        if record.game != game.name:
            raise BadParameter(f"{file} is a game of {record.game}: habits are counted in games of {game.name}")
        count_game(habits, turns_of(record, game), _seats(record.players, player))
    else:
        read = read_game(text, game)
        count_game(habits, read.turns, _seats(read.players, player), ordered=False)


def _seats(players: list[str], player: str | None) -> list[int]:
    return [seat for seat, name in enumerate(players) if player in (None, name)]
