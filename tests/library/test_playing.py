"""Matches and tournaments, kept or not, and what they give."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ludarium
from ludarium.store.faults import StoreError
from tests.library.own import Eager, Swine

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without

GAME = ludarium.game("tic-tac-toe")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a tournament that a rule of stopping ended."""
    place = tmp_path_factory.mktemp("results") / "results.db"
    ludarium.tournament(GAME, ["random", "minimax:depth=1"], until=0.25, database=place, workers=2)
    return place


def test_a_match_is_counted_and_repeatable() -> None:
    played = ludarium.match(GAME, ["random", "random"], games=40, seed=3)
    again = ludarium.match("tic-tac-toe", ["random", "random"], games=40, seed=3)
    assert played.games == 40
    assert played.to_arrow().equals(again.to_arrow())
    assert played.to_arrow().num_rows == 40
    assert repr(played).startswith("tic-tac-toe: 2 players, 40")
    (first,) = [row for row in played.to_arrow("players").to_pylist() if row["player"] == 0]
    (outcome,) = [row for row in played.findings.sections[0].outcomes.players if row.player == 0]  # type: ignore[union-attr]
    assert (first["rate"], first["low"], first["high"]) == (outcome.rate, outcome.low, outcome.high)


def test_a_game_of_a_match_can_be_stepped_through() -> None:
    played = ludarium.match(GAME, ["random", "random"], games=3)
    replay = ludarium.replay(played.record(2))
    row = played.to_arrow().to_pylist()[2]
    assert len(replay) == row["length"] + 1
    assert replay.record.result is not None
    assert replay.record.result.ranks == (row["rank_0"], row["rank_1"])


def test_players_may_be_texts_objects_and_classes() -> None:
    played = ludarium.tournament(GAME, ["random", Eager, Eager(least=2), Eager], rounds=1)
    assert played.findings.names == ("random", "Eager", "eager", "Eager 2")
    assert played.games == 12
    # An object given twice is two players, each copied for every game.
    assert ludarium.match(GAME, [eager := Eager(), eager], games=2).findings.names == ("eager", "eager 2")


def test_an_object_that_calls_no_init_of_ours_plays_under_its_class() -> None:
    class Bare(ludarium.Player):
        def __init__(self) -> None:
            self.own = 1

        def choose(self, view: ludarium.View, clock: ludarium.Clock) -> ludarium.Move:
            return view.moves()[0]

    assert ludarium.match(GAME, ["random", Bare()], games=2).findings.names == ("random", "Bare")


def test_a_game_may_be_one_that_nobody_else_knows() -> None:
    played = ludarium.match(Swine(goal=20), ["random", "random"], games=4)
    assert played.games == 4
    assert played.record(1).game == "swine"
    swept = ludarium.tournament(Swine(), ["random", "random"], rounds=1, sweep={"goal": [20, 30]})
    assert [section.settings["goal"] for section in swept.findings.sections] == [20, 30]
    assert swept.record(2).settings["goal"] == 30


def test_a_notebook_shows_tables_and_charts() -> None:
    played = ludarium.match(GAME, ["random", Eager], games=20)
    html = played._repr_html_()
    assert html.count("<table") >= 2
    assert html.count("data:image/svg+xml") == 2
    assert "Read with care" in html
    assert played.drawings()[0].name == "ratings"
    assert played.chart("results").to_dict()["layer"]


def test_a_stored_run_says_the_same_wherever_it_is_read(place: Path) -> None:
    kept = ludarium.runs(place)
    assert len(kept) == 1 == len(list(kept))
    assert kept.ids[0] in repr(kept)
    assert kept.ids[0] in kept._repr_html_()
    (row,) = kept.to_arrow().to_pylist()
    read = ludarium.run(row["run"][:4], place)
    assert read.games == read.to_arrow().num_rows == kept[0].games == kept[read.short].games
    assert row["games"] >= read.games  # what was in flight when the rule decided is stored, and does not count
    assert read.decision[0].startswith("Decided after")
    again = ludarium.tournament(GAME, ["random", "minimax:depth=1"], until=0.25, database=place)
    assert again.findings.sections == read.findings.sections
    assert ludarium.replay(f"{read.short}:0", database=place).record == read.record(0)


def test_an_open_database_serves_as_well(place: Path) -> None:
    with ludarium.Database.open(place) as store:
        assert repr(store) == f"<database {place}>"
        found = ludarium.runs(store, game="tic-tac-toe", kind="tournament")[0]
        assert found.games
        assert len(ludarium.runs(store, game="pig")) == 0
        assert "no runs" in repr(ludarium.runs(store, game="pig"))
    with pytest.raises(StoreError, match="is closed: open it again"):
        found.to_arrow()
    with pytest.raises(StoreError, match="is closed: open it again"):
        ludarium.runs(store)
    with pytest.raises(StoreError, match="is closed: open it again"):
        ludarium.match(GAME, ["random", "random"], games=1, database=store)


def test_what_the_command_line_stored_is_found_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ludarium.cli.app import run

    line = ["tournament", "tic-tac-toe", "random", "random", "--games", "12", "--database", str(place), "--json"]
    assert run(line) == 0
    capsys.readouterr()
    before = ludarium.runs(place).ids
    ludarium.tournament("tic-tac-toe", ["random", "random"], games=12, database=place)
    assert ludarium.runs(place).ids == before


def test_a_script_without_a_guard_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    script.write_text(
        "print('once')\n"
        "import ludarium\n"
        "print(ludarium.match('tic-tac-toe', ['random', 'random'], games=4, workers=2).games)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("once\n4\n", "")


BAD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no whole number": (lambda: ludarium.match(GAME, ["random"] * 2, games=2.5), ludarium.BadParameter, "games=2.5"),  # type: ignore[arg-type]
    "text for a number": (
        lambda: ludarium.match(GAME, ["random"] * 2, workers="2"),  # type: ignore[arg-type]
        ludarium.BadParameter,
        "workers='2': expected a whole number",
    ),
    "a seed too large": (
        lambda: ludarium.match(GAME, ["random"] * 2, seed=2**70),
        ludarium.BadParameter,
        "at most 63 bits",
    ),
    "too many games": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=10**30),
        ludarium.BadParameter,
        "at most 63 bits",
    ),
    "too many rounds": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, rounds=2**62),
        ludarium.BadParameter,
        "at most 63 bits",
    ),
    "no pair": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, sprt=5),  # type: ignore[arg-type]
        ludarium.BadParameter,
        "2 values",
    ),
    "no values to sweep": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, sweep={"size": 3}),  # type: ignore[dict-item]
        ludarium.BadParameter,
        "a list of values",
    ),
    "an empty list to sweep": (
        lambda: ludarium.tournament("reversi", ["random"] * 2, sweep={"size": []}),
        ludarium.BadParameter,
        "a list of values",
    ),
    "no name to sweep": (
        lambda: ludarium.tournament("reversi", ["random"] * 2, sweep={5: [6]}),  # type: ignore[dict-item]
        ludarium.BadParameter,
        "no parameter's name",
    ),
    "no cluster": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, rounds=1, ray="localhost:1"),
        ludarium.LudariumError,
        "no Ray cluster at 'localhost:1'",
    ),
    "no place": (lambda: ludarium.runs(3), ludarium.BadParameter, "database=3"),  # type: ignore[arg-type]
    "no id": (lambda: ludarium.run(3), ludarium.BadParameter, "expected a text"),  # type: ignore[arg-type]
    "too few players": (lambda: ludarium.match(GAME, ["random"]), ludarium.LudariumError, "2 seats, got 1 player"),
    "no list": (lambda: ludarium.match(GAME, "random"), ludarium.LudariumError, "give a list"),
    "nobody": (lambda: ludarium.match(GAME, None), ludarium.BadParameter, "players=None"),  # type: ignore[arg-type]
    "no player": (lambda: ludarium.match(GAME, ["random", 3]), ludarium.PlayerError, "3 is no player"),  # type: ignore[list-item]
    "no such player": (lambda: ludarium.match(GAME, ["random", "rnadom"]), ludarium.UnknownName, "'random'"),
    "no games": (lambda: ludarium.match(GAME, ["random"] * 2, games=0), ludarium.LudariumError, "at least one"),
    "no workers": (lambda: ludarium.match(GAME, ["random"] * 2, workers=0), ludarium.BadParameter, "at least one"),
    "people": (lambda: ludarium.match(GAME, ["random", "human"]), ludarium.LudariumError, "keyboard"),
    "objects elsewhere": (
        lambda: ludarium.match(GAME, ["random", Eager], workers=2),
        ludarium.PlayerError,
        "play with one worker",
    ),
    "objects kept": (
        lambda: ludarium.match(GAME, ["random", Eager], database="nowhere.db"),
        ludarium.PlayerError,
        "leave the database out",
    ),
    "no such schedule": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, schedule="round"),
        ludarium.UnknownName,
        "round-robin",
    ),
    "two lengths": (lambda: ludarium.tournament(GAME, ["random"] * 2, rounds=1, games=1), ludarium.BadParameter, "one"),
    "two rules": (
        lambda: ludarium.tournament(GAME, ["random"] * 2, until=0.1, sprt=(0, 10)),
        ludarium.BadParameter,
        "give one",
    ),
    "swept seats": (
        lambda: ludarium.tournament("pig", ["random"] * 2, sweep={"seats": [2, 3]}),
        ludarium.LudariumError,
        "number of seats",
    ),
    "swept nonsense": (
        lambda: ludarium.tournament("pig", ["random"] * 2, sweep={"goal": ["x"]}),
        ludarium.BadParameter,
        "goal=x",
    ),
    "no database": (lambda: ludarium.runs("nowhere/results.db"), StoreError, "does not exist"),
    "no such file": (lambda: ludarium.run("bcdf", "nowhere.db"), StoreError, "nothing has been stored"),
    "no such table": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=2).to_arrow("player"),
        ludarium.UnknownName,
        "did you mean 'players'",
    ),
    "no such chart": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=2).chart("rating"),
        ludarium.UnknownName,
        "did you mean 'ratings'",
    ),
    "no name for a file": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=1, database="a" * 300),
        StoreError,
        "no database can be at .* name another file",
    ),
    "nothing in a name": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=1, database="a\0b"),
        StoreError,
        "name another file",
    ),
    "nobody's home": (lambda: ludarium.runs("~nobody-of-that-name/x.db"), StoreError, "does not exist"),
    "no place to open": (lambda: ludarium.Database.open(3), StoreError, "3 names no database"),  # type: ignore[arg-type]
    "no folder": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=2).report(None),  # type: ignore[arg-type]
        ludarium.LudariumError,
        "None is no folder",
    ),
    "no name of a table": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=2).to_arrow([1, 2]),  # type: ignore[arg-type]
        ludarium.UnknownName,
        "no table",
    ),
    "no such game of it": (
        lambda: ludarium.match(GAME, ["random"] * 2, games=2).record(2),
        ludarium.LudariumError,
        "from 0 to 1",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_use_is_explained(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    use, kind, words = BAD[fault]
    with pytest.raises(kind, match=words):
        use()


def test_numbers_of_other_libraries_are_numbers() -> None:
    import numpy as np

    assert ludarium.match(GAME, ["random"] * 2, games=np.int64(2), seed=np.int32(-1)).games == 2  # type: ignore[arg-type]
    assert GAME.start(np.int64(3)) == GAME.start(3)  # type: ignore[arg-type]
    played = ludarium.match(GAME, ["random"] * 2, games=2)
    number = played.to_pandas()["number"].iloc[-1]
    assert played.record(number) == played.record(1)


def test_runs_are_asked_for_by_place_or_id(place: Path) -> None:
    ludarium.match(GAME, ["random"] * 2, games=2, database=place)
    stored = ludarium.runs(place)
    assert [stored[0].short, stored[-1].short] == [stored.ids[0], stored.ids[-1]]
    for wrong, words in (
        (99, "no run 99"),
        (-99, "no run -99"),
        (0.5, "is no run"),
        (None, "is no run"),
        ("", "no run's id"),
    ):
        with pytest.raises(ludarium.LudariumError, match=words):
            _ = stored[wrong]  # type: ignore[index]
    with pytest.raises(ludarium.UnknownName, match="no chart '5'"):
        stored[0].chart(5)  # type: ignore[arg-type]


def test_a_reproduction_is_not_judged_on_a_closed_database(place: Path) -> None:
    with ludarium.Database.open(place) as store:
        pass
    with pytest.raises(StoreError, match="is closed"):
        ludarium.reproduce("classics", games=2, workers=1, database=store)


def test_no_such_run(place: Path) -> None:
    with pytest.raises(ludarium.LudariumError, match="zzzz"):
        ludarium.run("zzzz", place)
