"""What a game is like, what others published about it, and games that nobody has played yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from ludarium.api.checks import checked
from ludarium.api.games import AnyGame, the_game
from ludarium.api.places import Where, opened
from ludarium.api.playing import tournament
from ludarium.api.progress import watching
from ludarium.api.sources import find, studies
from ludarium.arena.metrics.measured import Measured, measured
from ludarium.arena.reproduce import judging
from ludarium.arena.reproduce.overview import Overview
from ludarium.arena.reproduce.reproduction import Lab, Outcome
from ludarium.arena.run.opponents import Opponents, ranked
from ludarium.design.candidates import Candidate
from ludarium.design.folder import RUN, Folder
from ludarium.design.ratings import ratings_of, read_ratings
from ludarium.design.report.told import Told
from ludarium.design.run import Search, carry_out
from ludarium.design.settings import Settings
from ludarium.engine.errors import LudariumError


@checked
def metrics(
    game: AnyGame,
    player: str | None = None,
    *,
    games: int = 100,
    budgets: Sequence[int] | None = None,
    restricted: str | None = None,
    playouts: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool | None = None,
) -> Measured:
    """Measure a game by letting one player take all its seats: length, choices, balance, drama, depth and more.

    Args:
        game: A game, or its name.
        player: Who plays, as text; by default a search that suits the game, with a modest budget.
        games: Games for the metrics, and for each step of the depth.
        budgets: Multiples of the player's iterations for the depth, by default 1, 2, 4 and 8; a single one leaves the
            depth out.
        restricted: A restricted player to be compared with the full one.
        playouts: Say who leads by so many games played on from each position, not by the game's own evaluation.
        seed: The same seed gives the same figures at any number of workers.
        workers: Processes; by default as many as are worth while.
        progress: Show the progress or not; by default where a person can see it.
    """
    if games < 1:
        raise LudariumError(f"{games} games: play at least one")
    measured_game = the_game(game)
    if progress is None and measured_game.rules.interpreted:
        progress = True  # minutes without a word look like a fault, in a log as well
    with watching(progress) as shown:
        return measured(
            measured_game,
            player,
            games=games,
            budgets=budgets,
            restricted=restricted,
            playouts=playouts,
            seed=seed,
            workers=workers,
            progress=shown.advance,
        )


@checked
def opponents(
    game: AnyGame,
    *,
    rounds: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> Opponents:
    """Measure the opponents that people are offered in a game: how strong, by a round robin, and how quick.

    Args:
        game: A game, or its name.
        rounds: How often every line-up of them plays; 20 unless told.
        seed: The same seed gives the same games at any number of workers. Times are those of this machine.
        workers: Processes; by default as many as are worth while.
        database: Where the games are kept, so that the same call goes on after a break; by default they are not.
        progress: Show the progress or not; by default where a person can see it.
    """
    loaded = the_game(game)
    offered = [level.text for level in loaded.levels()]
    if len(offered) < 2:
        raise LudariumError(f"{loaded.name} offers {len(offered)} opponents: strengths need two that can meet")
    played = tournament(
        loaded, offered, rounds=rounds, seed=seed, workers=workers, database=database, progress=progress
    )
    section = played.findings.sections[0]
    if section.strengths is None:
        raise LudariumError(f"no strengths for the opponents of {loaded.name}: {section.missing.get('strengths', '')}")
    with watching(progress) as shown:
        shown.begin("times", len(offered))
        return ranked(
            loaded,
            section.strengths,
            rounds=20 if rounds is None else rounds,
            seed=seed,
            progress=lambda: shown.advance("times", 1),
        )


@checked
def reproduce(
    source: str,
    *,
    games: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> Outcome:
    """Put a source's published figures beside ours: theirs, ours, the interval, whether they agree, and why.

    Args:
        source: The name of a source, such as `classics`; an unknown one is an error that names those there are.
        games: Games behind each measured figure, instead of what the source's claims ask for.
        seed: Another seed gives other games.
        workers: Processes; by default as many as are worth while.
        database: Where the games are kept, so that the same call goes on after a break; by default they are not.
        progress: Show the progress or not; by default where a person can see it.
    """
    found = find(source)
    if games is not None and games < 2:
        raise LudariumError(f"{games} games behind a figure: give at least 2, or none for the source's own number")
    with watching(progress) as shown, nullcontext() if database is None else opened(database, create=True) as store:
        shown.begin("figures", len(found.claims))
        lab = Lab(
            games=games,
            seed=seed,
            workers=workers,
            store=store,
            progress=lambda count, total: shown.again("games", count, total),
        )
        return judging.reproduce(found, lab, progress=lambda row: shown.advance("figures", 1))


@checked
def reproduce_all(
    *,
    games: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> Overview:
    """All studies, one after the other, with their figures counted by source and origin.

    The arguments are those of `reproduce`.
    """
    return Overview(
        tuple(
            reproduce(source, games=games, seed=seed, workers=workers, database=database, progress=progress)
            for source in studies()
        )
    )


@checked
def design(
    folder: str | Path,
    *,
    method: str = "ga",
    space: str = "source",
    seed: int = 0,
    children: int = 500,
    games: int = 100,
    player: str = "mcts",
    budget: int = 40,
    early: bool = True,
    risk: float = 0.001,
    solve: int = 0,
    sensible: bool = False,
    axes: Sequence[str] = ("length", "branching"),
    ratings: Mapping[str, tuple[float, int]] | str | Path | None = None,
    ratings_weight: float = 0.5,
    workers: int | None = None,
    ray: str | None = None,
    progress: bool | None = None,
) -> Told:
    """Search for new games. The same call on the same folder goes on where it stopped, and reads what is complete.

    Args:
        folder: A new folder, or that of an earlier run with the same settings; every candidate is kept there.
        method: `ga`, `random` or `map-elites`.
        space: Where to search.
        seed: The same seed finds the same games at any number of workers.
        children: Candidates to try.
        games: Games of each candidate.
        player: Who plays them: `mcts` or `minimax`.
        budget: Its iterations or nodes a decision.
        early: Stop the games of candidates that will not get in.
        risk: Stop candidates that get in with a chance below this; 0 for only when it is certain.
        solve: Positions that a solver may search to prove a game first; 0 for none.
        sensible: Try no game in whose rules the analysis finds fault.
        axes: The two metrics of a MAP-Elites map.
        ratings: What people say of games: short form → mean (0 to 1) and number of ratings, or a CSV file with the
            columns game, mean and count. Such games are tried first, and the ratings are part of their fitness.
        ratings_weight: How much of it they decide, 0 to 1.
        workers: Threads; by default one for each core.
        ray: The address of a Ray cluster, or `local`.
        progress: Show the progress or not; by default where a person can see it.
    """
    place = Path(folder)
    if isinstance(ratings, str | Path):
        rated = read_ratings(Path(ratings), ratings_weight)
    else:
        rated = ratings_of(ratings or {}, ratings_weight)
    settings = Settings(
        method=method,
        space=space,
        seed=seed,
        children=children,
        games=games,
        player=player,
        budget=budget,
        early=early,
        risk=risk,
        solve=solve,
        sensible=sensible,
        axes=tuple(axes),
        ratings=rated,
    )
    run = Folder.open(place) if (place / RUN).exists() else Folder.create(place, settings)
    if run.settings != settings:
        raise LudariumError(f"{place} holds a run with other settings: give the same ones, or name another folder")
    with watching(progress) as shown:

        def told(search: Search, candidate: Candidate) -> None:
            shown.advance("candidates", 1, search.total, words=candidate.name)

        carry_out(run, workers=workers, ray=ray, progress=told)
    return Told.read(place)
