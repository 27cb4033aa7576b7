"""Compiling what people need who have just come: the usual opponent of each game, before anybody plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from ludarium.engine.game import Game
from ludarium.games import load
from ludarium.games.offered import as_suggested
from ludarium.players.preparing import Preparation, prepare_player, usual_players


def usual_preparations(names: Iterable[str]) -> list[Preparation]:
    """What the usual opponents of games need that is not compiled yet, each once, what takes longest first."""
    found: dict[str, Preparation] = {}
    for name in names:
        game = _offered(name)
        wanted = Preparation.of(usual_players(game)[0], game)
        if not wanted.done:
            found.setdefault(wanted.key, wanted)
    return sorted(found.values(), key=lambda wanted: -wanted.size)


def prepare_usual(wanted: Iterable[Preparation], processes: int) -> Iterator[Preparation]:
    """Prepare usual opponents with the settings that people are offered, several at once; gives each when done."""
    chosen = list(wanted)
    if not chosen:
        return
    with ProcessPoolExecutor(max(1, min(processes, len(chosen))), get_context("spawn")) as pool:
        running = {pool.submit(_prepare, each.game, each.player): each for each in chosen}
        for done in as_completed(running):
            done.result()
            yield running[done]


def _offered(name: str) -> Game:
    return as_suggested(load(name))


def _prepare(name: str, player: str) -> None:
    prepare_player(player, _offered(name))
