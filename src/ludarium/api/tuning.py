"""Which settings make a game better: a search over its parameters, scored by many games of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext

from ludarium.api.checks import checked
from ludarium.api.games import AnyGame, the_game
from ludarium.api.places import Where, opened
from ludarium.api.progress import Progress, watching
from ludarium.arena.tune import tuned
from ludarium.arena.tune.tuned import Tuned
from ludarium.arena.tune.tuning import Search, Trial, prepare
from ludarium.engine.errors import BadParameter
from ludarium.store.database import Database


@checked
def tune(
    game: AnyGame,
    players: Sequence[str],
    parameters: Mapping[str, Iterable[object]],
    *,
    objectives: Sequence[str] = (),
    trials: int = 30,
    games: int = 100,
    seed: int = 0,
    workers: int | None = None,
    database: Where = None,
    progress: bool | None = None,
) -> Tuned:
    """Search a game's parameters for the settings that make it fair, decided and ring-shaped.

    Args:
        game: A game, or its name; what is set for it stays so in all trials.
        players: The players that meet each other, as texts; a single one meets itself.
        parameters: What to search: `{"size": range(4, 9), "line": [3, 4], "speed": "0.5..2"}`, a text for the ends of a
            range as on the command line.
        objectives: `balance`, `decisive`, `ring`, `first-seat` or `length=N`, with weights as in `ring:2`; by default
            balance, decisive and, from three players on, ring.
        trials: How many settings are tried; where there are no more than these, each is tried once.
        games: Games of each pair of players in a trial.
        seed: Another seed gives other games and trials.
        workers: Processes; by default as many as are worth while.
        database: Where the games are kept, so that the same call goes on after a break; by default they are not.
        progress: Show the progress or not; by default where a person can see it.

    Raises:
        UnknownName: The game has no such parameter.
        BadParameter: A parameter's values lie outside its range, or it is set already.
    """
    given = the_game(game)
    defaults = {parameter.name: parameter.default for parameter in given.parameters}
    search = prepare(
        given.name,
        players,
        [f"{name}={_values(name, values)}" for name, values in parameters.items()],
        objectives,
        trials=trials,
        games=games,
        seed=seed,
        settings={name: value for name, value in given.settings.items() if value != defaults[name]},
    )
    with watching(progress) as shown, nullcontext() if database is None else opened(database, create=True) as store:
        return carried_out(search, store, shown, workers)


def carried_out(search: Search, store: Database | None, shown: Progress, workers: int | None) -> Tuned:
    """What a search finds; shows the trials with the best so far, and the games of the trial under way."""
    best: list[Trial] = []
    shown.begin("trials", search.size if search.exhaustive else search.trials)

    def tried(trial: Trial) -> None:
        if trial.score is not None and (not best or trial.score > (best[0].score or 0)):
            best[:] = [trial]
        words = f"best so far {best[0].score:.3f}: {best[0].words}" if best else ""
        shown.advance("trials", 1, words=words)

    def played(_: int, further: int, planned: int) -> None:
        shown.again("games", further, planned)

    return tuned.tune(search, store, workers=workers, progress=played, tried=tried)


def _values(name: str, values: object) -> str:
    """A parameter's values as the command line has them."""
    if isinstance(values, str):
        return values
    if isinstance(values, range) and values.step > 0 and len(values) > 1:
        return f"{values[0]}..{values[-1]}" + (f":{values.step}" if values.step > 1 else "")
    if not isinstance(values, Iterable):
        raise BadParameter(f"{name}={values!r}: expected a list of values, a range, or a text such as '4..8'")
    return ",".join(map(str, values))
