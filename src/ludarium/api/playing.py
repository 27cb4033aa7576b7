"""Letting players meet: many games of a match, or a tournament by a schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from ludarium.api.checks import checked
from ludarium.api.games import AnyGame, AnyPlayer, the_game
from ludarium.api.places import Where, opened
from ludarium.api.progress import watching
from ludarium.arena.plan.stopping import Rule, Sprt, until_width
from ludarium.arena.plan.tournament import Own, Plan, combinations
from ludarium.arena.run import contests
from ludarium.arena.run.contests import Ladder, tournament_plan
from ludarium.arena.run.runner import check_workers
from ludarium.arena.run.stored import StoredRun
from ludarium.engine.errors import BadParameter, LudariumError, PlayerError, UnknownName
from ludarium.engine.game import Game
from ludarium.engine.player import Player
from ludarium.engine.plugins import is_file_reference
from ludarium.games import load
from ludarium.players import own_player
from ludarium.store.database import Database

_UNKEPT = (
    "{}: what is kept must be found again by names; put what is given as an object or class into a file and name it as "
    "path/to/file.py:Class"
)


@checked
def match(
    game: AnyGame,
    players: Sequence[AnyPlayer],
    *,
    games: int = 100,
    seed: int = 0,
    fixed_seats: bool = False,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> StoredRun:
    """Let players meet in many games; they change seats from game to game.

    Args:
        game: A game, or its name.
        players: One player for each seat: texts such as `"mcts:iterations=400"`, objects or classes.
        games: How many games.
        seed: The same seed gives the same games, however many workers share them.
        fixed_seats: Players keep their seats.
        workers: Processes; by default as many as are worth while.
        database: Where the games are kept, so that the same call goes on after a break; by default they are not.
        progress: Show the progress or not; by default where a person can see it.

    Raises:
        LudariumError: The number of players does not fit the game, or one of them cannot play it.
    """
    loaded, own = _given_game(game)
    names, own = _given_players(players, own)
    schedule = "fixed" if fixed_seats else "rotation"
    plan = Plan(loaded.name, names, games, seed, schedule, loaded.settings, own=own)
    plan.check()
    plan = plan.canonical()
    return _play(plan, None, database, workers, None, progress)


@checked
def tournament(
    game: AnyGame,
    players: Sequence[AnyPlayer],
    *,
    schedule: str = "round-robin",
    rounds: int | None = None,
    games: int | None = None,
    seed: int = 0,
    sweep: Mapping[str, Iterable[object]] | None = None,
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    workers: int | None = None,
    ray: str | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> StoredRun:
    """Let players meet by a schedule, and find out who is how strong.

    Args:
        game: A game, or its name.
        players: The players: texts such as `"mcts:iterations=400"`, objects or classes.
        schedule: `round-robin`, `gauntlet` (the first against the field), `one-of-each`, `two-and-two`, `self-play`,
            `rotation` or `fixed`.
        rounds: How often every line-up plays; 20 if nothing else says how long it is.
        games: How many games, instead.
        seed: The same seed gives the same games, however many workers share them.
        sweep: Play under all combinations of these settings: `{"size": [6, 8]}`.
        until: Stop once every 95 % interval of the rates is at most so wide: 0.02 for ± 1 %.
        sprt: Stop once it is clear whether the first player is so or so many Elo points stronger than the second.
        workers: Processes; by default as many as are worth while.
        ray: Play on a Ray cluster: its address, or `local`.
        database: Where the games are kept, so that the same call goes on after a break; by default they are not.
        progress: Show the progress or not; by default where a person can see it.

    Raises:
        LudariumError: The players do not fit the game or the schedule.
    """
    loaded, own = _given_game(game)
    names, own = _given_players(players, own)
    rule = _rule(until, sprt)
    plan = tournament_plan(
        loaded.name,
        names,
        schedule=schedule,
        rounds=rounds,
        games=games,
        seed=seed,
        settings=loaded.settings,
        sweep=combinations(_axes(sweep or {})),
        rule=rule,
        own=own,
    )
    return _play(plan, rule, database, workers, ray, progress)


@checked
def ladder(
    game: AnyGame,
    players: Sequence[str] = (),
    *,
    games: int = 100,
    seed: int = 0,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> Ladder:
    """Play further games of a game's ladder, line-ups drawn at random, and give the standings.

    Args:
        game: A game, or its name; every setting of it has a ladder of its own.
        players: Who plays on now, as texts; without players the ladder is only read.
        games: How many further games.
        seed: Another seed draws other line-ups.
        workers: Processes; by default as many as are worth while.
        database: Where the ladder is kept; by default where the command line keeps results.
        progress: Show the progress or not; by default where a person can see it.

    Raises:
        LudariumError: There are too few players for a ladder of this game, or one of them cannot play it.
        StoreError: There is no ladder to be read.
    """
    loaded, own = _given_game(game)
    names, own = _given_players(players, own)
    if own is not None:
        raise PlayerError(_UNKEPT.format(own.names))
    with opened(database, create=bool(names)) as store, watching(progress) as shown:
        return contests.ladder(
            loaded, names, database=store, games=games, seed=seed, workers=workers, progress=shown.session
        )


def _axes(sweep: Mapping[str, Iterable[object]]) -> Mapping[str, Sequence[object]]:
    axes: dict[str, Sequence[object]] = {}
    for name, values in sweep.items():
        if not isinstance(name, str):
            raise BadParameter(f"sweep: {name!r} is no parameter's name: expected a text such as 'size'")
        axes[name] = () if isinstance(values, str) or not isinstance(values, Iterable) else tuple(values)
        if not axes[name]:
            raise BadParameter(f"sweep: {name} is {values!r}, expected a list of values such as [6, 8]")
    return axes


def _rule(until: float | None, sprt: tuple[float, float] | None) -> Rule | None:
    if until is not None and sprt is not None:
        raise BadParameter("until and sprt both say when to stop: give one of them")
    if sprt is not None:
        return Sprt.of_elo(*sprt)
    return until_width(until) if until is not None else None


def _play(
    plan: Plan, rule: Rule | None, database: Where, workers: int | None, ray: str | None, progress: bool | None
) -> StoredRun:
    check_workers(workers)
    if not -(2**63) <= plan.seed < 2**63:  # as a database has it
        raise BadParameter(f"the seed {plan.seed} is too large: expected a whole number of at most 63 bits")
    if database is None:
        store = Database.temporary()
    elif plan.own is not None:
        raise PlayerError(_UNKEPT.format(plan.own.names) + ", or leave the database out")
    else:
        store = database if isinstance(database, Database) else Database.open(database)
    with watching(progress) as shown:
        return StoredRun.begin(store, plan, rule).play(workers=workers, ray=ray, progress=shown.session)


# --- what is given as an object ---------------------------------------------------------------------------------------


def _given_game(given: AnyGame) -> tuple[Game, Own | None]:
    """The game, and whether its name means something in this process alone."""
    game = the_game(given)
    try:
        known = is_file_reference(game.name) or type(load(game.name, **game.settings)) is type(game)
    except UnknownName:
        known = False
    return game, None if known else Own(game=game)


def _given_players(given: Sequence[AnyPlayer], own: Own | None) -> tuple[tuple[str, ...], Own | None]:
    """The players' names, and how those that are no texts are made."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise LudariumError(f"the players are {given!r}: give a list, such as ['mcts', 'random']")
    names: list[str] = []
    made: dict[str, Callable[[Game], Player]] = {}
    taken = Counter(entry for entry in given if isinstance(entry, str))
    for entry in given:
        if isinstance(entry, str):
            names.append(entry)
            continue
        # A player whose own __init__ does not call ours has no label.
        label = getattr(entry, "label" if isinstance(entry, Player) else "__name__", type(entry).__name__)
        name, number = label, 1
        while name in made or taken[name]:
            number += 1
            name = f"{label} {number}"
        names.append(name)
        made[name] = partial(own_player, entry)
    if not made:
        return tuple(names), own
    return tuple(names), Own(made, own.game if own is not None else None)
