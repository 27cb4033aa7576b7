"""Decision times: what is put in comes out again, draws hang on the seed alone, and the prior holds without data."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from scipy.stats import ks_2samp

from ludarium.engine import Match
from ludarium.games import load
from ludarium.players import make
from ludarium.store import Database, lab, people
from ludarium.store.lab import Sitting, Table
from ludarium.studies import data as studies
from ludarium.studies.timing import (
    PRIOR,
    RESERVE,
    BadTimeModel,
    Timed,
    TimeModel,
    difficulty_of,
    due,
    fit,
    stored_decisions,
    study_decisions,
)

pytestmark = pytest.mark.compiled  # arithmetic alone: once is enough

TRUTH = replace(
    PRIOR,
    level=1.1,
    legal=0.2,
    phase=0.5,
    phase_squared=-0.4,
    difficulty=1.0,
    noise=0.5,
    between=0.5,
    pauses=0.06,
    pause=math.log(40.0),
    pause_noise=0.5,
    least=0.05,
)


def decided(model: TimeModel, persons: int, each: int, seed: int = 1) -> list[Timed]:
    """Decisions of people who are as a model says."""
    source = random.Random(seed)
    made = []
    for person in range(persons):
        own = source.gauss(0.0, model.between)
        for _ in range(each):
            legal, phase = source.randint(1, 40), source.random()
            hard = source.choice([None, source.random()])
            seconds = model.draw(source.getrandbits(60), legal, phase, hard, person=own)
            made.append(Timed(str(person), seconds, legal, phase, hard))
    return made


def test_what_was_put_in_is_found_again() -> None:
    found = fit(decided(TRUTH, 300, 40), length=30)
    assert (found.decisions, found.people, found.length) == (12_000, 300, 30)
    for name, within in {"level": 0.15, "legal": 0.03, "phase": 0.3, "phase_squared": 0.3, "difficulty": 0.08}.items():
        assert getattr(found, name) == pytest.approx(getattr(TRUTH, name), abs=within), name
    for name, within in {"noise": 0.02, "between": 0.06, "pauses": 0.01, "pause": 0.15, "pause_noise": 0.1}.items():
        assert getattr(found, name) == pytest.approx(getattr(TRUTH, name), abs=within), name


def test_without_data_the_prior_holds_and_a_little_data_moves_it_a_little() -> None:
    assert fit([]) == PRIOR
    few, many = fit(decided(TRUTH, 2, 5)), fit(decided(TRUTH, 100, 40))
    for name in ("legal", "difficulty", "pauses", "noise"):
        before, true = getattr(PRIOR, name), getattr(TRUTH, name)
        assert abs(getattr(few, name) - before) < 0.5 * abs(true - before), name
        assert abs(getattr(many, name) - true) < 0.5 * abs(true - before), name


def test_an_unknown_difficulty_teaches_nothing_about_difficulty() -> None:
    unknown = [replace(each, difficulty=None) for each in decided(TRUTH, 20, 40)]
    assert fit(unknown).difficulty == pytest.approx(PRIOR.difficulty, abs=1e-9)


def test_draws_of_a_fitted_model_cannot_be_told_from_its_data() -> None:
    made = decided(TRUTH, 400, 5)
    found = fit(made)
    times = [each.seconds for each in made]

    def drawn(model: TimeModel) -> list[float]:
        return [
            model.draw(
                7_000_000 + number, each.legal, each.phase, each.difficulty, person=model.person(int(each.person))
            )
            for number, each in enumerate(made)
        ]

    assert ks_2samp(times, drawn(found)).pvalue > 0.05
    slower = replace(found, level=found.level + 0.3)
    assert ks_2samp(times, drawn(slower)).pvalue < 1e-6  # the test can tell


def test_draws_hang_on_the_seed_alone() -> None:
    first = [PRIOR.draw(seed, 12, 0.4) for seed in range(50)]
    assert first == [PRIOR.draw(seed, 12, 0.4) for seed in range(50)]
    assert len(set(first)) == 50
    assert PRIOR.person(3) == PRIOR.person(3) != PRIOR.person(4)


def test_more_moves_take_longer_by_the_prior() -> None:
    counts = (1, 2, 4, 8, 16, 32, 64)
    assert all(PRIOR.expected(a, 0.3) < PRIOR.expected(b, 0.3) for a, b in pairwise(counts))
    means = [sum(PRIOR.draw(seed, legal, 0.3) for seed in range(2000)) for legal in counts]
    assert all(a < b for a, b in pairwise(means))
    assert PRIOR.expected(10, 0.5) > max(PRIOR.expected(10, 0.0), PRIOR.expected(10, 1.0))
    assert PRIOR.expected(10, 0.5, 1.0) > PRIOR.expected(10, 0.5, None) > PRIOR.expected(10, 0.5, 0.0)


@pytest.mark.parametrize("left", [None, 60.0, 5.0, 1.0, 0.3, 0.05])
def test_times_are_never_instant_and_never_beyond_the_clock(left: float | None) -> None:
    most = None if left is None else RESERVE * left
    times = [PRIOR.draw(seed, 30, 0.5, most=most) for seed in range(3000)]
    assert min(times) >= min(PRIOR.least, 0.4 * (left or 1.0), 0.005)
    assert max(times) <= (PRIOR.most if most is None else max(most, 0.01))
    # No bound is met again and again: that would give a player away.
    assert len({round(time, 6) for time in times}) > 2500


def test_a_model_far_outside_the_clock_still_answers_in_time() -> None:
    slow = replace(PRIOR, level=12.0, noise=0.1, pauses=0.001, pause=12.0, pause_noise=0.1)
    times = {slow.draw(seed, 30, 0.5, most=10.0) for seed in range(20)}
    assert len(times) == 20
    assert all(9.0 < time <= 10.0 for time in times)


def test_the_moment_an_answer_is_due_is_the_same_after_a_restart() -> None:
    def moment(ply: int, seat: int = 1, seed: int = 99, left: float | None = 30.0) -> float:
        return due(PRIOR, 1000.0, seed, ply, seat, 20, PRIOR.phase_at(ply), left)

    assert moment(4) == moment(4)
    assert len({moment(4), moment(5), moment(4, seat=0), moment(4, seed=98)}) == 4
    assert all(1000.0 + PRIOR.least <= moment(ply) <= 1000.0 + RESERVE * 30.0 for ply in range(200))
    # A seat keeps its pace through a game: its times vary less than those of many seats.
    slow = sorted(sum(math.log(moment(ply, seat, left=None) - 1000.0) for ply in range(40)) / 40 for seat in range(60))
    assert slow[-1] - slow[0] > 2 * PRIOR.between


def test_difficulty_is_how_close_the_two_best_moves_are() -> None:
    assert difficulty_of([0.5]) is None
    assert difficulty_of([0.2, 0.7, 0.7]) == 1.0
    assert difficulty_of([0.1, 0.9]) == pytest.approx(0.2)


def test_a_model_is_written_and_read() -> None:
    found = fit(decided(TRUTH, 5, 5))
    assert TimeModel.from_json(found.to_json()) == found
    for wrong in ("nonsense", "[]", "{}", found.to_json().replace('"noise": ', '"noise": -')):
        with pytest.raises(BadTimeModel, match="fit one anew"):
            TimeModel.from_json(wrong)
    assert json.loads(found.to_json())["people"] == 5


def test_decisions_of_people_are_read_from_the_lab() -> None:
    game, now = load("tic-tac-toe"), datetime(2026, 1, 1, tzinfo=UTC)
    record = Match(game, [make("random", game), make("random", game)], seed=3).run()
    for ply, decision in enumerate(record.decisions):
        decision.seconds = 1.0 + ply
    record.decisions[2].fault = "the time for this decision was up"
    with Database.temporary() as database, database.writing() as connection:
        person = people.add_guest(connection, "Ann").id
        for number, uploaded in enumerate((False, True)):
            table = Table(
                f"t{number}", "tic-tac-toe", "", False, 3, now, {}, uploaded=uploaded, state="over", ended=now
            )
            lab.add_table(connection, table, record.to_json())
            lab.set_seats(
                connection, table.id, [Sitting("person", "Ann", person), Sitting("player", "R", None, "random")]
            )
        found, length = stored_decisions(connection, "tic-tac-toe", load)
        assert stored_decisions(connection, "pig", load) == ([], None)
    plies = len(record.decisions)
    own = [ply for ply in range(0, plies, 2) if ply != 2]
    assert length == plies
    assert [each.seconds for each in found] == [1.0 + ply for ply in own]
    assert [each.legal for each in found] == [9 - ply for ply in own]
    assert [each.phase for each in found] == [ply / plies for ply in own]
    assert {each.person for each in found} == {str(person)}


def test_decisions_of_people_are_read_from_a_study() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    ann = studies.Participant("ann", "s", "", "open", "en", False, at, None, "active")
    pilot = replace(ann, participant="pilot", pilot=True)
    game = studies.PlayedGame(
        "ann", "t", "play", 1, 1, False, "pig", 0, ("random",), "", 1.0, 0.0, 1.0, 10, 60.0, "played"
    )
    one = studies.Decision("ann", "t", 5, 0, "person", "roll", 2, 4.0, None, None, hidden=1.0)
    others = (
        replace(one, participant=None, player="random"),
        replace(one, participant="pilot"),
        replace(one, seconds=None),
        replace(one, legal=None),
    )
    study = studies.StudyData("s", participants=(ann, pilot), games=(game,), decisions=(one, *others))
    assert study_decisions(study) == ([Timed("ann", 3.0, 2, 0.5)], 10)
