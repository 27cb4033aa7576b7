"""The course of a participant."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine.errors import LudariumError, UnknownName
from ludarium.studies.plan.course import Step, course, players_of, seating, stage_of
from ludarium.studies.plan.model import Playing
from tests.studies.plan.plans import choice, plan, play


def kinds(steps: tuple[Step, ...]) -> list[str]:
    return [step.kind for step in steps]


AFTER = {"after": {"title": "After", "questions": [choice("fun")], "skip_from": 3}}


def test_every_game_is_a_step_with_its_questions_behind_it() -> None:
    made = plan(
        {"kind": "text", "name": "welcome", "text": "Hello", "seconds": 5},
        {**play("warm", games=1), "kind": "practice"},
        play(games=2, questionnaire="after"),
        {"kind": "judge", "name": "judge", "questionnaire": "after"},
        questionnaires=AFTER,
    )
    steps = course(made, "", 1)
    assert kinds(steps) == [
        *("consent", "text", "play", "play", "questions", "play", "questions", "judge", "debrief"),
    ]
    assert [step.number for step in steps] == list(range(9))
    assert steps[1].seconds == 5
    assert [step.practice for step in steps[2:4]] == [True, False]
    assert [(step.game, step.games) for step in steps[3:7]] == [(1, 2), (1, 2), (2, 2), (2, 2)]
    assert [step.about for step in steps] == [None, None, None, None, 3, None, 5, 5, None]
    assert [step.occurrence for step in (steps[4], steps[6], steps[7])] == [1, 2, 3]
    assert [step.skippable for step in (steps[4], steps[6], steps[7])] == [False, False, True]
    assert steps[4].title == "After"
    assert steps[4].questions[0].name == "fun"


def test_conditions_choose_stages_and_fill_in_names() -> None:
    made = plan(
        {"kind": "text", "name": "only-b", "only": ["b"]},
        play(game="{which}", settings={"goal": "{goal}", "seats": 2}, seats=["me", "{opponent}"]),
        conditions=[
            {"name": "a", "values": {"which": "pig", "goal": "50", "opponent": "random"}},
            {"name": "b", "values": {"which": "pig", "goal": "60", "opponent": "mcts"}},
        ],
    )
    assert kinds(course(made, "a", 1)) == ["consent", "play", "debrief"]
    game = course(made, "b", 1)[2]
    assert game.seats == ("me", "mcts")
    assert game.plays is not None
    assert (game.plays.game, game.plays.settings) == ("pig", {"goal": "60", "seats": 2})
    with pytest.raises(UnknownName, match="no condition 'c'"):
        course(made, "c", 1)
    with pytest.raises(UnknownName, match="there are a, b"):
        course(made, "", 1)


def test_all_players_of_a_stage_are_known_whatever_the_condition() -> None:
    made = plan(
        play(seats=["me", "person", "{opponent}", "pool"], pool=["random", "mcts:iterations={often}"]),
        conditions=[
            {"name": "a", "values": {"opponent": "random", "often": "5"}},
            {"name": "b", "values": {"opponent": "minimax", "often": "5"}},
        ],
    )
    stage = stage_of(made, made.stages[1].name)
    assert isinstance(stage, Playing)
    assert players_of(made, stage) == ("random", "mcts:iterations=5", "minimax")
    alone = plan(play(seats=["me", "random"]))
    stage = stage_of(alone, alone.stages[1].name)
    assert isinstance(stage, Playing)
    assert players_of(alone, stage) == ("random",)


AMONG = [{"game": "pig", "settings": {"goal": goal}} for goal in (10, 20, 30, 40)]


def goals(steps: tuple[Step, ...]) -> list[Any]:
    return [step.plays.settings["goal"] for step in steps if step.plays]


def test_games_come_in_the_order_of_the_plan_by_lot_or_by_a_latin_square() -> None:
    assert goals(course(plan(play(among=AMONG, games=2)), "", 1)) == [10, 10, 20, 20, 30, 30, 40, 40]
    drawn = {tuple(goals(course(plan(play(among=AMONG, order="random")), "", seed))) for seed in range(40)}
    assert len(drawn) > 10
    assert all(sorted(order) == [10, 20, 30, 40] for order in drawn)
    latin = plan(play(among=AMONG, order="latin", draw=2))
    rows = [goals(course(latin, "", 1, row)) for row in range(4)]
    for place in range(2):
        assert sorted(row[place] for row in rows) == [10, 20, 30, 40]
    assert rows[0] == goals(course(latin, "", 9, 4))


@pytest.mark.parametrize("how", ["rotate", "random"])
def test_everybody_meets_the_whole_pool_before_anybody_twice(how: str) -> None:
    pool = ["random", "mcts", "ismcts", "minimax", "maxn"]
    made = plan(play(seats=["me", "pool", "pool"], settings={"seats": 3}, pool=pool, next=how, games=5))
    firsts = set()
    for row in range(5):
        games = [step for step in course(made, "", row, row) if step.plays]
        met = [player for step in games for player in step.pool[:2]]
        assert Counter(met[:5]) == Counter(met[5:]) == Counter(pool)
        assert all(sorted(step.pool) == sorted(pool) for step in games if how == "rotate")
        firsts.add(met[0])
    assert how == "random" or firsts == set(pool)
    unrated = course(plan(play(seats=["me", "pool"], pool=pool, next="unrated", games=3)), "", 5, 3)
    assert [step.pool for step in unrated if step.plays] == [tuple(pool)] * 3


@given(st.integers(0, 2**62), st.integers(0, 500), st.integers(1, 6), st.sampled_from(["fixed", "random", "latin"]))
def test_a_course_is_the_same_whenever_it_is_asked_for(seed: int, row: int, games: int, order: str) -> None:
    made = plan(play(among=AMONG, order=order, games=games, questionnaire="after"), questionnaires=AFTER)
    steps = course(made, "", seed, row)
    assert steps == course(made, "", seed, row)
    assert [step.number for step in steps] == list(range(len(steps)))
    assert len(steps) == 2 + 2 * 4 * games
    assert Counter(goals(steps)) == dict.fromkeys((10, 20, 30, 40), games)
    assert (steps[0].kind, steps[-1].kind) == ("consent", "debrief")


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), st.integers(0, 2**40))
def test_seats_are_fixed_drawn_or_moved_on(names: list[str], seed: int) -> None:
    seats = tuple(names)
    assert seating(seats, "fixed", 3, seed) == seats
    assert sorted(seating(seats, "random", 0, seed)) == sorted(seats)
    turns = [seating(seats, "rotate", turn, seed) for turn in range(len(seats))]
    assert [turn.index(seats[0], place) for place, turn in enumerate(turns)] == list(range(len(seats)))
    assert seating(seats, "rotate", len(seats), seed) == seats


def test_stages_are_found_by_name_and_quizzes_must_be_filled() -> None:
    made = plan(play(), {"kind": "quiz", "name": "quiz", "game": "pig"})
    assert stage_of(made, "games").name == "games"
    with pytest.raises(UnknownName, match="did you mean 'games'"):
        stage_of(made, "gmaes")
    with pytest.raises(LudariumError, match="still needs the game's questions"):
        course(made, "", 1)
