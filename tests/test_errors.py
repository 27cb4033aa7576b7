"""What the library says when it is used wrongly: a typed error with its remedy, in words that suit every face of it."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.arena.metrics import measured
from ludarium.arena.plan.stopping import Sprt, until_width
from ludarium.arena.run.contests import ladder, tournament
from ludarium.arena.run.matches import match
from ludarium.arena.run.replaying import record_of
from ludarium.arena.run.stored import StoredRun
from ludarium.cli.app import _HINTS
from ludarium.engine.errors import BadParameter, LudariumError, UnknownName
from ludarium.games import load
from ludarium.store.database import Database
from ludarium.store.faults import StoreError

SOURCE = Path(ludarium.__file__).parent
FACES = ("cli/", "server/")
"""They may speak of what is typed: all other rooms are the library."""
NOT_OURS = {
    "players/keeper/start.py": "options of bubblewrap",
    "doors/prolog/swi.py": "an option of SWI-Prolog",
    "arena/stats/findings.py": "the command line that makes a run again, which its report quotes",
}
OPTION = re.compile(r"(?<![\w-])--[a-z]|`ludarium ")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE).as_posix()
        if not name.startswith(FACES) and "/commands/" not in name and name not in NOT_OURS:
            yield name, ast.parse(file.read_text(encoding="utf-8"))


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """All texts of a module that somebody may read at run time: not its documentation."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def test_the_library_names_no_options_of_the_command_line() -> None:
    found = [f"{name}:{line}: {text}" for name, tree in modules() for line, text in texts(tree) if OPTION.search(text)]
    assert found == []


def test_such_a_text_would_be_found() -> None:
    tree = ast.parse('"""Read `ludarium x`."""\nraise E(f"{place}: name another with --database")')
    assert [text for _, text in texts(tree) if OPTION.search(text)] == [": name another with --database"]


def test_the_command_line_knows_every_remedy() -> None:
    remedies = set()
    for _, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "remedy":
                remedies |= {
                    part.value
                    for part in ast.walk(node.value)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    given = {remedy for remedy in remedies if remedy and not remedy.startswith("command ")}
    assert given == set(_HINTS)


def test_an_error_goes_from_process_to_process() -> None:
    for error in (UnknownName("game", "chess", ["go"], remedy="games"), StoreError("closed", remedy="database")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))


@pytest.mark.parametrize(
    ("game", "players", "options", "error", "words"),
    [
        ("zzzz", ["random", "random"], {}, UnknownName, "no game 'zzzz'; there are "),
        ("pgi", ["random", "random"], {}, UnknownName, "no game 'pgi'; did you mean 'pig'?"),
        ("pig", ["random", "randm"], {}, UnknownName, "no player 'randm'; did you mean 'random'?"),
        ("pig", ["mcts:iterations=none", "random"], {}, BadParameter, "iterations=none: expected a whole number"),
        ("pig", ["random"], {}, LudariumError, "pig has 2 seats, got 1 player: give one for each seat, or set seats=1"),
        ("pig", "random", {}, LudariumError, "pig has 2 seats, got 6 players"),
        ("pig", [None, None], {}, BadParameter, "None is no player's text"),
        (
            "pig",
            ["random", "random"],
            {"settings": {"gaol": 3}},
            UnknownName,
            "no parameter 'gaol'; did you mean",
        ),
        ("pig", ["random", "random"], {"settings": {"goal": "x"}}, BadParameter, "goal=x: expected a whole number"),
        ("pig", ["random", "random"], {"games": 0}, LudariumError, "0 games: play at least one"),
        ("pig", ["random", "random"], {"games": "10"}, BadParameter, "expected whole numbers"),
        ("pig", ["random", "random"], {"seed": 0.5}, BadParameter, "expected whole numbers"),
        ("pig", ["random", "human"], {}, LudariumError, "players that need nobody at the keyboard"),
    ],
)
def test_a_match_that_cannot_be(game: str, players: Any, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"^.*{re.escape(words)}"):
        match(game, players, **{"games": 2, "seed": 1, **options})


def test_a_tournament_that_cannot_be(tmp_path: Path) -> None:
    field: tuple[Any, ...] = ("random", "random")
    with Database.open(tmp_path / "results.db") as database:
        for options, words in (
            ({"schedule": "swiss"}, "no schedule 'swiss'; there are rotation"),
            ({"rounds": 2, "games": 4}, "rounds and games both say how long"),
            ({"rounds": 0}, "0 games: play at least one"),
            ({"workers": 2, "ray": "local"}, "give one of them"),
            ({"rule": until_width(0.1), "schedule": "self-play"}, "in self-play nobody does"),
            ({"rule": until_width(0.1), "sweep": ({"goal": 10}, {"goal": 20})}, "games under one setting"),
        ):
            with pytest.raises(LudariumError, match=words):
                tournament("pig", field, database=database, **options)
        with pytest.raises(LudariumError, match="decides between two players, got 3"):
            tournament("pig", (*field, "random"), database=database, rule=Sprt.of_elo(0, 20))
        with pytest.raises(LudariumError, match="at least 2 players, got 1"):
            ladder("pig", ("random",), database=database)
        assert [run for run in database.runs() if run.count()] == []
        with pytest.raises(UnknownName, match="no run 'zzz'"):
            StoredRun.read(database.run("zzz"))
        with pytest.raises(LudariumError, match="has no games yet: play it first"):
            StoredRun.read(database.start_run({**PLAN, "seed": 3})).findings  # noqa: B018
        with pytest.raises(StoreError, match="has no plan of games"):
            StoredRun.read(database.start_run({"kind": "something", "game": "pig"}))


PLAN = {
    "kind": "tournament",
    "game": "pig",
    "rules": load("pig").version,
    "players": ["random", "random"],
    "games": 4,
    "seed": 1,
    "schedule": "fixed",
    "settings": {},
    "sweep": [{}],
}


def test_a_closed_database_says_so(tmp_path: Path) -> None:
    with Database.open(tmp_path / "results.db") as database:
        stored = tournament("pig", ("random", "random"), database=database, games=2, settings={"goal": 10}, workers=1)
    assert stored.findings.games == 2  # what was counted is there
    for use in (
        database.runs,
        lambda: database.start_run(PLAN),
        lambda: list(stored.counting()),
        lambda: stored.report(tmp_path / "report"),
        lambda: StoredRun.read(stored.run),
        lambda: tournament("pig", ("random", "random"), database=database, games=2),
        stored.run.count,
    ):
        with pytest.raises(StoreError, match=r"results\.db is closed: open it again"):
            use()


def test_what_cannot_be_measured_or_replayed(tmp_path: Path) -> None:
    with pytest.raises(LudariumError, match="0 games: play at least one"):
        measured(load("pig"), "random", games=0)
    with pytest.raises(UnknownName, match="no player 'randm'"):
        measured(load("pig"), "randm")
    with pytest.raises(LudariumError, match=r"cannot read the record nowhere\.json"):
        record_of("nowhere.json")
    with pytest.raises(StoreError, match="there is no database"):
        record_of("abc:3", tmp_path / "nowhere.db")
