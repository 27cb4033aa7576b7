"""Tuning: the same trials whoever plays them and however often they are broken off; figures that mean what they say."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.arena.stats.results import Results
from ludarium.arena.tune.objectives import KINDS, Games, Objective, formula, intervals, read_objectives, score_of
from ludarium.arena.tune.tuned import conclude
from ludarium.arena.tune.tuning import Search, Trial, prepare, run_trials
from ludarium.cli.app import run
from ludarium.engine import LudariumError
from ludarium.store import Database

PAIR = ("random", "ismcts:iterations=4")


def plain(trials: list[Trial], search: Search) -> list[dict[str, object]]:
    """The trials as plain values, without the ids of their runs."""
    return [{**trial.to_dict(search.objectives), "run": None} for trial in trials]


def figure(name: str, games: Games) -> float:
    (objective,) = read_objectives([name])
    return objective.figure(games)


def two_seats(first: int, second: int, ties: int = 0) -> Games:
    endings = [((0, 1), (1, 2), first), ((0, 1), (2, 1), second), ((0, 1), (1, 1), ties)]
    return Games(Results(("a", "b"), endings), Counter({10: first, 20: second, 30: ties}))


# --- objectives -------------------------------------------------------------------------------------------------------


def test_objectives_of_games_made_by_hand() -> None:
    games = two_seats(60, 20, 20)
    assert figure("balance", games) == pytest.approx(1 - (0.7 - 0.3))
    assert figure("first-seat", games) == pytest.approx(0.6)
    assert figure("decisive", games) == pytest.approx(0.8)
    assert figure("length=16", games) == pytest.approx(1.0)  # 600 + 400 + 600 over 100 games
    assert figure("length=32", games) == pytest.approx(0.5)
    assert figure("length=4", games) == 0.0


def test_the_first_of_three_seats_against_the_mean_of_the_others() -> None:
    endings = [((0, 1, 2), (1, 2, 3), 50), ((0, 1, 2), (2, 1, 3), 40), ((0, 1, 2), (2, 3, 1), 10)]
    games = Games(Results(("a", "b", "c"), endings), Counter({1: 100}))
    assert figure("balance", games) == pytest.approx(1 - 0.4)
    assert figure("first-seat", games) == pytest.approx(1 - (0.5 - 0.25))


def triangle(*wins: int) -> Games:
    """a against b, b against c, c against a: so many wins of 100 for the first named, both orders of seats alike."""
    results = Results(("a", "b", "c"))
    for (one, other), won in zip(((0, 1), (1, 2), (2, 0)), wins, strict=True):
        for line_up, first in (((one, other), won), ((other, one), 100 - won)):
            results.add(line_up, (1, 2), first // 2)
            results.add(line_up, (2, 1), 50 - first // 2)
    return Games(results, Counter({1: 300}))


def test_a_ring_scores_high_and_a_ranking_does_not() -> None:
    assert figure("ring", triangle(80, 80, 80)) > 0.95
    assert figure("ring", triangle(80, 80, 20)) < 0.15  # a before b before c: of the three only b is in between
    assert figure("ring", triangle(50, 50, 50)) == 0.0


def test_the_score_is_the_weighted_mean_and_says_so() -> None:
    objectives = read_objectives(["balance:2", "length=40"])
    assert score_of(objectives, [0.9, 0.3]) == pytest.approx(0.7)
    assert formula(objectives) == "(2 × balance + length=40) / 3"
    assert formula(objectives[1:]) == "length=40"
    assert [objective.text for objective in objectives] == ["balance:2", "length=40"]


def test_intervals_hold_the_figure_shrink_with_games_and_are_never_certain() -> None:
    objectives = [Objective(KINDS["balance"]), Objective(KINDS["decisive"])]
    few = intervals(objectives, two_seats(12, 8), seed=1)
    many = intervals(objectives, two_seats(1200, 800), seed=1)
    for (low, high), (low_of_many, high_of_many) in zip(few, many, strict=True):
        assert high - low > high_of_many - low_of_many
    assert few[0][0] <= 0.8 <= few[0][1]
    assert few[1][0] < 1.0 == few[1][1]  # twenty decided games do not prove that there are no draws
    assert intervals(objectives, two_seats(12, 8), seed=1) == few


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("balence", "did you mean 'balance'"),
        ("length", "length=N"),
        ("length=0", "above 0"),
        ("length=long", "above 0"),
        ("balance=3", "no target"),
        ("balance:-1", "above 0 as its weight"),
        ("balance:nan", "above 0 as its weight"),
    ],
)
def test_objectives_that_mean_nothing_are_refused(text: str, words: str) -> None:
    with pytest.raises(LudariumError, match=words):
        read_objectives([text])


# --- the search -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "more", "words"),
    [
        (["gaol=10..50"], {}, "did you mean 'goal'"),
        (["goal"], {}, "NAME=LOW..HIGH"),
        (["goal=5..50"], {}, "whole number from 10 to 1000"),
        (["goal=10..5000"], {}, "whole number from 10 to 1000"),
        (["goal=50..10"], {}, "must rise"),
        (["goal=10..50:0"], {}, "step of 1 or more"),
        (["goal=10..50:x"], {}, "step of 1 or more"),
        (["goal=10..12:5"], {}, "one value only"),
        (["goal=20,20"], {}, "twice"),
        (["goal=20,x"], {}, "whole number"),
        (["seats=2..3"], {}, "set seats=N"),
        (["goal=10..50", "goal=20..30"], {}, "searched twice"),
        (["goal=10..50"], {"settings": {"goal": "30"}}, "both searched and set"),
        (["goal=10..50"], {"settings": {"gaol": "30"}}, "did you mean 'goal'"),
        (["goal=10..50"], {"objectives": ["ring"]}, "at least 3 players"),
        (["goal=10..50"], {"objectives": ["balance", "balance:2"]}, "twice"),
        (["goal=10..50"], {"trials": 0}, "at least one"),
        ([], {}, "with its range or its values"),
    ],
)
def test_searches_that_cannot_be_are_refused(parameters: list[str], more: dict[str, object], words: str) -> None:
    with pytest.raises(LudariumError, match=words):
        prepare("pig", ("random", "random"), parameters, **more)  # type: ignore[arg-type]


def test_players_and_seats_are_checked_before_anything_is_played() -> None:
    with pytest.raises(LudariumError, match="did you mean 'random'"):
        prepare("pig", ("random", "randon"), ["goal=10..50"])
    with pytest.raises(LudariumError, match="this game has one"):
        prepare("pig", ("random",), ["goal=10..50"], ["balance"], settings={"seats": 1})
    alone = prepare("pig", ("random",), ["goal=10..50"], ["length=40"], settings={"seats": 1})
    assert alone.schedule == "self-play"


def test_games_are_rounded_up_to_all_orders_of_seats() -> None:
    search = prepare("goofspiel", ("random",) * 3, ["cards=3..5"], games=7)
    assert search.plan({"cards": 3}).games == 3 * 8
    at_three = prepare("goofspiel", ("random",) * 3, ["cards=3..5"], games=7, settings={"seats": 3})
    assert at_three.plan({"cards": 3}).games == 12


def test_a_small_space_is_tried_completely() -> None:
    search = prepare("goofspiel", PAIR, ["cards=3..5"], trials=10, games=2)
    trials = list(run_trials(search, workers=1))
    assert [trial.setting for trial in trials] == [{"cards": 3}, {"cards": 4}, {"cards": 5}]
    assert not any(trial.usual for trial in trials)  # 13 cards are not among them


def test_no_setting_is_tried_twice_and_the_games_own_comes_first() -> None:
    search = prepare("pig", ("random", "random"), ["goal=91..110"], trials=19, games=2)
    trials = list(run_trials(search, workers=1))
    goals = [trial.setting["goal"] for trial in trials]
    assert len(set(goals)) == 19
    assert goals[0] == 100
    assert [trial.usual for trial in trials] == [True] + [False] * 18


def test_the_same_trials_at_one_and_two_workers() -> None:
    search = prepare("goofspiel", PAIR, ["cards=3..12"], trials=4, games=6, seed=5)
    assert plain(list(run_trials(search, workers=1)), search) == plain(list(run_trials(search, workers=2)), search)


class Killed(Exception):
    pass


def interrupted(search: Search, store: Database, after: int) -> Iterator[Trial]:
    """Trials that break off after so many chunks of games."""
    left = after

    def progress(number: int, further: int, planned: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    return run_trials(search, store, workers=1, progress=progress)


def test_a_search_that_was_broken_off_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    search = prepare("goofspiel", PAIR, ["cards=3..12"], trials=12, games=6, seed=3)
    undisturbed = list(run_trials(search, workers=1))
    with Database.open(tmp_path / "results.db") as store:
        for after in (1, 4, 9):
            with pytest.raises(Killed):
                list(interrupted(search, store, after))
        stored = sum(found.count() for found in store.runs(kind="tune"))
        assert stored > 0
        finished = list(run_trials(search, store, workers=1))
        assert plain(finished, search) == plain(undisturbed, search)
        # Once more, and nothing is left to play.
        counts = {found.short: found.count() for found in store.runs(kind="tune")}
        assert plain(list(run_trials(search, store, workers=1)), search) == plain(undisturbed, search)
        assert {found.short: found.count() for found in store.runs(kind="tune")} == counts
        assert {trial.run for trial in finished} == counts.keys()


def test_more_trials_begin_with_those_that_are_there() -> None:
    short = prepare("goofspiel", PAIR, ["cards=3..12"], trials=3, games=2)
    longer = prepare("goofspiel", PAIR, ["cards=3..12"], trials=5, games=2)
    assert plain(list(run_trials(longer, workers=1)), longer)[:3] == plain(list(run_trials(short, workers=1)), short)


def test_settings_that_the_game_refuses_are_told_and_not_scored() -> None:
    search = prepare("tic-tac-toe", ("random", "random"), ["size=3..4"], trials=4, games=2)

    class Refusing(Search):
        def plan(self, setting):  # type: ignore[no-untyped-def]
            if setting["size"] == 4:
                raise LudariumError("four do not fit")
            return super().plan(setting)

    picky = Refusing(**{name: getattr(search, name) for name in search.__dataclass_fields__})
    trials = list(run_trials(picky, workers=1))
    assert [(trial.refused, trial.score is None) for trial in trials] == [("", False), ("four do not fit", True)]
    found = conclude(picky, trials)
    assert found.best is trials[0]
    assert found.refused == [trials[1]]
    with pytest.raises(LudariumError, match="four do not fit"):
        conclude(picky, trials[1:])


# --- what was found ---------------------------------------------------------------------------------------------------


def made_up(search: Search, scores: dict[tuple[int, int], float]) -> list[Trial]:
    games = two_seats(50, 50)
    return [
        Trial(number, {"size": size, "quiet": quiet}, "", games, (score,), score)
        for number, ((size, quiet), score) in enumerate(scores.items())
    ]


def test_effects_tell_the_parameter_that_matters_from_the_one_that_does_not() -> None:
    search = prepare(
        "checkers", ("random", "random"), ["size=4,6,8", "quiet=10..30:10"], ["balance"], trials=9, games=2
    )
    scores = {(s, q): s / 10 + (q % 3) / 1000 for s in (4, 6, 8) for q in (10, 20, 30)}
    found = conclude(search, made_up(search, scores))
    size, quiet = found.effects
    assert size.share is not None
    assert size.share > 0.99
    assert quiet.share == 0.0
    assert [(row.label, row.trials) for row in size.rows] == [("4", 3), ("6", 3), ("8", 3)]
    assert [row.mean for row in size.rows] == pytest.approx([0.401, 0.601, 0.801])
    assert (size.rows[0].least, size.rows[0].most) == pytest.approx((0.4, 0.402))
    assert found.best.setting == {"size": 8, "quiet": 20}


def test_many_values_share_rows_and_each_trial_is_in_one() -> None:
    search = prepare("pig", ("random", "random"), ["goal=10..500"], ["balance"], trials=20, games=2)
    trials = [Trial(n, {"goal": 10 + 7 * n}, "", two_seats(5, 5), (0.5,), 0.5) for n in range(20)]
    (effect,) = conclude(search, trials).effects
    assert len(effect.rows) <= 6
    assert sum(row.trials for row in effect.rows) == 20
    assert effect.rows[0].label == "10 – 31"
    assert effect.share is None  # equal scores have no variance to explain


def test_the_best_can_be_verified_by_fresh_games() -> None:
    search = prepare("pig", ("random", "random"), ["goal=10,20"], ["balance"], games=20, seed=7)
    found = conclude(search, list(run_trials(search, workers=1)))
    words = shlex.split(found.verify)
    assert words[:5] == ["ludarium", "tournament", "pig", "random", "random"]
    assert words[words.index("--games") + 1] == "200"
    assert words[words.index("--seed") + 1] == "8"
    assert f"goal={found.best.setting['goal']}" in words
    assert any("luckiest" in warning for warning in found.warnings)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["tune", "goofspiel", *PAIR, "--parameter", "cards=3..6", "--games", "4", "--workers", "1"]
    line += ["--database", str(tmp_path / "results.db")]
    assert run(line) == 0
    told = capsys.readouterr().out
    assert "4 settings tried" in told
    assert "score = (balance + decisive) / 2" in told
    assert "ludarium tournament goofspiel" in told
    assert run([*line, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [trial["setting"]["cards"] for trial in data["trials"]] == [3, 4, 5, 6]
    assert data["best"]["score"] == max(trial["score"] for trial in data["trials"])
    low, high = data["best"]["intervals"]["score"]
    assert low <= data["best"]["score"] <= high


def test_the_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", "pig", "random", "random", "--parameter", "gaol=10..50"]) == 2
    assert capsys.readouterr().err == "no parameter 'gaol'; did you mean 'goal'?\n"


def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = run_trials

    def pressed(*arguments: object, **options: object) -> Iterator[Trial]:
        for number, trial in enumerate(whole(*arguments, **options)):  # type: ignore[arg-type]
            if number == 2:
                raise KeyboardInterrupt
            yield trial

    monkeypatch.setattr("ludarium.arena.tune.tuned.run_trials", pressed)
    line = ["tune", "goofspiel", *PAIR, "--parameter", "cards=3..6", "--games", "2", "--workers", "1"]
    assert run([*line, "--database", str(tmp_path / "results.db")]) == 130
    assert "Stopped after 2 trials" in capsys.readouterr().err
    with Database.open(tmp_path / "results.db") as store:
        assert len(store.runs(kind="tune")) >= 2
